"""help-query: every example that it shows is a query that is read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.fields import SHARED
from deckwright.catalog.query import parse
from deckwright.catalog.shipped import shipped_games
from deckwright.cli.help_query import FORMS, example
from deckwright.schemas import problems


@pytest.mark.parametrize("form", [form for forms, _ in FORMS for form in forms.split("  ")])
def test_every_form_is_read(catalogue: Path, form: str) -> None:
    with Catalogue.open(catalogue) as opened:
        query = parse(form, opened)
        assert opened.count(query) < opened.count(parse("", opened))


@pytest.mark.parametrize("game_id", shipped_games())
def test_every_fields_example_is_read_by_its_game(catalogue: Path, game_id: str) -> None:
    with Catalogue.open(catalogue) as opened:
        game = opened.game(game_id)
        fields = [*game.shared.values(), *game.fields.values()]
        cards = opened.cards(game_id)
        assert len(fields) > 10
        for field in fields:
            asked = parse(example(field, cards), opened, game_id)
            held = [card for card in cards if card.value(field.id) is not None]
            assert opened.count(asked) > 0 or len(held) == 0 or field.values, example(field, cards)
            assert not held or not example(field, cards).startswith("has:")


def test_an_example_without_cards_asks_whether_the_field_is_there() -> None:
    assert example(SHARED["text"]) == "has:text"
    assert example(SHARED["copies"]) == "copies>=2"


def test_it_shows_each_field_of_the_game(run: Callable[..., Any], catalogue: Path) -> None:
    name = shipped_games()[0]
    document = json.loads(run("help-query", name, "--json").out)
    assert problems("table", document) == []
    with Catalogue.open(catalogue) as opened:
        game = opened.game(name)
    rows = document["tables"][name]["rows"]
    assert [row["id"] for row in rows] == list(game.fields)
    assert [row["about"] for row in rows] == [field.about for field in game.fields.values()]
    shared = {row["id"]: row for row in document["tables"]["shared"]["rows"]}
    assert shared["type"]["values"] == list(game.types)


def test_numbers_stand_against_numbers(run: Callable[..., Any], catalogue: Path) -> None:
    rows = json.loads(run("help-query", "--json").out)["tables"]["operators"]["rows"]
    with Catalogue.open(catalogue) as opened:
        parse(rows[-1]["left"], opened)
    assert " > " in rows[-1]["left"]


def test_of_all_games_and_of_one(run: Callable[..., Any]) -> None:
    everything = run("help-query")
    assert (everything.status, everything.err) == (0, "")
    assert all(f"Fields of {name}" in everything.out for name in ("every game", "Repello"))
    assert "Fields of Repello" not in run("help-query", shipped_games()[0]).out
    assert run("help-query", "chess").status == 2
