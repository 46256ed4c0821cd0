"""One game's reading of a term: its field's type says what the operator and the values mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from deckwright.catalog.fields import Field
from deckwright.catalog.query.bounds import MOST, Pattern, Span, Whole
from deckwright.catalog.query.conditions import DATED, ORDERING, Against, Compare, Members
from deckwright.catalog.query.dates import FIRST, LAST, day_after, day_before
from deckwright.catalog.query.nodes import Condition
from deckwright.catalog.query.outline import Asked, Item
from deckwright.catalog.query.values import BY_TYPE, Context, Heard, Refusal, number, places, refused

_WITH_PATTERNS = frozenset({"text", "code", "enum", "ordered"})


@dataclass(frozen=True, slots=True)
class GameReading:
    """A term as one game reads it; `heard` and `refused` are by the value's place in the list."""

    condition: Condition | None
    heard: Mapping[int, Heard]
    refused: Mapping[int, Refusal]


@dataclass(frozen=True, slots=True)
class _Order:
    """A field's order: its ends, and the places next to a place; none where neighbours cannot be told."""

    first: Any = None
    last: Any = None
    before: Callable[[Any], Any] | None = None
    after: Callable[[Any], Any] | None = None


def read(asked: Asked, context: Context) -> GameReading:
    """What `asked` means for the field. Raises Refusal where the operator means nothing for it.

    A value that the game does not know is refused alone: another game may know it.
    """
    _check(asked, context)
    if against := _against(asked, context):
        return GameReading(against, {0: Heard((), asked.items[0].text)}, {})
    heard: dict[int, Heard] = {}
    unknown: dict[int, Refusal] = {}
    for at, item in enumerate(asked.items):
        try:
            heard[at] = _heard(asked, context, item)
        except Refusal as refusal:
            unknown[at] = refusal
    return GameReading(_condition(asked, context.field, heard), heard, unknown)


def _check(asked: Asked, context: Context) -> None:
    """Refuse an operator that the field's type does not have."""
    field = context.field
    if field.type == "flag":
        raise _no_operator(asked, f"{context.name} is a flag: write is:{field.id} or not:{field.id}")
    if asked.op not in ORDERING or field.type == "set":
        return
    if _order(field) is None:
        raise _no_operator(asked, f"{context.name} has no order: {asked.op} cannot stand behind it")
    if len(asked.items) > 1:
        raise refused(asked.items[1], f"{asked.op} takes one value")


def _against(asked: Asked, context: Context) -> Against | None:
    """The term as one whole number held against another: a word that is none but names a field of them."""
    item = asked.items[0]
    if context.field.type != "integer" or context.game is None or len(asked.items) > 1 or item.kind != "word":
        return None
    if context.field.canonical(item.text) is not None or number(item, item.text) is not None:
        return None
    other = context.game.field(item.text)
    return Against(context.field, asked.op, other) if other and other.type == "integer" else None


def _condition(asked: Asked, field: Field, heard: Mapping[int, Heard]) -> Condition | None:
    bounds = tuple(dict.fromkeys(bound for one in heard.values() for bound in one.bounds))
    if not bounds:
        return None
    if field.type != "set":
        return Compare(field, bounds, none=asked.op == "!=")
    if asked.op not in (":", "!=") and len(heard) < len(asked.items):
        return None
    return Members(field, asked.op, tuple(str(bound.value) for bound in bounds if isinstance(bound, Whole)))


def _heard(asked: Asked, context: Context, item: Item) -> Heard:
    field = context.field
    if item.kind == "regex":
        return _pattern(asked, context, item)
    if asked.op in ORDERING and field.type != "set":
        return Heard((_side(context, item),), item.written)
    if item.kind == "word" and ".." in item.text and _order(field) is not None:
        return Heard((_range(context, item),), item.text)
    if field.type == "date" and field.canonical(item.text) is None:
        low, high = places(context, item, item.text)
        return Heard((Span(low, high, item.text if low == high else f"in {item.text}"),), item.written)
    return BY_TYPE[field.type](context, item)


def _pattern(asked: Asked, context: Context, item: Item) -> Heard:
    if context.field.type not in _WITH_PATTERNS:
        raise refused(item, f"{context.name} takes no regex")
    if asked.op not in (":", "!="):
        raise _no_operator(asked, "a regex stands behind : or !=, and ^ and $ in it are the value's ends")
    return Heard((Pattern(item.text),), item.written)


def _side(context: Context, item: Item) -> Span:
    """All that lies on one side of a value."""
    low, high = places(context, item, item.text)
    order = _order(context.field) or _Order()
    said = f"{_words(context.field)[context.op]} {item.text}"
    if context.op == "<=":
        return Span(order.first, high, said)
    if context.op == ">=":
        return Span(low, order.last, said)
    if context.op == "<":
        return Span(order.first, order.before(low) if order.before else low, said, open=not order.before)
    return Span(order.after(high) if order.after else high, order.last, said, open=not order.after)


def _range(context: Context, item: Item) -> Span:
    """`n..m`, `n..` or `..m`, both ends included."""
    first, last = item.text.split("..", 1)
    order = _order(context.field) or _Order()
    if not first and not last:
        raise refused(item, "a range needs an end: write 1..3, 1.. or ..3")
    low = places(context, item, first)[0] if first else order.first
    high = places(context, item, last)[1] if last else order.last
    if first and last and low > high:
        raise refused(item, f"nothing lies from {first} to {last}", lambda: [f"{last}..{first}"])
    if first and last:
        return Span(low, high, f"from {first} to {last}")
    return Span(low, high, f"{_words(context.field)['>=' if first else '<=']} {first or last}")


def _words(field: Field) -> Mapping[str, str]:
    return DATED if field.type == "date" else ORDERING


def _order(field: Field) -> _Order | None:
    """The order of a field's values, None where they have none."""
    if field.type == "integer":
        return _Order(-MOST - 1, MOST, lambda number: number - 1, lambda number: number + 1)
    if field.type == "ordered":
        return _Order(0, len(field.values) - 1, lambda rank: rank - 1, lambda rank: rank + 1)
    if field.type == "date":
        return _Order(FIRST, LAST, day_before, day_after)
    return _Order() if field.type == "code" else None


def _no_operator(asked: Asked, problem: str) -> Refusal:
    return Refusal(problem, asked.op_at, len(asked.op))
