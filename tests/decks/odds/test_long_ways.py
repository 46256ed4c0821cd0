"""Questions about so many cards that the ways to draw them would fill the memory: refused in time, and without it."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.decks.odds.errors import TooWide
from deckwright.decks.odds.packing import Packing, size_of
from deckwright.decks.odds.question import All, Compare, InCards, Within
from tests.decks.odds.urns import chance, count, look, stock

TEN_THOUSAND = stock(A=2500, B=2500, C=5000)
MOST_BYTES = 300_000_000


def within(part: Compare, cards: int) -> Within:
    return Within(part, InCards(cards))


@pytest.mark.parametrize(
    ("hand", "event"),
    [
        pytest.param(4000, count("AB", ">=", 2000), id="many cards"),
        pytest.param(9000, count("A", ">=", 1), id="nearly all cards"),
        pytest.param(250, All((count("AB", ">=", 180), count("A", ">=", 90))), id="many states"),
        pytest.param(
            100, All((within(count("A", ">=", 30), 90), within(count("B", ">=", 2), 50))), id="three stages"
        ),
    ],
)
def test_refused_without_filling_the_memory(hand: int, event: Compare | All) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(TooWide):
            chance(look(TEN_THOUSAND, hand), event)
        assert tracemalloc.get_traced_memory()[1] < MOST_BYTES
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("hand", [60, 100, 400])
def test_many_cards_are_answered_while_they_fit(hand: int) -> None:
    none = chance(look(TEN_THOUSAND, hand), count("A", "=", 0))
    assert chance(look(TEN_THOUSAND, hand), count("A", ">=", 1)) == 1 - none


@given(st.lists(st.integers(0, 4), min_size=1, max_size=3).map(tuple), st.integers(1, 70))
def test_a_packing_is_measured_before_it_is_made(most: tuple[int, ...], bits: int) -> None:
    packing = Packing(most, bits)
    assert size_of(most, bits) == (len(list(packing.all_draws())), packing.mask.bit_length())
