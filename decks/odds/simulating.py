"""Which way a question is simulated: by plain hands where they will do, else by the real steps of the setup."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

from deckwright.decks.odds.dealing import DealSampler, Recipe, Where
from deckwright.decks.odds.errors import NotExact
from deckwright.decks.odds.formula import ALWAYS, Every
from deckwright.decks.odds.question import Question
from deckwright.decks.odds.run import Run, events_of
from deckwright.decks.odds.sampling import HandSampler, Urn
from deckwright.decks.odds.stock import Stock

if TYPE_CHECKING:
    from deckwright.decks.odds.asking import Odds

MOST_OVERLAPPING = 12
"""So many needs of one `distinct` may share cards in a simulation."""


def sampler_of(odds: Odds, question: Question, by_setup: bool = False) -> HandSampler | DealSampler:
    """What draws the hands for a question. Raises `OddsError`."""
    run = Run(odds.look, question, MOST_OVERLAPPING)
    asked = run.compiler.asked(*events_of(question))
    assert isinstance(asked.formula, Every)
    event, *rest = asked.formula.parts
    given = rest[0] if rest else ALWAYS
    if not by_setup and _plain(run):
        return HandSampler(_urns(run, asked.steps), asked.forms, event, given)
    recipe = Recipe(odds.catalogue.path, *odds.recipe)
    where = Where.of(odds.look)
    seen: tuple[int | None, ...] = tuple(accumulate(asked.steps))
    if odds.look.doubts and odds.look.whole and not any(run.whens()):
        where, seen = replace(where, home=None), (None,) * len(seen)
    return DealSampler(recipe, where, run.queries, asked.forms, event, given, seen)


def how(sampler: object) -> str:
    """What a simulation did, in words."""
    return "setups dealt" if isinstance(sampler, DealSampler) else "hands drawn"


def _plain(run: Run) -> bool:
    """Whether hands off known piles are all that a simulation needs."""
    try:
        run.check()
    except NotExact:
        return False
    return all(isinstance(part.source, Stock) for part in run.parts)


def _urns(run: Run, steps: tuple[int, ...]) -> tuple[Urn, ...]:
    """The piles that plain hands are drawn off."""
    return tuple(
        Urn(part.source.held, steps if run.look.single else (part.count,))
        for part in run.parts
        if isinstance(part.source, Stock)
    )
