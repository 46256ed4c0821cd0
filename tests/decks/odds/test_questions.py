"""Questions: what they say, that they say it again, and what is wrong with those that cannot be read."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.query import QueryError
from deckwright.decks.odds.asking import Odds
from deckwright.decks.odds.errors import OddsError
from deckwright.decks.odds.parse import parse_question

Ask = Callable[..., Odds]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("[t:stamina]", "[type:stamina] >= 1"),
        ("[t:stamina]>=2", "[type:stamina] >= 2"),
        ("[t:stam]", "[type:stamina] >= 1"),
        ("[t:item] + [t:trap] = 1..2", "[type:item] + [type:trap] = 1..2"),
        ("[t:item] != ..2", "[type:item] != ..2"),
        ("[t:item] = 3..", "[type:item] = 3.."),
        ("[t:item] < [t:trap]", "[type:item] < [type:trap]"),
        ("not [t:item] and [t:trap] or []", "not [type:item] >= 1 and [type:trap] >= 1 or [] >= 1"),
        ("not ([t:item] or [t:trap])", "not ([type:item] >= 1 or [type:trap] >= 1)"),
        ("DISTINCT([t:item], [t:trap] >= 2)", "distinct([type:item], [type:trap] >= 2)"),
        ("[t:item] given [t:trap] = 0", "[type:item] >= 1 given [type:trap] = 0"),
        ("[t:item] and [t:trap] in 10 cards", "[type:item] >= 1 and [type:trap] >= 1 in 10 cards"),
        ("[t:item] in 1 card", "[type:item] >= 1 in 1 card"),
        ("([t:item] = 0 in 6 cards) and ([t:item] in 9 cards)", None),
        (
            "[t:item] by turn 3 using 2 given [t:item] = 0",
            "[type:item] >= 1 by turn 3 using 2 given [type:item] = 0",
        ),
        ('[Inji "[medal]"]', '[Inji "[medal]"] >= 1'),
        ("[t:geopal r:ice or (t:trap -rope)]", None),
    ],
)
def test_a_question_says_itself(catalogue: Catalogue, text: str, canonical: str | None) -> None:
    found = parse_question(text, catalogue, "geopals")
    if canonical is not None:
        assert str(found) == canonical
    assert parse_question(str(found), catalogue, "geopals") == found


tests = st.sampled_from(
    [
        "[t:item]",
        "[t:stamina] >= 2",
        "[] = 1..3",
        "[a] + [b c] != 2",
        "[orb] < [rope]",
        "distinct([x], [y] >= 2)",
    ]
)
whens = st.sampled_from(["in 9 cards", "in 1 card", "by turn 2", "by turn 3 using 2"])
written = st.recursive(
    tests,
    lambda inner: st.one_of(
        inner.map(lambda one: f"not ({one})"),
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(
            lambda both: f"({both[0]}) {both[1]} {both[2]}"
        ),
        st.tuples(inner, whens).map(lambda both: f"(({both[0]}) {both[1]})"),
    ),
    max_leaves=6,
)


@settings(max_examples=300)
@given(written, st.none() | written)
def test_any_question_says_itself(catalogue: Catalogue, event: str, given_: str | None) -> None:
    text = event if given_ is None else f"{event} given {given_}"
    found = parse_question(text, catalogue, "geopals")
    assert parse_question(str(found), catalogue, "geopals") == found


@pytest.mark.parametrize(
    ("text", "part", "says"),
    [
        ("", "", "a question asks something"),
        ("t:item", "t:item", "stands in square brackets"),
        ("[t:item", "[", "never closed"),
        ("t:item]", "t:item", "cannot stand here"),
        ("([t:item]", "(", "never closed"),
        ("[t:item])", ")", "closes none"),
        ("[t:item] >=", "", "a number or a query"),
        ("[t:item] >= two", "two", "a whole number"),
        ("[t:item] >= 2.5", "2.5", "a whole number"),
        ("[t:item] = 3..2", "3..2", "wrong way round"),
        ("[t:item] < 1..2", "<", "a range takes"),
        ("[t:item] [t:trap]", "[", '"and" or "or"'),
        ("[t:item] and", "and", "must follow"),
        ("and [t:item]", "and", "in front"),
        ("[t:item] in 5", "", '"cards"'),
        ("[t:item] by turn", "turn", "a number must follow"),
        ("distinct([t:item] = 2)", "=", "a need is"),
        ("distinct", "distinct", "round brackets"),
        ("[t:orb]", "orb", "unknown type"),
        ("[regoin:ice]", "regoin", "unknown field"),
        ("[t:item or]", "or", "on both sides"),
        ('[t:item "x] >= 1', '"', "never closed"),
        ("not " * 60 + "[t:item]", None, "at most 50 levels"),
        ("[a]" + "+[a]" * 700, None, "at most 2,000 characters"),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_place(
    catalogue: Catalogue, text: str, part: str | None, says: str
) -> None:
    with pytest.raises(QueryError, match=says) as refused:
        parse_question(text, catalogue, "geopals")
    error = refused.value
    if part is not None:
        assert text[error.at : error.at + len(part)] == part
        assert 0 <= error.at <= len(text)
        assert error.length == max(len(part), 1)
    assert "^" in str(error)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("[t:stamina] < 3", lambda count: count < 3),
        ("[t:stamina] <= 3", lambda count: count <= 3),
        ("[t:stamina] > 3", lambda count: count > 3),
        ("[t:stamina] != 3", lambda count: count != 3),
        ("[t:stamina] = ..2", lambda count: count <= 2),
        ("[t:stamina] = 2..", lambda count: count >= 2),
        ("[t:stamina] = 2..3", lambda count: count in (2, 3)),
        ("[t:stamina] != 2..3", lambda count: count not in (2, 3)),
        ("[t:stamina] != ..2", lambda count: count > 2),
        ("[t:stamina] + [t:stamina] = 4", lambda count: count == 2),
        ("distinct([t:stamina], [t:stamina] >= 2, [t:stamina] >= 2)", lambda count: count >= 5),
    ],
)
def test_what_operators_mean_of_one_count(hand: Ask, text: str, holds: Callable[[int], bool]) -> None:
    """Six cards of 51, of which 24 count."""
    ways = (comb(24, count) * comb(27, 6 - count) for count in range(7) if holds(count))
    assert hand("tide-and-sky").ask(text).chance == Fraction(sum(ways), comb(51, 6))


@pytest.mark.parametrize("step", ["({})", "not {}"])
def test_brackets_and_not_go_fifty_levels_deep(catalogue: Catalogue, step: str) -> None:
    text = "[t:item]"
    for _ in range(50):
        text = step.format(text)
    assert parse_question(text, catalogue, "geopals")
    with pytest.raises(QueryError, match="at most 50 levels"):
        parse_question(step.format(text), catalogue, "geopals")


PIECES = (
    *'[]()+-,:=<>!"/\\ 0123456789.',
    *(
        "and",
        "or",
        "not",
        "given",
        "distinct",
        "in",
        "cards",
        "by",
        "turn",
        "using",
        "..",
        ">=",
        "!=",
        "t:item",
    ),
    *(
        "[t:stamina]",
        "[t:geopal] >= 1",
        "[]",
        "distinct([t:item], [t:trap])",
        "by turn 3 using 2",
        "in 10 cards",
    ),
    *("é", "\u200b", "“", "漢", "stage>=1", "-", "x" * 30, "9" * 30),
)
GOOD = (
    "[t:stamina] >= 2 and not [t:item] = 1..2",
    "distinct([t:item], [t:trap] >= 2, [t:stamina] >= 3)",
    "([t:geopal] = 0 in 6 cards) and ([t:geopal] by turn 3 using 2) given [t:stamina] < [t:item] + [t:trap]",
    '[!"Orb" or (t:trap -rope)] + [r:ice] != 2.. in 12 cards',
)


def bad_questions(seed: int, number: int) -> Iterator[str]:
    """Strings put together at random, and good questions with a few characters changed."""
    dice = random.Random(seed)
    for _ in range(number):
        if dice.random() < 0.5:
            yield " ".join(dice.choice(PIECES) for _ in range(dice.randint(0, 12)))
            continue
        text = list(dice.choice(GOOD))
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(text) + 1)
            text[at : at + dice.randint(0, 2)] = dice.choice((*PIECES, ""))
        yield "".join(text)


def outcome(asked: Odds, text: str) -> str:
    """Why a question is refused, nothing if it is answered."""
    try:
        answer = asked.ask(text)
    except (QueryError, OddsError) as error:
        return str(error)
    assert answer.chance is not None or answer.inexact
    return ""


def check_no_harm(asked: Odds, texts: Iterator[str]) -> tuple[int, int]:
    """Ask everything; only refusals may come of it, and none may take long. How many were answered, and refused."""
    answered = refused = 0
    for text in texts:
        began = time.monotonic()
        said = outcome(asked, text)
        answered += said == ""
        refused += said != ""
        assert time.monotonic() - began < 20, text
    return answered, refused


def test_bad_questions_are_refused_and_nothing_hangs(hand: Ask) -> None:
    answered, refused = check_no_harm(hand("tide-and-sky"), bad_questions(1, 3_000))
    assert answered > 30
    assert refused > 1_000


@pytest.mark.long
def test_a_hundred_thousand_bad_questions(hand: Ask) -> None:
    answered, refused = check_no_harm(hand("tide-and-sky"), bad_questions(2, 100_000))
    assert answered > 1_000
    assert refused > 30_000
