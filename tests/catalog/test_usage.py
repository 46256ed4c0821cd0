"""Facets held against counting by hand, the decks that use a card, a user's fields."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.build import build
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.query import parse
from deckwright.catalog.shelf import SavedEntry, store
from deckwright.catalog.shipped import shipped_games
from deckwright.catalog.usage import Use, decks_using, facets, users_fields
from tests.catalog.importing.bench_game import take

GAME = shipped_games()[0]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("usage") / "c.db"
    assert build(place)
    return place


@pytest.mark.parametrize("query", ["", "n:1..20", "name:orb"])
@pytest.mark.parametrize("game_id", shipped_games())
def test_facets_are_what_counting_by_hand_gives(path: Path, game_id: str, query: str) -> None:
    with Catalogue.open(path) as catalogue:
        game = catalogue.game(game_id)
        selection = parse(f"g:{game_id} {query}", catalogue)
        cards = catalogue.search(selection)
        fields = [*game.shared.values(), *game.fields.values()]
        for field in fields:
            counted: Counter[Any] = Counter()
            for card in cards:
                value = card.value(field.id)
                counted.update(value if isinstance(value, tuple) else [value])
            assert facets(catalogue, selection, field) == counted, field.id
        assert cards or query


def test_decks_that_use_a_card_in_their_newest_version(tmp_path: Path, path: Path) -> None:
    place = tmp_path / "c.db"
    place.write_bytes(path.read_bytes())
    with Catalogue.open(place) as catalogue:
        first = catalogue.cards(GAME)[0]
        other = next(
            card for card in catalogue.cards(GAME) if card.identity == first.id and card.id != first.id
        )
    assert store(place, "Old", GAME, "a", [SavedEntry("deck", first.id, first.name, 1, (1,))]) == 1
    assert store(place, "Old", GAME, "b", []) == 2
    entries = [
        SavedEntry("deck", other.id, other.name, 2, (1,)),
        SavedEntry("maybe", first.id, first.name, 1, (2,)),
    ]
    store(place, "New", GAME, "c", entries)
    with Catalogue.open(place) as catalogue:
        expected = (Use("New", 1, "deck", 2, other.id), Use("New", 1, "maybe", 1, first.id))
        assert decks_using(catalogue, first.identity) == expected


def test_the_users_fields_of_a_shipped_card(tmp_path: Path, path: Path) -> None:
    place = tmp_path / "c.db"
    place.write_bytes(path.read_bytes())
    file = tmp_path / "mine.json"
    rows = [
        {"number": "1", "text": "Mine", "illustrator": "Me"},
        {"number": "MY-1", "name": "A", "type": "item"},
    ]
    file.write_text(json.dumps(rows))
    take(place, file, game=GAME)
    with Catalogue.open(place) as catalogue:
        assert users_fields(catalogue, f"{GAME}/S1-1") == {"text", "illustrator"}
        assert users_fields(catalogue, f"{GAME}/S1-MY-1") == set()
        assert users_fields(catalogue, f"{GAME}/S1-2") == set()


PLANS = [
    ("game = 'a' AND json_extract(fields, '$.x') = 1", "card_by_game (game=?)"),
    ("game = 'a' AND folded = 'b'", "card_by_name (folded=? AND game=?)"),
    ("game = 'a' AND type = 'b'", "COVERING INDEX card_by_type (type=? AND game=?)"),
    ("folded >= 'a' AND folded < 'b'", "card_by_name (folded>? AND folded<?)"),
    ("identity = 'a'", "card_by_identity (identity=?)"),
]


@pytest.mark.parametrize(("condition", "index"), PLANS)
def test_searches_go_by_the_index_that_suits_them(path: Path, condition: str, index: str) -> None:
    with Catalogue.open(path) as catalogue:
        plan = catalogue.ask(f"EXPLAIN QUERY PLAN SELECT count(*) FROM card WHERE {condition}")
    assert index in plan[0][-1]
