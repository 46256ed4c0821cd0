"""Exact chances of what a formula says of drawn cards: whole numbers all the way, one fraction at the end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, prod

from deckwright.decks.odds.formula import ALWAYS, Form
from deckwright.decks.odds.packing import ways
from deckwright.decks.odds.programme import Asked, Programme
from deckwright.decks.odds.states import Limits, State, joined
from deckwright.decks.odds.stock import Part, Source, Stock


def chance_in_stages(source: Source[int], asked: Asked) -> Fraction:
    """The chance that the formula holds of cards drawn from one source, stage by stage. Raises `TooWide`."""
    programme = Programme(source, asked, asked.steps)
    found = programme.packing.at(programme.accepted(), asked.steps)
    return Fraction(found, source.makings * ways(source.size, asked.steps))


def chance_of_all(draws: Sequence[Part[int]], asked: Asked) -> Fraction:
    """The chance that the formula holds of all these cards together, drawn from sources apart from each other.

    Raises `TooWide`.
    """
    states = _all_states(draws, asked, asked.limits)
    good = sum(number for state, number in states.items() if asked.formula.holds(state))
    return Fraction(good, count_of_hands(draws))


def chances(source: Source[int], asked: Asked) -> list[Fraction]:
    """The chance in 0, 1, 2 … cards, up to those that are asked in; all from one pass. Raises `TooWide`."""
    programme = Programme(source, asked, asked.steps)
    packed = programme.accepted()
    return [
        Fraction(programme.packing.at(packed, (drawn,)), source.makings * comb(source.size, drawn))
        for drawn in range(asked.steps[0] + 1)
    ]


def distribution(draws: Sequence[Part[int]], form: Form) -> dict[int, Fraction]:
    """How likely each value of a form is; values that cannot be are left out. Raises `TooWide`."""
    asked = Asked((form,), ALWAYS, (sum(part.count for part in draws),))
    states, total = _all_states(draws, asked, (None,)), count_of_hands(draws)
    found = {state[0]: Fraction(number, total) for state, number in states.items() if number}
    return dict(sorted(found.items()))


def expected(draws: Sequence[Part[int]], form: Form) -> Fraction:
    """The mean of a form, by linearity."""
    return sum((_mean(part.source, form) * part.count for part in draws), Fraction(0))


def count_of_hands(parts: Sequence[Part[int]]) -> int:
    """How many different draws there are."""
    return prod(part.source.makings * comb(part.source.size, part.count) for part in parts)


def _all_states(draws: Sequence[Part[int]], asked: Asked, limits: Limits) -> dict[State, int]:
    states: dict[State, int] = {(0,) * len(asked.forms): 1}
    for part in draws:
        reached = Programme(part.source, asked, (part.count,), limits).reached()
        states = joined(states, reached, limits)
    return states


def _mean(source: Source[int], form: Form) -> Fraction:
    """What one random card counts on average."""
    if isinstance(source, Stock):
        return Fraction(sum(form.weight(one) * count for one, count in source.held), source.size or 1)
    whole = sum((_mean(part.source, form) * part.count for part in source.parts), Fraction(0))
    return whole / (source.size or 1)
