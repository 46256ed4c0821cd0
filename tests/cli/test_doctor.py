"""doctor: all is well, or what is wrong and what to do."""

from __future__ import annotations

import json
import shlex
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.shipped import cards_document, shipped_games
from deckwright.catalog.versions import STEPS
from deckwright.cli.doctor import libraries
from deckwright.schemas import problems
from tests.catalog.tides import beside
from tests.catalog.versions import NEXT, NOW, step

GAME = shipped_games()[0]


@pytest.fixture
def place(tmp_path: Path, catalogue: Path, monkeypatch: pytest.MonkeyPatch, run: Any) -> Path:
    copy = tmp_path / "own.db"
    copy.write_bytes(catalogue.read_bytes())
    monkeypatch.setenv("DECKWRIGHT_CATALOG", str(copy))
    return copy


def change(place: Path, *statements: str) -> None:
    with closing(sqlite3.connect(place, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for statement in statements:
            connection.execute(statement)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def lines(out: str) -> dict[str, str]:
    """The lines of the table, by what was looked at."""
    return {line.split("  ")[0]: line for line in out.splitlines()}


def test_all_is_well(place: Path, run: Callable[..., Any]) -> None:
    done = run("doctor")
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("all is well\n")
    found = lines(done.out)
    assert found["shipped games"].endswith("current")
    assert found["integrity"].endswith("ok")
    assert found["foreign keys"].endswith("ok")
    assert str(place) in found["catalogue"]
    assert {f"game {game}" for game in shipped_games()} <= set(found)
    assert "sqlmodel" in found["libraries"]


@pytest.mark.parametrize(
    ("needed", "found", "wanted"),
    [
        ({"click": "8.0", "sqlmodel": ""}, "", []),
        ({"click": "99.1"}, "; click is older than 99.1", ["click>=99.1"]),
        ({"no-such": "1.0", "click": "8"}, "; missing: no-such", ["no-such>=1.0"]),
        ({"nor-this": ""}, "; missing: nor-this", ["nor-this"]),
    ],
)
def test_libraries_that_are_missing_or_too_old(needed: dict[str, str], found: str, wanted: list[str]) -> None:
    finding = libraries(needed)
    assert finding.found.endswith(found)
    assert shlex.split(finding.remedy)[-len(wanted) :] == wanted if wanted else finding.sound
    assert sys.executable in finding.remedy or finding.sound


def test_json_is_by_the_schema_of_tables(place: Path, run: Callable[..., Any]) -> None:
    document = json.loads(run("doctor", "--json").out)
    assert problems("table", document) == []
    assert all(row["remedy"] is None for row in document["rows"])


def test_what_is_the_users_is_listed(place: Path, run: Callable[..., Any], tmp_path: Path) -> None:
    card = cards_document(GAME)["cards"][0]
    file = tmp_path / "mine.json"
    new = {"number": "MY-1", "name": "Mine", "type": card["type"]}
    file.write_text(json.dumps([new, {"number": card["number"], "text": "Mine"}]))
    assert run("import", str(file), "--game", GAME).status == 0
    (line,) = [line for line in run("doctor").out.splitlines() if line.startswith(f"game {GAME}")]
    assert "1 of them yours, fields of yours on 1" in line
    change(place, f"INSERT INTO user_card VALUES ('{GAME}/gone', '{GAME}', '{{}}')")
    assert f"what you said of {GAME}/gone, which no game has now" in run("doctor").out


def test_the_version_of_the_tables_is_told(
    place: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lines(run("doctor").out)["version of its tables"].split()[-3:] == [f"{NOW},", "the", "newest"]
    monkeypatch.setitem(STEPS, NOW, step)
    whole = place.read_bytes()
    done = run("doctor")
    assert done.status == 1
    assert f"{NOW}, older than {NEXT}" in lines(done.out)["version of its tables"]
    assert "run any other command" in done.out
    assert "integrity" in lines(done.out)
    assert (place.read_bytes(), beside(place)) == (whole, [])
    assert run("games").status == 0
    assert run("doctor").status == 0


def test_kept_copies_are_listed(
    place: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "kept copy" not in run("doctor").out
    place.with_name("own-v1.db").write_text("no catalogue")
    monkeypatch.setitem(STEPS, NOW, step)
    size = place.stat().st_size
    assert run("games").status == 0
    for gone in (False, True):
        if gone:
            place.unlink()
        rows = json.loads(run("doctor", "--json").out)["rows"]
        (found,) = [row["found"] for row in rows if row["what"] == "kept copy"]
        copy, says = found.split(": ")
        assert Path(copy).stat().st_size == size
        assert says.startswith(f"version {NOW} of ")
        assert says.endswith(f", {size:,} bytes; delete it when you need it no more")


def test_a_newer_version_is_told(place: Path, run: Callable[..., Any]) -> None:
    change(place, f"PRAGMA user_version = {NEXT}")
    done = run("doctor")
    assert done.status == 1
    assert f"is a catalogue of version {NEXT}, and this deckwright knows version {NOW}" in done.out


THIS = f"game {GAME}"
EVERY = tuple(f"game {game}" for game in shipped_games())
REBUILD = "then move it away"
WRONG = [
    (["UPDATE shipped SET stamp = 'x'"], ("shipped games",), "run any other command"),
    ([f"DELETE FROM card_type WHERE game = '{GAME}'"], ("foreign keys",), REBUILD),
    (["DROP TABLE shipped"], ("shipped games",), "run any other command"),
    (["UPDATE game SET document = replace(document, 'do', 'dp')"], EVERY, REBUILD),
    ([f"UPDATE game SET document = '{{' WHERE id = '{GAME}'"], (THIS,), REBUILD),
    ([f"UPDATE card SET text = 'x' WHERE game = '{GAME}'"], (THIS,), REBUILD),
    ([f"UPDATE card SET folded = '' WHERE game = '{GAME}'"], (THIS,), REBUILD),
    ([f"UPDATE game SET name = 'x' WHERE id = '{GAME}'"], (THIS,), REBUILD),
    ([f"DELETE FROM card WHERE game = '{GAME}'"], (THIS,), REBUILD),
    (
        [f"UPDATE card SET game = '{GAME}', type = (SELECT type FROM card WHERE game = '{GAME}')"],
        EVERY,
        REBUILD,
    ),
]


@pytest.mark.parametrize(("statements", "whats", "remedy"), WRONG)
def test_what_is_wrong(
    place: Path, run: Callable[..., Any], statements: list[str], whats: tuple[str, ...], remedy: str
) -> None:
    change(place, *statements)
    done = run("doctor")
    assert done.status == 1
    wrong = [line for line in done.out.splitlines() if line.startswith("wrong")]
    assert [line.split(": ")[0] for line in wrong] == [f"wrong  {what}" for what in whats]
    assert all(remedy in line for line in wrong)


def test_a_game_of_the_users_that_is_altered(place: Path, run: Callable[..., Any], tmp_path: Path) -> None:
    assert run("game", "new", "Tides", "--folder", str(tmp_path / "tides")).status == 0
    assert run("import", str(tmp_path / "tides" / "tides.json")).status == 0
    assert run("doctor").status == 0
    change(place, "UPDATE game SET document = replace(document, 'Tides', 'Tidez') WHERE id = 'tides'")
    done = run("doctor")
    assert done.status == 1
    assert "not as it was stored" in lines(done.out)["game tides"]


def test_the_remedy_helps(place: Path, run: Callable[..., Any]) -> None:
    change(place, "UPDATE shipped SET stamp = 'x'")
    assert run("doctor").status == 1
    assert run("games").status == 0
    assert run("doctor").status == 0


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"no catalogue at all", "is not a catalogue"),
        (b"SQLite format 3\0cut", "is damaged (cut off"),
    ],
)
def test_a_file_that_is_no_catalogue(place: Path, run: Callable[..., Any], content: bytes, says: str) -> None:
    place.write_bytes(content)
    done = run("doctor")
    assert done.status == 1
    assert says in done.out
    assert place.read_bytes() == content


def test_damage_inside(place: Path, run: Callable[..., Any]) -> None:
    whole = bytearray(place.read_bytes())
    whole[5 * 4096 : 9 * 4096] = b"\xff" * (4 * 4096)
    place.write_bytes(whole)
    done = run("doctor")
    assert done.status == 1
    assert "wrong  integrity" in done.out or "wrong  contents" in done.out


def test_a_catalogue_that_is_not_there_yet(place: Path, run: Callable[..., Any]) -> None:
    place.unlink()
    done = run("doctor")
    assert (done.status, place.exists()) == (0, False)
    assert "not there yet; the next command builds it" in done.out
