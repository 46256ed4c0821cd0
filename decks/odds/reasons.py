"""Why something cannot happen, as far as one demand alone makes it so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckwright.decks.deal.table import PileKey
from deckwright.decks.odds.heap import Kind, Laid
from deckwright.decks.odds.layout import Layout
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
from deckwright.decks.odds.stock import Source, Stock, kinds


def reasons(question: Question, look: Look, layout: Layout) -> Iterator[str]:
    """Each demand of the event that there are too few cards for, and where the setup has put them instead."""
    yield from dict.fromkeys(_Reasons(look, layout).of(question.event, None))


class _Reasons:
    """What there is too little of in what is looked at."""

    def __init__(self, look: Look, layout: Layout) -> None:
        self._look = look
        self._layout = layout
        self._kinds = look.kinds()

    def of(self, event: Event, when: When | None) -> Iterator[str]:
        """Each demand of an event, asked of the cards seen by then, that cannot be met."""
        match event:
            case Within():
                yield from self.of(event.part, event.when)
            case All() | Any():
                for part in event.parts:
                    yield from self.of(part, when)
            case Distinct():
                seen = self._look.seen(when)
                for need in event.needs:
                    yield from self._short(str(need), (need.query,), need.number, seen)
                yield from _together(event.needs, seen)
            case Compare() | Between():
                yield from self._short(str(event), event.sum.queries, demand(event), self._look.seen(when))

    def _short(self, said: str, queries: Sequence[Selects], asked: int, seen: int) -> Iterator[str]:
        there = copies(queries, self._kinds)
        if asked > there:
            lie = "".join(f"; {one}" for one in self._elsewhere(queries))
            yield f"{said}: the pile holds {there:,} of them{lie}"
        elif asked > seen * len(queries):
            yield f"{said}: only {seen:,} {'card is' if seen == 1 else 'cards are'} seen"

    def _elsewhere(self, queries: Sequence[Selects]) -> Iterator[str]:
        """The other piles in which such cards lie for certain, and the rules that put them there."""
        found: dict[tuple[PileKey, ...], int] = {}
        for stock, keys in _stocks(self._layout):
            if not any(stock is part.source for part in self._look.parts):
                found[keys] = found.get(keys, 0) + copies(queries, kinds(stock))
        for keys, count in found.items():
            if count and not any(name in self._look.words for name, _ in keys):
                verb = "lies" if count == 1 else "lie"
                piles = " and ".join(name for name, _ in keys)
                yield f"{count:,} {verb} in {piles}{self._cited(keys, queries)}"

    def _cited(self, keys: Sequence[PileKey], queries: Sequence[Selects]) -> str:
        """Why such cards came to lie in piles; '' where they have been there from the beginning."""
        cites = dict.fromkeys(
            cite
            for move in self._layout.moves
            if move.to in keys and copies(queries, dict.fromkeys(move.kinds, 1))
            for cite in move.step.cite
        )
        return f" ({', '.join(cites)})" if cites else ""


def _stocks(layout: Layout) -> Iterator[tuple[Stock[Kind], tuple[PileKey, ...]]]:
    """Every stock all of whose cards lie in piles that are known, with those piles."""
    laid: dict[Source[Kind], dict[PileKey, int]] = {}
    for key, heap in layout.heaps.items():
        for one in heap.lying:
            if isinstance(one, Laid):
                piles = laid.setdefault(one.part.source, {})
                piles[key] = piles.get(key, 0) + one.part.count
    for source, piles in laid.items():
        if isinstance(source, Stock) and sum(piles.values()) == source.size:
            yield source, tuple(piles)


def demand(event: Compare | Between) -> int:
    """How many cards an event asks for at least."""
    if isinstance(event, Between):
        return event.low or 0 if event.op == "=" else 0
    return {"=": event.number, ">=": event.number, ">": event.number + 1}.get(event.op, 0)


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
