"""A query's outline: what is asked and how it is joined, before any game has read it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from deckwright.catalog.query import patterns, syntax
from deckwright.catalog.query.errors import QueryError
from deckwright.catalog.text import fold

MOST_TERMS = 200
DEEPEST = 50
"""How many terms a query may have, each value of a list counted, and how many levels of brackets."""

_BARE = re.compile(r"\w(?:[\w.&'*+?#-]*[\w&'*+?#-])?")
_ESCAPED = re.compile(r'\\(["\\])')


@dataclass(frozen=True, slots=True)
class Item:
    """One value: a word, a phrase in quotes, or the pattern of a regex; and where it stands."""

    kind: Literal["word", "quoted", "regex"]
    text: str
    at: int
    length: int

    @property
    def written(self) -> str:
        """The value as a query writes it behind an operator."""
        if self.kind == "word":
            return self.text
        return patterns.written(self.text) if self.kind == "regex" else in_quotes(self.text)


@dataclass(frozen=True, slots=True)
class Asked:
    """One term: field, operator and values, and where they stand."""

    field: str
    op: str
    items: tuple[Item, ...]
    at: int
    length: int
    op_at: int


@dataclass(frozen=True, slots=True)
class Joined:
    """Parts that are joined by `and` or `or`, or the one part that is negated."""

    by: Literal["and", "or", "not"]
    parts: tuple[Outline, ...]


Outline = Asked | Joined


def outline(text: str) -> Outline | None:
    """The outline of a query, None for the empty one. Raises QueryError."""
    found = syntax.tree(text)
    return None if found is None else Outliner(text).outline(found.children[0])


def joined(by: Literal["and", "or"], parts: Iterable[Outline]) -> Outline:
    """The parts joined flat: an `and` in an `and` is no level of its own."""
    flat: list[Outline] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Joined) and part.by == by else (part,))
    return flat[0] if len(flat) == 1 else Joined(by, tuple(flat))


def negated(part: Outline) -> Outline:
    """The opposite; of an opposite, the thing itself."""
    return part.parts[0] if isinstance(part, Joined) and part.by == "not" else Joined("not", (part,))


def quoted(text: str) -> str:
    """The text as a query writes it: bare where it is a plain word, else in double quotes."""
    if _BARE.fullmatch(text) and ".." not in text and text.lower() not in ("or", "and"):
        return text
    return in_quotes(text)


def in_quotes(text: str) -> str:
    """The text in double quotes, what would end them escaped."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


class Outliner:
    """Reads the trees of tokens of one text, counting terms and levels."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._terms = 0

    def outline(self, node: Any, level: int = 0) -> Outline:
        """The outline of a tree. Raises QueryError."""
        if node.data == "bracketed":
            bracket, inside = node.children
            if level == DEEPEST:
                problem = f"a query has at most {DEEPEST} levels of brackets"
                raise QueryError(self._text, bracket.start_pos, 1, problem)
            return self.outline(inside, level + 1)
        parts = (self.outline(child, level) for child in node.children)
        if node.data == "or_expr":
            return joined("or", parts)
        if node.data == "and_expr":
            return joined("and", parts)
        if node.data == "negated":
            return negated(self.outline(node.children[0], level))
        return self._term(node)

    def _term(self, node: Any) -> Asked:
        first = node.children[0]
        if node.data == "term":
            field, op, values = node.children
            items = tuple(self._item(token, str(field)) for token in values.children)
            return Asked(str(field), str(op), items, field.start_pos, len(field), op.start_pos)
        op = "=" if node.data == "exact" else ":"
        return Asked("name", op, (self._item(first, None),), first.start_pos, len(first), first.start_pos)

    def _item(self, token: Any, field: str | None) -> Item:
        text, at = str(token), token.start_pos
        self._terms += 1
        if self._terms > MOST_TERMS:
            problem = f"a query has at most {MOST_TERMS} terms, each value of a list counted"
            raise QueryError(self._text, at, len(text), problem)
        if token.type == "REGEX":
            return self._pattern(Item("regex", patterns.unwritten(text), at, len(text)))
        bare = text[1:] if token.type == "EXACT" else text
        if bare.startswith('"'):
            item = Item("quoted", _ESCAPED.sub(r"\1", bare[1:-1]), at, len(text))
        else:
            item = Item("word" if token.type == "VALUE" else "quoted", bare, at, len(text))
        if not fold(item.text):
            raise QueryError(self._text, at, len(text), _nothing(item.text, field))
        return item

    def _pattern(self, item: Item) -> Item:
        try:
            patterns.compiled(item.text)
        except ValueError as error:
            raise QueryError(self._text, item.at, item.length, str(error)) from None
        return item


def _nothing(text: str, field: str | None) -> str:
    """Why there is nothing to look for in a value."""
    if text.strip():
        return f"nothing of {text!r} is left to look for, as marks do not count"
    if field is None:
        return "an empty phrase finds nothing; leave it out"
    return f"an empty value finds nothing; write -has:{field} for the cards without one"
