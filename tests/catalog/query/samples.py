"""Two invented games with a field of every type, some cards of theirs, and a scope that holds them."""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from deckwright.catalog.card import Card
from deckwright.catalog.game import Game
from deckwright.catalog.text import fold, natural_key

COLUMNS = (
    "id TEXT PRIMARY KEY, game TEXT, type TEXT, subtype TEXT, subtype_key TEXT, set_code TEXT, set_key TEXT,"
    " number TEXT, number_key TEXT, name TEXT, folded TEXT, identity TEXT, text TEXT, text_folded TEXT,"
    " copies INTEGER, source TEXT, assumed TEXT, fields TEXT, keys TEXT"
)

REEF: dict[str, Any] = {
    "id": "reef",
    "name": "Reef Run",
    "types": [
        {"id": "fish", "name": "Fish", "plural": "Fishes", "aliases": ["swimmer"]},
        {"id": "terrain"},
        {"id": "trap"},
        {"id": "tool"},
    ],
    "fields": [
        {
            "id": "region",
            "name": "Region",
            "short": "r",
            "type": "enum",
            "values": ["Ice", "Fire", "Deep Sea"],
            "aliases": {"frost": "Ice"},
        },
        {"id": "rarity", "name": "Rarity", "type": "ordered", "values": ["C", "B", "A", "S", "SS"]},
        {"id": "stamina", "name": "Stamina", "short": "max", "type": "integer"},
        {"id": "cost", "name": "Cost", "type": "integer", "special": ["variable"]},
        {"id": "weak", "name": "Weak to", "type": "set", "values": ["Ice", "Fire", "Deep Sea"]},
        {"id": "tags", "name": "Tags", "type": "set"},
        {"id": "caught", "name": "Caught", "type": "date"},
        {"id": "holo", "name": "Holo", "type": "flag"},
        {"id": "grows_from", "name": "Grows from", "type": "card"},
        {"id": "artist", "name": "Artist", "type": "text"},
        {"id": "code", "name": "Code", "type": "code"},
        {"id": "mood", "name": "Mood", "type": "enum"},
    ],
}

DUNE: dict[str, Any] = {
    "id": "dune",
    "name": "Dune",
    "types": [{"id": "rider"}, {"id": "tent"}, {"id": "token"}],
    "fields": [
        {"id": "region", "name": "Region", "type": "enum", "values": ["Sand", "Fire"]},
        {"id": "rank", "name": "Rank", "short": "max", "type": "ordered", "values": ["low", "mid", "high"]},
        {"id": "cost", "name": "Cost", "type": "code"},
        {"id": "stage", "name": "Stage", "type": "integer"},
        {"id": "holo", "name": "Holo", "type": "flag"},
        {"id": "tags", "name": "Tags", "type": "set"},
    ],
}


def game(document: dict[str, Any]) -> Game:
    """The game of a document that says no more than a test needs."""
    fields = [{"about": "", **row} for row in document["fields"]]
    return Game.read({"zones": [], "formats": [], **document, "fields": fields})


class Shelf:
    """Some games and their cards: a scope."""

    def __init__(self, games: Iterable[Game], cards: Iterable[Card]) -> None:
        self.games = {one.id: one for one in games}
        self.cards = tuple(cards)

    def game_ids(self) -> Sequence[str]:
        return tuple(self.games)

    def game(self, game_id: str) -> Game:
        return self.games[game_id]

    def identities(self, game_id: str, word: str) -> Sequence[str]:
        found = [
            card.identity
            for card in self.cards
            if card.game == game_id
            and (
                card.id == word or natural_key(card.number) == natural_key(word) or card.folded == fold(word)
            )
        ]
        return tuple(dict.fromkeys(found))

    def connection(self) -> sqlite3.Connection:
        """A table `card` with the cards, as the catalogue has it."""
        connection = sqlite3.connect(":memory:")
        connection.execute(f"CREATE TABLE card ({COLUMNS})")
        marks = ", ".join("?" * len(COLUMNS.split(",")))
        connection.executemany(f"INSERT INTO card VALUES ({marks})", map(self._row, self.cards))
        return connection

    def _row(self, card: Card) -> tuple[Any, ...]:
        declared = self.games[card.game].fields
        keys = {name: declared[name].key(value) for name, value in card.fields.items()}
        return (
            *(card.id, card.game, card.type, card.subtype),
            natural_key(card.subtype) if card.subtype is not None else None,
            *(card.set, natural_key(card.set), card.number, natural_key(card.number)),
            *(card.name, card.folded, card.identity, card.text, fold(card.text), card.copies, card.source),
            json.dumps(card.assumed),
            json.dumps(card.fields),
            json.dumps({name: key for name, key in keys.items() if key is not None}),
        )


def card(game_id: str, number: str, name: str, kind: str, **more: Any) -> Card:
    """A card of set S1; what is no column of its own is one of its fields."""
    shared = {"subtype", "text", "copies", "source", "assumed", "identity", "set"}
    own = {key: value for key, value in more.items() if key not in shared}
    rest = {key: value for key, value in more.items() if key in shared}
    set_ = rest.pop("set", "S1")
    id_ = f"{game_id}/{set_}-{number}"
    rest.setdefault("identity", id_)
    return Card(id=id_, game=game_id, type=kind, set=set_, number=number, name=name, fields=own, **rest)


@cache
def shelf() -> Shelf:
    """The two games, with a few cards that are told apart by hand and many that fill the corners."""
    return Shelf([game(REEF), game(DUNE)], [*_known(), *_filling()])


def _known() -> list[Card]:
    reef = [
        card("reef", "1", "Orb", "tool", text="Draw a card. Then wait...", copies=4, artist="Ann Ō"),
        card("reef", "2", "Inji", "fish", region="Ice", rarity="S", stamina=3, cost=2, holo=True),
        card("reef", "10", "Inji [medal]", "fish", region="Ice", rarity="SS", identity="reef/S1-2"),
        card("reef", "13", "Zippo", "fish", region="Fire", stamina=5, cost="variable", holo=False),
        card("reef", "21", "Zippo", "fish", region="Deep Sea", stamina=2, cost=7, grows_from="reef/S1-13"),
        card("reef", "30", 'Gu\'Gu "the" Orbiter', "fish", weak=("Ice", "Fire"), tags=("a-b", "Été")),
        card("reef", "B2", "Pit", "trap", text="Stop here, or/and burn.", source="placeholder"),
        card("reef", "B10", "Élan/Dé", "terrain", subtype="cold-front", caught="1850-09-09", code="A2"),
        card("reef", "77", "Reef of 1996", "terrain", caught="1851-01-01", code="A10", mood="Grim Ñ"),
    ]
    dune = [
        card("dune", "1", "Orbit", "rider", region="Sand", rank="low", cost="3a", stage=0, copies=2),
        card("dune", "2", "Fire Tent", "tent", region="Fire", rank="high", assumed=("rank",), tags=("été",)),
        card("dune", "3", "Coin", "token", text="Worth 1.", source="assumed", holo=True),
    ]
    return [*reef, *dune]


def _filling() -> list[Card]:
    """One card for each mix of present, missing and special values."""
    mixed = itertools.product(
        ({}, {"region": "Ice"}, {"region": "Fire"}),
        ({}, {"rarity": "C"}, {"rarity": "A"}),
        ({}, {"cost": "variable"}, {"cost": 3}, {"cost": 5}),
        ({}, {"stamina": 4}),
        ({}, {"weak": ()}, {"weak": ("Ice",)}, {"weak": ("Ice", "Deep Sea")}),
    )
    return [
        card("reef", f"F{at}", f"Filler {at}", "fish", **{k: v for one in parts for k, v in one.items()})
        for at, parts in enumerate(mixed)
    ]
