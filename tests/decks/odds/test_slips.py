"""Questions not written as questions are: what is said to be meant is a question, and the one that was meant."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.query import QueryError
from deckwright.decks.odds.asking import Odds
from deckwright.decks.odds.errors import NoSuchQuestion
from deckwright.decks.odds.parse import parse_question
from deckwright.decks.odds.slips import in_brackets

Ask = Callable[..., Odds]


@pytest.mark.parametrize(
    ("text", "part", "meant"),
    [
        ("[t:item] => 2", "=>", ">="),
        ("[t:item] =< 2", "=<", "<="),
        ("[t:item] == 2", "==", "="),
        ("[t:item] === 2", "===", "="),
        ("[t:item] <> 2", "<>", "!="),
        ("[t:item] ≥ 2", "≥", ">="),
        ("[t:item] ≤ 2", "≤", "<="),
        ("[t:item] ≠ 2", "≠", "!="),
        ("[t:item] >= two", "two", "2"),
        ("[t:item] = Ten", "Ten", "10"),
        ("[t:item] by turn three", "three", "3"),
        ("[t:item] in five cards", "five", "5"),
        ("[t:item] on turn 3", "on turn 3", "by turn 3"),
        ("[t:item] in turn two", "in turn two", "by turn 2"),
        ("[t:item] before turn 3 using 2", "before turn 3", "by turn 3"),
        ("[t:item] between 2 and 3", "between 2 and 3", "= 2..3"),
        ("[t:item] between one and three", "between one and three", "= 1..3"),
        ("[t:item] at least 2", "at least 2", ">= 2"),
        ("[t:item] AT  MOST two in 9 cards", "AT  MOST two", "<= 2"),
        ("[t:item] exactly 2", "exactly 2", "= 2"),
        ("[t:item] more than 2", "more than 2", "> 2"),
        ("[t:item] fewer than 2", "fewer than 2", "< 2"),
        ("[t:item] less than 2", "less than 2", "< 2"),
        ("[t:item] && [t:trap]", "&&", "and"),
        ("[t:item] || [t:trap]", "||", "or"),
        ("[t:trap] == [t:item]", "==", "="),
    ],
)
def test_what_is_often_written_is_refused_with_what_would_be_right(
    catalogue: Catalogue, text: str, part: str, meant: str
) -> None:
    with pytest.raises(QueryError) as refused:
        parse_question(text, catalogue, "geopals")
    error = refused.value
    assert text[error.at : error.at + error.length] == part
    assert error.suggestions == (meant,)
    parse_question(text.replace(part, meant), catalogue, "geopals")


@pytest.mark.parametrize(
    "text", ["[t:item] >= some", "[t:item] == 2 and [", "[t:item == two", "t:item]", "[t:item)"]
)
def test_of_other_slips_nothing_is_guessed_elsewhere(catalogue: Catalogue, text: str) -> None:
    with pytest.raises(QueryError) as refused:
        parse_question(text, catalogue, "geopals")
    error = refused.value
    assert error.suggestions == () or text[error.at : error.at + error.length] == "=="


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("orb", "[orb]"),
        ("Orb", "[Orb]"),
        ("orbs", "[orb]"),
        ("no orb", "[orb] = 0"),
        ("an orb by turn 3", "[orb] by turn 3"),
        ("2 orbs in 9 cards", "[orb] >= 2 in 9 cards"),
        ("tide berry", "[tide berry]"),
        ("stamina", "[t:stamina]"),
        ("at least 2 stamina", "[t:stamina] >= 2"),
        ("at  most two stamina", "[t:stamina] <= 2"),
        ("exactly one orb", "[orb] = 1"),
        ("fewer than 3 stamina", "[t:stamina] < 3"),
    ],
)
def test_plain_words_are_told_as_a_question_of_the_deck(hand: Ask, text: str, meant: str) -> None:
    asked = hand("tide-and-sky")
    with pytest.raises(NoSuchQuestion) as refused:
        asked.ask(text)
    assert str(refused.value).endswith(f"it names none; did you mean {meant}?")
    assert asked.ask(meant).chance


@pytest.mark.parametrize(
    ("text", "meant"),
    [("stamina >= 2", "[t:stamina] >= 2"), ("t:stamina => 2", "[t:stamina] >= 2"), ("!Orb", "[!Orb]")],
)
def test_a_question_without_its_brackets_is_told_with_them(hand: Ask, text: str, meant: str) -> None:
    with pytest.raises(QueryError) as refused:
        hand("tide-and-sky").ask(text)
    assert refused.value.suggestions == (meant,)


@pytest.mark.parametrize("text", ["xyzzy", "heat berry", "opener"])
def test_words_that_find_no_card_of_the_deck_are_told_the_form(hand: Ask, text: str) -> None:
    with pytest.raises(NoSuchQuestion) as refused:
        hand("tide-and-sky").ask(text)
    assert refused.value.meant == ""
    assert '"[t:TYPE] >= 2"' in str(refused.value)


def test_of_long_texts_no_meaning_is_guessed() -> None:
    assert in_brackets("orb" * 60, lambda query: True)
    assert in_brackets("orb" * 90, lambda query: True) == ""
