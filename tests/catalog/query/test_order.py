"""The order of a search."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from deckwright.catalog.query import QueryError, order_by
from tests.catalog.query.samples import shelf


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    with closing(shelf().connection(tmp_path_factory.mktemp("shelf"))) as connection:
        yield connection


NATURAL = "dune/S1-1 dune/S1-2 dune/S1-3 1 2 10 13 21 30 77 B2 B10"

SORTED = [
    ("", NATURAL),
    ("id", NATURAL),
    ("-id", "B10 B2 77 30 21 13 10 2 1 dune/S1-3 dune/S1-2 dune/S1-1"),
    ("number", "dune/S1-1 1 dune/S1-2 2 dune/S1-3 10 13 21 30 77 B2 B10"),
    ("-n", "B10 B2 77 30 21 13 10 dune/S1-3 dune/S1-2 2 dune/S1-1 1"),
    ("stamina", "21 2 13 dune/S1-1 dune/S1-2 dune/S1-3 1 10 30 77 B2 B10"),
    ("-stamina", "13 2 21 dune/S1-1 dune/S1-2 dune/S1-3 1 10 30 77 B2 B10"),
    ("rarity", "2 10 dune/S1-1 dune/S1-2 dune/S1-3 1 13 21 30 77 B2 B10"),
    ("-rarity", "10 2 dune/S1-1 dune/S1-2 dune/S1-3 1 13 21 30 77 B2 B10"),
    ("-copies , name", "1 dune/S1-1 dune/S1-3 B10 dune/S1-2 30 2 10 B2 77 13 21"),
    ("-type,-stamina", "B2 1 dune/S1-3 77 B10 dune/S1-2 dune/S1-1 13 2 21 10 30"),
    ("caught", "B10 77 dune/S1-1 dune/S1-2 dune/S1-3 1 2 10 13 21 30 B2"),
]


@pytest.mark.parametrize(("sort", "expected"), SORTED)
def test_sorted(sort: str, expected: str, database: sqlite3.Connection) -> None:
    order = ", ".join(order_by(sort, shelf()))
    rows = [row[0] for row in database.execute(f"SELECT id FROM card ORDER BY {order}")]
    assert [row.removeprefix("reef/S1-") for row in rows] == expected.split()


@pytest.mark.parametrize(("sort", "expected"), [("cost", "2 21 13"), ("-cost", "21 2 13")])
def test_special_values_come_after_numbers(sort: str, expected: str, database: sqlite3.Connection) -> None:
    order = ", ".join(order_by(sort, shelf(), game="reef"))
    sql = f"SELECT number FROM card WHERE game = 'reef' ORDER BY {order} LIMIT 3"
    assert [row[0] for row in database.execute(sql)] == expected.split()


@pytest.mark.parametrize(
    ("sort", "at", "length", "suggestions"),
    [
        ("nmae", 0, 4, ("name",)),
        ("name, -stamna", 7, 6, ("stamina",)),
        ("name,,text", 5, 1, ()),
        ("name,", 5, 1, ()),
        ("-", 1, 1, ()),
        ("name DESC", 0, 9, ("name",)),
        ("name; DROP TABLE card", 0, 21, None),
    ],
)
def test_refused(sort: str, at: int, length: int, suggestions: tuple[str, ...] | None) -> None:
    with pytest.raises(QueryError) as caught:
        order_by(sort, shelf())
    assert (caught.value.at, caught.value.length) == (at, length)
    if suggestions is not None:
        assert caught.value.suggestions[: len(suggestions)] == suggestions
