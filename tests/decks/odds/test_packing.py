"""Polynomials packed into whole numbers: what is put in comes out, and no coefficient runs into the next."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckwright.decks.odds.packing import Draws, Packing, bits_for, ways

stages = st.lists(st.integers(0, 4), min_size=1, max_size=3).map(tuple)


def polynomial(packing: Packing, count: int) -> int:
    """In how many ways so many cards can be drawn in the stages."""
    return packing.pack((draws, ways(count, draws)) for draws in packing.all_draws() if sum(draws) <= count)


@settings(max_examples=200)
@given(most=stages, left=st.integers(0, 12), right=st.integers(0, 12))
def test_a_product_is_the_polynomial_of_both_piles_together(most: Draws, left: int, right: int) -> None:
    packing = Packing(most, bits_for(left + right, 1, most))
    product_ = (polynomial(packing, left) * polynomial(packing, right)) & packing.mask
    assert product_ == polynomial(packing, left + right)
    assert dict(packing.terms(product_)) == {
        draws: ways(left + right, draws) for draws in packing.all_draws() if sum(draws) <= left + right
    }


@pytest.mark.parametrize(
    ("size", "most"),
    [(60, (60,)), (60, (10, 10)), (40, (3, 12)), (40, (12, 3)), (30, (4, 4, 4)), (9, (9, 9))],
)
@pytest.mark.parametrize("makings", [1, 1_000_003])
def test_the_bits_hold_every_coefficient_before_a_product_is_cut(
    size: int, most: Draws, makings: int
) -> None:
    reached = most if len(most) == 1 else tuple(2 * degree for degree in most)
    every = product(*(range(degree + 1) for degree in reached))
    largest = max(ways(size, draws) for draws in every if sum(draws) <= size)
    assert largest > size
    assert makings * largest < 2 ** bits_for(size, makings, most)
