"""Two decks side by side: the same questions of both, and the difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from deckwright.decks.odds.asking import Answer, Odds, answer_or_never
from deckwright.decks.odds.reporting import CountRow, Report, report


@dataclass(frozen=True, slots=True)
class Pair:
    """A question's answers in both decks."""

    question: str
    answers: tuple[Answer, Answer]

    @property
    def difference(self) -> Fraction | None:
        """How much likelier it is in the second."""
        first, second = (answer.chance for answer in self.answers)
        return None if first is None or second is None else second - first


@dataclass(frozen=True, slots=True)
class CountPair:
    """A row of both reports: how many cards, how many are expected, the chance of at least one."""

    field: str
    label: str
    rows: tuple[CountRow | None, CountRow | None]

    @property
    def cards(self) -> tuple[int, int]:
        """The cards of either deck."""
        first, second = (0 if row is None else row.cards for row in self.rows)
        return first, second

    @property
    def expected(self) -> tuple[Fraction, Fraction]:
        """How many are expected."""
        first, second = (Fraction(0) if row is None else row.expected for row in self.rows)
        return first, second

    @property
    def some(self) -> tuple[Fraction, Fraction]:
        """The chance of at least one."""
        first, second = (Fraction(0) if row is None else 1 - row.exactly[0] for row in self.rows)
        return first, second


def compare(first: Odds, second: Odds, texts: Sequence[str]) -> list[Pair]:
    """The questions asked of both; each query must match a card of one. Raises QueryError, `OddsError`.

    What a deck never meets, of what is given, is said in its answer, which has no chance then.
    """
    pairs = []
    alike = first.deck.game == second.deck.game
    for text in texts:
        one = answer_or_never(first, *first.question(text, second.cards if alike else ()))
        other = answer_or_never(second, *second.question(text, first.cards if alike else ()))
        pairs.append(Pair(one.name or str(one.question), (one, other)))
    return pairs


def compare_reports(first: Odds, second: Odds) -> tuple[Report, Report, list[CountPair]]:
    """Both reports, and their rows side by side."""
    one, other = report(first), report(second)
    return one, other, list(_pairs(one, other))


def _pairs(one: Report, other: Report) -> Iterator[CountPair]:
    """The rows of both reports by field, those of the first before those that only the second has."""
    rows: dict[str, dict[str, list[CountRow | None]]] = {}
    for at, found in enumerate((one, other)):
        for field in found.fields:
            for row in field.rows:
                rows.setdefault(field.name, {}).setdefault(row.label, [None, None])[at] = row
    for field_name, labels in rows.items():
        for label, (first, second) in labels.items():
            yield CountPair(field_name, label, (first, second))
