"""The self-test: its figures are right, fair shuffles pass, unfair ones do not."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import comb

import pytest

from deckwright.decks.deal.selftest import (
    Fit,
    chi_square_p,
    composition_chances,
    fit,
    positions_fit,
    self_test,
    upper_gamma,
)


@pytest.mark.parametrize("x", [0.01, 0.5, 1.0, 2.0, 7.5, 40.0, 200.0])
def test_upper_gamma_of_whole_numbers_is_a_sum_of_poisson_terms(x: float) -> None:
    for a in (1, 2, 5, 30):
        exact = sum(math.exp(-x + n * math.log(x) - math.lgamma(n + 1)) for n in range(a))
        assert upper_gamma(a, x) == pytest.approx(exact, rel=1e-10, abs=1e-15)


@pytest.mark.parametrize("x", [0.01, 0.3, 1.0, 4.0, 10.0])
def test_upper_gamma_of_a_half_is_the_error_function(x: float) -> None:
    assert upper_gamma(0.5, x) == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-10)


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [(3.841, 1, 0.05), (18.307, 10, 0.05), (23.209, 10, 0.01), (124.342, 100, 0.05), (3481.0, 3481, 0.4968)],
)
def test_p_values_are_those_of_printed_tables(statistic: float, freedom: int, p: float) -> None:
    assert chi_square_p(statistic, freedom) == pytest.approx(p, abs=5e-5)


def test_composition_chances_are_the_hypergeometric_ones() -> None:
    chances = composition_chances({"land": 24, "other": 36}, 7)
    assert sum(chances.values()) == pytest.approx(1, abs=1e-12)
    three = chances[(("land", 3), ("other", 4))]
    assert three == pytest.approx(float(Fraction(math.comb(24, 3) * math.comb(36, 4), math.comb(60, 7))))
    assert len(composition_chances({"a": 1, "b": 1, "c": 1}, 2)) == 3


def p_values(shuffle: Callable[[random.Random, list[int]], None], runs: int, size: int = 10) -> list[float]:
    """The p-values of the positions of so many runs of 2,000 shuffles each."""
    found = []
    for run in range(runs):
        source, seen = random.Random(run), [0] * (size * size)
        for _ in range(2_000):
            pile = list(range(size))
            shuffle(source, pile)
            for position, card in enumerate(pile):
                seen[position * size + card] += 1
        found.append(positions_fit(seen, size, 2_000).p)
    return found


def test_p_values_of_fair_shuffles_are_spread_evenly() -> None:
    """Of 100 fair runs 50 lie below a half; outside 30 to 70 is as likely as 1 in 16,000. Seeds are fixed."""
    found = p_values(lambda source, pile: source.shuffle(pile), 100)
    assert 30 <= sum(p < 0.5 for p in found) <= 70
    assert 1 <= sum(p < 0.1 for p in found) <= 25


def swapped_with_any(source: random.Random, pile: list[int]) -> None:
    """The shuffle that everybody gets wrong: each place is swapped with any place."""
    for at in range(len(pile)):
        other = source.randrange(len(pile))
        pile[at], pile[other] = pile[other], pile[at]


def never_stays(source: random.Random, pile: list[int]) -> None:
    """Sattolo's: no card may stay where it is."""
    for at in range(len(pile) - 1, 0, -1):
        other = source.randrange(at)
        pile[at], pile[other] = pile[other], pile[at]


@pytest.mark.parametrize("shuffle", [swapped_with_any, never_stays])
def test_unfair_shuffles_are_caught(shuffle: Callable[[random.Random, list[int]], None]) -> None:
    assert max(p_values(shuffle, 3)) < 1e-6


def test_counts_too_good_to_be_true_are_suspicious() -> None:
    assert not positions_fit([100] * 100, 10, 1_000).fair
    assert not Fit("a", 0.0, 9, 1.0).fair
    assert Fit("a", 9.0, 9, 0.44).fair


def test_an_impossible_outcome_is_no_chance_at_all() -> None:
    found = fit("hands", Counter({"a": 50, "b": 49, "never": 1}), {"a": 0.5, "b": 0.5}, 100)
    assert (found.p, found.fair) == (0.0, False)


RARE = composition_chances({"few": 5, "many": 55}, 7)


def few(held: int) -> tuple[tuple[str, int], ...]:
    """The hand of seven with so many of the five."""
    return (("few", held),) * bool(held) + (("many", 7 - held),)


def test_two_hands_that_are_rare_but_likely_enough_are_not_suspicious() -> None:
    """Of 20,000 hands 6.8 hold four of the five and 0.08 all five: two such hands come once in 360 tests."""
    expected = [20_000 * Fraction(comb(5, held) * comb(55, 7 - held), comb(60, 7)) for held in range(6)]
    assert [round(float(number), 2) for number in expected[4:]] == [6.79, 0.08]
    seen = [10_507, 7_506, 1_802, 177, 6, 2]
    assert sum(seen) == 20_000
    cells = [*zip(expected[:4], seen[:4], strict=True), (sum(expected[4:]), sum(seen[4:]))]
    exact = sum((found - number) ** 2 / number for number, found in cells)
    found = fit("hands", {few(held): count for held, count in enumerate(seen)}, RARE, 20_000)
    assert found.freedom == 4
    assert found.statistic == pytest.approx(float(exact))
    assert found.p > 0.1


@pytest.mark.parametrize(
    ("expected", "cells"),
    [
        ([10, 20, 70], 3),
        ([5, 5, 90], 3),
        ([4, 6, 90], 2),
        ([1, 1, 1, 1, 1, 95], 2),
        ([1, 1, 1, 1, 5, 91], 2),
        ([4.9, 95.1], 1),
        ([0, 50, 50], 2),
        ([100], 1),
    ],
)
def test_the_rarest_are_one_until_it_is_expected_five_times(expected: list[float], cells: int) -> None:
    chances = {at: often / 100 for at, often in enumerate(expected)}
    seen = {at: round(often) for at, often in enumerate(expected)}
    found = fit("a", seen, chances, 100)
    assert found.freedom == cells - 1


@pytest.mark.parametrize(("seen", "fair"), [({"a": 3}, True), ({"a": 2, "b": 1}, False)])
def test_what_can_come_out_one_way_only_is_fair_unless_it_does_not(seen: dict[str, int], fair: bool) -> None:
    assert fit("a", seen, {"a": 1.0}, 3).fair == fair
    positions, kinds = self_test(["a"], 1, 1_000, "one card")
    assert (positions.freedom, kinds.freedom, positions.fair, kinds.fair) == (0, 0, True, True)
    assert self_test(["a"] * 9, 4, 1_000, "one kind")[1].fair


def test_our_shuffle_is_fair() -> None:
    """Fixed seed: passes or fails for good. By chance one seed in 250 would fail one of the two."""
    positions, compositions = self_test(["land"] * 24 + ["other"] * 36, 7, 2_000, "fair")
    assert positions.freedom == 59 * 59
    assert positions.fair
    assert compositions.fair
    assert self_test(["a"] * 5 + ["b"] * 5, 3, 1_000, "s") == self_test(["a"] * 5 + ["b"] * 5, 3, 1_000, "s")
