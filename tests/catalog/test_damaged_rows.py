"""Rows that SQLite holds and no catalogue does are told as damage, whatever is asked of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from deckwright.catalog.build import build
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.errors import CatalogueError
from deckwright.catalog.shelf import store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "catalogue.db"
    assert build(path)
    assert store(path, "mine", "geopals", "", ()) == 1
    return path


def harm(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(sql)


@pytest.mark.parametrize(
    ("sql", "ask"),
    [
        ("UPDATE deck SET saved_at = 'x'", Catalogue.saved),
        ("UPDATE deck SET saved_at = '2026-01-01'", Catalogue.saved),
        ("UPDATE deck SET name = x'616263'", Catalogue.saved),
        ("UPDATE deck SET version = 'one'", Catalogue.saved),
        ("UPDATE card SET type = '-1'", lambda catalogue: catalogue.cards("geopals")),
        ("UPDATE card SET name = x'616263'", lambda catalogue: catalogue.cards("geopals")),
        ("UPDATE card SET copies = 'many'", lambda catalogue: catalogue.cards("geopals")),
        ("UPDATE card_type SET game = 'x' || game", lambda catalogue: catalogue.counts("geopals")),
    ],
)
def test_a_row_that_makes_no_sense_is_damage(
    path: Path, sql: str, ask: Callable[[Catalogue], object]
) -> None:
    with Catalogue.open(path) as catalogue:
        assert ask(catalogue)
    harm(path, sql)
    with Catalogue.open(path) as catalogue, pytest.raises(CatalogueError, match="is damaged"):
        ask(catalogue)


@pytest.mark.parametrize("kind", ["VIRTUAL", "STORED"])
def test_computed_columns_are_refused(path: Path, kind: str) -> None:
    harm(path, "DROP TABLE shipped")
    harm(
        path, f"CREATE TABLE shipped (stamp TEXT PRIMARY KEY, big GENERATED ALWAYS AS (stamp || 'x') {kind})"
    )
    with pytest.raises(CatalogueError, match="columns that are computed"):
        Catalogue.open(path)


def test_an_exact_id_comes_before_a_name(path: Path) -> None:
    first, *_, last = _ids(path)
    harm(path, f"UPDATE game SET name = '{last}' WHERE id = '{first}'")
    with Catalogue.open(path) as catalogue:
        assert catalogue.find_game(last).id == last
        assert catalogue.find_game(last.upper()).id == first


def _ids(path: Path) -> tuple[str, ...]:
    with Catalogue.open(path) as catalogue:
        return catalogue.game_ids()
