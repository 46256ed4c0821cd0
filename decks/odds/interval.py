"""How far a simulated share may be from the true chance."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """The values that agree with what was seen, at a confidence."""

    low: float
    high: float
    confidence: float = CONFIDENCE

    def holds(self, chance: Fraction) -> bool:
        """Whether a chance lies inside."""
        return self.low <= chance <= self.high


def wilson(hits: int, hands: int, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's score interval; its ends are exactly 0 and 1 where nothing, or everything, was a hit."""
    if not hands:
        return Interval(0.0, 1.0, confidence)
    from statistics import NormalDist

    z2 = NormalDist().inv_cdf((1 + confidence) / 2) ** 2
    share = hits / hands
    middle = (share + z2 / (2 * hands)) / (1 + z2 / hands)
    reach = sqrt(z2 * (share * (1 - share) / hands + z2 / (4 * hands * hands))) / (1 + z2 / hands)
    low = 0.0 if hits == 0 else max(middle - reach, 0.0)
    high = 1.0 if hits == hands else min(middle + reach, 1.0)
    return Interval(low, high, confidence)
