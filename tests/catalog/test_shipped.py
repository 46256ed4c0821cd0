"""Shipped documents as they are read: cards made of rows, and rules and steps that name what there is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from deckwright.catalog.errors import UnknownGame
from deckwright.catalog.game import Game
from deckwright.catalog.shipped import cards_document, cards_of, game_document, shipped_games

every_game = pytest.mark.parametrize("game_id", shipped_games())
QUERIES = ("where", "unless", "accepts")
FIELDS = ("per", "distinct", "sum")
MEANT = {"flag": {"yes", "no"}, "integer": set(map(str, range(10))), "text": {""}}


@cache
def game(game_id: str) -> Game:
    return Game.read(game_document(game_id))


def pairs(document: Any) -> Iterator[tuple[str, Any]]:
    """Every key and value at any depth of a document."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield key, value
            yield from pairs(value)
    elif isinstance(document, list):
        for value in document:
            yield from pairs(value)


def field_words(document: Any) -> Iterator[str]:
    """The words that queries, groups and relations use for fields."""
    for key, value in pairs(document):
        if key in QUERIES:
            yield from re.findall(r"(\w+)(?:[:=<>]|!=)", value)
        elif key == "with":
            yield from value
            yield from (relation.split()[-1] for relation in value.values())
        elif key in FIELDS and value != "card":
            yield value


def names(value: str | list[str]) -> set[str]:
    return {value} if isinstance(value, str) else set(value)


@every_game
def test_rules_name_zones_formats_and_options_that_there_are(game_id: str) -> None:
    read = game(game_id)
    for rule in read.rules:
        assert set(rule["count"]["in"]) | set(rule.get("each", {}).get("in", ())) <= set(read.zones)
        assert set(rule.get("formats", ())) <= set(read.formats)
        assert {"min", "max", "one_of"} & set(rule["count"]), rule["id"]
    named = [value for key, value in pairs(game_document(game_id)) if key in ("option", "by")]
    assert set(named) <= set(read.options)


@every_game
def test_queries_groups_and_relations_name_fields_that_there_are(game_id: str) -> None:
    document = game_document(game_id)
    words = set(field_words([document[part] for part in ("rules", "zones", "setup")]))
    assert "t" in words
    assert {word for word in words if game(game_id).field(word) is None} <= {"has"}


@every_game
def test_steps_name_piles_options_and_squares_that_there_are(game_id: str) -> None:
    document = game_document(game_id)
    for step in document["setup"]:
        piles = [step.get(key, []) for key in ("from", "to", "pile")] + [step.get("when", {}).get("in", [])]
        assert set().union(*map(names, piles)) <= set(document["piles"]), step
        at = step.get("at")
        assert not isinstance(at, dict) or at["board"] in document["board"]["squares"]
        options = set(step.get("when", {})) - {"in", "face", "where", "min", "max"}
        assert options <= set(document["options"])
    for key, values in document.get("seats", {}).items():
        assert set(values) == set(game(game_id).fields[key].values)


@every_game
def test_every_setup_says_once_who_is_first(game_id: str) -> None:
    steps = game_document(game_id)["setup"]
    assert [step["do"] for step in steps].count("first") == 1


@every_game
def test_a_rule_of_a_boxed_game_is_about_the_box_or_belongs_to_another_format(game_id: str) -> None:
    read = game(game_id)
    if len(read.formats) > 1:
        assert read.default_format.id == "box"
        for rule in read.rules:
            assert (rule.get("formats") == ["box"]) == rule["id"].startswith("box."), rule["id"]


@every_game
def test_aliases_and_defaults_name_what_there_is(game_id: str) -> None:
    read = game(game_id)
    for field in read.fields.values():
        assert set(field.aliases.values()) <= {*field.values, *MEANT.get(field.type, ())}
    for option in read.options.values():
        if isinstance(option.default, dict):
            assert option.default["by"] in read.options
        elif option.values:
            assert option.default in option.values


@every_game
def test_sentences_are_short_and_without_a_full_stop(game_id: str) -> None:
    read = game(game_id)
    for row in (*read.rules, *read.document["setup"]):
        assert 10 < len(row["says"]) < 120
        assert not row["says"].endswith(".")
    for rule in read.rules:
        assert ("reason" in rule) == (rule.get("severity") == "advice"), rule["id"]
    assert all(row.says.endswith(".") for row in read.rulebook.values())


MARKS = [
    ("geopals", "reading", "03 05 08 10 11 12 16 18 23 24 29 30 31 32 34 35 36 37"),
    ("geopals", "assumed", "31 36"),
    ("geopals", "published", "30 37"),
    ("geoclash-twist", "reading", "04 07 08"),
    ("geoclash-twist", "assumed", "01 02"),
    ("geoclash-twist", "published", "02"),
    ("companion-quest", "reading", "02 04 08 13 18"),
    ("companion-quest", "assumed", "02 07 08 09"),
    ("companion-quest", "published", "07 08"),
    ("repello", "reading", "03 05 07 08"),
    ("repello", "assumed", "10"),
    ("repello", "published", "01 07"),
    ("garden-geckos", "reading", "02 03 06 07 10 11 12 14 15"),
    ("garden-geckos", "assumed", "01"),
    ("garden-geckos", "published", "01 05"),
]


@pytest.mark.parametrize(("game_id", "mark", "expected"), MARKS)
def test_entries_that_go_beyond_the_rulebook_are_marked(game_id: str, mark: str, expected: str) -> None:
    marked = [row.id.split("-")[1] for row in game(game_id).rulebook.values() if mark in row.mark]
    assert marked == expected.split()


@pytest.mark.parametrize("word", ["chess", "", "..", "geopals/../geopals", "order.json"])
def test_a_game_that_does_not_ship_is_refused(word: str) -> None:
    with pytest.raises(UnknownGame):
        game_document(word)
    with pytest.raises(UnknownGame):
        cards_document(word)


def test_cards_take_what_their_document_says_for_all() -> None:
    row = {"number": "7", "name": "Gnome", "type": "gnome", "fields": {"starter": "companion-quest/box-S1"}}
    other = {
        "number": "8",
        "name": "Gnome",
        "type": "gnome",
        "set": "x",
        "source": "derived",
        "identity": "9",
    }
    document = {"set": "home", "cards": [row, other]}
    first, second = cards_of(game("companion-quest"), document)
    assert (first.id, first.identity, first.source) == ("companion-quest/home-7",) * 2 + ("user",)
    assert first.fields == {"starter": "companion-quest/box-S1"}
    assert (second.id, second.identity) == ("companion-quest/x-8", "companion-quest/x-9")
    assert (second.source, second.copies, second.assumed) == ("derived", None, ())


def test_a_card_field_holds_the_identity_and_a_set_its_declared_order() -> None:
    base = {"number": "1", "name": "A", "type": "geopal"}
    alternate = {"number": "2", "name": "B", "type": "geopal", "identity": "1"}
    awakened: dict[str, Any] = {"number": "3", "name": "C", "type": "geopal"}
    awakened["fields"] = {"awakens_from": "2", "weak_to": ["Shadow", "Forest", "Moor", "Forest"]}
    found = cards_of(game("geopals"), {"cards": [base, alternate, awakened]})
    assert found[2].fields == {"awakens_from": "geopals/S1-1", "weak_to": ("Forest", "Shadow", "Moor")}
