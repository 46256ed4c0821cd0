"""The dynamic programme over classes of cards: for each state of the counts, the ways to reach it, in whole numbers.

The states are the values of the forms as far as the formula can tell them apart; each holds the ways for every number
of cards drawn at once, as a packed polynomial. A form that no later class counts is brought to the least value with
the same outcome, and states in which the formula is settled are dropped or become one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from operator import add

from deckwright.decks.odds.errors import TooWide
from deckwright.decks.odds.formula import Form, Formula, cap, representatives, tests_by_form
from deckwright.decks.odds.packing import Draws, Packing, bits_for, ways
from deckwright.decks.odds.states import (
    MOST_WORK,
    CardClass,
    Limits,
    Moves,
    State,
    classes_of,
    joined,
    later,
    running,
)
from deckwright.decks.odds.stock import Part, Source, Stock
from deckwright.decks.odds.values import Value

_FEW = 3
"""Of so few states it is not worth asking which are alike."""


class Asked(Value):
    """A formula, the forms it is about, and in how many cards: those drawn in each stage."""

    forms: tuple[Form, ...]
    formula: Formula
    steps: Draws


class Programme:
    """One run of the dynamic programme over a source."""

    def __init__(self, source: Source[int], asked: Asked, steps: Draws, limits: Limits | None = None) -> None:
        self.source = source
        self.asked = asked
        self.steps = steps
        self.packing = Packing(steps, bits_for(source.size, source.makings, steps))
        self._tests = tests_by_form(len(asked.forms), asked.formula)
        self._reach = [0] * len(asked.forms)
        self.limits = tuple([cap(tests) for tests in self._tests]) if limits is None else limits
        self._work = 0

    def accepted(self) -> int:
        """The ways, packed, in which the formula holds."""
        if not isinstance(self.source, Stock):
            return self._good(self._reached(self.source))
        classes, rest = classes_of(self.source, self.asked.forms)
        good = self._good(self._over(classes, settle=True))
        return (good * self._idle(rest)) & self.packing.mask

    def reached(self) -> dict[State, int]:
        """The ways to each state with just so many cards."""
        states = self._reached(self.source)
        return {state: self.packing.at(packed, self.steps) for state, packed in states.items()}

    def _good(self, states: dict[State, int]) -> int:
        holds = self.asked.formula.holds
        return sum([packed for state, packed in states.items() if state is None or holds(state)])

    def _reached(self, source: Source[int]) -> dict[State, int]:
        if isinstance(source, Stock):
            classes, rest = classes_of(source, self.asked.forms)
            idle, mask = self._idle(rest), self.packing.mask
            return {state: (packed * idle) & mask for state, packed in self._over(classes).items()}
        states: dict[State, int] = {(0,) * len(self.asked.forms): 1}
        for part in source.parts:
            states = joined(states, self._weighted(part), self.limits, self.packing.mask)
        return states

    def _weighted(self, part: Part[int]) -> dict[State, int]:
        """The states of a part, each draw weighted by the ways to fill up the part with cards that are not drawn."""
        reached = self._reached(part.source)
        if part.whole:
            return reached
        size = part.source.size
        found: dict[State, int] = {}
        for state, packed in reached.items():
            terms = [(draws, number, sum(draws)) for draws, number in self.packing.terms(packed)]
            found[state] = self.packing.pack(
                (draws, number * comb(size - drawn, part.count - drawn))
                for draws, number, drawn in terms
                if drawn <= part.count
            )
        return found

    def _idle(self, count: int) -> int:
        """The polynomial of cards that no form counts."""
        if len(self.steps) == 1:
            bits = self.packing.bits
            return sum([comb(count, at) << (bits * at) for at in range(min(count, self.steps[0]) + 1)])
        fitting = (draws for draws in self.packing.all_draws() if sum(draws) <= count)
        return self.packing.pack((draws, ways(count, draws)) for draws in fitting)

    def _over(self, classes: Sequence[CardClass], settle: bool = False) -> dict[State, int]:
        states: dict[State, int] = {(0,) * len(self.asked.forms): 1}
        rests, self._reach = later(classes, self.asked.forms, self.steps)
        last = {form: at for at, one in enumerate(classes) for form in one.touched}
        for at, one in enumerate(classes):
            moves = self._moves(one)
            ending = tuple([form for form in moves.touched if settle and last[form] == at])
            states = self._step(states, moves, ending)
            if ending and len(states) > _FEW:
                states = self._settled(states, *rests[at])
        return states

    def _moves(self, one: CardClass) -> Moves:
        touched = one.touched
        if len(self.steps) == 1:
            return self._moves_of_one_stage(one, touched)
        stages = [self.asked.forms[form].stage for form in touched]
        found: dict[tuple[int, ...], int] = {}
        for draws in self.packing.all_draws():
            if sum(draws) <= one.cards:
                drawn = running(draws)
                raw = [one.weights[form] * drawn[stage] for form, stage in zip(touched, stages, strict=True)]
                added = self._limited(touched, raw)
                found[added] = found.get(added, 0) + (ways(one.cards, draws) << self.packing.shift(draws))
        return Moves(touched, list(found.items()), sum(found.values()))

    def _moves_of_one_stage(self, one: CardClass, touched: tuple[int, ...]) -> Moves:
        bits, count = self.packing.bits, one.cards
        terms = [comb(count, drawn) << (bits * drawn) for drawn in range(min(count, self.steps[0]) + 1)]
        top = self.limits[touched[0]]
        if len(touched) == 1 and one.weights[touched[0]] == 1 and top is not None and top < len(terms):
            additions = [((drawn,), term) for drawn, term in enumerate(terms[:top])]
            return Moves(touched, [*additions, ((top,), sum(terms[top:]))], sum(terms))
        weights = [one.weights[form] for form in touched]
        found: dict[tuple[int, ...], int] = {}
        for drawn, term in enumerate(terms):
            added = self._limited(touched, [weight * drawn for weight in weights])
            found[added] = found.get(added, 0) + term
        return Moves(touched, list(found.items()), sum(terms))

    def _limited(self, touched: tuple[int, ...], raw: list[int]) -> tuple[int, ...]:
        tops = [self.limits[form] for form in touched]
        return tuple([one if top is None or one < top else top for one, top in zip(raw, tops, strict=True)])

    def _step(self, states: dict[State, int], moves: Moves, ending: tuple[int, ...]) -> dict[State, int]:
        self._work += len(states) * len(moves.additions) * (4 + len(self.limits))
        if self._work > MOST_WORK:
            raise TooWide(len(self.source.held) if isinstance(self.source, Stock) else 0, len(self.limits))
        tables = [self._table(form, form in ending) for form in moves.touched]
        if len(moves.touched) == 1:
            return self._step_of_one(states, moves, tables[0])
        reached: dict[State, int] = {}
        for state, packed in states.items():
            if state is None:
                reached[None] = reached.get(None, 0) + packed * moves.all_ways
                continue
            for added, polynomial in moves.additions:
                to = self._moved(state, moves.touched, added, tables)
                reached[to] = reached.get(to, 0) + packed * polynomial
        mask = self.packing.mask
        return {state: packed & mask for state, packed in reached.items()}

    def _step_of_one(
        self, states: dict[State, int], moves: Moves, table: list[int] | None
    ) -> dict[State, int]:
        """The same where the class touches one form, which is what most do."""
        form, mask = moves.touched[0], self.packing.mask
        top = self.limits[form]
        reached: dict[State, int] = {}
        for state, packed in states.items():
            if state is None:
                reached[None] = reached.get(None, 0) + packed * moves.all_ways
                continue
            before, value, after = state[:form], state[form], state[form + 1 :]
            for (more,), polynomial in moves.additions:
                to = value + more
                if top is not None and to > top:
                    to = top
                key = (*before, to if table is None else table[to], *after)
                reached[key] = reached.get(key, 0) + packed * polynomial
        return {state: packed & mask for state, packed in reached.items()}

    def _table(self, form: int, ending: bool) -> list[int] | None:
        """What each value of a form becomes once no later class counts; None: what it is."""
        limit = self.limits[form]
        if not ending or limit is None:
            return None
        return representatives(self._tests[form], min(limit, self._reach[form]))

    def _moved(
        self,
        state: tuple[int, ...],
        touched: tuple[int, ...],
        added: tuple[int, ...],
        tables: list[list[int] | None],
    ) -> tuple[int, ...]:
        values = list(state)
        for form, more, table in zip(touched, added, tables):  # noqa: B905 - equally long, and this is the inmost loop
            value = values[form] + more
            top = self.limits[form]
            if top is not None and value > top:
                value = top
            values[form] = value if table is None else table[value]
        return tuple(values)

    def _settled(
        self, states: dict[State, int], least: tuple[int, ...], most: tuple[int, ...]
    ) -> dict[State, int]:
        """The states as far as they still differ: by what is left of the formula, and the counts that it looks at.

        Those in which the formula can hold no more are dropped, those in which it must are one.
        """
        kept: dict[State, int] = {}
        alike: dict[object, State] = {}
        rest, falling = self.asked.formula.rest, any(least)
        for state, packed in states.items():
            to = state
            if state is not None:
                open_: list[int] = []
                lows = tuple(map(add, state, least)) if falling else state
                left = rest(lows, tuple(map(add, state, most)), open_)
                if left is False:
                    continue
                key = (left, tuple([state[form] for form in open_]))
                to = None if left is True else alike.setdefault(key, state)
            kept[to] = kept.get(to, 0) + packed
        return kept


def limits_of(asked: Asked) -> Limits:
    """From which value on the formula cannot tell each form's values apart."""
    return tuple([cap(tests) for tests in tests_by_form(len(asked.forms), asked.formula)])
