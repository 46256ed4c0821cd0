"""The single values that a field's own is held against: whole, in part, within a stretch, by a regex."""

from __future__ import annotations

from dataclasses import dataclass
from operator import ge, gt, le, lt
from typing import ClassVar, Protocol

from deckwright.catalog.card import Card
from deckwright.catalog.fields import Field
from deckwright.catalog.query import patterns
from deckwright.catalog.query.columns import column, key
from deckwright.catalog.query.nodes import Sql

MOST = 2**63 - 1
"""The largest whole number that SQLite holds; the least is `-MOST - 1`."""


class Bound(Protocol):
    """One value that a field's own is held against; never asked where the field's is missing."""

    verb: ClassVar[str]

    @property
    def said(self) -> str:
        """The value in words, to stand behind the verb or `other than`."""
        ...

    def sql(self, field: Field) -> Sql:
        """The comparison; NULL where the field's value is missing."""
        ...

    def fits(self, field: Field, card: Card) -> bool:
        """Whether the card's value fits."""
        ...


@dataclass(frozen=True, slots=True)
class Whole:
    """The whole value. `value` is what is compared: a folded text, the key of a code, else the value itself."""

    verb: ClassVar[str] = "is"
    value: str | int
    said: str

    def sql(self, field: Field) -> Sql:
        return f"{whole_column(field)} = ?", [self.value]

    def fits(self, field: Field, card: Card) -> bool:
        own = card.value(field.id) if field.type == "ordered" else key(field, card)
        return own == self.value


@dataclass(frozen=True, slots=True)
class Part:
    """A text that is found in the value, both folded."""

    verb: ClassVar[str] = "has"
    value: str
    said: str

    def sql(self, field: Field) -> Sql:
        return f"instr({column(field).key}, ?) > 0", [self.value]

    def fits(self, field: Field, card: Card) -> bool:
        return self.value in str(key(field, card))


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the order, its ends included unless they are `open`; None is no end.

    Whole numbers, ranks and dates have both ends, so that no special value, which is a word, lies between.
    """

    verb: ClassVar[str] = "is"
    low: str | int | None
    high: str | int | None
    said: str
    open: bool = False

    def sql(self, field: Field) -> Sql:
        place = column(field).key
        if self.low is not None and self.high is not None:
            return f"{place} BETWEEN ? AND ?", [self.low, self.high]
        if self.low is not None:
            return f"{place} {'>' if self.open else '>='} ?", [self.low]
        return f"{place} {'<' if self.open else '<='} ?", [self.high or ""]

    def fits(self, field: Field, card: Card) -> bool:
        value = key(field, card)
        if value is None or (field.type == "integer" and not isinstance(value, int)):
            return False
        above, below = (gt, lt) if self.open else (ge, le)
        return (self.low is None or above(value, self.low)) and (self.high is None or below(value, self.high))


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regex that is found in the value as printed."""

    verb: ClassVar[str] = "fits"
    pattern: str

    @property
    def said(self) -> str:
        return patterns.written(self.pattern)

    def sql(self, field: Field) -> Sql:
        return f"regexp(?, {column(field).raw})", [self.pattern]

    def fits(self, field: Field, card: Card) -> bool:
        return patterns.found(self.pattern, str(card.value(field.id)))


def whole_column(field: Field) -> str:
    """The SQL of what a whole value is compared with: an ordered value by its name, not by its rank."""
    place = column(field)
    return place.raw if field.type == "ordered" else place.key
