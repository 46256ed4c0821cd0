"""Is the shuffle fair? Position by card and the hands' composition over many shuffles, by chi-square."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import TypeVar

from deckwright.decks.deal.stream import Stream

Outcome = TypeVar("Outcome")

LEAST_EXPECTED = 5.0
"""Outcomes are counted together until they are expected so often, or the chi-square figure would be no guide."""

SUSPECT = 0.001
"""A p-value as far out as this, at either end, comes up by chance once in 500 honest tests."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How far counts are from what is expected: the statistic, its degrees of freedom, and its p-value.

    The p-value is the chance that a fair shuffle is at least as far off.
    """

    name: str
    statistic: float
    freedom: int
    p: float

    @property
    def fair(self) -> bool:
        """Whether nothing is suspicious: neither too far off nor too close to be true.

        What can only come out one way is no more than possible.
        """
        if not self.freedom:
            return math.isfinite(self.statistic)
        return SUSPECT <= self.p <= 1 - SUSPECT


def self_test(classes: Sequence[str], hand: int, shuffles: int, seed: str) -> tuple[Fit, ...]:
    """Shuffle a pile so often and judge it. `classes` is the kind of each card of the pile, as it lies before."""
    size = len(classes)
    seen = [0] * (size * size)
    compositions: Counter[tuple[tuple[str, int], ...]] = Counter()
    for number in range(1, shuffles + 1):
        mixed = Stream(seed, "self-test", 0, number).shuffled(range(size))
        for position, card in enumerate(mixed):
            seen[position * size + card] += 1
        held = Counter(classes[card] for card in mixed[:hand])
        compositions[tuple(sorted(held.items()))] += 1
    exact = composition_chances(Counter(classes), hand)
    return (
        positions_fit(seen, size, shuffles),
        fit(f"kinds of card in hands of {hand}", compositions, exact, shuffles),
    )


def positions_fit(seen: Iterable[int], size: int, shuffles: int) -> Fit:
    """How evenly every card came to every position.

    A shuffle puts one card on each position and each card on one, so the counts hang together: the sum of
    (size - 1) / shuffles * (seen - expected)^2 is chi-square of (size - 1)^2 degrees of freedom.
    """
    expected = shuffles / size
    far = sum((count - expected) ** 2 for count in seen)
    statistic = far * (size - 1) / shuffles
    freedom = (size - 1) ** 2
    return Fit("positions by cards", statistic, freedom, chi_square_p(statistic, freedom))


def composition_chances(copies: Mapping[str, int], hand: int) -> dict[tuple[tuple[str, int], ...], float]:
    """The chance of each composition of a hand, as counts by kind, of a pile with so many copies of each."""
    partial: dict[int, dict[tuple[tuple[str, int], ...], int]] = {0: {(): 1}}
    for kind, held in sorted(copies.items()):
        grown: dict[int, dict[tuple[tuple[str, int], ...], int]] = {}
        for drawn, ways in partial.items():
            for count in range(min(held, hand - drawn) + 1):
                row = grown.setdefault(drawn + count, {})
                for composition, number in ways.items():
                    row[composition + ((kind, count),) * bool(count)] = number * comb(held, count)
        partial = grown
    total = comb(sum(copies.values()), hand)
    return {composition: number / total for composition, number in partial.get(hand, {}).items()}


def fit(name: str, seen: Mapping[Outcome, int], chances: Mapping[Outcome, float], trials: int) -> Fit:
    """How well counted outcomes fit their exact chances; the rarest are put together."""
    cells = _cells((chance * trials, seen.get(outcome, 0)) for outcome, chance in chances.items() if chance)
    freedom = max(len(cells) - 1, 0)
    if sum(found for _, found in cells) != trials:  # something came that cannot
        return Fit(name, math.inf, freedom, 0.0)
    statistic = sum((found - expected) ** 2 / expected for expected, found in cells)
    return Fit(name, statistic, freedom, chi_square_p(statistic, freedom))


def _cells(counts: Iterable[tuple[float, int]]) -> list[tuple[float, int]]:
    """How often each outcome is expected and was seen, the rarest as one until that is expected often enough."""
    ordered = sorted(counts)
    rare, rare_seen, at = 0.0, 0, 0
    while at < len(ordered) and (ordered[at][0] < LEAST_EXPECTED or 0 < rare < LEAST_EXPECTED):
        rare += ordered[at][0]
        rare_seen += ordered[at][1]
        at += 1
    return [*([(rare, rare_seen)] if at else []), *ordered[at:]]


def chi_square_p(statistic: float, freedom: int) -> float:
    """The chance that chi-square of so many degrees of freedom is at least the statistic."""
    if freedom <= 0 or statistic <= 0:
        return 1.0
    return upper_gamma(freedom / 2, statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x): a series below the bulk, a fraction above it."""
    if math.isinf(x):
        return 0.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a)) if x > 0 else 0.0
    if x < a + 1:
        return max(0.0, 1.0 - front * _series(a, x))
    return min(1.0, front * _fraction(a, x))


def _series(a: float, x: float) -> float:
    term = total = 1.0 / a
    at = a
    while abs(term) > abs(total) * 1e-16:
        at += 1
        term *= x / at
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """Lentz's continued fraction."""
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    total = d
    for at in range(1, 100_000):
        step = -at * (at - a)
        b += 2
        d = 1 / ((step * d + b) or tiny)
        c = (b + step / c) or tiny
        total *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return total
