"""From a cell to text: exact, or without the blanks around it, and never what cannot be stored."""

from __future__ import annotations

import json
import re

_CODE = re.compile(r"[^\s/#()\[\]]+")
_LONGEST_CODE = 60
_LONGEST_NAME = 1000


def text(cell: object) -> str | None:
    """A text exactly as it stands. Raises ValueError where it cannot be stored."""
    if cell is None or cell == "":
        return None
    words = cell if isinstance(cell, str) else _written(cell)
    if "\0" in words:
        raise ValueError("holds a NUL character")
    if not words.isascii():
        _check_characters(words)
    return words


def name(cell: object) -> str | None:
    """A card's name."""
    found = text(cell)
    if found is not None and len(found) > _LONGEST_NAME:
        raise ValueError(f"is over {_LONGEST_NAME:,} characters long")
    return found if found is None or found.strip() else None


def word(cell: object) -> str | None:
    """A text without the blanks around it."""
    found = text(cell)
    return (found.strip() or None) if found is not None else None


def code(cell: object) -> str | None:
    """A set's code or a card's number, which is part of the card's id."""
    found = word(cell)
    if found is not None and (not _CODE.fullmatch(found) or len(found) > _LONGEST_CODE):
        raise ValueError(f"{shown(found)} cannot be part of a card id: no blanks or / # ( ) [ ] in it")
    return found


def shown(value: object) -> str:
    """A value as a sentence quotes it, not too long."""
    said = str(value)
    return repr(said if len(said) <= 60 else said[:57] + "...")


def _written(cell: object) -> str:
    """What is no text, as text: a number as JSON writes it."""
    if isinstance(cell, bool | dict | list | tuple):
        raise ValueError(f"must be text, found {json.dumps(cell)[:60]}")
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _check_characters(words: str) -> None:
    for char in words:
        if "\udc80" <= char <= "\udcff":
            byte = ord(char) - 0xDC00
            raise ValueError(f"the byte 0x{byte:02x} is no UTF-8 text; --encoding latin-1 reads older files")
        if "\ud800" <= char <= "\udfff":
            raise ValueError("holds half a character (a surrogate without its other half)")
