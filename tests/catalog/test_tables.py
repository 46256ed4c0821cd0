"""The tables belong to a version: whoever changes them gives them another, and a step that leads there."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from deckwright.catalog.build import build
from deckwright.catalog.header import APPLICATION_ID
from deckwright.catalog.migrate import migrate
from deckwright.catalog.versions import STEPS, newest
from tests.catalog.tides import shipment
from tests.catalog.versions import TABLES as PINNED
from tests.catalog.versions import age, pinned, redesign

WHAT_TO_DO = f"""
catalog/tables.py makes other tables than those of version {newest()}, of which users have catalogues.
Put the tables of the next version into tests/catalog/tables/{newest() + 1}.sql, leave {newest()}.sql as it is,
write the step from {newest()} to {newest() + 1} (see catalog/migrate.py) and name it in STEPS in catalog/versions.py.
"""


def described(connection: sqlite3.Connection) -> set[str]:
    """The tables and indexes, a line each thing that matters: not how they are written, nor in which order."""
    names = "SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
    lines = {f"{kind} {name}" for kind, name in connection.execute(names)}
    for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        lines |= set(_columns(connection, table))
        lines |= set(_indexes(connection, table))
        lines |= set(_keys(connection, table))
    return lines


def _columns(connection: sqlite3.Connection, table: str) -> Iterator[str]:
    for _, name, kind, needed, default, key, hidden in connection.execute(f"PRAGMA table_xinfo({table})"):
        yield f"{table}.{name} {kind}, needed {needed}, default {default}, key {key}, hidden {hidden}"


def _indexes(connection: sqlite3.Connection, table: str) -> Iterator[str]:
    for _, name, unique, origin, partial in connection.execute(f"PRAGMA index_list({table})").fetchall():
        columns = [row[2:5] for row in connection.execute(f"PRAGMA index_xinfo({name})") if row[5]]
        own = name if origin == "c" else "of the table's own"
        yield f"{table}: index {own}, unique {unique}, partial {partial}, of {columns}"


def _keys(connection: sqlite3.Connection, table: str) -> Iterator[str]:
    for row in connection.execute(f"PRAGMA foreign_key_list({table})"):
        _, at, to, here, there, on_update, on_delete, match = row
        yield f"{table}.{here} -> {to}.{there} ({at}), {on_update}, {on_delete}, {match}"


def of_file(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return described(connection)


@pytest.fixture(scope="module")
def now(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The tables as they are built."""
    path = tmp_path_factory.mktemp("now") / "tides.db"
    assert build(path, [shipment()])
    return of_file(path)


def of_version(path: Path, version: int) -> Path:
    """A catalogue of a version that holds nothing."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in pinned(version).values():
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {version}")
    return path


def test_the_tables_are_those_of_their_version(now: set[str], tmp_path: Path) -> None:
    then = of_file(of_version(tmp_path / "then.db", newest()))
    assert len(then) > 60
    assert now == then, WHAT_TO_DO


def test_every_version_is_kept_here() -> None:
    kept = sorted(int(path.stem) for path in PINNED.iterdir())
    assert kept == list(range(newest() - len(STEPS), newest() + 1)), WHAT_TO_DO


@pytest.mark.parametrize("version", [*STEPS, newest()])
def test_the_steps_from_each_version_lead_to_the_tables_of_now(
    version: int, now: set[str], tmp_path: Path
) -> None:
    path = of_version(tmp_path / "then.db", version)
    assert (migrate(path) is None) is (version == newest())
    assert of_file(path) == now


def test_a_redesign_leads_there_too(now: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tides.db"
    assert build(path, [shipment()])
    age(path)
    assert len(now - of_file(path)) > 10
    monkeypatch.setitem(STEPS, newest(), redesign)
    assert migrate(path) is not None
    assert of_file(path) == now


CHANGES = [
    "ALTER TABLE deck ADD COLUMN note TEXT",
    "ALTER TABLE card DROP COLUMN assumed",
    "ALTER TABLE card RENAME COLUMN folded TO key_of_name",
    "CREATE TABLE extra (id INTEGER)",
    "DROP TABLE shipped",
    "DROP INDEX card_by_name",
    "CREATE INDEX more ON deck (game)",
    "DROP INDEX card_by_name; CREATE INDEX card_by_name ON card (game, folded)",
    "DROP INDEX card_by_name; CREATE UNIQUE INDEX card_by_name ON card (folded, game)",
    "DROP TABLE user_card; CREATE TABLE user_card (id VARCHAR NOT NULL PRIMARY KEY, game VARCHAR, document TEXT)",
    "DROP TABLE shipped; CREATE TABLE shipped (stamp VARCHAR NOT NULL)",
    "DROP TABLE shipped; CREATE TABLE shipped (stamp INTEGER NOT NULL PRIMARY KEY)",
    "DROP TABLE shipped; CREATE TABLE shipped (stamp VARCHAR NOT NULL DEFAULT '' PRIMARY KEY)",
    "DROP TABLE shipped; CREATE TABLE shipped (stamp VARCHAR NOT NULL PRIMARY KEY REFERENCES game (id))",
]


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_is_seen(change: str, tmp_path: Path) -> None:
    path = of_version(tmp_path / "then.db", newest())
    before = of_file(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(change)
    assert of_file(path) != before


def test_the_order_and_the_spelling_do_not_matter(tmp_path: Path) -> None:
    path = of_version(tmp_path / "then.db", newest())
    before = of_file(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "DROP TABLE user_card;"
            "create table 'user_card' (document TEXT not null, game VARCHAR not null, id VARCHAR not null primary key)"
        )
    assert of_file(path) == before
