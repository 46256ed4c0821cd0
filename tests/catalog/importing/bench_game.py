"""A small game of every type of field, and ways to import into a catalogue of it, for the tests of importing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from deckwright.catalog.build import build
from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.catalog.importing.report import Report
from deckwright.catalog.importing.run import Wishes, import_all
from deckwright.catalog.importing.sources import opened

DOCUMENT: dict[str, Any] = {
    "deckwright": 1,
    "id": "moors",
    "name": "The Moors",
    "types": [
        {"id": "beast", "name": "Beast", "aliases": ["animal"]},
        {"id": "place", "name": "Place"},
    ],
    "fields": [
        {
            "id": "cost",
            "name": "Play Cost",
            "short": "c",
            "type": "integer",
            "about": "to play",
            "special": ["x"],
        },
        {"id": "rank", "name": "Rank", "type": "ordered", "about": "how rare", "values": ["low", "high"]},
        {
            "id": "land",
            "name": "Land",
            "type": "enum",
            "about": "where",
            "values": ["Bog", "Salt & Sand"],
            "aliases": {"Swamp": "Bog"},
            "types": ["beast"],
        },
        {
            "id": "lands",
            "name": "Lands",
            "type": "set",
            "about": "where, all of them",
            "values": ["Bog", "Heath", "Salt & Sand"],
            "columns": ["land"],
            "types": ["place"],
        },
        {"id": "calls", "name": "Calls", "type": "set", "about": "what it is called"},
        {"id": "motto", "name": "Motto", "type": "text", "about": "said", "aliases": {"NA": ""}},
        {"id": "seen", "name": "Seen", "type": "date", "about": "when"},
        {
            "id": "foil",
            "name": "Foil",
            "type": "flag",
            "about": "whether it shines",
            "aliases": {"Holo": "yes"},
        },
        {"id": "grows_from", "name": "Grows from", "type": "card", "about": "what it was"},
        {"id": "stage", "name": "Stage", "type": "integer", "about": "how old", "aliases": {"Basic": "0"}},
    ],
    "sets": [{"id": "M1"}, {"id": "M-2"}],
    "zones": [{"id": "deck"}],
    "formats": [{"id": "standard"}],
}


def card(number: str, name: str, **facts: Any) -> Card:
    """A card of the game, as it ships."""
    own = f"moors/M1-{number}"
    facts = {"type": "beast", "source": "publisher", "identity": own, **facts}
    return Card(id=own, game="moors", set="M1", number=number, name=name, **facts)


CARDS = [
    card("1", "Hare", fields={"cost": 1, "land": "Bog", "foil": False}),
    card("2", "Old Hare", fields={"cost": 2, "grows_from": "moors/M1-1"}),
    card("3", "Hare of the Fair", identity="moors/M1-1"),
    card("4", "Card 4", source="placeholder", assumed=("cost",), fields={"cost": 9}),
    *(card(str(number), f"Stone {number}", type="place") for number in range(5, 25)),
]


def built(folder: Path, shipped: Sequence[Card] = CARDS) -> Path:
    """A catalogue in which the game ships."""
    path = folder / "moors.db"
    assert build(path, [(Game.read(DOCUMENT), shipped)])
    return path


def take(path: Path, *files: Path, documents: Sequence[Mapping[str, Any]] = (), **wishes: Any) -> Report:
    """Import files into the catalogue at `path`."""
    with Catalogue.open(path) as catalogue, ExitStack() as stack:
        chosen = Wishes(**wishes)
        sources = [stack.enter_context(opened(str(file), chosen.encoding)) for file in files]
        return import_all(catalogue, documents, sources, chosen)


def held(path: Path, card_id: str) -> Card:
    """A card of the catalogue, which must be there."""
    with Catalogue.open(path) as catalogue:
        found = catalogue.card(card_id)
    assert found is not None, card_id
    return found


def whole(path: Path) -> dict[str, Card]:
    """Every card of the catalogue."""
    with Catalogue.open(path) as catalogue:
        return {card.id: card for game in catalogue.game_ids() for card in catalogue.cards(game)}
