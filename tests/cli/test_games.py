"""`games`, `game`, `rules` and `show` on the shipped catalogue."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from typing import Any

import pytest

from deckwright.catalog.game import cites
from deckwright.catalog.shipped import game_document, shipped_games
from deckwright.schemas import problems


def test_games_lists_every_game(run: Any) -> None:
    document = json.loads(run("games", "--json").out)
    assert not problems("table", document)
    assert [row["id"] for row in document["rows"]] == list(shipped_games())
    assert all(row["cards"] > 0 and row["types"] > 0 for row in document["rows"])


def test_pieces_are_those_of_a_box(run: Any) -> None:
    rows = {row["id"]: row for row in json.loads(run("games", "--json").out)["rows"]}
    assert rows["geopals"]["pieces"] is None
    assert rows["geoclash-twist"]["pieces"] == 65
    assert rows["repello"]["pieces"] > rows["repello"]["cards"]


@pytest.mark.parametrize("word", ["geopals", "Geopals", "GEOPALS"])
def test_a_game_is_named_in_any_case(word: str, run: Any) -> None:
    done = run("game", word)
    assert done.status == 0
    assert done.out.startswith("Geopals  geopals\n")


@pytest.mark.parametrize("game", shipped_games())
def test_game_tells_all_that_its_document_declares(game: str, run: Any) -> None:
    declared = game_document(game)
    document = json.loads(run("game", game, "--json").out)
    assert not problems("table", document)
    for key in ("types", "fields", "zones", "formats"):
        shown = [row["id"] for row in document["tables"][key]["rows"]]
        assert shown == [row["id"] for row in declared.get(key, ())], key
    options = {row["id"]: row["source"] for row in document["tables"]["options"]["rows"]}
    assert options == {key: row.get("source", "rulebook") for key, row in declared.get("options", {}).items()}
    written = run("game", game).out
    assert all(row["id"] in written for row in declared["types"])
    assert ("assumed" in written) == ("assumed" in options.values() or "assumed" in declared["about"])


@pytest.mark.parametrize("game", shipped_games())
def test_rules_names_each_rule_its_cite_and_its_place(game: str, run: Any) -> None:
    declared = game_document(game)
    where = {entry["id"]: entry["where"] for entry in declared["rulebook"]}
    document = json.loads(run("rules", game, "--json").out)
    assert not problems("table", document)
    assert len(document["rows"]) == len(declared["rules"]) > 0
    for row, rule in zip(document["rows"], declared["rules"], strict=True):
        assert (row["id"], row["severity"]) == (rule["id"], rule.get("severity", "error"))
        assert tuple(row["cite"]) == cites(rule)
        assert row["where"].split("; ") == list(dict.fromkeys(where[cite] for cite in cites(rule)))


@pytest.mark.parametrize("game", shipped_games())
@pytest.mark.parametrize("shape", [(), ("--markdown",)], ids=["text", "markdown"])
def test_rules_for_people_name_each_rule(game: str, shape: tuple[str, ...], run: Any) -> None:
    written = run("rules", game, *shape).out
    lines = [line.replace("|", " ").split() for line in written.splitlines()]
    declared = Counter(rule["id"] for rule in game_document(game)["rules"])
    assert declared
    for rule, times in declared.items():
        assert sum(line[-1:] == [rule] for line in lines) == times, rule


@pytest.mark.parametrize("game", shipped_games())
def test_all_the_rulebook_is_there_on_request(game: str, run: Any) -> None:
    entries = [entry["id"] for entry in game_document(game)["rulebook"]]
    document = json.loads(run("rules", game, "--all", "--json").out)
    assert [row["id"] for row in document["tables"]["rulebook"]["rows"]] == entries
    table = list(csv.DictReader(io.StringIO(run("rules", game, "--all", "--csv").out)))
    assert [row["id"] for row in table] == entries


@pytest.mark.parametrize(
    "words",
    [
        ("geopals/S1-62",),
        ("S1-62",),
        ("orb",),
        ("ORB",),
        ("Orb", "#62"),
        ("Orb #062",),
        ("orb", "--game", "geopals"),
    ],
    ids=" ".join,
)
def test_show_takes_id_name_or_name_and_number(words: tuple[str, ...], run: Any) -> None:
    done = run("show", *words)
    assert done.status == 0
    assert done.out.startswith("Orb  geopals/S1-62\n")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["Zippo"], 1, ["2 cards", "geopals/S1-1 ", "geopals/S1-21 "]),
        (["Zipo"], 2, ["no card is called 'Zipo'; did you mean Zippo"]),
        (["Zippo", "#99"], 2, ["no card is called 'Zippo #99'"]),
        (["geopals/S1-999"], 2, ["no card is called"]),
        (["S1-999"], 2, ["no card is called"]),
        (["Orb", "--game", "repello"], 2, ["no card of Repello is called 'Orb'; Geopals has one"]),
        (["Gold Repelle", "--game", "repello"], 2, ["no card of Repello", "did you mean Gold Repeller?"]),
        (["Orb", "--game", "geopal"], 2, ["no game is called 'geopal'"]),
        ([], 2, ["CARD"]),
        (["\udcff"], 2, ["no card is called"]),
    ],
    ids=str,
)
def test_show_says_why_it_cannot(words: list[str], status: int, said: list[str], run: Any) -> None:
    done = run("show", *words)
    assert (done.status, done.out) == (status, "")
    assert all(one in done.err for one in said)


def test_show_draws_the_line_of_a_card(run: Any) -> None:
    lines = [line.split("  geopals")[0].rstrip() for line in run("show", "Infernex").out.splitlines()]
    at = lines.index("Awakens from")
    assert lines[at + 2 : at + 5] == ["Zippo", "└─ Infernex", "   └─ Cindragon"]


def test_show_draws_both_branches(run: Any) -> None:
    document = json.loads(run("show", "Slemo", "--json").out)
    steps = [(row["name"], row["depth"]) for row in document["tables"]["awakens_from"]["rows"]]
    assert steps == [("Slemo", 0), ("Dralcora", 1), ("Aroclard", 1)]


def test_show_json_is_exact(run: Any) -> None:
    document = json.loads(run("show", "Inji", "#13", "--json").out)
    assert not problems("table", document)
    (card,) = document["rows"]
    assert (card["id"], card["weak_to"], card["holo"]) == ("geopals/S1-13", ["Forest", "Shadow"], False)
    assert [row["id"] for row in document["tables"]["printings"]["rows"]] == ["geopals/S1-82"]


def test_show_marks_what_is_assumed(run: Any) -> None:
    lines = run("show", "geopals/S1-T1").out.splitlines()
    assert any(line.split()[0::2] == ["Set", "assumed"] for line in lines if line.startswith("Set "))
