"""Game documents that would take for ever: refused in words, in time, before anything is written."""

from __future__ import annotations

import copy
import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.prototype import written
from deckwright.schemas import problems
from deckwright.schemas.excess import (
    MOST_ENTRIES,
    MOST_PLAYERS,
    MOST_QUERY_TEXT,
    MOST_REGEXES,
    MOST_VALUES,
    excess,
)
from tests.faults.harm import within_memory
from tests.faults.poison import put
from tests.faults.runs import run
from tests.faults.some import some

PATIENCE = 20.0
ROOM = 2 << 30
"""So much memory a hostile run may have, Python and all."""

GAME, FILES = written("Hostile Game")
BASE: dict[str, Any] = json.loads(FILES[".json"])
CARDS = FILES[".csv"]
STEP = {"do": "shuffle", "pile": "deck", "cite": "R-6"}
PLAYERS = {"about": "p", "default": 2}


def changed(**parts: Any) -> dict[str, Any]:
    """The prototype with parts of it replaced."""
    return {**copy.deepcopy(BASE), **parts}


def rule(number: int = 0, **count: Any) -> dict[str, Any]:
    """A rule that counts so."""
    return {"id": f"r{number}", "says": "s", "cite": "R-1", "count": {"in": ["deck"], "max": 5, **count}}


def fields(count: int = 1, **more: Any) -> list[dict[str, Any]]:
    """The prototype's fields and so many more."""
    row = {"name": "Z", "type": "enum", "about": "a", **more}
    return [*BASE["fields"], *({**row, "id": f"zz{at}"} for at in range(count))]


def squares(*groups: int) -> dict[str, Any]:
    """A board with groups of so many squares each."""
    return {"rows": 9, "cols": 9, "squares": {f"s{at}": [[0, 0]] * size for at, size in enumerate(groups)}}


def option(**more: Any) -> dict[str, Any]:
    """An option, such as one whose default another decides."""
    return {"about": "x", "default": 1, **more}


def by(name: str) -> dict[str, Any]:
    return option(default={"by": name, "1": 2})


LAID = {"do": "lay", "from": "deck", "to": "hand", "cite": "R-6"}
BANS = {f"l{at}": [{"from": "2026-01-01", "cards": {f"C{n}": 0 for n in range(9_999)}}] for at in range(11)}
CIRCLE = [{"id": "standard", "extends": "open"}, {"id": "open", "extends": "standard"}]
MANY_ZONES = {"in": [1, *(f"z{at}" for at in range(9_000))], "max": 1}

TOO_MUCH = {
    "rules": (changed(rules=[rule(at) for at in range(1_001)]), "at most 1,000"),
    "many rules": (changed(rules=[rule(at) for at in range(50_000)]), "at most 10,000"),
    "query text": (
        changed(rules=[rule(at, where="name:a or " * 190 + "b") for at in range(60)]),
        "queries of",
    ),
    "regexes": (changed(rules=[rule(at, where=f"/a{at}/") for at in range(21)]), "queries with a regex"),
    "deep query": (changed(rules=[rule(where="(" * 60 + "x" + ")" * 60)]), "at most 50 levels"),
    "long query": (changed(rules=[rule(where="x" * 2_001)]), "at most 2,000"),
    "steps": (changed(setup=[STEP] * 201), "at most 200"),
    "laid": (changed(setup=[{**LAID, "n": 10**12}]), "at most 10000"),
    "players": (changed(options={"players": {**PLAYERS, "default": 101}}), "at most 100 can sit"),
    "players listed": (
        changed(options={"players": {**PLAYERS, "values": [2, 10**9]}}),
        "at most 100 can sit",
    ),
    "board": (changed(board={"rows": 101, "cols": 5}), "at most 100"),
    "squares": (changed(board=squares(10_001)), "at most 10,000"),
    "groups of squares": (changed(board=squares(*[1] * 101)), "at most 100"),
    "values": (changed(fields=fields(values=[f"v{at}" for at in range(2_001)])), "at most 2,000"),
    "a value twice": (
        changed(fields=fields(values=[f"v{at}" for at in range(1_999)] + ["v9"])),
        "more than once",
    ),
    "types": (changed(types=[*BASE["types"], *({"id": f"t{at}"} for at in range(201))]), "at most 200"),
    "fields": (changed(fields=fields(201)), "at most 200"),
    "zones": (changed(zones=[*BASE["zones"], *({"id": f"z{at}"} for at in range(101))]), "at most 100"),
    "options": (changed(options={f"o{at}": PLAYERS for at in range(201)}), "at most 200"),
    "option values": (changed(options={"o": option(values=list(range(1_001)))}), "at most 1,000"),
    "table": (
        changed(rules=[rule(max={"by": "players", **{f"{at}": 1 for at in range(1_001)}})]),
        "at most 1,000",
    ),
    "band": (changed(rules=[rule(max={"by": "players", "1.." + "9" * 5_000: 1})]), "at most 40"),
    "text": (changed(about="x" * 20_001), "at most 20,000"),
    "all in all": (changed(lists=BANS), "over 100,000 values"),
    "turn": (changed(turn={"draw": 10**12, "cite": "R-6"}), "at most 10000"),
    "seats": (changed(seats={"element": ["Fire"] * 101}), "at most 100"),
    "options in a circle": (changed(options={"a": by("b"), "b": by("a")}), "in a circle"),
    "an option of itself": (changed(options={"a": by("a")}), "in a circle"),
    "formats in a circle": (changed(formats=CIRCLE), "in a circle"),
    "no list": (changed(rules={"a": 1}), "must be a list"),
    "zones of all kinds": (changed(rules=[{**rule(), "count": MANY_ZONES}]), "at most 100"),
}


@pytest.mark.parametrize("name", some(TOO_MUCH, 4))
def test_a_game_beyond_bounds_is_refused(name: str, shipped: Path, tmp_path: Path) -> None:
    document, says = TOO_MUCH[name]
    path = put(tmp_path, "game.json", json.dumps(document))
    before = shipped.read_bytes()
    for args, status in ((("game", "check", path), 1), (("import", path), 2)):
        done = run("--catalog", shipped, *args, patience=PATIENCE, before=within_memory(ROOM)).sound()
        assert done.status == status
        assert says in done.out + done.err, done
    assert shipped.read_bytes() == before


def test_the_prototype_and_the_shipped_games_are_far_within() -> None:
    from deckwright.catalog.shipped import game_document, shipped_games

    documents = [BASE, *map(game_document, shipped_games())]
    assert len(documents) == 6
    for document in documents:
        assert problems("game", document) == []
        assert len(json.dumps(document)) < 100_000


@pytest.mark.parametrize(
    ("document", "inside"),
    [
        ({"rules": list(range(MOST_ENTRIES))}, True),
        ({"rules": list(range(MOST_ENTRIES + 1))}, False),
        ({str(at): list(range(9_000)) for at in range(11)}, True),
        ({str(at): list(range(9_999)) for at in range(MOST_VALUES // 9_999 + 1)}, False),
        ({"rules": [{"where": "x" * 100}] * (MOST_QUERY_TEXT // 100)}, True),
        ({"rules": [{"where": "x" * 100}] * (MOST_QUERY_TEXT // 100 + 1)}, False),
        ({"rules": [{"where": "/x/"}] * MOST_REGEXES}, True),
        ({"rules": [{"where": "/x/"}] * (MOST_REGEXES + 1)}, False),
        ({"options": {"players": {"default": MOST_PLAYERS}}}, True),
        ({"options": {"players": {"default": MOST_PLAYERS + 1}}}, False),
        ({"options": {"players": {"values": [1, MOST_PLAYERS + 1]}}}, False),
        ({"options": {"players": 7}}, True),
        ({"options": 7}, True),
        ([], True),
    ],
)
def test_both_sides_of_every_bound(document: object, inside: bool) -> None:
    assert (list(excess(document)) == []) is inside


@pytest.fixture
def own(shipped: Path, tmp_path: Path) -> Path:
    """A catalogue to put slow games into."""
    path = tmp_path / "own.db"
    shutil.copyfile(shipped, path)
    return path


def taken_in(catalogue: Path, document: dict[str, Any], cards: str = CARDS) -> Path:
    """Import a game with its cards; a decklist of one copy of each."""
    game = put(catalogue.parent, "game.json", json.dumps(document))
    table = put(catalogue.parent, "cards.csv", cards)
    done = run("--catalog", catalogue, "import", game, table).sound()
    assert done.status == 0, done
    names = [row["name"] for row in csv.DictReader(io.StringIO(cards))]
    return put(catalogue.parent, "list.deck", f"game: {GAME}\n" + "".join(f"1 {name}\n" for name in names))


RELATED = {
    "do": "take",
    "from": "deck",
    "to": "hand",
    "with": {"name": "!= name"},
    "of": "deck",
    "n": 0,
    "cite": "R-6",
}
LONG_SETUPS = {
    "lay for ever": [{**LAID, "n": 10_000, "when": {"budget": [31]}}] * 200,
    "shuffle for ever": [STEP] * 200,
    "compare for ever": [RELATED] * 200,
}


@pytest.mark.parametrize("name", some(LONG_SETUPS, 1))
def test_a_setup_that_goes_on_and_on(name: str, own: Path) -> None:
    deck = taken_in(own, changed(setup=LONG_SETUPS[name]))
    big = put(own.parent, "big.deck", deck.read_text().replace("\n1 ", "\n4000 "))
    done = run("--catalog", own, "deal", big, patience=PATIENCE, before=within_memory(ROOM)).sound()
    assert done.status == 2
    assert "its setup takes over 5,000,000 moves" in done.err


def test_more_players_than_seats(own: Path) -> None:
    piles = {"deck": "table", "relics": "table", "hand": "player"}
    table = changed(decklist="table", rules=[], setup=[STEP], options={"players": PLAYERS}, piles=piles)
    deck = taken_in(own, table)
    assert run("--catalog", own, "deal", deck, "--players", "100").sound().status == 0
    for players in ("101", "999999999"):
        done = run("--catalog", own, "deal", deck, "--players", players, patience=PATIENCE).sound()
        assert done.status == 2
        assert "at most 100 can sit at a table" in done.err


@pytest.mark.parametrize(
    "args", [("deal",), ("odds",), ("deal", "--hands", "2"), ("odds", "[t:item]")], ids=" ".join
)
def test_more_cards_than_are_dealt(args: tuple[str, ...], shipped: Path, tmp_path: Path) -> None:
    deck = put(tmp_path, "big.deck", "game: geopals\n" + "9999 Orb\n9999 Lagoona\n" * 6)
    command, *rest = args
    done = run(
        "--catalog", shipped, command, deck, *rest, patience=PATIENCE, before=within_memory(ROOM)
    ).sound()
    assert done.status == 1
    assert "119,988 cards to deal, and at most 100,000 are dealt" in done.err


@pytest.mark.parametrize("cards", [3, pytest.param(300, marks=pytest.mark.long)])
def test_regexes_that_are_slow_on_every_card(cards: int, own: Path) -> None:
    text = "a" * 28 + " " + "ab " * 300
    table = "number,name,type,points,text\n" + "".join(
        f"{at},C{at},hero,1,{text}{at}\n" for at in range(cards)
    )
    rules = [rule(at, where=f"text:/^(([a-z ])+.)+[A-Z]([a-z ])+{at}$/") for at in range(MOST_REGEXES)]
    game = put(own.parent, "game.json", json.dumps(changed(rules=rules, lists={})))
    path = put(own.parent, "cards.csv", table)
    done = run("--catalog", own, "game", "check", game, path, patience=120).sound()
    assert done.status in (0, 1, 2)
    assert done.seconds < 100


def varied(count: int, catalogue: Path, **counted: Any) -> Path:
    """A decklist of so many different cards, in a game whose rules compare each with each."""
    cards = "number,name,type,points\n" + "".join(f"{at},Card {at},hero,{at % 9}\n" for at in range(count))
    rules = [{**rule(at, **counted), "each": {"in": ["deck"]}} for at in range(2)]
    return taken_in(catalogue, changed(rules=rules, lists={}), cards)


EACH: dict[str, dict[str, Any]] = {
    "other": {"with": {"name": "!= name"}},
    "same": {"with": {"name": "= name"}, "min": 1},
    "grouped": {"with": {"name": "!= name"}, "per": "points"},
    "sized": {"with": {"name": "!= name"}, "max": {"by": {"in": ["deck"]}, "0..9": 5}},
}


@pytest.mark.parametrize("name", some(EACH, 0))
def test_rules_that_compare_each_card_with_each(name: str, own: Path) -> None:
    deck = varied(9_000, own, **EACH[name])
    done = run("--catalog", own, "validate", deck, patience=120, before=within_memory(ROOM)).sound()
    assert done.status == 2
    assert "too many different cards" in done.err


@pytest.mark.parametrize("name", some(EACH, 1))
def test_they_judge_decks_of_a_size_that_is_played(name: str, own: Path) -> None:
    deck = varied(60, own, **EACH[name])
    done = run("--catalog", own, "validate", deck, patience=30).sound()
    assert done.status in (0, 1)
