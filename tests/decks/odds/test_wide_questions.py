"""Questions with many counts at once, of decks too large to look at every hand, against adding up over the counts.

Every count of every kind of card that a hand can have is tried, in as many ways as products of binomials say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckwright.decks.odds.question import (
    Against,
    All,
    Any,
    Between,
    Compare,
    Distinct,
    Event,
    Need,
    Not,
    Sum,
)
from tests.decks.odds.urns import Named, chance, look, stock

LETTERS = "ABCDE"
Counts = Sequence[int]


def added(counted: Sum, counts: Counts) -> int:
    """What a sum comes to in a hand of so many of each letter."""
    held = dict(zip(LETTERS, counts, strict=True))
    return sum(held[letter] for query in counted.queries for letter in str(query))


def holds(event: Event, counts: Counts) -> bool:
    """Whether an event holds of a hand, judged as plainly as can be."""
    match event:
        case Not(part):
            return not holds(part, counts)
        case All(parts):
            return all(holds(part, counts) for part in parts)
        case Any(parts):
            return any(holds(part, counts) for part in parts)
        case Compare(counted, op, number):
            return bool(OPS[op](added(counted, counts), number))
        case Against(counted, op, other):
            return bool(OPS[op](added(counted, counts), added(other, counts)))
        case Between(counted, low, high, op):
            value = added(counted, counts)
            inside = (low is None or low <= value) and (high is None or value <= high)
            return inside is (op == "=")
        case Distinct(needs):
            return served(tuple(str(need.query) for need in needs for _ in range(need.number)), tuple(counts))
    raise AssertionError(event)


@lru_cache(maxsize=1 << 16)
def served(needs: tuple[str, ...], counts: tuple[int, ...]) -> bool:
    """Whether each need finds a card of its own, by trying all ways."""
    if not needs:
        return True
    places = (at for at, letter in enumerate(LETTERS) if letter in needs[0] and counts[at])
    return any(served(needs[1:], (*counts[:at], counts[at] - 1, *counts[at + 1 :])) for at in places)


OPS = {
    "=": int.__eq__,
    "!=": int.__ne__,
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
}


def hands(held: Counts, hand: int) -> Iterator[tuple[Counts, int]]:
    """Every count of each letter that a hand can have, and in how many ways it can."""
    for counts in product(*(range(min(one, hand) + 1) for one in held)):
        if sum(counts) == hand:
            yield counts, prod(map(comb, held, counts))


def by_counts(held: Counts, hand: int, event: Event) -> Fraction:
    """The chance by adding up over all counts."""
    good = sum(ways for counts, ways in hands(held, hand) if holds(event, counts))
    return Fraction(good, comb(sum(held), hand))


QUERIES = [Named("".join(letters)) for size in (1, 2, 3) for letters in combinations(LETTERS, size)]
sums = st.lists(st.sampled_from(QUERIES), min_size=1, max_size=2).map(lambda found: Sum(tuple(found)))
ops = st.sampled_from(list(OPS))
ends = st.none() | st.integers(0, 4)
leaves: st.SearchStrategy[Event] = st.one_of(
    st.builds(Compare, sums, ops, st.integers(0, 5)),
    st.builds(Between, sums, ends, ends, st.sampled_from(["=", "!="])),
    st.builds(Against, sums, ops, sums),
    st.lists(st.builds(Need, st.sampled_from(QUERIES), st.integers(1, 2)), min_size=2, max_size=3).map(
        lambda needs: Distinct(tuple(needs))
    ),
)


def nested(pool: Sequence[Event]) -> st.SearchStrategy[Event]:
    """Events over a few tests, each of which may come up again and again, at any depth."""

    def one_level_more(inner: st.SearchStrategy[Event]) -> st.SearchStrategy[Event]:
        parts = st.lists(inner, min_size=2, max_size=3).map(tuple)
        return st.one_of(st.builds(All, parts), st.builds(Any, parts), st.builds(Not, inner))

    return st.recursive(st.sampled_from(pool), one_level_more, max_leaves=9)


events = st.lists(leaves, min_size=3, max_size=5).flatmap(nested)
deck = st.lists(st.integers(2, 4), min_size=5, max_size=5)


@settings(max_examples=100)
@given(deck, st.integers(4, 9), events)
def test_agrees_with_adding_up_over_the_counts(held: list[int], hand: int, event: Event) -> None:
    cards = dict(zip(LETTERS, held, strict=True))
    assert chance(look(stock(**cards), hand), event) == by_counts(held, hand, event)


@pytest.mark.long
@settings(max_examples=5_000)
@given(deck, st.integers(4, 9), events)
def test_agrees_with_adding_up_over_the_counts_often(held: list[int], hand: int, event: Event) -> None:
    cards = dict(zip(LETTERS, held, strict=True))
    assert chance(look(stock(**cards), hand), event) == by_counts(held, hand, event)


OVERLAPPING: tuple[Event, ...] = tuple(
    Compare(Sum((Named(pair),)), op, number)
    for pair, op, number in (("AB", ">=", 2), ("BC", "<=", 3), ("CD", "=", 3), ("DE", "!=", 1))
)
FIRST, SECOND, THIRD, FOURTH = OVERLAPPING


@pytest.mark.parametrize(
    "event",
    [
        All(OVERLAPPING),
        Any(OVERLAPPING),
        All((Any((FIRST, SECOND)), Any((SECOND, THIRD)), Any((FIRST, THIRD)))),
        Any((All((FIRST, SECOND)), All((SECOND, THIRD)), All((FIRST, THIRD)))),
        All((Any((All((FIRST, THIRD)), FOURTH)), Any((All((SECOND, FOURTH)), FIRST)))),
        Any((All((Any((FIRST, THIRD)), FOURTH)), All((Any((SECOND, FOURTH)), FIRST)))),
        Not(All((Any((Not(FIRST), All((SECOND, Not(THIRD))))), FOURTH))),
    ],
    ids=["all", "any", "two of three", "any two", "all of any of all", "any of all of any", "not"],
)
def test_counts_that_overlap(event: Event) -> None:
    """Each count is still open while the next begins."""
    assert chance(look(stock(A=4, B=4, C=4, D=4, E=4), 8), event) == by_counts([4] * 5, 8, event)


@pytest.mark.parametrize(
    "needs",
    [
        (("AB", 1), ("BC", 1)),
        (("AB", 2), ("BC", 1)),
        (("A", 1), ("AB", 1), ("ABC", 1)),
        (("AB", 1), ("CD", 1), ("BC", 1)),
        (("AB", 1), ("AB", 1)),
        (("A", 1), ("B", 2)),
    ],
)
def test_no_card_serves_two_needs(needs: tuple[tuple[str, int], ...]) -> None:
    event = Distinct(tuple(Need(Named(letters), number) for letters, number in needs))
    assert chance(look(stock(A=2, B=2, C=2, D=2, E=4), 4), event) == by_counts([2, 2, 2, 2, 4], 4, event)
