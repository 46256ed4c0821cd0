"""The standing report: every figure of it is about the cards that are looked at."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from math import comb

import pytest

from deckwright.decks.odds.asking import Odds
from deckwright.decks.odds.comparing import compare_reports
from deckwright.decks.odds.reporting import CountRow, Report, report

Ask = Callable[..., Odds]

SMALL = "game: geopals\nstart: Inji\n1 Inji\n4 Tide Berry\n3 Orb\n1 Rope\n"
LYING = ["Stamina"] * 4 + ["Item"] * 4
"""The types of the eight cards that are left of it once the Geopal is in play."""


def row_of(told: Report, label: str) -> CountRow:
    """The row of a type."""
    (found,) = (
        row for field in told.fields if field.field == "type" for row in field.rows if row.label == label
    )
    return found


@pytest.mark.parametrize("seen", range(9))
def test_the_report_agrees_with_looking_at_every_hand_of_the_cards_seen(hand: Ask, seen: int) -> None:
    told = report(hand(SMALL, seen=seen))
    hands = list(itertools.combinations(LYING, seen))
    for label in ("Stamina", "Item"):
        counts = [cards.count(label) for cards in hands]
        row = row_of(told, label)
        assert row.exactly == tuple(Fraction(counts.count(at), len(hands)) for at in range(seen + 1))
        assert row.expected == Fraction(sum(counts), len(hands))
        assert dict(told.none)[label] == Fraction(counts.count(0), len(hands))


@pytest.mark.parametrize("seen", [None, 1, 10, 51])
def test_every_row_sums_to_exactly_one_however_many_cards_are_seen(hand: Ask, seen: int | None) -> None:
    told = report(hand("tide-and-sky", seen=seen))
    rows = [row for field in told.fields for row in field.rows]
    assert len(rows) > 10
    for row in rows:
        assert sum(row.exactly) == 1
        assert sum(at * share for at, share in enumerate(row.exactly)) == row.expected


def test_ten_cards_of_51_hold_ten_times_what_one_does(hand: Ask) -> None:
    told = report(hand("tide-and-sky", seen=10))
    assert row_of(told, "Stamina").expected == Fraction(10 * 24, 51)
    assert dict(told.none)["Stamina"] == Fraction(comb(27, 10), comb(51, 10))
    assert told.basis.drawn[0].part.count == 10


def test_two_decks_are_compared_in_the_cards_seen(hand: Ask) -> None:
    *_, rows = compare_reports(*(hand(deck, seen=10) for deck in ("tide-and-sky", "ember-and-root")))
    (stamina,) = (row for row in rows if row.label == "Stamina")
    assert stamina.expected == (Fraction(10 * 24, 51), Fraction(10 * stamina.cards[1], 60))
    assert stamina.some[0] == 1 - Fraction(comb(27, 10), comb(51, 10))


@pytest.mark.parametrize("seen", [None, 1, 2])
def test_cards_of_one_type_alone_are_all_of_one_type(hand: Ask, seen: int | None) -> None:
    assert report(hand("garden-geckos", seen=seen)).alike == 1
