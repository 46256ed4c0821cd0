"""Pieces in the order of a field of their cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from deckwright.catalog.fields import Field
from deckwright.decks.deal.table import Piece
from deckwright.decks.relation import ordered_key


def in_order(pieces: Iterable[Piece], field: Field, down: bool = False) -> list[Piece]:
    """The pieces by a field, `down` from high to low; those without it last, equal ones as they were."""
    known: list[tuple[tuple[bool, Any], Piece]] = []
    rest: list[Piece] = []
    for piece in pieces:
        value = piece.card.value(field.id) if piece.card else None
        if value is None:
            rest.append(piece)
        else:
            known.append((_rank(ordered_key(field, value)), piece))
    known.sort(key=lambda row: row[0], reverse=down)
    return [*(piece for _, piece in known), *rest]


def _rank(key: Any) -> tuple[bool, Any]:
    """A special value, which is no number, comes behind all numbers."""
    return not isinstance(key, int), key
