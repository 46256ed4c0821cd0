"""Laws of the query language, over random queries on a real catalogue file."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckwright.catalog.fields import Field
from deckwright.catalog.game import Game
from deckwright.catalog.query import Query, QueryError, parse
from tests.catalog.query.samples import Shelf, crowd

OPS = (":", "=", "!=", "<", "<=", ">", ">=")
WORDS = (
    "orb",
    "!orb",
    '"a-b"',
    "/^orb/",
    '/"x"$|10/',
    '!"a-b 10"',
    "é",
    "wait...",
    "[medal]",
    "orb,",
    "-",
    "a!b",
)
ABOUT = ("is:holo", "not:holo", "is:assumed", "not:assumed", "is:placeholder", "not:placeholder", "IS=HOLO")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    with closing(crowd().connection(tmp_path_factory.mktemp("crowd"))) as connection:
        yield connection


def _values(game: Game, field: Field) -> Sequence[str]:
    """Values that the field may be asked for, single and listed, right and wrong."""
    declared = [f'"{one}"' for one in (*field.values, *field.special, *field.aliases)]
    by_type = {
        "text": ["ann", '"Ann Ō"', "/n{1,2}/", "a,b", "..", '"10"', "10..3"],
        "code": ["a2", "A10", "3a..b2", "..10", "b2,3A", "/^a/", '"a..b"', "s1..s10", "region"],
        "enum": [*declared, "i", "fi", '"deep sea",fire', "/i/", "grim", "grim,ten", "te"],
        "ordered": [*declared, "c..a", "..s", "mid..", "promo", "s,ss", "lo", "/s/", "b..b"],
        "integer": [
            "0",
            "-2",
            "3",
            "2..5",
            "..-1",
            "4..",
            "2,10",
            "stamina",
            "cost",
            "copies",
            "variable",
            "+3",
        ],
        "date": ["1850", "1850-09", "1850-09-09", "1850..1851", "..1850-10", "0999,1851", "0001", "9999"],
        "card": ["2", "13", "zippo", "reef/S1-2", "Inji", "S1-13", "reef/s1-f3"],
        "set": [*declared, "ice", "ice,fire", "a-b", "été,a-b", '"deep sea",ice,fire', "ETE,ice"],
        "flag": ["yes"],
    }
    if field.id == "game":
        return ["reef", "dune", "reef,dune", "/e/", '"Reef Run"', "r"]
    if field.id == "type":
        return ["fish", "tent,fish", "terr", "swimmer", "/t/", "rider", "to"]
    return by_type[field.type]


@cache
def _pool() -> tuple[str, ...]:
    """Every term that some game can read, of each field, operator and value; and terms that name no field."""
    asked = [*WORDS, *ABOUT]
    for game in crowd().games.values():
        for word, field in game.words.items():
            asked += [f"has:{word}", *(f"{word}{op}{one}" for op in OPS for one in _values(game, field))]
    return tuple(dict.fromkeys(one for one in asked if not isinstance(_outcome(one), QueryError)))


def _outcome(text: str) -> Query | QueryError:
    try:
        return parse(text, crowd())
    except QueryError as error:
        return error


def _joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(inner, min_size=2, max_size=4)
    return st.one_of(
        inner.map("-({})".format),
        several.map(lambda parts: f"({' '.join(parts)})"),
        several.map(lambda parts: f"({' or '.join(parts)})"),
        several.map(lambda parts: " AND ".join(f"({part})" for part in parts)),
    )


def _on_game(term: str) -> bool:
    return term.startswith(("game", "g:", "g=", "g!"))


terms = st.deferred(lambda: st.sampled_from([one for one in _pool() if not _on_game(one)]))
on_games = st.deferred(lambda: st.sampled_from([one for one in _pool() if _on_game(one)]))
queries = st.recursive(terms | terms.map("-{}".format), _joined, max_leaves=12)


def _check(text: str, database: sqlite3.Connection) -> None:
    """All laws of one query."""
    scope = crowd()
    query = parse(text, scope)
    _check_faces(query, scope, database)
    again = parse(str(query), scope)
    assert again == query
    assert str(again) == str(query)
    assert again.explain() == query.explain() != ""
    every = {card.id for card in scope.cards}
    opposite = parse(f"-({query})", scope)
    assert _selected(opposite, database) == every - _selected(query, database)


def _check_faces(query: Query, scope: Shelf, database: sqlite3.Connection) -> None:
    assert _selected(query, database) == {card.id for card in scope.cards if query.match(card)}
    text, bound = query.clause()
    answers = {row[0] for row in database.execute(f"SELECT DISTINCT ({text}) FROM card", bound)}
    assert answers <= {0, 1}


def _selected(query: Query, database: sqlite3.Connection) -> set[str]:
    text, bound = query.clause()
    return {row[0] for row in database.execute(f"SELECT id FROM card WHERE {text}", bound)}


def test_every_term_obeys_the_laws(database: sqlite3.Connection) -> None:
    assert len(_pool()) > 500
    for text in _pool():
        _check(text, database)


def test_every_term_selects_something_or_nothing_by_its_field(database: sqlite3.Connection) -> None:
    found = sum(bool(_selected(parse(text, crowd()), database)) for text in _pool())
    assert found > len(_pool()) / 2


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=queries)
def test_a_query_obeys_the_laws(text: str, database: sqlite3.Connection) -> None:
    _check(text, database)


@pytest.mark.long
@settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=queries)
def test_ten_thousand_queries_obey_the_laws(text: str, database: sqlite3.Connection) -> None:
    _check(text, database)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(one=queries, on_game=on_games, other=queries)
def test_a_query_with_a_term_on_the_game_obeys_the_laws(
    one: str, on_game: str, other: str, database: sqlite3.Connection
) -> None:
    text = f"{one} or -({on_game} {other})"
    # A right term may be unknown to the games that are left.
    if not isinstance(_outcome(text), QueryError):
        _check(text, database)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
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


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(SCRAPS) | st.text(max_size=3), max_size=14).map("".join))
def test_garbage_is_read_or_refused(text: str) -> None:
    _read_or_refuse(text)


@pytest.mark.long
@settings(max_examples=20_000, deadline=None)
@given(st.lists(st.sampled_from(SCRAPS) | st.text(max_size=3), max_size=30).map("".join))
def test_much_garbage_is_read_or_refused(text: str) -> None:
    _read_or_refuse(text)


def _read_or_refuse(text: str) -> None:
    outcome = _outcome(text)
    if isinstance(outcome, QueryError):
        assert outcome.text == text
        assert 0 <= outcome.at <= len(text)
        assert outcome.length >= 1
        assert outcome.problem in str(outcome)
        assert "^" in str(outcome)
        return
    assert parse(str(outcome), crowd()) == outcome
    for card in itertools.islice(crowd().cards, 20):
        with suppress(QueryError):
            outcome.match(card)
