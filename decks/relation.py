"""Relations between two cards: fields of the one compared to fields of the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from deckwright.catalog.card import Card
from deckwright.catalog.fields import Field, Value
from deckwright.catalog.game import Game

Lookup = Callable[[str], Value | None]
"""A card, or several joined as one, seen as its values by field id."""

_SUBSET: Mapping[str, Callable[[set[Any], set[Any]], bool]] = {
    "=": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
    "has": lambda one, other: other <= one,
}
_RANKING = frozenset({"<", "<=", ">", ">="})
_ORDER: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
    "has": lambda one, other: one == other,
}


@dataclass(frozen=True, slots=True)
class Relation:
    """One comparison: the counted card's `field`, an operator, the other card's field; negated if `denied`."""

    field: Field
    op: str
    other: Field
    denied: bool = False

    def holds(self, counted: Lookup, other: Lookup) -> bool:
        """Whether it holds; a missing value makes the comparison false before any `not`."""
        return self.compares(counted(self.field.id), other(self.other.id))

    def compares(self, one: Value | None, other: Value | None) -> bool:
        """Whether it holds between the two values."""
        return self._compared(one, other) != self.denied

    def _compared(self, one: Value | None, other: Value | None) -> bool:
        if one is None or other is None:
            return False
        if isinstance(one, tuple) or isinstance(other, tuple):
            return _SUBSET[self.op](_as_set(one), _as_set(other))
        left, right = ordered_key(self.field, one), ordered_key(self.other, other)
        if type(left) is not type(right):
            return self.op == "!="
        if self.op in _RANKING and (one in self.field.special or other in self.other.special):
            return False
        return _ORDER[self.op](left, right)

    def __str__(self) -> str:
        return f"{self.field.id} {'not ' if self.denied else ''}{self.op} {self.other.id}"


def ordered_key(declared: Field, value: Value) -> Any:
    """What a value is ordered by in comparisons: its key where its field has one, else itself."""
    key = declared.key(value)
    return value if key is None else key


def relations(declared: Mapping[str, str], game: Game) -> tuple[Relation, ...]:
    """The relations of a rule's or step's `with`, all of which must hold."""
    return tuple(_relation(field, said, game) for field, said in declared.items())


def _relation(field: str, said: str, game: Game) -> Relation:
    denied = said.startswith("not ")
    op, other = said.removeprefix("not ").split()
    return Relation(field_of(game, field), op, field_of(game, other), denied)


def field_of(game: Game, word: str) -> Field:
    """The field of a rule; the game schema and `game check` have made sure that there is one."""
    found = game.field(word)
    if found is None:
        raise ValueError(f"{game.id}: a rule names the field {word!r}, which no card has")
    return found


def joined(cards: Iterable[Card], game: Game) -> Lookup:
    """Several cards as one: sets joined, other values where all agree."""
    held = tuple(cards)

    def value(field: str) -> Value | None:
        values = [found for card in held if (found := card.value(field)) is not None]
        if not values:
            return None
        declared = game.field(field)
        if declared is not None and declared.type == "set":
            every = {part for found in values for part in _as_set(found)}
            order = declared.values or sorted(every)
            return tuple(part for part in order if part in every)
        return values[0] if len(set(values)) == 1 else None

    return value


def _as_set(value: Value) -> set[Any]:
    return set(value) if isinstance(value, tuple) else {value}
