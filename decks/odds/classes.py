"""Classes of cards: those that match the same queries are one, since no answer can tell them apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from deckwright.catalog.card import Card
from deckwright.decks.odds.heap import Kind
from deckwright.decks.odds.question import Selects
from deckwright.decks.odds.stock import Part, Source, merged, stocks


class HasCard(Protocol):
    """A card, or something that stands for one; None is a card nobody knows."""

    @property
    def card(self) -> Card | None: ...


def signature(queries: Sequence[Selects]) -> Callable[[HasCard], int]:
    """What gives each card its signature: a bit for each query that it matches; a card nobody knows matches none."""
    known: dict[str, int] = {}

    def key(kind: HasCard) -> int:
        card = kind.card
        if card is None:
            return 0
        if card.id not in known:
            known[card.id] = sum(1 << at for at, query in enumerate(queries) if query.match(card))
        return known[card.id]

    return key


def classed(parts: Sequence[Part[Kind]], key: Callable[[Kind], int]) -> list[Part[int]]:
    """The parts with their cards merged into classes; of several, those without any card that counts left out."""
    known: dict[int, Source[int]] = {}
    made = [Part(merged(part.source, key, known), part.count) for part in parts]
    counting = [part for part in made if any(bits for stock in stocks(part.source) for bits, _ in stock.held)]
    return made if len(made) == 1 else counting


def entangled(parts: Sequence[Part[int]]) -> bool:
    """Whether cards that count come out of one stock by two ways, so that the draws depend on each other."""
    found = [
        id(stock) for part in parts for stock in stocks(part.source) if any(bits for bits, _ in stock.held)
    ]
    return len(set(found)) < len(found)
