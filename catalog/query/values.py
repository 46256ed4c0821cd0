"""What a word means as a value of a field, by the field's type."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deckwright.catalog.fields import Field
from deckwright.catalog.game import Game
from deckwright.catalog.nearest import nearest
from deckwright.catalog.query.bounds import Bound, Part, Whole
from deckwright.catalog.query.columns import folded, is_open, natural
from deckwright.catalog.query.conditions import said_name
from deckwright.catalog.query.dates import days
from deckwright.catalog.query.outline import Item, quoted
from deckwright.catalog.query.scope import Scope

MOST_DIGITS = 18
"""How many digits a whole number may have."""

_FEW = 8
_NUMBER = re.compile(r"[+-]?\d+")


Suggest = Callable[[], Sequence[str]]
"""What may have been meant, worked out only if a refusal is told."""


class Refusal(Exception):
    """Why one game cannot read a term, or one value of it. `known` is all it knows, where that is little."""

    def __init__(
        self,
        problem: str,
        at: int,
        length: int,
        suggest: Suggest = tuple,
        ambiguous: bool = False,
        known: Sequence[str] = (),
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.at = at
        self.length = length
        self.suggest = suggest
        self.ambiguous = ambiguous
        self.known = tuple(known)


@dataclass(frozen=True, slots=True)
class Heard:
    """One value as a game reads it: what it bounds, how it is written, and whether it was named in full."""

    bounds: tuple[Bound, ...]
    written: str
    full: bool = True


@dataclass(frozen=True, slots=True)
class Context:
    """Where a value is read: the field, its game, the operator in front, and whether prefixes will do."""

    field: Field
    game: Game | None
    scope: Scope
    op: str
    prefixes: bool

    @property
    def name(self) -> str:
        """The field's name as it stands in a sentence."""
        return said_name(self.field)


def refused(item: Item, problem: str, suggest: Suggest = tuple) -> Refusal:
    """The refusal of one value."""
    return Refusal(problem, item.at, item.length, suggest)


def named_value(context: Context, item: Item, text: str) -> str:
    """The declared value that a word names: whole, by alias, or as the only one that begins so."""
    declared = context.field
    named = declared.canonical(text)
    if named:
        return named
    started = _beginning(declared, text) if context.prefixes else ()
    if len(started) > 1:
        problem = f"{text!r} is short for more than one {context.name}"
        raise Refusal(problem, item.at, item.length, lambda: started, ambiguous=True)
    if started:
        return started[0]
    known = (*declared.values, *declared.special)
    raise Refusal(
        f"unknown {context.name} {text!r}",
        item.at,
        item.length,
        lambda: _near_values(declared, text),
        known=known if len(known) <= _FEW else (),
    )


def number(item: Item, text: str) -> int | None:
    """The whole number that a word writes, None for another word."""
    if not _NUMBER.fullmatch(text):
        return None
    if len(text.lstrip("+-0")) > MOST_DIGITS:
        raise refused(item, f"a number has at most {MOST_DIGITS} digits")
    return int(text)


def places(context: Context, item: Item, text: str) -> tuple[Any, Any]:
    """The first and the last place in the field's order that a word names."""
    kind = context.field.type
    if kind == "integer":
        count = number(item, _worth(context.field, text))
        if count is None:
            raise _no_number(context, item)
        return count, count
    if kind == "date":
        span = days(text)
        if span is None:
            raise refused(item, f"{text!r} is no date: write 1850, 1850-09 or 1850-09-09")
        return span
    if kind == "code":
        return natural(text), natural(text)
    value = named_value(context, item, text)
    if value not in context.field.values:
        raise refused(item, f"{value} has no place in the order of {context.name}")
    return context.field.values.index(value), context.field.values.index(value)


def _text(context: Context, item: Item) -> Heard:
    said, value = f'"{item.text}"', folded(item.text)
    bound: Bound = Part(value, said) if context.op == ":" else Whole(value, said)
    return Heard((bound,), quoted(item.text))


def _code(context: Context, item: Item) -> Heard:
    return Heard((Whole(natural(item.text), item.text),), _kept(item))


def _enum(context: Context, item: Item) -> Heard:
    if is_open(context.field):
        return Heard((Whole(folded(item.text), item.text),), _kept(item))
    value = named_value(context, item, item.text)
    return Heard((Whole(value, value),), quoted(value), context.field.canonical(item.text) is not None)


def _integer(context: Context, item: Item) -> Heard:
    worth = _worth(context.field, item.text)
    if worth in context.field.special:
        return Heard((Whole(worth, worth),), quoted(worth))
    count = number(item, worth)
    if count is None:
        raise _no_number(context, item)
    return Heard((Whole(count, str(count)),), _kept(item) if worth == item.text else worth)


def _worth(field: Field, text: str) -> str:
    """What a word of a whole number stands for: its special value, the number that it is an alias of, else itself."""
    named = field.canonical(text)
    return text if named is None else named


def _card(context: Context, item: Item) -> Heard:
    game = context.game
    if game is not None and context.field.id == "id":
        whole = item.text if "/" in item.text else f"{game.id}/{item.text}"
        if context.scope.identities(game.id, whole):
            return Heard((Whole(whole, whole),), _kept(item))
    elif game is not None:
        found = context.scope.identities(game.id, item.text)
        if found:
            return Heard(tuple(Whole(one, one) for one in found), _kept(item))
    raise refused(item, f"no card is called {item.text!r}")


BY_TYPE: Mapping[str, Callable[[Context, Item], Heard]] = {
    "text": _text,
    "code": _code,
    "enum": _enum,
    "ordered": _enum,
    "set": _enum,
    "integer": _integer,
    "card": _card,
}
"""How a value is read that stands for itself; dates and ranges are spans."""


def _beginning(declared: Field, text: str) -> tuple[str, ...]:
    """The values that have a word which begins so, each once."""
    key = folded(text)
    words = {**{value: value for value in (*declared.values, *declared.special)}, **declared.aliases}
    return tuple(dict.fromkeys(value for word, value in words.items() if folded(word).startswith(key)))


def _near_values(declared: Field, text: str) -> Sequence[str]:
    """The values whose words are most like the text."""
    listed = re.split(r"[|/;+]", text)
    if len(listed) > 1 and all(map(declared.canonical, listed)):
        return (",".join(listed),)
    near = nearest(text, (*declared.values, *declared.special, *declared.aliases))
    return tuple(dict.fromkeys(declared.canonical(word) or word for word in near))


def _no_number(context: Context, item: Item) -> Refusal:
    others = context.game.fields.values() if context.game else ()
    names = [one.id for one in others if one.type == "integer"]
    problem = f"{context.name} is a whole number, and {item.text!r} is none"
    return refused(item, problem, lambda: nearest(item.text, (*context.field.special, *names)))


def _kept(item: Item) -> str:
    """The value as it was written, without quotes that it does not need."""
    return item.text if item.kind == "word" else quoted(item.text)
