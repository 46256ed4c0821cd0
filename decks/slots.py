"""What the quick judge keeps of rules and cards: slots to add to, and questions of what slots hold.

A slot is a place in the list of a deck's totals; `Tally` gives them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from deckwright.catalog.fields import Value
from deckwright.decks.rules import Rule
from deckwright.decks.verdict import Allowed

NO_LOW = -(10**18)
NO_HIGH = float("inf")
"""The ends of bounds that have none."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What one copy of a card in a zone means to the settled rules.

    It adds 1 to each slot of `ones` and another weight to those of `weights`, shows values to slots that count
    different ones, and asks questions; `groups` are those of its slots that only some cards add to.
    """

    ones: tuple[int, ...]
    weights: tuple[tuple[int, int], ...]
    groups: tuple[int, ...]
    values: tuple[tuple[int, object], ...]
    asks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """The question of a rule for some cards: the slots that answer it, and what the card itself adds to them."""

    order: int
    asked: tuple[Value | None, ...]
    answers: list[int]
    before: int
    own: int
    own_before: int
    low: int
    high: float
    share: tuple[int, int] | None

    def broken(self, totals: Sequence[int]) -> bool:
        """Whether the answers in a deck are out of bounds."""
        found = -self.own
        for slot in self.answers:
            found += totals[slot]
        if self.share is None:
            return not self.low <= found <= self.high
        part, whole = self.share
        return found * whole > part * (totals[self.before] - self.own_before)


@dataclass(slots=True)
class Each:
    """A rule judged for each card: the slots of what its counted cards offer, and the questions so far."""

    rule: Rule
    before: int
    offers: dict[tuple[Value | None, ...], int] = field(default_factory=dict)
    asks: dict[tuple[tuple[Value | None, ...], bool], int] = field(default_factory=dict)

    @staticmethod
    def fits(rule: Rule) -> bool:
        """Whether the rule is simple enough: copies in relation to a card, within settled bounds or a share."""
        plain = rule.per is None and rule.distinct is None and not rule.union and not rule.one_of
        bounded = rule.settled is not None or rule.most_share is not None
        return plain and rule.each is not None and bool(rule.relations) and rule.measure.plain and bounded

    def answers(self, offered: tuple[Value | None, ...], asked: tuple[Value | None, ...]) -> bool:
        """Whether cards that offer such values stand in the relation to a card that asks with such."""
        pairs = zip(self.rule.relations, offered, asked, strict=True)
        return all(relation.compares(one, other) for relation, one, other in pairs)


def ends(settled: Allowed | None) -> tuple[int, float]:
    """The least and the most of bounds, where none is far away."""
    low = settled.min if settled else None
    high = settled.max if settled else None
    return NO_LOW if low is None else low, NO_HIGH if high is None else high
