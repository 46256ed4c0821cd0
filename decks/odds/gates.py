"""A formula as gates over its tests, each test a bit: what is left of it when some of the tests are settled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deckwright.decks.odds.formula import Bounded, Every, Formula, Opposite, Some

Rest = tuple[Any, ...]
"""What still decides, equal only for gates that hold alike; last, the bits of the tests that it looks at."""


class Gate:
    """Holds where all of its inputs do, or, not being `every`, where one does. Inputs are tests, as bits in `own`;
    gates of the other kind that have only tests, as the bits of each in `plain`; and other gates.
    """

    __slots__ = ("every", "inner", "own", "plain")

    def __init__(self, every: bool, own: int, plain: Sequence[int], inner: Sequence[Gate]) -> None:
        self.every = every
        self.own = own
        self.plain = plain
        self.inner = inner

    def rest(self, true: int, false: int) -> bool | Rest:
        """Whether it holds, if the tests that are settled say so, else what still decides."""
        every = self.every
        settling, idle = (false, true) if every else (true, false)
        if self.own & settling:
            return not every
        own, plain = self.own & ~idle, []
        for mask in self.plain:
            if not mask & idle:
                left = mask & ~settling
                if not left & (left - 1):
                    if not left:
                        return not every
                    own |= left
                else:
                    plain.append(left)
        if not self.inner:
            return _left(every, own, plain, []) if own or plain else every
        inner = []
        for gate in self.inner:
            found = gate.rest(true, false)
            if found is (not every):
                return not every
            if not isinstance(found, bool):
                inner.append(found)
        return _left(every, own, plain, inner) if own or plain or inner else every


def _left(every: bool, own: int, plain: list[int], inner: list[Rest]) -> Rest:
    """The rest of a gate; of a single input it does not matter whether all or one must hold."""
    seen = own
    for mask in plain:
        seen |= mask
    for rest in inner:
        seen |= rest[-1]
    if not plain and not inner:
        return every or not own & (own - 1), own, seen
    if not own and len(plain) + len(inner) == 1:
        return inner[0] if inner else (not every, seen, seen)
    return every, own, tuple(plain), tuple(inner), seen


class Circuit:
    """A formula's gates, from `root`, and its tests: `ones` has the bit of each, of which there are `width`.

    A word of `Said` has the tests that are true as bits, and `width` bits higher those that are false.
    """

    def __init__(self, formula: Formula) -> None:
        self._bits: dict[tuple[Bounded, bool], int] = {}
        self.root = self._gate(formula, True)
        self._final: dict[int, Said] = {}
        self._forms: dict[int, tuple[int, ...]] = {}
        self._tests: dict[int, list[tuple[Bounded, bool, int]]] = {}
        for (test, wanted), bit in self._bits.items():
            self._tests.setdefault(test.at, []).append((test, wanted, bit))
        self.width = len(self._bits)
        self.ones = (1 << self.width) - 1

    def forms(self, seen: int) -> tuple[int, ...]:
        """The places of the forms that these tests look at."""
        if seen not in self._forms:
            found = {test.at for (test, _), bit in self._bits.items() if seen & bit}
            self._forms[seen] = tuple(sorted(found))
        return self._forms[seen]

    def final(self, form: int) -> Said:
        """What the tests of a form say of its values when nothing more will be added."""
        if form not in self._final:
            self._final[form] = self.said(form, 0, 0)
        return self._final[form]

    def said(self, form: int, least: int, most: int) -> Said:
        """What the tests of a form say of its values when at least and at most so much will be added."""
        return Said(self._tests.get(form, ()), least, most, self.width)

    def _gate(self, formula: Formula, wanted: bool) -> Gate:
        """The gate that holds where the formula's truth is as wanted."""
        every = isinstance(formula, Every) is wanted if isinstance(formula, Every | Some) else True
        own, plain, inner = 0, [], []
        parts = formula.parts if isinstance(formula, Every | Some) else (formula,)
        for part, truth in self._flat(parts, wanted, every):
            if isinstance(part, Bounded):
                own |= self._bits.setdefault((part, truth), 1 << len(self._bits))
                continue
            gate = self._gate(part, truth)
            if gate.plain or gate.inner:
                inner.append(gate)
            else:
                plain.append(gate.own)
        return Gate(every, own, plain, inner)

    def _flat(self, parts: Sequence[Formula], wanted: bool, every: bool) -> list[tuple[Formula, bool]]:
        """The parts, those of parts that join as this gate does in their place."""
        found: list[tuple[Formula, bool]] = []
        for part in parts:
            truth = wanted
            while isinstance(part, Opposite):
                part, truth = part.part, not truth
            if isinstance(part, Every | Some) and (isinstance(part, Every) is truth) is every:
                found += self._flat(part.parts, truth, every)
            else:
                found.append((part, truth))
        return found


class Said(dict[int, int]):
    """Of each value of a form: which bits are settled as true, and, `width` bits higher, which as false."""

    def __init__(self, tests: Sequence[tuple[Bounded, bool, int]], least: int, most: int, width: int) -> None:
        super().__init__()
        self._tests = tests
        self._least = least
        self._most = most
        self._width = width

    def __missing__(self, value: int) -> int:
        low, high, word = value + self._least, value + self._most, 0
        for test, wanted, bit in self._tests:
            truth = test.between(low, high)
            if truth is not None:
                word |= bit if truth is wanted else bit << self._width
        self[value] = word
        return word
