"""In how many ways a formula holds, class by class, keeping of each draw only what can still decide.

A state says which tests are settled, as bits, and the values of the forms that are being counted: those that a class
has touched and a later one will. States in which the formula can hold no more are dropped, those in which it must
are added up, and those that leave the same open, with the same values, become one.
"""

from __future__ import annotations

from collections.abc import Sequence

from deckwright.decks.odds.errors import TooWide
from deckwright.decks.odds.gates import Circuit, Said
from deckwright.decks.odds.moves import Mover
from deckwright.decks.odds.states import CardClass, Moves, spans, stepped

Settled = tuple[int, ...]
"""What is settled, then the values of the forms that are being counted."""

Bounds = tuple[Sequence[int], Sequence[int]]
"""The least and the most that later classes add to each form."""

_FEW = 3
"""After a class that alone touches its forms so few states are not looked at: they do not grow much, and a question
whose queries are all apart is answered a tenth sooner. After others it would make it twice as slow.
"""


class Settling:
    """The states after some classes, and the ways in which the formula holds whatever else is drawn."""

    def __init__(self, circuit: Circuit, mover: Mover, before: Bounds) -> None:
        self._circuit = circuit
        self._mover = mover
        self._known: dict[tuple[int, int, int], Said] = {}
        self._states: dict[Settled, int] = {(self._sure_before(*before),): 1}
        self._live: tuple[int, ...] = ()
        self._sure = 0

    def accepted(self, classes: Sequence[CardClass], after: Sequence[Bounds]) -> int:
        """The ways, packed, in which the formula holds of cards of all these classes. Raises `TooWide`."""
        first, last = spans(classes)
        for at, (one, bounds) in enumerate(zip(classes, after, strict=True)):
            moves = self._mover.moves(one)
            self._mover.spend(len(self._states), moves)
            born = tuple([form for form in moves.touched if first[form] == at])
            ending = tuple([form for form in moves.touched if last[form] == at])
            alone = born == ending == moves.touched
            if alone:
                self._step_at_once(moves)
            else:
                self._step(moves, born, ending)
            self._sure = (self._sure * moves.all_ways) & self._mover.packing.mask
            if ending and len(self._states) > (_FEW if alone else 1):
                self._merge(bounds)
        self._merge(((), ()))
        return self._sure

    def _sure_before(self, least: Sequence[int], most: Sequence[int]) -> int:
        """What is settled before any card is drawn, of forms that get nowhere, or not as far as their tests look."""
        word = 0
        for form, top in enumerate(self._mover.limits):
            if top is None or least[form] or most[form] < max(top, 1):
                word |= self._said(form, least[form], most[form])[0]
        return word

    def _step_at_once(self, moves: Moves) -> None:
        """A class that alone touches its forms: what is settled is all that stays of it."""
        tables = [self._circuit.final(form) for form in moves.touched]
        words: dict[int, int] = {}
        for added, polynomial in moves.additions:
            word = 0
            for table, more in zip(tables, added):  # noqa: B905 - equally long; the inmost loop
                word |= table[more]
            words[word] = words.get(word, 0) + polynomial
        mask = self._mover.packing.mask
        reached: dict[Settled, int] = {}
        for (before, *values), packed in self._states.items():
            for word, polynomial in words.items():
                key = (before | word, *values)
                reached[key] = reached.get(key, 0) + (packed * polynomial & mask)
            if len(reached) > self._mover.most_states:
                raise TooWide(0, len(self._mover.limits))
        self._states = reached

    def _step(self, moves: Moves, born: tuple[int, ...], ending: tuple[int, ...]) -> None:
        live = self._live + born
        start = (0,) * len(born)
        states = {state + start: packed for state, packed in self._states.items()} if born else self._states
        places = [live.index(form) + 1 for form in moves.touched]
        tops = [self._mover.limits[form] for form in moves.touched]
        self._live = live
        self._states = stepped(states, moves, places, tops, self._mover.packing.mask, self._mover.most_states)
        if ending:
            self._end(ending)

    def _end(self, ending: tuple[int, ...]) -> None:
        """Of forms that no later class counts, what is settled is all that stays."""
        ended = [(self._live.index(form) + 1, self._circuit.final(form)) for form in ending]
        kept = [place for place, form in enumerate(self._live, 1) if form not in ending]
        reached: dict[Settled, int] = {}
        for state, packed in self._states.items():
            word = state[0]
            for place, table in ended:
                word |= table[state[place]]
            key = (word, *[state[place] for place in kept])
            reached[key] = reached.get(key, 0) + packed
        self._states = reached
        self._live = tuple([self._live[place - 1] for place in kept])

    def _merge(self, bounds: Bounds) -> None:
        """Drop the states in which the formula can hold no more, add up those in which it must, join those alike."""
        circuit, live = self._circuit, self._live
        tables = [self._said(form, bounds[0][form], bounds[1][form]) for form in live]
        kept: dict[Settled, int] = {}
        alike: dict[object, Settled] = {}
        rest, ones, width = circuit.root.rest, circuit.ones, circuit.width
        for state, packed in self._states.items():
            said, key = state[0], None
            for table, value in zip(tables, state[1:]):  # noqa: B905 - equally long; the inmost loop
                said |= table[value]
            left = rest(said & ones, said >> width)
            if left is True:
                self._sure += packed
            elif left is not False:
                if live:
                    counted = circuit.forms(left[-1])
                    key = tuple(
                        [value for form, value in zip(live, state[1:], strict=True) if form in counted]
                    )
                to = alike.setdefault((left, key), state)
                kept[to] = kept.get(to, 0) + packed
        self._states = kept

    def _said(self, form: int, least: int, most: int) -> Said:
        key = (form, least, most)
        if key not in self._known:
            self._known[key] = self._circuit.said(form, least, most)
        return self._known[key]
