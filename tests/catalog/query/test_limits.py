"""How long, how wide and how deep a query may be, and that the longest, widest and deepest run."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from deckwright.catalog.query import QueryError, parse
from deckwright.catalog.query.outline import DEEPEST, MOST_TERMS
from deckwright.catalog.query.syntax import LONGEST
from tests.catalog.query.samples import shelf


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    with closing(shelf().connection(tmp_path_factory.mktemp("shelf"))) as connection:
        yield connection


def _staircase(step: str, depth: int) -> str:
    """`step` within itself: `(a or {})` as `(a or (a or ...))`."""
    text = "orb"
    for _ in range(depth):
        text = step.format(text)
    return text


def _bush(depth: int) -> str:
    """A full binary tree of `or` and `and`, each negated, on a stair as deep as a query may be."""
    text = "t:te"
    for level in range(depth):
        text = f"-({text} {'or' if level % 2 else 'and'} {text})"
    return text


WITHIN = {
    "characters": "x" * LONGEST,
    "terms": " ".join(["x"] * MOST_TERMS),
    "either": " or ".join(["x"] * MOST_TERMS),
    "values": "o:" + ",".join(chr(0x4E00 + at) for at in range(MOST_TERMS)),
    "brackets": "(" * DEEPEST + "orb" + ")" * DEEPEST,
    "negations": _staircase("-({})", DEEPEST),
    "right": _staircase("(a (b or {}))", DEEPEST // 2),
    "left": _staircase("(({} or b) a)", DEEPEST // 2),
    "middle": _staircase("-(b or -(a {} c) or d)", DEEPEST // 2),
    "per game": _staircase("-(t:te {} region!=sand,fire)", DEEPEST),
    "sets": _staircase("-(tags<=a,b {} weak>ice)", 40),
    "repeats": "/(?:a{100}){100}|orb/",
    "bush": _bush(7),
    "bush on a stair": _staircase("-(a {} b)", DEEPEST - 6).replace("orb", _bush(6)),
}


@pytest.mark.parametrize("query", WITHIN.values(), ids=WITHIN.keys())
def test_within_the_limits(query: str, database: sqlite3.Connection) -> None:
    read = parse(query, shelf())
    text, bound = read.clause()
    rows = database.execute(f"SELECT id FROM card WHERE {text} AND ({text} OR id = '')", bound * 2)
    assert {row[0] for row in rows} == {card.id for card in shelf().cards if read.match(card)}
    assert parse(str(read), shelf()) == read


BEYOND = {
    "characters": ("x" * (LONGEST + 1), LONGEST, "at most 2,000 characters, not 2,001"),
    "terms": (" ".join(["x"] * (MOST_TERMS + 1)), 2 * MOST_TERMS, "at most 200 terms"),
    "values": ("t:" + ",".join("x" * (MOST_TERMS + 1)), 2 + 2 * MOST_TERMS, "at most 200 terms"),
    "repeats": ("/(?:a{100}){101}/", 0, "more than 10,000"),
    "brackets": ("(" * (DEEPEST + 1) + "x" + ")" * (DEEPEST + 1), DEEPEST, "at most 50 levels"),
    "many brackets": ("(" * 999 + "x" + ")" * 999, DEEPEST, "at most 50 levels"),
    "negations": (_staircase("-({})", DEEPEST + 1), 2 * DEEPEST + 1, "at most 50 levels"),
}


@pytest.mark.parametrize(("query", "at", "problem"), BEYOND.values(), ids=BEYOND.keys())
def test_beyond_the_limits(query: str, at: int, problem: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse(query, shelf())
    assert problem in caught.value.problem
    assert caught.value.at == at
