"""Two invented games with a field of every type, some cards of theirs, and a scope that holds them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from deckwright.catalog.build import build
from deckwright.catalog.card import Card
from deckwright.catalog.fields import SOURCES, Field
from deckwright.catalog.game import Game
from deckwright.catalog.query import install
from deckwright.catalog.text import fold, natural_key

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
        {
            "id": "rarity",
            "name": "Rarity",
            "type": "ordered",
            "values": ["C", "B", "A", "S", "SS"],
            "special": ["promo"],
        },
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

    def connection(self, folder: Path) -> sqlite3.Connection:
        """The cards in a catalogue of their own, ready to be asked."""
        path = folder / "catalogue.db"
        groups = [(one, [card for card in self.cards if card.game == one.id]) for one in self.games.values()]
        assert build(path, groups)
        connection = sqlite3.connect(path)
        install(connection)
        return connection


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
    """The two games, with a few cards that are told apart by hand."""
    return Shelf([game(REEF), game(DUNE)], _known())


@cache
def crowd() -> Shelf:
    """The two games, with many cards that have every kind of value, and lack it."""
    random = Random(7)
    games = [game(REEF), game(DUNE)]
    cards = [_random(random, one, number) for one in games for number in range(120)]
    return Shelf(games, [*_known(), *cards])


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


def _random(random: Random, game: Game, number: int) -> Card:
    own = {one.id: _value(random, one) for one in game.fields.values() if random.random() < 0.6}
    shared: dict[str, Any] = {
        "subtype": random.choice([None, "cold-front", "B2", "b10"]),
        "text": random.choice(["", "Draw a card.", "Été 10", "wait... A-b"]),
        "copies": random.choice([None, 0, 1, 4]),
        "source": random.choice(SOURCES),
        "assumed": random.choice([(), (), ("region",)]),
        "set": random.choice(["S1", "S10", "s2"]),
    }
    name = " ".join(random.choices(["Orb", "orbit", "Élan", "a-b", "Inji [medal]", '"x"', "10"], k=2))
    made = card(game.id, f"F{number}", name, random.choice(list(game.types)), **shared, **own)
    return replace(made, identity=random.choice([made.id, f"{game.id}/S1-2"]))


def _value(random: Random, field: Field) -> Any:
    choices: dict[str, list[Any]] = {
        "text": ["Ann Ō", "ann", "Été a-b 10", "b"],
        "code": ["A2", "a10", "B2", "3a", "10"],
        "enum": [*field.values, *field.special] or ["Grim Ñ", "grim", "ten 10"],
        "ordered": [*field.values, *field.special],
        "integer": [-2, 0, 2, 3, 5, 10, *field.special],
        "date": ["1850-09-09", "1850-12-31", "1851-01-01", "0999-02-28"],
        "flag": [True, False],
        "card": ["reef/S1-2", "reef/S1-13"],
    }
    if field.type == "set":
        pool = field.values or ("Été", "a-b", "ice")
        return tuple(random.sample(pool, random.randint(0, len(pool))))
    return random.choice(choices[field.type])
