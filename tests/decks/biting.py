"""A small game whose card names are as awkward as names get, to read and write decklists with."""

from __future__ import annotations

from typing import Any

from deckwright.catalog.build import Shipment
from deckwright.catalog.card import Card
from deckwright.catalog.game import Game

DOCUMENT: dict[str, Any] = {
    "deckwright": 1,
    "id": "biting",
    "name": "Names that bite",
    "types": [{"id": "beast"}, {"id": "place"}],
    "fields": [
        {"id": "colour", "name": "Colour", "type": "enum", "about": "its colour", "values": ["red", "blue"]}
    ],
    "zones": [
        {"id": "deck", "accepts": "-t:place", "aliases": ["main"]},
        {"id": "side", "accepts": ""},
        {"id": "land", "accepts": "t:place"},
    ],
    "formats": [{"id": "standard"}],
}

NAMES = (
    "Tyrranax",
    "Tyrranax Rex",
    "1996 World Champion",
    "World Champion",
    "Deck",
    "Side Kick",
    "maybe",
    "Beasts",
    "Who? What!",
    "SP//dr, Piloted by Peni",
    "// Slashed",
    "# Hashed",
    "#13",
    "Rock #9",
    "Front // Back",
    "author: Nobody",
    "2x4",
    "Rex x2",
    "Rex",
    "x2 Engine",
    "[Bracketed]",
    "Inji [medal]",
    "Inji",
    "(Round)",
    "Shadow (Old Set)",
    "=== Banner ===",
    "- Dash",
    "* Star",
    '"Quoted"',
    "Curly “Quotes”",
    "L’Apostrophe",
    "Ragnaros, Lightlord",
    "Café",
    "Cafe\u0301 Noir",
    "Ærøskøbing",
    "Ｗｉｄｅ",
    "כרטיס",
    "🂡 Ace",
    "=1+1",
    "X",
    "12",
    "Ends in S1",
    "One\nTwo",
    "Tab\tbed",
    "Double  Blank",
)


def card(number: str, name: str, kind: str = "beast", set_: str = "S1", **facts: Any) -> Card:
    own = f"biting/{set_}-{number}"
    usual = {"game": "biting", "type": kind, "set": set_, "number": number, "name": name, "source": "user"}
    told: dict[str, Any] = {"id": own, "identity": own, **usual, **facts}
    return Card(**told)


CARDS = [
    *(card(str(at), name) for at, name in enumerate(NAMES, 1)),
    card("P1", "Harbour", "place"),
    card("101", "Twin", fields={"colour": "red"}),
    card("102", "Twin", fields={"colour": "blue"}),
    card("5", "Twin", set_="S2", fields={"colour": "blue"}),
    card("110", "Reprinted"),
    card("7", "Reprinted", set_="S2", identity="biting/S1-110"),
    card("120", "Continue"),
    card("121", "Continue?"),
]


def shipment() -> Shipment:
    """The game and its cards, ready for a catalogue."""
    return Game.read(DOCUMENT), CARDS
