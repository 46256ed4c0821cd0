"""Why something cannot happen, as far as one demand alone makes it so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckwright.decks.odds.heap import Kind
from deckwright.decks.odds.looking import Look
from deckwright.decks.odds.question import (
    All,
    Any,
    Between,
    Compare,
    Distinct,
    Event,
    Need,
    Question,
    Selects,
    When,
    Within,
)


def reasons(question: Question, look: Look) -> Iterator[str]:
    """Each demand of the event that there are too few cards for."""
    kinds = look.kinds()
    yield from dict.fromkeys(_reasons(question.event, None, look, kinds))


def _reasons(event: Event, when: When | None, look: Look, kinds: dict[Kind, int]) -> Iterator[str]:
    match event:
        case Within():
            yield from _reasons(event.part, event.when, look, kinds)
        case All() | Any():
            for part in event.parts:
                yield from _reasons(part, when, look, kinds)
        case Distinct():
            for need in event.needs:
                yield from _short(str(need), (need.query,), need.number, look.seen(when), kinds)
            yield from _together(event.needs, look.seen(when))
        case Compare() | Between():
            yield from _short(str(event), event.sum.queries, demand(event), look.seen(when), kinds)


def demand(event: Compare | Between) -> int:
    """How many cards an event asks for at least."""
    if isinstance(event, Between):
        return event.low or 0 if event.op == "=" else 0
    return {"=": event.number, ">=": event.number, ">": event.number + 1}.get(event.op, 0)


def _short(
    said: str, queries: Sequence[Selects], asked: int, seen: int, kinds: dict[Kind, int]
) -> Iterator[str]:
    there = copies(queries, kinds)
    if asked > there:
        yield f"{said}: the pile holds {there:,} of them"
    elif asked > seen * len(queries):
        yield f"{said}: only {seen:,} {'card is' if seen == 1 else 'cards are'} seen"


def copies(queries: Sequence[Selects], kinds: dict[Kind, int]) -> int:
    """How many a sum counts if all cards are seen."""
    return sum(
        count
        for kind, count in kinds.items()
        if kind.card is not None
        for query in queries
        if query.match(kind.card)
    )


def _together(needs: Sequence[Need], seen: int) -> Iterator[str]:
    asked = sum(need.number for need in needs)
    if asked > seen:
        yield f"{Distinct(tuple(needs))}: asks for {asked:,} cards of {seen:,} seen"
