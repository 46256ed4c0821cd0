"""The exact engine against looking at every hand, and the laws that any right answer keeps."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckwright.decks.odds import exact
from deckwright.decks.odds.errors import NotExact, TooMuchOverlap
from deckwright.decks.odds.question import (
    Against,
    All,
    Any,
    Between,
    Compare,
    Distinct,
    Event,
    InCards,
    Need,
    Not,
    Question,
    Sum,
    Within,
)
from deckwright.decks.odds.run import Run
from deckwright.decks.odds.stock import Part
from tests.decks.odds.urns import Named, blend, cards, chance, count, look, looks, stock

LETTERS = "ABCDEF"


def happens(event: Event, order: Sequence[str], hand: int) -> bool:
    """Whether an event happens for cards in this order, judged as plainly as can be."""
    seen = order[:hand]
    match event:
        case Within(part, InCards(cards_)):
            return happens(part, order, min(cards_, len(order)))
        case Not(part):
            return not happens(part, order, hand)
        case All(parts):
            return all(happens(part, order, hand) for part in parts)
        case Any(parts):
            return any(happens(part, order, hand) for part in parts)
        case Distinct(needs):
            return served([letters(need.query) for need in needs for _ in range(need.number)], list(seen))
        case Compare(counted, op, number):
            return bool(OPS[op](added(counted, seen), number))
        case Against(counted, op, other):
            return bool(OPS[op](added(counted, seen), added(other, seen)))
        case Between(counted, low, high, op):
            value = added(counted, seen)
            inside = (low or 0) <= value and (high is None or value <= high)
            return inside is (op == "=")
    raise AssertionError(event)


OPS = {
    "=": int.__eq__,
    "!=": int.__ne__,
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
}


def added(counted: Sum, seen: Sequence[str]) -> int:
    return sum(card in letters(query) for query in counted.queries for card in seen)


def letters(query: object) -> str:
    assert isinstance(query, Named)
    return query.letters


def served(needs: list[str], free: list[str]) -> bool:
    """Whether each need finds a card of its own, by trying all ways."""
    if not needs:
        return True
    first, *rest = needs
    fitting = dict.fromkeys(card for card in free if card in first)
    return any(served(rest, without(free, card)) for card in fitting)


def without(free: list[str], card: str) -> list[str]:
    left = list(free)
    left.remove(card)
    return left


def orders(deck: list[str], hands: Sequence[int]) -> Iterator[list[str]]:
    """Orders of a deck, each as likely as the others, that differ in what lies between the hand sizes."""
    if not hands:
        yield deck
        return
    first, *rest = sorted(set(hands))
    for chosen in itertools.combinations(range(len(deck)), first):
        left = [card for at, card in enumerate(deck) if at not in chosen]
        for tail in orders(left, [size - first for size in rest]):
            yield [*(deck[at] for at in chosen), *tail]


def looked(deck: list[str], hand: int, event: Event, given_: Event | None) -> Fraction | None:
    """The chance by looking at all orders; None if what is given never happens."""
    sizes = {hand, *(cards_ for one in (event, given_) if one is not None for cards_ in sizes_of(one))}
    every = list(orders(deck, sorted({min(size, len(deck)) for size in sizes})))
    kept = [order for order in every if given_ is None or happens(given_, order, hand)]
    if not kept:
        return None
    return Fraction(sum(happens(event, order, hand) for order in kept), len(kept))


def sizes_of(event: Event) -> Iterator[int]:
    match event:
        case Within(part, InCards(cards_)):
            yield cards_
            yield from sizes_of(part)
        case Not(part):
            yield from sizes_of(part)
        case All(parts) | Any(parts):
            for part in parts:
                yield from sizes_of(part)


queries = st.text(LETTERS, min_size=0, max_size=4).map(lambda text: Named("".join(sorted(set(text)))))


def events(pool: list[Named], sizes: list[int]) -> st.SearchStrategy[Event]:
    """Events over a few overlapping queries."""
    sums = st.lists(st.sampled_from(pool), min_size=1, max_size=3).map(lambda found: Sum(tuple(found)))
    ops = st.sampled_from(list(OPS))
    needs = st.builds(Need, st.sampled_from(pool), st.integers(1, 3))
    leaves = st.one_of(
        st.builds(Compare, sums, ops, st.integers(0, 5)),
        st.builds(
            Between, sums, st.integers(0, 2), st.none() | st.integers(2, 5), st.sampled_from(["=", "!="])
        ),
        st.builds(Against, sums, ops, sums),
        st.lists(needs, min_size=1, max_size=4).map(lambda found: Distinct(tuple(found))),
    )
    staged = st.one_of(leaves, st.builds(Within, leaves, st.sampled_from(sizes).map(InCards)))
    return st.recursive(
        staged,
        lambda inner: st.one_of(
            st.builds(Not, inner),
            st.lists(inner, min_size=2, max_size=3).map(lambda found: All(tuple(found))),
            st.lists(inner, min_size=2, max_size=3).map(lambda found: Any(tuple(found))),
        ),
        max_leaves=4,
    )


@st.composite
def asked(draw: st.DrawFn, most: int = 12) -> tuple[dict[str, int], int, Event, Event | None]:
    """A deck of at most `most` cards, a hand, an event over up to four queries, and what is given."""
    counts = draw(st.dictionaries(st.sampled_from(LETTERS), st.integers(1, 4), min_size=1, max_size=6))
    while sum(counts.values()) > most:
        counts.pop(next(iter(counts)))
    size = sum(counts.values())
    hand = draw(st.integers(0, size))
    pool = draw(st.lists(queries, min_size=1, max_size=4))
    found = events(pool, [draw(st.integers(0, size + 1))])
    return counts, hand, draw(found), draw(st.none() | found)


def check_enumeration(case: tuple[dict[str, int], int, Event, Event | None]) -> None:
    counts, hand, event, given_ = case
    expected = looked(cards(counts), hand, event, given_)
    if expected is None:
        assert given_ is not None
        assert chance(look(stock(**counts), hand), given_) == 0
    else:
        assert chance(look(stock(**counts), hand), event, given_) == expected


@settings(max_examples=70)
@given(asked(most=8))
def test_agrees_with_looking_at_every_hand(case: tuple[dict[str, int], int, Event, Event | None]) -> None:
    check_enumeration(case)


@pytest.mark.long
@settings(max_examples=4_000)
@given(asked())
def test_agrees_with_looking_at_every_hand_of_twelve(
    case: tuple[dict[str, int], int, Event, Event | None],
) -> None:
    check_enumeration(case)


def unstaged(event: Event) -> Event:
    """The event with all of it asked of the hand."""
    match event:
        case Within(part, _):
            return unstaged(part)
        case Not(part):
            return Not(unstaged(part))
        case All(parts):
            return All(tuple(map(unstaged, parts)))
        case Any(parts):
            return Any(tuple(map(unstaged, parts)))
    return event


@settings(max_examples=40)
@given(asked(most=6), st.integers(0, 4), st.integers(0, 3), st.integers(0, 3))
def test_piles_that_were_drawn_themselves(
    case: tuple[dict[str, int], int, Event, Event | None], first: int, second: int, hand: int
) -> None:
    """A hand out of cards drawn from two heaps and shuffled together, against doing just that in every way."""
    counts, _, asked_event, _ = case
    event = unstaged(asked_event)
    one, other = stock(**counts), stock(A=1, C=1, F=2)
    first, second = min(first, one.size), min(second, other.size)
    hand = min(hand, first + second)
    found = chance(look(blend(Part(one, first), Part(other, second)), hand), event)
    hits = total = 0
    for left in itertools.combinations(cards(counts), first):
        for right in itertools.combinations(list("ACFF"), second):
            for held in itertools.combinations([*left, *right], hand):
                total += 1
                hits += happens(event, held, hand)
    assert found == Fraction(hits, total)


def test_two_hands_together() -> None:
    """Of 3 of 5 and 1 of 2: independent draws, so the chances multiply."""
    seen = looks(Part(stock(A=2, X=3), 3), Part(stock(B=1, Y=1), 1))
    assert chance(seen, All((count("A", ">=", 1), count("B", "=", 1)))) == Fraction(9, 10) * Fraction(1, 2)
    assert chance(seen, count("AB", "=", 3)) == Fraction(3, 10) * Fraction(1, 2)


@settings(max_examples=40)
@given(asked())
def test_a_distribution_sums_to_exactly_one(case: tuple[dict[str, int], int, Event, Event | None]) -> None:
    counts, hand, *_ = case
    counted = Sum((Named("AB"), Named("BC")))
    run = Run(look(stock(**counts), hand), Question(Compare(counted, ">=", 1)))
    form = run.compiler.form(counted)
    found = exact.distribution(run.parts, form)
    assert sum(found.values()) == 1
    assert sum(value * share for value, share in found.items()) == exact.expected(run.parts, form)


def test_the_mean_of_piles_that_were_drawn_themselves() -> None:
    blended = blend(Part(stock(A=3, B=5), 4), Part(stock(A=1, X=6), 3))
    run = Run(look(blended, 5), Question(count("A", ">=", 1)))
    form = run.compiler.form(Sum((Named("A"),)))
    found = exact.distribution(run.parts, form)
    assert exact.expected(run.parts, form) == Fraction(5, 7) * (4 * Fraction(3, 8) + 3 * Fraction(1, 7))
    assert exact.expected(run.parts, form) == sum(value * share for value, share in found.items())


@settings(max_examples=40)
@given(asked())
def test_an_event_and_its_opposite_sum_to_exactly_one(
    case: tuple[dict[str, int], int, Event, Event | None],
) -> None:
    counts, hand, event, _ = case
    seen = look(stock(**counts), hand)
    assert chance(seen, event) + chance(seen, Not(event)) == 1


@given(st.integers(1, 20), st.integers(0, 20), st.integers(0, 12), st.integers(1, 4))
def test_more_copies_and_more_cards_seen_are_never_worse(
    copies: int, others: int, hand: int, least: int
) -> None:
    hand = min(hand, copies + others)
    event = count("A", ">=", least)
    base = chance(look(stock(A=copies, X=others), hand), event)
    if others:
        assert chance(look(stock(A=copies + 1, X=others - 1), hand), event) >= base
    if hand < copies + others:
        assert chance(look(stock(A=copies, X=others), hand + 1), event) >= base


@settings(max_examples=30)
@given(asked())
def test_the_whole_deck_seen_is_certainty(case: tuple[dict[str, int], int, Event, Event | None]) -> None:
    counts, _, event, _ = case
    size = sum(counts.values())
    whole = unstaged(event)
    assert chance(look(stock(**counts), size), whole) == happens(whole, cards(counts), size)


@settings(max_examples=30)
@given(asked())
def test_merging_cards_that_the_question_does_not_tell_apart_changes_nothing(
    case: tuple[dict[str, int], int, Event, Event | None],
) -> None:
    """Classes are split by a query that asks for nothing; the answer is that of the classes merged."""
    counts, hand, event, _ = case
    seen = look(stock(**counts), hand)
    apart = All((event, *(count(letter, ">=", 0) for letter in LETTERS)))
    assert len(Run(seen, Question(apart)).parts[0].source.held) == len(counts)  # type: ignore[union-attr]
    assert chance(seen, apart) == chance(seen, event)


def test_all_draw_sizes_come_from_one_pass() -> None:
    run = Run(look(stock(A=4, B=3, X=13), 9), Question(All((count("A", ">=", 1), count("AB", ">=", 3)))))
    source, asked_ = run.parts[0].source, run.compiler.asked(All((count("A", ">=", 1), count("AB", ">=", 3))))
    found = exact.chances(source, asked_)
    assert found == [
        chance(look(stock(A=4, B=3, X=13), hand), All((count("A", ">=", 1), count("AB", ">=", 3))))
        for hand in range(10)
    ]


def overlapping(number: int) -> list[Named]:
    """Queries over 24 kinds of card, of which any two share some and none holds another."""
    alphabet = "abcdefghijklmnopqrstuvwx"
    return [Named("".join(alphabet[(at * step + at) % 24] for step in range(1, 9))) for at in range(number)]


@pytest.mark.parametrize("least", [1, 2])
def test_twelve_overlapping_queries_are_answered(least: int) -> None:
    deck = stock(**dict.fromkeys("abcdefghijklmnopqrstuvwx", 2))
    event = All(tuple(Compare(Sum((query,)), ">=", least) for query in overlapping(12)))
    assert 0 < chance(look(deck, 7), event) < 1


def test_twelve_needs_that_share_cards_are_refused_with_the_reason() -> None:
    deck = stock(**dict.fromkeys("abcdefghijklmnopqrstuvwx", 2))
    with pytest.raises(TooMuchOverlap, match="12 needs share cards"):
        chance(look(deck, 12), Distinct(tuple(Need(query) for query in overlapping(12))))


def test_a_question_that_tells_too_much_apart_is_refused_and_not_hung() -> None:
    kinds_ = {chr(ord("a") + at): 2 for at in range(26)}
    event = Any(
        tuple(
            Against(Sum((Named(one), Named(other))), "=", Sum((Named(third),)))
            for one, other, third in zip("abcdefghijkl", "mnopqrstuvwx", "yzabcdefghij", strict=True)
        )
    )
    with pytest.raises(NotExact, match="too much apart"):
        chance(look(stock(**kinds_), 20), event)


@pytest.mark.parametrize("op", list(OPS))
def test_a_number_that_no_pile_reaches_costs_nothing(op: str) -> None:
    found = chance(look(stock(A=3, B=4), 4), All((count("A", op, 10**30), count("B", ">=", 0))))
    assert found == (op in ("<", "<=", "!="))


def test_no_card_drawn_and_no_card_there() -> None:
    assert chance(look(stock(A=3), 0), count("A", "=", 0)) == 1
    assert chance(look(stock(), 0), count("A", ">=", 1)) == 0
