"""A question about drawn cards as a tree. Each node can say itself: `parse(str(question)) == question`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from deckwright.catalog.card import Card
from deckwright.decks.odds.values import Value


class Selects(Protocol):
    """Which cards are counted: a query of the search language is one."""

    def match(self, card: Card) -> bool:
        """Whether a card is counted."""
        ...


class Sum(Value):
    """How many of the cards seen match a query; of several, the counts added up."""

    queries: tuple[Selects, ...]

    def __str__(self) -> str:
        return " + ".join(f"[{query}]" for query in self.queries)


class Compare(Value):
    """A count compared with a number: `op` is one of = != < <= > >=."""

    sum: Sum
    op: str
    number: int

    def __str__(self) -> str:
        return f"{self.sum} {self.op} {self.number}"


class Between(Value):
    """A count within a range, both ends included (or, with !=, outside of it); None is no end."""

    sum: Sum
    low: int | None
    high: int | None
    op: str = "="

    def __str__(self) -> str:
        low, high = ("" if end is None else str(end) for end in (self.low, self.high))
        return f"{self.sum} {self.op} {low}..{high}"


class Against(Value):
    """A count compared with another count."""

    sum: Sum
    op: str
    other: Sum

    def __str__(self) -> str:
        return f"{self.sum} {self.op} {self.other}"


class Need(Value):
    """So many cards that match a query, each serving nothing else."""

    query: Selects
    number: int = 1

    def __str__(self) -> str:
        return f"[{self.query}]" + (f" >= {self.number}" if self.number != 1 else "")


class Distinct(Value):
    """Every need is met, no card serving two."""

    needs: tuple[Need, ...]

    def __str__(self) -> str:
        return f"distinct({', '.join(map(str, self.needs))})"


class Not(Value):
    """The part does not hold."""

    part: Event

    def __str__(self) -> str:
        return f"not {_inner(self.part, (All, Any))}"


class All(Value):
    """Every part holds."""

    parts: tuple[Event, ...]

    def __str__(self) -> str:
        return " and ".join(_inner(part, (All, Any)) for part in self.parts)


class Any(Value):
    """One of the parts holds."""

    parts: tuple[Event, ...]

    def __str__(self) -> str:
        return " or ".join(_inner(part, (Any,)) for part in self.parts)


class InCards(Value):
    """In the first so many cards of the shuffle."""

    cards: int

    def __str__(self) -> str:
        return f"in {self.cards} {'card' if self.cards == 1 else 'cards'}"


class ByTurn(Value):
    """Before acting in a turn, having used so many cards in each turn before."""

    turn: int
    using: int | None = None

    def __str__(self) -> str:
        return f"by turn {self.turn}" + ("" if self.using is None else f" using {self.using}")


When = InCards | ByTurn


class Within(Value):
    """The part, asked of the cards that are seen by then."""

    part: Event
    when: When

    def __str__(self) -> str:
        return f"{_inner(self.part, ())} {self.when}"


Event = Compare | Between | Against | Distinct | Not | All | Any | Within
"""What may hold of the cards seen."""


class Question(Value):
    """How likely an event is, given another."""

    event: Event
    given: Event | None = None

    def __str__(self) -> str:
        return str(self.event) + ("" if self.given is None else f" given {self.given}")

    def queries(self) -> tuple[Selects, ...]:
        """The different queries, in order of appearance."""
        events = (self.event,) if self.given is None else (self.event, self.given)
        found = {str(query): query for event in events for query in queries_of(event)}
        return tuple(found.values())


def queries_of(event: Event) -> Iterator[Selects]:
    """Every query in an event."""
    match event:
        case Compare() | Between():
            yield from event.sum.queries
        case Against():
            yield from (*event.sum.queries, *event.other.queries)
        case Distinct():
            yield from (need.query for need in event.needs)
        case Not() | Within():
            yield from queries_of(event.part)
        case All() | Any():
            for part in event.parts:
                yield from queries_of(part)


def whens_of(event: Event) -> Iterator[When | None]:
    """Of every test in an event, what says how many cards are seen; None where nothing does."""
    match event:
        case Within():
            yield from (event.when if when is None else when for when in whens_of(event.part))
        case Not():
            yield from whens_of(event.part)
        case All() | Any():
            for part in event.parts:
                yield from whens_of(part)
        case _:
            yield None


def _inner(part: Event, bracketed: tuple[type, ...]) -> str:
    """A part as it stands inside another: in brackets where it would else be read otherwise."""
    return f"({part})" if isinstance(part, (*bracketed, Within)) else str(part)
