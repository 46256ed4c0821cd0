"""Laws of the query language, over random queries on a real catalogue file."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckwright.catalog.query import QueryError, parse
from tests.catalog.query.laws import check, outcome, pool, selected
from tests.catalog.query.samples import crowd

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    with closing(crowd().connection(tmp_path_factory.mktemp("crowd"))) as connection:
        yield connection


def _joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(inner, min_size=2, max_size=4)
    return st.one_of(
        inner.map("-({})".format),
        several.map(lambda parts: f"({' '.join(parts)})"),
        several.map(lambda parts: f"({' or '.join(parts)})"),
        several.map(lambda parts: " AND ".join(f"({part})" for part in parts)),
    )


@cache
def _terms() -> tuple[str, ...]:
    return pool(crowd())


def _on_game(term: str) -> bool:
    return term.startswith(("game", "g:", "g=", "g!"))


terms = st.deferred(lambda: st.sampled_from([one for one in _terms() if not _on_game(one)]))
on_games = st.deferred(lambda: st.sampled_from([one for one in _terms() if _on_game(one)]))
queries = st.recursive(terms | terms.map("-{}".format), _joined, max_leaves=12)


def test_every_term_obeys_the_laws(database: sqlite3.Connection) -> None:
    assert len(_terms()) > 500
    for text in _terms():
        check(text, crowd(), database)


def test_every_term_selects_something_or_nothing_by_its_field(database: sqlite3.Connection) -> None:
    found = sum(bool(selected(parse(text, crowd()), database)) for text in _terms())
    assert found > len(_terms()) / 2


@settings(max_examples=300, suppress_health_check=SLOW)
@given(text=queries)
def test_a_query_obeys_the_laws(text: str, database: sqlite3.Connection) -> None:
    check(text, crowd(), database)


@pytest.mark.long
@settings(max_examples=10_000, suppress_health_check=SLOW)
@given(text=queries)
def test_ten_thousand_queries_obey_the_laws(text: str, database: sqlite3.Connection) -> None:
    check(text, crowd(), database)


@settings(max_examples=200, suppress_health_check=SLOW)
@given(one=queries, on_game=on_games, other=queries)
def test_a_query_with_a_term_on_the_game_obeys_the_laws(
    one: str, on_game: str, other: str, database: sqlite3.Connection
) -> None:
    text = f"{one} or -({on_game} {other})"
    # A right term may be unknown to the games that are left.
    if not isinstance(outcome(text, crowd()), QueryError):
        check(text, crowd(), database)


@settings(max_examples=200, suppress_health_check=SLOW)
@given(text=queries, game=st.sampled_from(["reef", "dune"]), whole=st.booleans())
def test_a_query_read_in_one_game_obeys_the_laws(
    text: str, game: str, whole: bool, database: sqlite3.Connection
) -> None:
    try:
        query = parse(text, crowd(), game=game, whole=whole)
    except QueryError:
        return
    of_game = [card for card in crowd().cards if card.game == game]
    clause, bound = query.clause()
    rows = database.execute(f"SELECT id FROM card WHERE game = ? AND {clause}", [game, *bound])
    assert {row[0] for row in rows} == {card.id for card in of_game if query.match(card)}
    assert parse(str(query), crowd(), game=game, whole=whole) == query
    with suppress(QueryError):
        wide = parse(f"game:{game} ({text})", crowd())
        if not whole:
            assert [wide.match(card) for card in of_game] == [query.match(card) for card in of_game]


SCRAPS = [
    "(",
    ")",
    '"',
    "“",
    "-",
    "!",
    "/",
    "\\",
    "[",
    "]",
    ",",
    "..",
    ":",
    "=",
    "!=",
    "<",
    ">=",
    " ",
    "or",
    "and",
    "\n",
]
SCRAPS += [
    "t",
    "region",
    "cost",
    "is",
    "not",
    "has",
    "holo",
    "ice",
    "orb",
    "1",
    "-2",
    "1850",
    "é",
    "{",
    "*",
    "+",
    "?",
    "\0",
]


@settings(max_examples=500)
@given(st.lists(st.sampled_from(SCRAPS) | st.text(max_size=3), max_size=14).map("".join))
def test_garbage_is_read_or_refused(text: str) -> None:
    _read_or_refuse(text)


@pytest.mark.long
@settings(max_examples=20_000)
@given(st.lists(st.sampled_from(SCRAPS) | st.text(max_size=3), max_size=30).map("".join))
def test_much_garbage_is_read_or_refused(text: str) -> None:
    _read_or_refuse(text)


def _read_or_refuse(text: str) -> None:
    found = outcome(text, crowd())
    if isinstance(found, QueryError):
        assert found.text == text
        assert 0 <= found.at <= len(text)
        assert found.length >= 1
        assert found.problem in str(found)
        assert "^" in str(found)
        return
    assert parse(str(found), crowd()) == found
    for card in itertools.islice(crowd().cards, 20):
        with suppress(QueryError):
            found.match(card)
