"""Lines of cards that point at each other, such as a card and what it awakens from, as trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deckwright.catalog.card import Card


@dataclass(frozen=True, slots=True)
class Step:
    """A card of a line: how far from its beginning, and whether it is the card that was asked for."""

    depth: int
    card: Card
    asked: bool


def line_of(card: Card, field_id: str, cards: Sequence[Card]) -> list[Step]:
    """The cards before and after `card` by a field that holds an identity; empty where it is alone.

    Each card stands once, as the printing asked for or else the first, however the cards point.
    """
    first: dict[str, Card] = {card.identity: card}
    after: dict[str, list[str]] = {}
    for one in cards:
        first.setdefault(one.identity, one)
        pointed = one.value(field_id)
        if isinstance(pointed, str) and one.identity not in after.setdefault(pointed, []):
            after[pointed].append(one.identity)
    start = _beginning(card, field_id, first)
    steps = [
        Step(depth, first[identity], identity == card.identity) for identity, depth in _walk(start, after)
    ]
    return steps if len(steps) > 1 else []


def _beginning(card: Card, field_id: str, first: dict[str, Card]) -> str:
    """The identity at which the line begins, or where it closes on itself."""
    seen = {card.identity}
    at = card
    while True:
        pointed = at.value(field_id)
        if not isinstance(pointed, str) or pointed in seen or pointed not in first:
            return at.identity
        seen.add(pointed)
        at = first[pointed]


def _walk(start: str, after: dict[str, list[str]]) -> Iterator[tuple[str, int]]:
    """The identities after `start` with their depth, each once, a card before those after it."""
    seen: set[str] = set()
    waiting = [(start, 0)]
    while waiting:
        identity, depth = waiting.pop()
        if identity in seen:
            continue
        seen.add(identity)
        yield identity, depth
        waiting += [(one, depth + 1) for one in reversed(after.get(identity, ()))]
