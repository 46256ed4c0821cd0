"""The three invented games together, in a catalogue of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deckwright.catalog.build import Shipment
from deckwright.catalog.game import Game
from deckwright.catalog.shipped import cards_of
from tests.decks.games import starfall, vault, warband

DOCUMENTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    module.GAME["id"]: (module.GAME, module.CARDS) for module in (starfall, vault, warband)
}
"""Each game's document and its cards'."""


def shipments() -> Iterator[Shipment]:
    """The games and their cards, ready for a catalogue."""
    for document, cards in DOCUMENTS.values():
        game = Game.read(document)
        yield game, cards_of(game, cards)
