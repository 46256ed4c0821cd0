"""What a question asks of the cards seen, in whole numbers: forms that count, tests of them, and how they join.

Cards are known by their signature, a number with a bit for each query that the card matches.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from deckwright.decks.odds.values import Value


class Form(Value):
    """A count of the cards seen up to a stage: one for each of the `adds` masks that a card's signature meets,
    less one for each of the `takes` masks.
    """

    stage: int
    adds: tuple[int, ...]
    takes: tuple[int, ...] = ()

    def weight(self, signature: int) -> int:
        """What one card counts."""
        total = 0
        for mask in self.adds:
            if signature & mask:
                total += 1
        for mask in self.takes:
            if signature & mask:
                total -= 1
        return total


class Formula(ABC):
    """Whether something holds of the forms' values."""

    @abstractmethod
    def holds(self, values: Sequence[Any]) -> Any:
        """Whether it holds: of whole numbers a bool, of arrays an array of bools."""

    @abstractmethod
    def tests(self) -> Iterator[Bounded]:
        """The tests in it."""


class Bounded(Formula, Value):
    """The value of a form lies within bounds, both included; None is no bound."""

    form: Form
    at: int
    low: int | None = None
    high: int | None = None

    def holds(self, values: Sequence[Any]) -> Any:
        value, held = values[self.at], True
        if self.low is not None:
            held = value >= self.low
        return held if self.high is None else held & (value <= self.high)

    def between(self, least: int, most: int) -> bool | None:
        """Whether it holds if the value lies between these two, both included; None where that leaves it open."""
        low, high = self.low, self.high
        if (low is not None and most < low) or (high is not None and least > high):
            return False
        return True if (low is None or least >= low) and (high is None or most <= high) else None

    def tests(self) -> Iterator[Bounded]:
        yield self


class Every(Formula, Value):
    """All of the parts hold; of no parts, always."""

    parts: tuple[Formula, ...]

    def holds(self, values: Sequence[Any]) -> Any:
        held: Any = True
        for part in self.parts:
            held = held & part.holds(values)
        return held

    def tests(self) -> Iterator[Bounded]:
        for part in self.parts:
            yield from part.tests()


class Some(Formula, Value):
    """One of the parts holds; of no parts, never."""

    parts: tuple[Formula, ...]

    def holds(self, values: Sequence[Any]) -> Any:
        held: Any = False
        for part in self.parts:
            held = held | part.holds(values)
        return held

    def tests(self) -> Iterator[Bounded]:
        for part in self.parts:
            yield from part.tests()


class Opposite(Formula, Value):
    """The part does not hold."""

    part: Formula

    def holds(self, values: Sequence[Any]) -> Any:
        return self.part.holds(values) ^ True

    def tests(self) -> Iterator[Bounded]:
        yield from self.part.tests()


ALWAYS = Every(())


def tests_by_form(count: int, formula: Formula) -> list[list[Bounded]]:
    """The tests of each of `count` forms."""
    found: list[list[Bounded]] = [[] for _ in range(count)]
    for test in formula.tests():
        found[test.at].append(test)
    return found


def cap(tests: Sequence[Bounded]) -> int | None:
    """From which value on a form is as good as any larger one to its tests; None where every value counts."""
    top = 0
    for test in tests:
        if test.form.takes:
            return None
        top = max(top, test.low or 0, 0 if test.high is None else test.high + 1)
    return top
