"""What a question asks of the cards seen, in whole numbers: forms that count, tests of them, and how they join.

Cards are known by their signature, a number with a bit for each query that the card matches.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from deckwright.decks.odds.values import Value


class Form(Value):
    """A count of the cards seen up to a stage: one for each of the `adds` masks that a card's signature meets,
    less one for each of the `takes` masks.
    """

    stage: int
    adds: tuple[int, ...]
    takes: tuple[int, ...] = ()

    def weight(self, signature: int) -> int:
        """What one card counts."""
        total = 0
        for mask in self.adds:
            if signature & mask:
                total += 1
        for mask in self.takes:
            if signature & mask:
                total -= 1
        return total


Rest = bool | tuple[Any, ...]
"""What is left of a formula: its truth, or a value that says what still decides."""


class Formula(ABC):
    """Whether something holds of the forms' values."""

    @abstractmethod
    def holds(self, values: Sequence[Any]) -> Any:
        """Whether it holds: of whole numbers a bool, of arrays an array of bools."""

    @abstractmethod
    def rest(self, lows: Sequence[int], highs: Sequence[int], open_: list[int]) -> Rest:
        """What is left of it if the values lie within these bounds: whether it holds, else what still decides.

        Two equal rests hold alike. The places of the forms that still count are added to `open_`.
        """

    @abstractmethod
    def tests(self) -> Iterator[Bounded]:
        """The tests in it."""


class Bounded(Formula, Value):
    """The value of a form lies within bounds, both included; None is no bound."""

    form: Form
    at: int
    low: int | None = None
    high: int | None = None

    def holds(self, values: Sequence[Any]) -> Any:
        value = values[self.at]
        if self.high is None:
            return value >= self.low
        if self.low is None:
            return value <= self.high
        return (value >= self.low) & (value <= self.high)

    def rest(self, lows: Sequence[int], highs: Sequence[int], open_: list[int]) -> Rest:
        at, least, most = self.at, self.low, self.high
        low, high = lows[at], highs[at]
        if (least is not None and high < least) or (most is not None and low > most):
            return False
        if (least is None or low >= least) and (most is None or high <= most):
            return True
        open_.append(at)
        return at, least, most

    def tests(self) -> Iterator[Bounded]:
        yield self


class Every(Formula, Value):
    """All of the parts hold; of no parts, always."""

    parts: tuple[Formula, ...]

    def holds(self, values: Sequence[Any]) -> Any:
        held: Any = True
        for part in self.parts:
            held = held & part.holds(values)
        return held

    def rest(self, lows: Sequence[int], highs: Sequence[int], open_: list[int]) -> Rest:
        before = len(open_)
        left: list[Rest] = []
        for part in self.parts:
            found = part.rest(lows, highs, open_)
            if found is False:
                del open_[before:]
                return False
            if found is not True:
                left.append(found)
        return _several("and", left) if left else True

    def tests(self) -> Iterator[Bounded]:
        for part in self.parts:
            yield from part.tests()


class Some(Formula, Value):
    """One of the parts holds; of no parts, never."""

    parts: tuple[Formula, ...]

    def holds(self, values: Sequence[Any]) -> Any:
        held: Any = False
        for part in self.parts:
            held = held | part.holds(values)
        return held

    def rest(self, lows: Sequence[int], highs: Sequence[int], open_: list[int]) -> Rest:
        before = len(open_)
        left: list[Rest] = []
        for part in self.parts:
            found = part.rest(lows, highs, open_)
            if found is True:
                del open_[before:]
                return True
            if found is not False:
                left.append(found)
        return _several("or", left) if left else False

    def tests(self) -> Iterator[Bounded]:
        for part in self.parts:
            yield from part.tests()


class Opposite(Formula, Value):
    """The part does not hold."""

    part: Formula

    def holds(self, values: Sequence[Any]) -> Any:
        return self.part.holds(values) ^ True

    def rest(self, lows: Sequence[int], highs: Sequence[int], open_: list[int]) -> Rest:
        found = self.part.rest(lows, highs, open_)
        return (not found) if isinstance(found, bool) else ("not", found)

    def tests(self) -> Iterator[Bounded]:
        yield from self.part.tests()


ALWAYS = Every(())


def _several(word: str, left: list[Rest]) -> Rest:
    return left[0] if len(left) == 1 else (word, *left)


def tests_by_form(count: int, formula: Formula) -> list[list[Bounded]]:
    """The tests of each of `count` forms."""
    found: list[list[Bounded]] = [[] for _ in range(count)]
    for test in formula.tests():
        found[test.at].append(test)
    return found


def cap(tests: Sequence[Bounded]) -> int | None:
    """From which value on a form is as good as any larger one to its tests; None where every value counts."""
    top = 0
    for test in tests:
        if test.form.takes:
            return None
        top = max(top, test.low or 0, 0 if test.high is None else test.high + 1)
    return top


def representatives(tests: Sequence[Bounded], most: int) -> list[int]:
    """For each value of a form up to `most`, the least value of which every test says the same."""
    if len(tests) == 1 and tests[0].high is None and tests[0].low is not None:
        low = max(tests[0].low, 0)
        return [0 if value < low else low for value in range(most + 1)]
    first: dict[tuple[bool, ...], int] = {}
    found = []
    for value in range(most + 1):
        said = tuple(
            [
                (test.low is None or value >= test.low) and (test.high is None or value <= test.high)
                for test in tests
            ]
        )
        found.append(first.setdefault(said, value))
    return found
