"""From a cell to a field's value: words, aliases and special values made canonical."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from datetime import date

from deckwright.catalog.fields import SOURCES, Field, Value
from deckwright.catalog.game import Game
from deckwright.catalog.importing.cells import shown, text, word
from deckwright.catalog.nearest import meant, nearest
from deckwright.catalog.text import fold

Convert = Callable[[object], Value | None]
"""Makes a value of a cell, None where the cell says nothing. Raises ValueError with what is wrong."""

_NUMBER = re.compile(r"([+-]?\d{1,18})(?:\.0+)?", re.ASCII)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_BETWEEN = re.compile(r"[,/&+|\n]")
_REMEMBERED = 10_000
_FLAGS = {
    **dict.fromkeys(("yes", "y", "true", "1", "x"), True),
    **dict.fromkeys(("no", "n", "false", "0"), False),
}


def converter(field: Field) -> Convert:
    """How a field's cells are read; those of few different values are remembered."""
    make = _BY_TYPE[field.type](field)
    return make if field.type == "text" else _remembering(make)


def copies(cell: object) -> int | None:
    """How many of a card the box holds."""
    found = _integer(Field("copies", "Copies", "integer"))(cell)
    if isinstance(found, int) and found < 1:
        raise ValueError("must be at least 1")
    return found if isinstance(found, int) else None


def source(cell: object) -> str | None:
    """Where a card's facts come from."""
    found = word(cell)
    if found is not None and found not in SOURCES:
        raise _unknown(found, SOURCES)
    return found


def members(cell: object) -> tuple[str, ...] | None:
    """A list of words, parted by semicolons or written as a JSON array."""
    return tuple(_members(cell)) or None


def card_type(game: Game) -> Convert:
    """How a cell names a card type of the game."""

    def convert(cell: object) -> Value | None:
        said = word(cell)
        if said is None:
            return None
        found = game.type_named(said)
        if found is None:
            words = [one for row in game.types.values() for one in row.words]
            raise _unknown(said, words, tuple(game.types))
        return found.id

    return _remembering(convert)


def _remembering(make: Convert) -> Convert:
    known: dict[object, Value | None] = {}

    def convert(cell: object) -> Value | None:
        if type(cell) is not str:
            return make(cell)
        if cell not in known:
            if len(known) >= _REMEMBERED:
                known.clear()
            known[cell] = make(cell)
        return known[cell]

    return convert


def _text(field: Field) -> Convert:
    if not field.aliases:
        return text

    def convert(cell: object) -> Value | None:
        found = text(cell)
        return (field.aliases.get(found, found) or None) if found is not None else None

    return convert


def _word(_field: Field) -> Convert:
    return word


def _integer(field: Field) -> Convert:
    def convert(cell: object) -> Value | None:
        if isinstance(cell, float) and cell.is_integer():
            cell = int(cell)
        said = word(cell)
        if said is None:
            return None
        named = field.canonical(said)
        number = _NUMBER.fullmatch(said if named is None else named)
        if number and named not in field.special:
            return int(number[1])
        if named is None:
            likely = (*field.special, *field.aliases)
            raise ValueError(f"{shown(said)} is no whole number{_hint(said, likely)}")
        return named or None

    return convert


def _flag(field: Field) -> Convert:
    def convert(cell: object) -> Value | None:
        if isinstance(cell, bool):
            return cell
        said = word(cell)
        if said is None:
            return None
        named = field.canonical(said)
        found = _FLAGS.get(fold(said if named is None else named))
        if found is None:
            raise ValueError(f"{shown(said)} is neither yes nor no")
        return found

    return convert


def _enum(field: Field) -> Convert:
    if not field.values:
        return word

    def convert(cell: object) -> Value | None:
        said = word(cell)
        return None if said is None else _declared(field, said)

    return convert


def _set(field: Field) -> Convert:
    def convert(cell: object) -> Value | None:
        parts = _members(cell)
        if field.values:
            parts = [value for part in parts for value in _declared_parts(field, part)]
        ordered = [value for value in field.values if value in parts]
        return tuple(dict.fromkeys([*ordered, *parts])) or None

    return convert


def _date(_field: Field) -> Convert:
    def convert(cell: object) -> Value | None:
        said = word(cell)
        if said is None:
            return None
        try:
            if _DATE.fullmatch(said):
                return date.fromisoformat(said).isoformat()
        except ValueError:
            pass
        raise ValueError(f"{shown(said)} is no date: write 1850-09-09")

    return convert


_BY_TYPE: dict[str, Callable[[Field], Convert]] = {
    "text": _text,
    "code": _word,
    "enum": _enum,
    "ordered": _enum,
    "set": _set,
    "integer": _integer,
    "date": _date,
    "flag": _flag,
    "card": _word,
}


def _members(cell: object) -> list[str]:
    if isinstance(cell, list | tuple):
        return [said for part in cell if (said := word(part))]
    said = word(cell)
    if said is None:
        return []
    if said.startswith("["):
        try:
            read = json.loads(said)
        except ValueError:
            read = None
        if isinstance(read, list) and all(isinstance(part, str) for part in read):
            return read
    return [bare for part in said.split(";") if (bare := part.strip())]


def _declared(field: Field, said: str) -> str | None:
    """The declared value that a word names; None for an alias of nothing."""
    named = field.canonical(said)
    if named is None:
        raise _unknown(said, (*field.values, *field.aliases), field.values)
    return named or None


def _declared_parts(field: Field, said: str) -> Iterable[str]:
    """The declared values in a part of a list: the whole of it, else what stands between commas and the like."""
    whole = field.canonical(said)
    if whole is not None:
        return [whole] if whole else []
    return [
        value for part in _BETWEEN.split(said) if (bare := part.strip()) and (value := _declared(field, bare))
    ]


def _unknown(said: str, known: Iterable[str], few: Iterable[str] = ()) -> ValueError:
    hint = _hint(said, known)
    listed = ", ".join(few)
    return ValueError(f"{shown(said)} is none of its values{hint or (f': {listed}' if listed else '')}")


def _hint(said: str, known: Iterable[str]) -> str:
    return meant(nearest(said, known))
