"""Figures that others have published, each of which the exact engine must give."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import comb

import pytest

from deckwright.decks.odds.question import All, Any, Event
from tests.decks.odds.urns import chance, count, look, stock


def agrees(found: Fraction, printed: str, scale: int = 1) -> bool:
    """Whether a fraction is what was printed, to half a unit of the last digit."""
    digits = Decimal(printed).as_tuple().exponent
    assert isinstance(digits, int)
    return abs(found * scale - Fraction(printed)) <= Fraction(1, 2) * Fraction(10) ** digits


@pytest.mark.parametrize(
    ("copies", "deck", "hand", "event", "percent"),
    [
        # steam-shovel 0.1.2, crates documentation
        (24, 60, 7, count("A", "=", 3), "30.870"),
        (24, 60, 7, count("A", "=", 4), "19.645"),
        (24, 60, 7, Any((count("A", "=", 3), count("A", "=", 4))), "50.515"),
        *[
            (20, 60, 6, count("A", "=", at), percent)
            for at, percent in enumerate(["7.667", "26.287", "34.684", "22.498", "7.549", "1.239", "0.077"])
        ],
        # a table of 2001, pojo.com
        *[
            (4, 60, 7, count("A", "=", at), percent)
            for at, percent in enumerate(["60.05", "33.63", "5.93", "0.38"])
        ],
        *[
            (12, 60, 7, count("A", "=", at), percent)
            for at, percent in enumerate(["19.06", "38.13", "29.26", "11.08", "2.22", "0.23", "0.01"])
        ],
        # a deck guide's appendix
        *[
            (copies, 60, 7, count("A", "=", 0), percent)
            for copies, percent in [(1, "88.33"), (8, "34.64"), (10, "25.86"), (16, "9.92"), (20, "4.83")]
        ],
        # cal3.calculator.city
        (3, 40, 5, count("A", ">=", 1), "33.76"),
        (3, 40, 5, count("A", "=", 1), "30.11"),
        (3, 40, 5, count("A", "=", 0), "66.24"),
    ],
)
def test_percentages_of_one_kind(copies: int, deck: int, hand: int, event: Event, percent: str) -> None:
    assert agrees(chance(look(stock(A=copies, X=deck - copies), hand), event), percent, 100)


def test_some_of_one_and_none_of_another() -> None:
    """dkopt on PyPI."""
    event = All((count("A", ">=", 1), count("B", "=", 0)))
    assert agrees(chance(look(stock(A=3, B=1, X=36), 5), event), "30.21", 100)


@pytest.mark.parametrize(
    ("least", "printed"),
    list(enumerate([".91656", ".64821", ".30924", ".09195", ".01590", ".00143", ".00005"], 1)),
)
def test_at_least_so_many(least: int, printed: str) -> None:
    """edmBernard/card-drawing."""
    assert agrees(chance(look(stock(A=17, X=43), 7), count("A", ">=", least)), printed)


@pytest.mark.parametrize(("drawn", "printed"), [(2, "2/21"), (3, "22/91"), (4, "37/91"), (5, "81/143")])
def test_two_constraints(drawn: int, printed: str) -> None:
    """ajcr/urn, README."""
    event = All((count("R", ">=", 2), count("B", "<=", 5)))
    assert chance(look(stock(R=5, B=7, G=3), drawn), event) == Fraction(printed)


@pytest.mark.parametrize(("drawn", "ways"), [(3, 9139), (4, 80431), (5, 529529), (6, 2693691), (7, 11257389)])
def test_ways_of_either(drawn: int, ways: int) -> None:
    """ajcr/urn, its tests."""
    event = Any((count("R", "<=", 3), count("B", "=", 3)))
    assert chance(look(stock(B=12, R=16, G=11), drawn), event) * comb(39, drawn) == ways


def test_exactly_these_of_two_kinds() -> None:
    """SciPy's documentation of multivariate_hypergeom."""
    event = All((count("A", "=", 8), count("B", "=", 4)))
    assert float(chance(look(stock(A=10, B=20), 12), event)) == pytest.approx(
        0.0025207176631464523, rel=1e-12
    )


@pytest.mark.parametrize(("number", "printed"), [(0, 0.047931510683835526), (3, 0.22687643066364876)])
def test_a_pile_of_twenty_thousand(number: int, printed: float) -> None:
    """statrs issue 426."""
    found = chance(look(stock(A=200, X=19_800), 300), count("A", "=", number))
    assert float(found) == pytest.approx(printed, rel=1e-11)


def test_figures_that_are_printed_wrong_elsewhere() -> None:
    pair = All((count("A", ">=", 1), count("B", ">=", 1)))
    assert agrees(chance(look(stock(A=3, B=3, X=34), 5), pair), "9.798", 100)
    assert agrees(chance(look(stock(A=4, X=56), 10), count("A", "=", 2)), "11.305", 100)
