"""Catalogue files made by somebody else: what would run as they are read or written is refused, and nothing runs."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from deckwright.catalog.connection import guard, reader
from tests.faults.harm import asked
from tests.faults.runs import run
from tests.faults.some import some

SCHEMES = {
    "trigger": "CREATE TRIGGER evil AFTER INSERT ON deck BEGIN DELETE FROM deck; DELETE FROM deck_entry; END",
    "instead": "CREATE VIEW cards AS SELECT * FROM card;"
    "CREATE TRIGGER evil INSTEAD OF INSERT ON cards BEGIN DELETE FROM card; END",
    "endless view": "ALTER TABLE game RENAME TO games; CREATE VIEW game AS WITH RECURSIVE n(id) AS"
    " (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, '' AS name, '{}' AS document, 1 AS shipped,"
    " '' AS digest, id AS position FROM n",
    "a file read": "CREATE VIEW secrets AS SELECT readfile('/etc/passwd') AS text",
    "virtual table": "CREATE VIRTUAL TABLE found USING fts5(name)",
}

HARMS = [
    ("UPDATE game SET document = '{'", "damaged"),
    ("UPDATE game SET document = '[]'", "damaged"),
    ("UPDATE game SET document = replace(hex(zeroblob(100000)), '00', '[')", "damaged"),
    ("UPDATE card SET fields = '[]'", "damaged"),
    ("UPDATE card SET fields = x'ff', name = x'ff'", "damaged"),
    ("DROP TABLE card", "cannot be read"),
]

COMMANDS = [
    ["games"],
    ["cards", "orb"],
    ["validate", "tide-and-sky"],
    ["deal", "tide-and-sky"],
    ["deck", "save", "tide-and-sky", "--as", "mine"],
    ["import", "cards.csv", "--game", "geopals"],
]


@pytest.mark.parametrize("name", some(SCHEMES, 2))
def test_what_would_run_is_refused(name: str, catalogue: Path, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("set,number,name,type\nown,1,Mine,item\n")
    with closing(sqlite3.connect(catalogue)) as connection:
        connection.executescript(SCHEMES[name])
    before = catalogue.read_bytes()
    for args in COMMANDS:
        done = run("--catalog", catalogue, *args, cwd=tmp_path, patience=10).sound()
        assert done.status == 2
        assert "holds triggers, views or virtual tables" in done.err
    assert catalogue.read_bytes() == before


def test_doctor_says_so(catalogue: Path) -> None:
    with closing(sqlite3.connect(catalogue)) as connection:
        connection.execute(SCHEMES["trigger"])
    done = run("--catalog", catalogue, "doctor").sound()
    assert done.status != 0
    assert "triggers" in done.out + done.err


@pytest.mark.parametrize(("harm", "refused"), some(HARMS, 2, several=True))
def test_what_makes_no_sense_is_damage(harm: str, refused: str, catalogue: Path) -> None:
    with closing(sqlite3.connect(catalogue)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(harm)
    for args in (["cards", "g:geopals"], ["validate", "tide-and-sky"], ["rules", "geopals"], ["show", "orb"]):
        done = run("--catalog", catalogue, *args).sound()
        assert done.status in (0, 2)
        assert done.status == 0 or refused in done.err or "no game" in done.err, done
    assert run("--catalog", catalogue, "cards", "g:geopals").status == 2


def test_the_reader_trusts_nothing(shipped: Path) -> None:
    with closing(reader(shipped)) as connection:
        assert connection.execute("PRAGMA query_only").fetchone() == (1,)
        assert connection.execute("PRAGMA trusted_schema").fetchone() == (0,)
        if sys.version_info >= (3, 12):
            assert connection.getconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE)
        with pytest.raises(sqlite3.OperationalError, match="attempt to write"):
            connection.execute("DELETE FROM card")


def test_an_unsafe_function_in_an_index_does_not_run(catalogue: Path) -> None:
    """A schema may call functions of the program; ours are told apart from SQLite's own as not to be trusted."""
    with closing(sqlite3.connect(catalogue)) as connection:
        connection.create_function("regexp", 2, lambda *_: 1, deterministic=True)
        connection.execute("CREATE INDEX evil ON card (regexp('x', name))")
    with closing(sqlite3.connect(catalogue)) as connection:
        called: list[object] = []
        connection.create_function("regexp", 2, lambda *given: called.append(given), deterministic=True)
        with pytest.raises(sqlite3.DatabaseError, match="unsafe use"):
            guard(connection)
        assert not called


def test_nothing_of_it_reached_the_decks(catalogue: Path) -> None:
    assert run("--catalog", catalogue, "deck", "save", "tide-and-sky", "--as", "kept").status == 0
    with closing(sqlite3.connect(catalogue)) as connection:
        connection.executescript(SCHEMES["trigger"])
    run("--catalog", catalogue, "deck", "save", "ember-and-root", "--as", "lost").sound()
    assert asked(catalogue, "SELECT name FROM deck") == [("kept",)]
