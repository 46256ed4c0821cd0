"""Cards in words and cells: what the commands that show cards share."""

from __future__ import annotations

from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.fields import Field
from deckwright.catalog.game import Game
from deckwright.cli.tables import Cell


def label(card: Card) -> str:
    """The card's name and number, as a decklist may name it."""
    return f"{card.name} #{card.number}"


def type_name(game: Game, card: Card) -> str:
    """The name of the card's type."""
    found = game.types.get(card.type)
    return found.name if found else card.type


def cell(game: Game, card: Card, field: Field) -> Cell:
    """The value of a card's field."""
    value = card.value(field.id)
    return type_name(game, card) if field.id == "type" else value


def told(catalogue: Catalogue, card: Card, field: Field) -> Cell:
    """The value of a card's field, with the name of a card that it points at."""
    value = card.value(field.id)
    pointed = catalogue.card(value) if field.type == "card" and isinstance(value, str) else None
    return f"{label(pointed)} ({pointed.id})" if pointed else value
