"""What a term can ask of a field. Each condition is false where the value is missing."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from deckwright.catalog.card import Card
from deckwright.catalog.fields import Field
from deckwright.catalog.query.bounds import Bound, Whole, whole_column
from deckwright.catalog.query.columns import column, key, members
from deckwright.catalog.query.errors import listed
from deckwright.catalog.query.nodes import Sql

COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    ":": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

ORDERING = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
DATED = {"<": "before", "<=": "no later than", ">": "after", ">=": "no earlier than"}
"""The operators that need an order, in words; of dates in others."""


@dataclass(frozen=True, slots=True)
class Compare:
    """The value fits one of the bounds, or with `none`, is there and fits none."""

    field: Field
    bounds: tuple[Bound, ...]
    none: bool = False

    def sql(self) -> Sql:
        text, bound = self._any()
        place = column(self.field)
        if not self.none:
            return (text if place.sure else f"({text}) IS TRUE"), bound
        if self.field.id != "text" and all(isinstance(one, Whole) for one in self.bounds):
            return f"({whole_column(self.field)} NOT IN ({marks(len(bound))})) IS TRUE", bound
        there = "" if place.sure else f"{place.raw} IS NOT NULL AND "
        return f"({there}({text}) IS NOT TRUE)", bound

    def match(self, card: Card) -> bool:
        if card.value(self.field.id) is None:
            return False
        return any(bound.fits(self.field, card) for bound in self.bounds) is not self.none

    def explain(self) -> str:
        name = said_name(self.field)
        if self.none:
            return f"{name} is something other than {listed([one.said for one in self.bounds], 'or')}"
        said = [
            one.said if at and one.verb == self.bounds[at - 1].verb else f"{one.verb} {one.said}"
            for at, one in enumerate(self.bounds)
        ]
        return f"{name} {listed(said, 'or')}"

    def _any(self) -> Sql:
        """One of the bounds: whole values in one `IN`, others each by itself."""
        whole = [one.value for one in self.bounds if isinstance(one, Whole)]
        if len(whole) == len(self.bounds) > 1:
            return f"{whole_column(self.field)} IN ({marks(len(whole))})", [*whole]
        made = [one.sql(self.field) for one in self.bounds]
        text = " OR ".join(text for text, _ in made)
        return (f"({text})" if len(made) > 1 else text), [value for _, bound in made for value in bound]


@dataclass(frozen=True, slots=True)
class Against:
    """The value held against another field of the same card, both whole numbers."""

    field: Field
    op: str
    other: Field

    def sql(self) -> Sql:
        left, right = column(self.field).key, column(self.other).key
        sign = {":": "=", "!=": "<>"}.get(self.op, self.op)
        mixed = [one for one in (self.field, self.other) if one.special and self.op in ORDERING]
        numbers = "".join(f" AND typeof({column(one).key}) = 'integer'" for one in mixed)
        return f"({left} {sign} {right}{numbers}) IS TRUE", []

    def match(self, card: Card) -> bool:
        left, right = card.value(self.field.id), card.value(self.other.id)
        if left is None or right is None:
            return False
        if self.op in ORDERING and not (isinstance(left, int) and isinstance(right, int)):
            return False
        return COMPARED[self.op](left, right)

    def explain(self) -> str:
        said = ORDERING.get(self.op, "something other than" if self.op == "!=" else "the same as")
        return f"{said_name(self.field)} is {said} {said_name(self.other)}"


@dataclass(frozen=True, slots=True)
class Members:
    """The members of a set held against a list: any (`:`), none (`!=`), the same, a subset, a superset."""

    field: Field
    op: str
    wanted: tuple[str, ...]

    def sql(self) -> Sql:
        inside = f"SELECT 1 FROM json_each({members(self.field)}) WHERE value"
        some = f"EXISTS ({inside} IN ({marks(len(self.wanted))}))"
        beyond = f"EXISTS ({inside} NOT IN ({marks(len(self.wanted))}))"
        every = " AND ".join([f"EXISTS ({inside} = ?)"] * len(self.wanted))
        there = f"{column(self.field).raw} IS NOT NULL"
        tests = {
            ":": [some],
            "!=": [there, f"NOT {some}"],
            "=": [every, f"NOT {beyond}"],
            "<=": [there, f"NOT {beyond}"],
            "<": [there, f"NOT {beyond}", f"NOT ({every})"],
            ">=": [every],
            ">": [every, beyond],
        }[self.op]
        text = " AND ".join(tests)
        return f"({text})", [*self.wanted] * (text.count("?") // len(self.wanted))

    def match(self, card: Card) -> bool:
        value = key(self.field, card)
        if not isinstance(value, tuple):
            return False
        own, wanted = frozenset(value), frozenset(self.wanted)
        if self.op in (":", "!="):
            return own.isdisjoint(wanted) is (self.op == "!=")
        return COMPARED[self.op](own, wanted)

    def explain(self) -> str:
        said, last = {
            ":": ("has", "or"),
            "!=": ("is known and has none of", "and"),
            "=": ("is exactly", "and"),
            "<=": ("has nothing but", "and"),
            "<": ("has nothing but some of", "and"),
            ">=": ("has all of", "and"),
            ">": ("has more than all of", "and"),
        }[self.op]
        return f"{said_name(self.field)} {said} {listed(self.wanted, last)}"


@dataclass(frozen=True, slots=True)
class Flag:
    """The flag says yes; or with not `wanted`, does not, be it that the card lacks it."""

    field: Field
    wanted: bool

    def sql(self) -> Sql:
        return f"{column(self.field).raw} IS {'' if self.wanted else 'NOT '}1", []

    def match(self, card: Card) -> bool:
        return (card.value(self.field.id) is True) is self.wanted

    def explain(self) -> str:
        return f"{said_name(self.field)} is {'yes' if self.wanted else 'not yes'}"


@dataclass(frozen=True, slots=True)
class Present:
    """The card has a value for the field."""

    field: Field

    def sql(self) -> Sql:
        return f"{column(self.field).raw} IS NOT NULL", []

    def match(self, card: Card) -> bool:
        return card.value(self.field.id) is not None

    def explain(self) -> str:
        return f"{said_name(self.field)} is known"


@dataclass(frozen=True, slots=True)
class Provenance:
    """The card is a placeholder; or it, or some of its fields, are assumed. Or with not `wanted`, is none."""

    source: str
    wanted: bool

    def sql(self) -> Sql:
        text = "(source = ? OR assumed <> '[]')" if self.source == "assumed" else "source = ?"
        return (text if self.wanted else f"NOT ({text})"), [self.source]

    def match(self, card: Card) -> bool:
        found = card.source == self.source or (self.source == "assumed" and bool(card.assumed))
        return found is self.wanted

    def explain(self) -> str:
        said = "something of it is assumed" if self.source == "assumed" else f"it is a {self.source}"
        return said if self.wanted else f"not ({said})"


def marks(count: int) -> str:
    """So many parameters of a statement."""
    return ", ".join("?" * count)


def said_name(field: Field) -> str:
    """The field's name as it stands in a sentence."""
    return " ".join(word if len(word) > 1 and word.isupper() else word.lower() for word in field.name.split())
