"""Terms of every field, operator and value of some games, and the laws that each query keeps."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from deckwright.catalog.fields import Field
from deckwright.catalog.game import Game
from deckwright.catalog.query import Query, QueryError, parse
from tests.catalog.query.samples import Shelf

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


def values(game: Game, field: Field) -> Sequence[str]:
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
        return [game.id, f'"{game.name}"', game.id[:2], "/e/", f"{game.id},reef", "dune"]
    if field.id == "type":
        return [*declared, "tent,fish", "terr", "/t/", "to"]
    return by_type[field.type]


def pool(scope: Shelf) -> tuple[str, ...]:
    """Every term that some game can read, of each field, operator and value; and terms that name no field."""
    asked = [*WORDS, *ABOUT]
    for game in scope.games.values():
        for word, field in game.words.items():
            asked += [f"has:{word}", *(f"{word}{op}{one}" for op in OPS for one in values(game, field))]
    return tuple(dict.fromkeys(one for one in asked if not isinstance(outcome(one, scope), QueryError)))


def outcome(text: str, scope: Shelf) -> Query | QueryError:
    """The query that the text says, or why it says none."""
    try:
        return parse(text, scope)
    except QueryError as error:
        return error


def check(text: str, scope: Shelf, database: sqlite3.Connection) -> None:
    """All laws of one query."""
    query = parse(text, scope)
    _check_faces(query, scope, database)
    again = parse(str(query), scope)
    assert again == query
    assert str(again) == str(query)
    assert again.explain() == query.explain() != ""
    every = {card.id for card in scope.cards}
    opposite = parse(f"-({query})", scope)
    assert selected(opposite, database) == every - selected(query, database)


def _check_faces(query: Query, scope: Shelf, database: sqlite3.Connection) -> None:
    assert selected(query, database) == {card.id for card in scope.cards if query.match(card)}
    text, bound = query.clause()
    answers = {row[0] for row in database.execute(f"SELECT DISTINCT ({text}) FROM card", bound)}
    assert answers <= {0, 1}


def selected(query: Query, database: sqlite3.Connection) -> set[str]:
    """The ids of the cards that the query's SQL selects."""
    text, bound = query.clause()
    return {row[0] for row in database.execute(f"SELECT id FROM card WHERE {text}", bound)}
