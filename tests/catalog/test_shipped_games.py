"""The five shipped games: documents and cards against the schemas, the ledger's counts and themselves."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.card import Card
from deckwright.catalog.fields import SHARED, SOURCES, SYNTAX_WORDS, Field
from deckwright.catalog.game import Game, cites
from deckwright.catalog.shipped import cards_document, cards_of, game_document, shipped_games
from deckwright.catalog.text import fold

ROOT = Path(__file__).parents[2]
GAMES = ("geopals", "geoclash-twist", "companion-quest", "repello", "garden-geckos")
LEDGER = {
    "geopals": ("GP", 37),
    "geoclash-twist": ("GC", 9),
    "companion-quest": ("CQ", 19),
    "repello": ("RP", 10),
    "garden-geckos": ("GG", 15),
}

every_game = pytest.mark.parametrize("game_id", GAMES)


@cache
def game(game_id: str) -> Game:
    return Game.read(game_document(game_id))


@cache
def cards(game_id: str) -> tuple[Card, ...]:
    return tuple(cards_of(game(game_id), cards_document(game_id)))


def one(game_id: str, number: str) -> Card:
    (found,) = (card for card in cards(game_id) if card.number == number)
    return found


def rows_with(document: Any, key: str) -> Iterator[dict[str, Any]]:
    """Every row at any depth of a document that has the key."""
    if isinstance(document, dict):
        if key in document:
            yield document
        for value in document.values():
            yield from rows_with(value, key)
    elif isinstance(document, list):
        for value in document:
            yield from rows_with(value, key)


def test_the_shipped_games_and_their_order() -> None:
    assert shipped_games() == GAMES
    assert {path.name for path in (ROOT / "catalog/games").iterdir() if path.is_dir()} == set(GAMES)


@every_game
@pytest.mark.parametrize("kind", ["game", "cards"])
def test_a_document_passes_its_schema(game_id: str, kind: str) -> None:
    from jsonschema import Draft202012Validator

    schema = json.loads((ROOT / f"schemas/{kind}.schema.json").read_text(encoding="utf-8"))
    document = json.loads((ROOT / f"catalog/games/{game_id}/{kind}.json").read_text(encoding="utf-8"))
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    assert [error.message for error in validator.iter_errors(document)] == []
    assert document[{"game": "id", "cards": "game"}[kind]] == game_id


Facts = Mapping[str, str | int]
COUNTS: list[tuple[str, str, Facts, int]] = [
    ("geopals", "GP-05", {"type": "geopal"}, 56),
    ("geopals", "GP-37", {"type": "stamina"}, 4),
    ("geopals", "GP-07", {"type": "action"}, 12),
    ("geopals", "GP-07", {"type": "item"}, 5),
    ("geopals", "GP-07", {"type": "terraform"}, 8),
    ("geopals", "GP-07", {"type": "trap"}, 8),
    ("geopals", "GP-08", {"subtype": "orb"}, 1),
    ("geopals", "GP-28", {"type": "terrain"}, 8),
    ("geopals", "GP-28", {"set": "S1"}, 101),
    ("geoclash-twist", "GC-01", {"type": "geoplunge"}, 50),
    ("geoclash-twist", "GC-02", {"type": "geopower"}, 15),
    ("geoclash-twist", "GC-02", {"type": "geopower", "category": "Size"}, 5),
    ("geoclash-twist", "GC-02", {"type": "geopower", "category": "Statehood"}, 5),
    ("geoclash-twist", "GC-02", {"type": "geopower", "category": "Population"}, 5),
    ("companion-quest", "CQ-01", {"type": "companion"}, 51),
    ("companion-quest", "CQ-01", {"type": "challenge"}, 20),
    ("companion-quest", "CQ-01", {"type": "quest"}, 12),
    ("companion-quest", "CQ-01", {"type": "danger"}, 8),
    ("companion-quest", "CQ-01", {"type": "gnome"}, 6),
    ("companion-quest", "CQ-01", {"type": "starter"}, 6),
    ("companion-quest", "CQ-01", {"type": "reference"}, 4),
    ("companion-quest", "CQ-01", {"type": "die"}, 18),
    *(
        ("companion-quest", "CQ-01", {"type": "die", "colour": colour}, 3)
        for colour in ("red", "blue", "green", "yellow", "orange", "purple")
    ),
    ("companion-quest", "CQ-01", {"type": "snack"}, 20),
    ("companion-quest", "CQ-01", {"type": "token"}, 1),
    ("companion-quest", "CQ-01", {"type": "meeple"}, 3),
    *(("companion-quest", "CQ-02", {"type": "quest", "stage": stage}, 3) for stage in (1, 2, 3, 4)),
    ("repello", "RP-01", {"type": "repeller", "colour": "black"}, 68),
    ("repello", "RP-01", {"type": "repeller", "colour": "silver"}, 4),
    ("repello", "RP-01", {"type": "repeller", "colour": "gold"}, 1),
    ("repello", "RP-01", {"type": "stack"}, 4),
    ("garden-geckos", "GG-01", {"type": "start-tile"}, 1),
    ("garden-geckos", "GG-01", {"type": "tile"}, 60),
    ("garden-geckos", "GG-01", {"type": "objective"}, 42),
    ("garden-geckos", "GG-01", {"type": "objective", "kind": "bug"}, 21),
    ("garden-geckos", "GG-01", {"type": "objective", "kind": "terrain"}, 21),
    ("garden-geckos", "GG-01", {"type": "secret", "kind": "bug"}, 6),
    ("garden-geckos", "GG-01", {"type": "secret", "kind": "terrain"}, 6),
    ("garden-geckos", "GG-01", {"type": "gecko"}, 30),
    *(
        ("garden-geckos", "GG-01", {"type": "gecko", "colour": colour}, 5)
        for colour in ("red", "blue", "green", "yellow", "purple", "orange")
    ),
    ("garden-geckos", "GG-01", {"type": "bug"}, 72),
    *(
        ("garden-geckos", "GG-01", {"type": "bug", "bug": bug}, 12)
        for bug in ("cricket", "grasshopper", "fruitfly", "mealworm", "ladybug", "moth")
    ),
    ("garden-geckos", "GG-01", {"type": "marker"}, 1),
]


@pytest.mark.parametrize(("game_id", "ledger", "facts", "expected"), COUNTS)
def test_as_many_pieces_as_the_ledger_counts(game_id: str, ledger: str, facts: Facts, expected: int) -> None:
    meant = [card for card in cards(game_id) if all(card.value(key) == to for key, to in facts.items())]
    assert sum(card.copies or 1 for card in meant) == expected, ledger


@every_game
def test_every_kind_of_piece_is_counted(game_id: str) -> None:
    counted = {facts["type"] for of, _, facts, _ in COUNTS if of == game_id and "type" in facts}
    assert counted == set(game(game_id).types) == {card.type for card in cards(game_id)}


@every_game
def test_the_rulebook_table_holds_every_rule_in_order(game_id: str) -> None:
    prefix, last = LEDGER[game_id]
    assert list(game(game_id).rulebook) == [f"{prefix}-{at:02d}" for at in range(1, last + 1)]


@every_game
def test_every_citation_stands_in_the_rulebook_table(game_id: str) -> None:
    read = game(game_id)
    cited = [(cite, row) for row in rows_with(dict(read.document), "cite") for cite in cites(row)]
    assert len(cited) > 10
    assert [(cite, row) for cite, row in cited if cite not in read.rulebook] == []
    assert all(rule.get("cite") for rule in read.rules)


SAID_ELSEWHERE = {"GP-06": "any number needs no rule"}


@every_game
@pytest.mark.parametrize(("home", "where"), [("con", ("rules", "zones")), ("set", ("setup",))])
def test_every_rule_is_cited_where_it_is_at_home(game_id: str, home: str, where: tuple[str, ...]) -> None:
    document = game_document(game_id)
    cited = {cite for part in where for row in document[part] for cite in cites(row)}
    at_home = {row.id for row in game(game_id).rulebook.values() if home in row.home}
    later = {"GP-32", "CQ-15"}  # the next game of a match, and what solo play changes in a turn
    assert at_home - cited - set(SAID_ELSEWHERE) <= later


@every_game
def test_what_is_assumed_of_a_game_says_so(game_id: str) -> None:
    read = game(game_id)
    assumed = [row for row in read.options.values() if row.source == "assumed"]
    assert all("assumed" in read.rulebook[cite].mark for row in assumed for cite in row.cite)
    assert all(row.cite for row in read.options.values())


@every_game
def test_ids_and_words_are_each_used_once(game_id: str) -> None:
    read = game(game_id)
    named = [fold(field.id) for field in read.fields.values()]
    named += [fold(field.short) for field in read.fields.values() if field.short]
    taken = {word for field in SHARED.values() for word in (field.id, field.short)} | SYNTAX_WORDS
    assert not taken & set(named)
    zone_words = [{row.id, row.name, *row.aliases} for row in read.zones.values()]
    type_words = [set(row.words) for row in read.types.values()]
    for words in (named, *(_all(group) for group in (zone_words, type_words))):
        assert [word for word, times in Counter(words).items() if times > 1] == []
    ids = Counter(card.id for card in cards(game_id))
    assert set(ids.values()) == {1}
    used = Counter((row["id"], name) for row in read.rules for name in row.get("formats", read.formats))
    assert set(used.values()) == {1}


def _all(groups: list[set[str]]) -> list[str]:
    return [word for group in groups for word in {fold(word) for word in group}]


@every_game
def test_every_field_has_a_line_about_it_and_a_card_that_has_it(game_id: str) -> None:
    read = game(game_id)
    assert all(field.about and not field.about.endswith(".") for field in read.fields.values())
    imported = {field.id for field in read.fields.values() if "none is shipped" in field.about}
    assert {key for card in cards(game_id) for key in card.fields} == set(read.fields) - imported
    assert all(set(field.types) <= set(read.types) for field in read.fields.values())
    assert 1 <= sum(field.shown for field in read.fields.values()) <= 4


def sound(field: Field, value: object, ids: set[str]) -> bool:
    """Whether a value is one that the declaration allows, as cards hold it."""
    if field.type in ("enum", "ordered"):
        return value in field.values
    if field.type == "set":
        members = value if isinstance(value, tuple) else ()
        return bool(members) and members == tuple(of for of in field.values if of in members)
    if field.type == "integer":
        return (isinstance(value, int) and not isinstance(value, bool)) or value in field.special
    if field.type == "flag":
        return isinstance(value, bool)
    if field.type == "date":
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    if field.type == "card":
        return value in ids
    return isinstance(value, str) and bool(value.strip())


@every_game
def test_every_value_of_a_card_is_one_that_its_game_declares(game_id: str) -> None:
    declared = game(game_id).fields
    identities = {card.identity for card in cards(game_id)}
    assert identities <= {card.id for card in cards(game_id)}
    for card in cards(game_id):
        for key, value in card.fields.items():
            assert sound(declared[key], value, identities), (card.id, key, value)
            assert not declared[key].types or card.type in declared[key].types, (card.id, key)


@every_game
def test_every_card_says_where_its_facts_come_from(game_id: str) -> None:
    known = {"set", "number", "name", "type", "copies", "text", *game(game_id).fields}
    for card in cards(game_id):
        assert card.source in SOURCES
        assert card.source != "user"
        assert set(card.assumed) <= known
        assert all(card.value(key) is not None for key in card.assumed), card.id
        assert bool(re.fullmatch(r"[A-Z].* \d+", card.name)) == (card.source == "placeholder"), card.id
