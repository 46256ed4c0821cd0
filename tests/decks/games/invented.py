"""The three invented games together, in a catalogue of their own."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from deckwright.catalog.build import Shipment
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.catalog.shipped import cards_of
from deckwright.decks.bounds import Surroundings
from deckwright.decks.judge import Judge
from deckwright.decks.lines import LineReader
from deckwright.decks.reader import DecklistReader
from deckwright.decks.verdict import Verdict
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


def judged(catalogue: Catalogue, text: str, *rules: dict[str, Any]) -> Verdict:
    """The verdict on a decklist of the skirmish game by these rules alone."""
    named = [{"id": f"rule {at}", "says": "A rule", **rule} for at, rule in enumerate(rules, 1)]
    game = Game.read({**warband.GAME, "rules": named})
    judge = Judge(
        LineReader(game, catalogue), "skirmish", Surroundings(game, {"players": 2}, date(2026, 1, 31))
    )
    [deck] = DecklistReader(catalogue).read_all(text)
    return judge.judge(deck)
