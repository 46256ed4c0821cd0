"""The dynamic programme over classes of cards: for each state of the counts, the ways to reach it, in whole numbers.

Each state holds the ways for every number of cards drawn at once, as a packed polynomial.
"""

from __future__ import annotations

from functools import cached_property
from math import comb

from deckwright.decks.odds.formula import Form, Formula, cap, tests_by_form
from deckwright.decks.odds.gates import Circuit
from deckwright.decks.odds.moves import Mover
from deckwright.decks.odds.packing import Draws, Packing, bits_for, size_of
from deckwright.decks.odds.settling import Settling
from deckwright.decks.odds.states import CardClass, Limits, State, classes_of, held, joined, later, stepped
from deckwright.decks.odds.stock import Part, Source, Stock
from deckwright.decks.odds.values import Value


class Asked(Value):
    """A formula, the forms it is about, and in how many cards: those drawn in each stage."""

    forms: tuple[Form, ...]
    formula: Formula
    steps: Draws

    @cached_property
    def limits(self) -> Limits:
        """From which value on the formula cannot tell each form's values apart."""
        return tuple([cap(tests) for tests in tests_by_form(len(self.forms), self.formula)])

    @cached_property
    def circuit(self) -> Circuit:
        """The formula as gates."""
        return Circuit(self.formula)


class Programme:
    """One run of the dynamic programme over a source."""

    def __init__(self, source: Source[int], asked: Asked, steps: Draws, limits: Limits | None = None) -> None:
        self.source = source
        self.asked = asked
        self.steps = steps
        self.limits = asked.limits if limits is None else limits
        bits = bits_for(source.size, source.makings, steps)
        held(*size_of(steps, bits), len(self.limits), sum(steps))
        self.packing = Packing(steps, bits)
        kinds = len(source.held) if isinstance(source, Stock) else 0
        self._mover = Mover(asked.forms, self.packing, self.limits, kinds)

    def accepted(self) -> int:
        """The ways, packed, in which the formula holds. Raises `TooWide`."""
        forms = self.asked.forms
        if not isinstance(self.source, Stock):
            holds = self.asked.formula.holds
            return sum([packed for state, packed in self._reached(self.source).items() if holds(state)])
        classes, rest = classes_of(self.source, forms)
        before, *after = later(classes, forms, self.steps)
        good = Settling(self.asked.circuit, self._mover, before).accepted(classes, after)
        return (good * self._mover.idle(rest)) & self.packing.mask

    def reached(self) -> dict[State, int]:
        """The ways to each state with just so many cards. Raises `TooWide`."""
        states = self._reached(self.source)
        return {state: self.packing.at(packed, self.steps) for state, packed in states.items()}

    def _reached(self, source: Source[int]) -> dict[State, int]:
        states: dict[State, int] = {(0,) * len(self.asked.forms): 1}
        if isinstance(source, Stock):
            classes, rest = classes_of(source, self.asked.forms)
            for one in classes:
                states = self._step(states, one)
            idle, mask = self._mover.idle(rest), self.packing.mask
            return {state: (packed * idle) & mask for state, packed in states.items()}
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

    def _step(self, states: dict[State, int], one: CardClass) -> dict[State, int]:
        """The states after a class, every form's value being kept."""
        moves = self._mover.moves(one)
        self._mover.spend(len(states), moves)
        tops = [self.limits[form] for form in moves.touched]
        return stepped(states, moves, moves.touched, tops, self.packing.mask, self._mover.most_states)
