"""Games of one's own: what a document takes from another, and every fault that is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.build import build
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.errors import UnknownGame
from deckwright.catalog.own_games import CannotForget, TypesGone, completed, forget, read, store_game
from deckwright.catalog.prototype import game_id, written
from deckwright.catalog.shelf import remove, store
from deckwright.catalog.shipped import game_document, shipped_games
from deckwright.catalog.writing import writing
from tests.catalog.importing.bench_game import DOCUMENT, take, whole

SHIPPED = shipped_games()[0]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("own") / "c.db"
    assert build(place)
    return place


def faults(path: Path, **changed: Any) -> list[str]:
    with Catalogue.open(path) as catalogue:
        found, problems = read({**DOCUMENT, **changed}, catalogue)
    assert (found is None) == bool(problems)
    return [str(problem) for problem in problems]


PLAIN = {"name": "S", "type": "text", "about": "a"}
FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"id": SHIPPED}, f"/id: {SHIPPED} ships with deckwright; give your game an id of its own"),
    ({"zone": []}, "zones"),
    ({"extends": "chess"}, "/extends: no game is called 'chess'"),
    ({"extends": "moors"}, "/extends: no game is called 'moors'"),
    ({"types": [{"id": "a"}, {"id": "a"}]}, "/types/1/id: 'a' is the id of entry 0 too"),
    ({"fields": [{"id": "set", **PLAIN}]}, "'set' is a word of every game's searches"),
    ({"fields": [{"id": "is", **PLAIN}]}, "'is' is a word of every game's searches"),
    ({"fields": [{"id": "a", "short": "n", **PLAIN}]}, "/fields/0/short: 'n' is a word"),
    (
        {"fields": [{"id": key, "short": "z", **PLAIN} for key in ("a", "b")]},
        "/fields/1/short: 'z' names the field a already",
    ),
    ({"fields": [{"id": "a", **PLAIN, "types": ["bird"]}]}, "'bird' is no card type"),
    ({"fields": [{"id": "a", "name": "S", "type": "ordered", "about": "a"}]}, "an ordered field lists its values"),
    (
        {"fields": [{"id": "a", "name": "S", "type": "enum", "about": "a", "values": ["x"], "aliases": {"y": "z"}}]},
        "/fields/0/aliases/y: 'z' is none of the field's values",
    ),
    ({"formats": [{"id": "a", "extends": "b"}]}, "/formats/0/extends: 'b' is no format: a"),
    (
        {"formats": [{"id": "a", "extends": "b"}, {"id": "b", "extends": "a"}]},
        "/formats/0/extends: the formats extend each other in a circle",
    ),
    (
        {"rules": [{"id": "a", "says": "b", "cite": "R-9", "count": {"in": ["deck"], "max": 1}}]},
        "/rules/0/cite: 'R-9' is not in the rulebook table",
    ),
    ({"turn": {"draw": 1, "cite": "R-9"}}, "/turn/cite: 'R-9' is not in the rulebook table"),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "says"), FAULTS)
def test_a_fault_is_told_at_its_place(path: Path, changed: dict[str, Any], says: str) -> None:
    assert [one for one in faults(path, **changed) if says in one]


def test_a_sound_document_has_none(path: Path) -> None:
    assert faults(path) == []


@pytest.mark.parametrize("shipped", SHIPPED and shipped_games())
def test_shipped_documents_would_pass_as_ones_own(path: Path, shipped: str) -> None:
    document = {**game_document(shipped), "id": "my-own"}
    with Catalogue.open(path) as catalogue:
        assert read(document, catalogue) == (document, [])


def test_versions_of_a_rule_stay_beside_each_other_and_twins_are_told(path: Path) -> None:
    ban = {"id": "ban", "says": "No Hare"}
    own = [{**ban, "until": "2026-03-01"}, {**ban, "since": "2026-03-01"}]
    base = {"rules": [{"id": "a", "says": "kept"}, {**ban, "says": "old"}, {**ban, "since": "2020-01-01"}]}
    assert completed({"rules": own}, base)["rules"] == [base["rules"][0], *own]
    twice = [{"id": "bird", "name": "Bird"}, {"id": "bird", "name": "Bird"}]
    with Catalogue.open(path) as catalogue:
        _, problems = read(
            {"deckwright": 1, "id": "own", "name": "Own", "extends": SHIPPED, "types": twice}, catalogue
        )
    assert any("'bird' is the id of entry" in str(problem) for problem in problems)


def test_what_a_document_does_not_say_is_taken_over() -> None:
    base = {
        "deckwright": 1,
        "id": "base",
        "name": "Base",
        "decklist": "table",
        "rules": [{"id": "a", "says": "old"}, {"id": "b", "says": "kept"}],
        "options": {"one": 1, "two": 2},
        "setup": [{"do": "first"}],
    }
    own = {
        "id": "own",
        "name": "Own",
        "rules": [{"id": "c", "says": "new"}, {"id": "a", "says": "mine"}],
        "setup": [],
    }
    made = completed({**own, "options": {"two": 3}}, base)
    assert made == {
        "id": "own",
        "name": "Own",
        "decklist": "table",
        "rules": [{"id": "a", "says": "mine"}, {"id": "b", "says": "kept"}, {"id": "c", "says": "new"}],
        "options": {"one": 1, "two": 3},
        "setup": [],
    }


def test_a_game_that_extends_another_begins_with_its_cards(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    assert build(path)
    own = {"deckwright": 1, "id": "house", "name": "House Rules", "extends": SHIPPED}
    with Catalogue.open(path) as catalogue:
        document, _ = read(own, catalogue)
        assert document is not None
        theirs = catalogue.cards(SHIPPED)
    report = take(path, documents=[document])
    assert (report.game_news, report.new) == ({"house": "new"}, len(theirs))
    ours = [card for card in whole(path).values() if card.game == "house"]
    assert {card.id for card in ours} == {card.id.replace(SHIPPED, "house", 1) for card in theirs}
    assert {card.identity for card in ours} <= {card.id for card in ours}
    assert not [card for card in ours if any(SHIPPED + "/" in str(value) for value in card.fields.values())]
    assert take(path, documents=[document]).touched is False


def test_cards_of_a_type_that_goes_are_not_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    assert build(path)
    file = tmp_path / "cards.json"
    file.write_text('[{"number": "1", "name": "Mere", "type": "place"}]')
    take(path, file, documents=[DOCUMENT])
    kept = [row for row in DOCUMENT["types"] if row["id"] != "place"]
    fields = [row for row in DOCUMENT["fields"] if "place" not in row.get("types", ())]
    renamed = {**DOCUMENT, "types": [*kept, {"id": "site"}], "fields": fields}
    with pytest.raises(TypesGone) as caught:
        take(path, documents=[renamed])
    assert (caught.value.game_id, caught.value.left) == ("moors", {"place": 1})
    assert "'place' is gone from the types, but a card is of it" in str(caught.value)
    assert str(caught.value).endswith("deckwright game remove moors")
    assert "moors/M1-1" in whole(path)
    assert whole(path)["moors/M1-1"].type == "place"
    file.write_text('[{"number": "1", "name": "Mere", "type": "site"}]')
    assert take(path, file, documents=[renamed]).changed == 1
    assert whole(path)["moors/M1-1"].type == "site"
    with Catalogue.open(path) as catalogue:
        assert "place" not in catalogue.counts("moors")
    file.write_text('[{"number": "1", "name": "Mere", "type": "place"}]')
    take(path, file, documents=[DOCUMENT])
    unused = [*DOCUMENT["types"], {"id": "bird"}]
    assert take(path, documents=[{**DOCUMENT, "types": unused}]).game_news == {"moors": "changed"}
    assert take(path, documents=[DOCUMENT]).game_news == {"moors": "changed"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("My Tale", "my-tale"),
        ("Größe & Co.", "grosse-co"),
        ("../..", "my-game"),
        ("日本", "my-game"),
        ("x" * 99, "x" * 60),
    ],
)
def test_a_name_makes_an_id(name: str, expected: str) -> None:
    assert game_id(name) == expected


@pytest.mark.parametrize("name", ["Plain", 'Quoted "one"', "日本", "back\\slash"])
def test_the_prototype_is_sound(path: Path, name: str) -> None:
    import json

    own, files = written(name)
    document = json.loads(files[".json"])
    assert (document["id"], document["name"]) == (own, name)
    with Catalogue.open(path) as catalogue:
        assert read(document, catalogue) == (document, [])
    assert files[".csv"].count("\n") == 21


def test_a_game_of_a_decklist_saved_meanwhile_stays(tmp_path: Path) -> None:
    place = tmp_path / "c.db"
    assert build(place)
    with writing(place) as connection:
        store_game(connection, DOCUMENT)
    assert store(place, "mine", DOCUMENT["id"], "", ()) == 1
    with pytest.raises(CannotForget, match=f"is of .*; deck list --game {DOCUMENT['id']} names it,"):
        forget(place, DOCUMENT["id"])
    with Catalogue.open(place) as catalogue:
        saved = catalogue.saved()
        assert catalogue.counts(DOCUMENT["id"])
    remove(place, saved)
    forget(place, DOCUMENT["id"])
    with pytest.raises(UnknownGame):
        forget(place, DOCUMENT["id"])
