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
        return sum(bool(signature & mask) for mask in self.adds) - sum(
            bool(signature & mask) for mask in self.takes
        )


class Formula(ABC):
    """Whether something holds of the forms' values."""

    @abstractmethod
    def holds(self, values: Sequence[Any]) -> Any:
        """Whether it holds: of whole numbers a bool, of arrays an array of bools."""

    @abstractmethod
    def settled(self, lows: Sequence[int], highs: Sequence[int]) -> bool | None:
        """Whether it holds however the values lie within these bounds; None where that depends."""

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
        value = values[self.at]
        if self.high is None:
            return value >= self.low
        if self.low is None:
            return value <= self.high
        return (value >= self.low) & (value <= self.high)

    def settled(self, lows: Sequence[int], highs: Sequence[int]) -> bool | None:
        low, high = lows[self.at], highs[self.at]
        if (self.low is not None and high < self.low) or (self.high is not None and low > self.high):
            return False
        if (self.low is None or low >= self.low) and (self.high is None or high <= self.high):
            return True
        return None

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

    def settled(self, lows: Sequence[int], highs: Sequence[int]) -> bool | None:
        found = [part.settled(lows, highs) for part in self.parts]
        return False if False in found else None if None in found else True

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

    def settled(self, lows: Sequence[int], highs: Sequence[int]) -> bool | None:
        found = [part.settled(lows, highs) for part in self.parts]
        return True if True in found else None if None in found else False

    def tests(self) -> Iterator[Bounded]:
        for part in self.parts:
            yield from part.tests()


class Opposite(Formula, Value):
    """The part does not hold."""

    part: Formula

    def holds(self, values: Sequence[Any]) -> Any:
        return self.part.holds(values) ^ True

    def settled(self, lows: Sequence[int], highs: Sequence[int]) -> bool | None:
        found = self.part.settled(lows, highs)
        return None if found is None else not found

    def tests(self) -> Iterator[Bounded]:
        yield from self.part.tests()


ALWAYS = Every(())


def caps(count: int, formula: Formula) -> tuple[int | None, ...]:
    """From which value on each of `count` forms is as good as any larger one; None where every value counts."""
    found: list[int | None] = [0] * count
    for test in formula.tests():
        at = test.at
        reach = max(0 if test.low is None else test.low, 0 if test.high is None else test.high + 1)
        known = found[at]
        found[at] = None if test.form.takes or known is None else max(known, reach)
    return tuple(found)
