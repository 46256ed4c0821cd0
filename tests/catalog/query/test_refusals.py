"""What is refused, where the caret stands, and what is offered."""

from __future__ import annotations

import pytest

from deckwright.catalog.query import QueryError, parse
from tests.catalog.query.samples import shelf

REFUSED = [
    # query, the part under the caret as (offset, length), words of the problem, suggestions
    ("regoin:ice", (0, 6), "unknown field 'regoin'", ("region",)),
    ("orb -(regoin:ice)", (6, 6), "unknown field 'regoin'", ("region",)),
    ("game:dune stamina>3", (10, 7), "unknown field 'stamina' in dune", None),
    ("game:dune (orb or grows_from:1)", (18, 10), "unknown field 'grows_from' in dune", ()),
    ("grows-from:13", (0, 10), "unknown field", ("grows_from",)),
    ("is:holy", (3, 4), "unknown field 'holy'", ("holo",)),
    ("is:region", (3, 6), "region is no flag", ()),
    ("is:holo,assumed", (8, 7), "one field", ()),
    ("is!=holo", (2, 2), "write is:FIELD", ()),
    ("has:colour", (4, 6), "unknown field 'colour'", None),
    ("has:regoin", (4, 6), "unknown field 'regoin'", ("region",)),
    ("is:regoin", (3, 6), "unknown field 'regoin'", ()),
    ("t:t", (2, 1), "short for more than one type", ("terrain", "trap", "tool", "tent", "token")),
    ("game:reef t:t", (12, 1), "short for more than one type", ("terrain", "trap", "tool")),
    ("t:terain", (2, 6), "unknown type 'terain'", ("terrain",)),
    ("t=terr", (2, 4), "unknown type 'terr'", None),
    ("region:ice,fier", (11, 4), "unknown region 'fier'", ("Fire",)),
    ("rarity:z", (7, 1), "unknown rarity 'z'", ("C", "B", "A", "S", "SS", "promo")),
    ("rarity>promo", (7, 5), "no place in the order", ()),
    ("source:userr", (7, 5), "unknown source", ("user",)),
    ("game:reff", (5, 4), "unknown game 'reff'", None),
    ("stamina:x", (8, 1), "stamina is a whole number", None),
    ("stamina>1.5", (8, 3), "a whole number", ()),
    ("stamina>artist", (8, 6), "a whole number", None),
    ("stamina>rarity", (8, 6), "a whole number", None),
    ("stamina:3..x", (8, 4), "a whole number", None),
    ("stamina:5..3", (8, 4), "nothing lies from 5 to 3", ("3..5",)),
    ("stamina:..", (8, 2), "a range needs an end", ()),
    ("stamina>2,3", (10, 1), "> takes one value", ()),
    ("stamina:1234567890123456789", (8, 19), "at most 18 digits", ()),
    ("stamina:/3/", (8, 3), "takes no regex", ()),
    ("stamina>/3/", (8, 3), "takes no regex", ()),
    ("region:ice|FIRE", (7, 8), "unknown region 'ice|FIRE'", ("ice,FIRE", "Fire")),
    ("region>ice", (6, 1), "region has no order", ()),
    ("name<b", (4, 1), "name has no order", ()),
    ("name=/b/", (4, 1), "a regex stands behind", ()),
    ("holo:yes", (4, 1), "write is:holo or not:holo", ()),
    ("caught:1850-13", (7, 7), "is no date", ()),
    ("caught:1850-00", (7, 7), "is no date", ()),
    ("caught>=1850-02-00", (8, 10), "is no date", ()),
    ("caught:1850-02-30", (7, 10), "is no date", ()),
    ("grows_from:nobody", (11, 6), "no card is called 'nobody'", ()),
    ("id:dune/S1-99", (3, 10), "no card is called", ()),
    ('text:""', (5, 2), "-has:text", ()),
    ('stamina:" "', (8, 3), "-has:stamina", ()),
    ('orb ""', (4, 2), "an empty phrase", ()),
    ("!¯", (0, 2), "marks do not count", ()),
    # The grammar.
    ("orb)", (3, 1), "this bracket closes none", ()),
    ("(orb", (0, 1), "this bracket is never closed", ()),
    ("a (b (c) d", (2, 1), "this bracket is never closed", ()),
    ('"(" (b', (4, 1), "this bracket is never closed", ()),
    ('("a" b', (0, 1), "this bracket is never closed", ()),
    ("a ()", (3, 1), "nothing stands between", ()),
    ("(a or )", (6, 1), 'must follow "or"', ()),
    ("a or", (2, 2), 'must follow "or"', ()),
    ("a AND", (2, 3), 'must follow "AND"', ()),
    ("or a", (0, 2), 'in front of "or"', ()),
    ("a or and b", (5, 3), 'in front of "and"', ()),
    ("t:", (2, 1), "a value is missing after ':'", ()),
    ("(t: )", (4, 1), "a value is missing after ':'", ()),
    ("t:trap,", (7, 1), "a value is missing after ','", ()),
    ("t:,trap", (2, 5), "a value is missing after ':'", ()),
    ("t:(trap or fish)", (2, 1), "a value has no brackets", ()),
    ("stamina==5", (8, 2), "'==' is no operator", ()),
    ("stamina=>5", (8, 2), "'=>' is no operator", ()),
    ('orb "pit', (4, 1), "this quote is never closed", ()),
    ('!"pit', (1, 1), "this quote is never closed", ()),
    ("o:/draw", (2, 1), "a regex ends with a slash", ()),
    ("/draw/i", (0, 1), "a regex ends with a slash", ()),
    ("[medal", (0, 1), "square brackets come in pairs", ()),
    ("a] b", (1, 1), "square brackets come in pairs", ()),
    ("/[a/", (0, 4), "this is no regex", ()),
    ("o:/(a/", (2, 4), "this is no regex", ()),
    ("/(?:a{200}){200}/", (0, 17), "repeats too much", ()),
    ("orb \ud800", (4, 1), "no text", ()),
    ("orb \0", (4, 1), "no text", ()),
]


@pytest.mark.parametrize(("query", "part", "problem", "suggestions"), REFUSED)
def test_refused(
    query: str, part: tuple[int, int], problem: str, suggestions: tuple[str, ...] | None
) -> None:
    with pytest.raises(QueryError) as caught:
        parse(query, shelf())
    error = caught.value
    assert problem in error.problem
    assert (error.at, error.length) == part
    assert error.text == query
    if suggestions is not None:
        assert error.suggestions == suggestions


@pytest.mark.parametrize(
    "query", ["t:terr", "t:fis", "rarity>=s stamina:x", "region:sand", "max:low", "r:fr"]
)
def test_a_rule_names_values_in_full_and_its_own_game_alone(query: str) -> None:
    with pytest.raises(QueryError):
        parse(query, shelf(), game="reef", whole=True)


def test_a_refusal_shows_the_place() -> None:
    with pytest.raises(QueryError) as caught:
        parse("regoin:ice", shelf())
    assert str(caught.value) == "unknown field 'regoin'\n  regoin:ice\n  ^^^^^^\ndid you mean region?"


def test_the_caret_stands_under_the_part_whatever_stands_before() -> None:
    lines = str(QueryError("日本\té\u0301 t:x y", 8, 1, "unknown")).splitlines()
    assert lines == ["unknown", "  日本 é\u0301 t:x y", "           ^"]


@pytest.mark.parametrize("at", [0, 60, 900, 1_199])
def test_a_long_query_is_shown_around_the_part(at: int) -> None:
    text = "".join(chr(0x61 + place % 26) for place in range(1_200))
    problem, line, carets = str(QueryError(text, at, 1, "here")).splitlines()
    assert problem == "here"
    assert len(line) <= 100
    assert line[carets.index("^")] == text[at]
