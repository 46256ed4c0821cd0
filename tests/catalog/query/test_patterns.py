"""Regexes are bounded in length, repeats and time, in SQL and in Python alike."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from deckwright.catalog.query import QueryError, install, parse, patterns, raising
from tests.catalog.query.samples import REEF, Shelf, card, game, shelf

SLOW = r"^(?:(?:a|b|ab|ba)+)+\d{3}$"


@pytest.fixture
def library() -> Shelf:
    """Cards with names that send a careless pattern on a long way."""
    return Shelf([game(REEF)], [card("reef", str(at), "ab" * 40 + str(at), "fish") for at in range(30)])


@pytest.fixture
def database(library: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    with closing(library.connection(tmp_path_factory.mktemp("slow"))) as connection:
        yield connection


def test_a_slow_pattern_is_stopped_in_sql(library: Shelf, database: sqlite3.Connection) -> None:
    text, bound = parse(f"/{SLOW}/", library).clause()
    start = time.monotonic()
    with pytest.raises(QueryError) as caught, raising():
        database.execute(f"SELECT id FROM card WHERE {text}", bound).fetchall()
    assert time.monotonic() - start < 2
    assert caught.value.problem == "this regex takes too long; make it simpler"
    assert str(caught.value).splitlines()[1:] == [f"  /{SLOW}/", "  " + "^" * (len(SLOW) + 2)]


def test_a_slow_pattern_is_stopped_in_python(library: Shelf) -> None:
    query = parse(f"/{SLOW}/", library)
    with pytest.raises(QueryError, match="takes too long"):
        query.match(library.cards[0])


def test_all_cards_together_have_a_bound(
    library: Shelf, database: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patterns, "SEARCH_SECONDS", 0.0)
    text, bound = parse("/ab/", library).clause()
    with pytest.raises(QueryError, match="takes too long"), raising():
        database.execute(f"SELECT id FROM card WHERE {text}", bound).fetchall()


def test_outside_a_search_slow_cards_together_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "SEARCH_SECONDS", 0.05)
    slow = SLOW + "|outside"
    for text in ("ab" * 40, "outside"):
        with pytest.raises(QueryError, match="takes too long"):
            patterns.found(slow, text)
    assert patterns.found("outside", "outside")


def test_other_errors_pass_through_raising(database: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"), raising():
        database.execute("SELECT * FROM elsewhere")


def test_a_search_after_a_failed_one_is_sound(library: Shelf, database: sqlite3.Connection) -> None:
    for query, found in ((f"/{SLOW}/", None), ("/b1$/", 1)):
        text, bound = parse(query, library).clause()
        try:
            with raising():
                rows = database.execute(f"SELECT id FROM card WHERE {text}", bound).fetchall()
        except QueryError:
            assert found is None
        else:
            assert len(rows) == found


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("fire", "Campfire", True),
        ("^fire", "Campfire", False),
        ("É", "élan", True),
        ("e", "é", False),
        (r"\bof\b", "Reef of 1996", True),
        ("a{3}", "caaat", True),
        (r"\{9\}", "{9}", True),
        ("{", "a{b", True),
        ("(?-i:a)", "A", False),
    ],
)
def test_a_pattern_is_found_in_what_is_printed(pattern: str, text: str, found: bool) -> None:
    assert patterns.found(pattern, text) is found


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("[", "no regex"),
        ("(?P<", "no regex"),
        ("*", "no regex"),
        (r"\L<x>", "no regex"),
        ("a{10001}", "repeats too much"),
        ("(?:a{101}){100}", "repeats too much"),
        ("(?:a{,101}){,100}", "repeats too much"),
        ("a{99999999999999999999}", "repeats too much"),
        ("a(?R)?b", "calls itself"),
        ("(?<x>a(?&x)?b)", "calls itself"),
        ("(a(?1)?b)", "calls itself"),
        ("a" * 501, "at most 500 characters"),
    ],
)
def test_what_is_no_pattern(pattern: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        patterns.compiled(pattern)


@pytest.mark.parametrize("pattern", ["a", "a/b", r"a\/b", r"\\", r"\\/", "/", r"\d/\d", "a\\\\/"])
def test_a_pattern_is_written_as_it_is_read(pattern: str) -> None:
    literal = patterns.written(pattern)
    assert literal[0] == literal[-1] == "/"
    assert patterns.written(patterns.unwritten(literal)) == literal


def test_the_function_reads_nothing_in_nothing() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        install(connection)
        assert connection.execute(
            "SELECT regexp('a', NULL), regexp('a', 'A'), regexp('a', 'b')"
        ).fetchone() == (
            None,
            1,
            0,
        )


def test_shelf_is_searched_by_a_pattern_under_raising() -> None:
    with raising():
        assert [one.name for one in shelf().cards if parse("/^orb$/", shelf()).match(one)] == ["Orb"]
