"""Declarations of card fields: the one place that parsing, SQL, matching, help and schemas are made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from deckwright.catalog.text import fold, natural_key

FieldType = Literal["text", "code", "enum", "ordered", "set", "integer", "date", "flag", "card"]
"""`ordered` is an enum whose values rise in the order declared; `card` holds the identity of another card."""

Value = str | int | bool | tuple[str, ...]
"""A field's value on a card; a missing value is no entry at all."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a game's cards, as its document declares it."""

    id: str
    name: str
    type: FieldType
    about: str = ""
    short: str | None = None
    values: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    special: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    shown: bool = False
    columns: tuple[str, ...] = ()

    @classmethod
    def read(cls, declared: Mapping[str, Any]) -> Field:
        """The field of a game document's `fields` entry (already checked by the game schema)."""
        return cls(
            id=declared["id"],
            name=declared["name"],
            type=declared["type"],
            about=declared.get("about", ""),
            short=declared.get("short"),
            values=tuple(declared.get("values", ())),
            aliases=dict(declared.get("aliases", {})),
            special=tuple(declared.get("special", ())),
            types=tuple(declared.get("types", ())),
            shown=declared.get("shown", False),
            columns=tuple(declared.get("columns", ())),
        )

    def canonical(self, word: str) -> str | None:
        """The declared or special value that `word` names whole, by any case or alias, else None."""
        key = fold(word)
        for value in (*self.values, *self.special):
            if fold(value) == key:
                return value
        return next((value for alias, value in self.aliases.items() if fold(alias) == key), None)

    def key(self, value: Value) -> str | int | list[str] | None:
        """What `value` is compared and sorted by where that is not the value itself, else None."""
        if self.type == "text" or (self.type == "enum" and not self.values):
            return fold(str(value))
        if self.type == "code":
            return natural_key(str(value))
        if self.type == "ordered":
            return self.values.index(str(value)) if value in self.values else None
        if self.type == "set" and not self.values and isinstance(value, tuple):
            return [fold(part) for part in value]
        return None


def _shared(*rows: tuple[str, str, FieldType, str | None, str]) -> dict[str, Field]:
    return {row[0]: Field(id=row[0], name=row[1], type=row[2], short=row[3], about=row[4]) for row in rows}


SHARED: Mapping[str, Field] = _shared(
    ("game", "Game", "enum", "g", "the game a card belongs to, by its id"),
    ("type", "Type", "enum", "t", "the kind of card, tile or token"),
    ("subtype", "Subtype", "code", None, "a narrower kind within the type"),
    ("name", "Name", "text", None, "the name as printed; a bare word looks here"),
    ("text", "Text", "text", "o", "the effect text, in our own words"),
    ("set", "Set", "code", "s", "the set's code"),
    ("number", "Number", "code", "n", "the number in the set, whole: n:1 is not 13"),
    ("source", "Source", "enum", None, "where the facts come from"),
    ("copies", "Copies", "integer", None, "how many of it a box holds"),
    ("id", "Id", "card", None, "the card's own id"),
    ("identity", "Identity", "card", None, "the first printing, which rules count as the same card"),
)
"""The fields of all games, by id. No game may take one of these names."""

SOURCES: Sequence[str] = (
    "rulebook",
    "publisher",
    "public-record",
    "derived",
    "assumed",
    "placeholder",
    "user",
)
"""Where a card's facts come from; `placeholder` is a card that the box holds but no source names."""

SYNTAX_WORDS = frozenset({"is", "not", "has", "and", "or"})
"""Words of the query language that no field may be called."""
