"""Rows of the `card` table as cards. Made without the dataclass's own steps: a search makes thousands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from types import NoneType
from typing import Any

from deckwright.catalog.card import Card
from deckwright.catalog.fields import Value
from deckwright.catalog.shelf import SavedVersion

COLUMNS = (
    "id",
    "game",
    "type",
    "subtype",
    "set_code",
    "number",
    "name",
    "folded",
    "identity",
    "text",
    "copies",
    "source",
    "assumed",
    "fields",
)
"""The columns that a card is made from, in this order."""

_decode = json.JSONDecoder().decode

SELECTED = ", ".join(f"card.{column}" for column in COLUMNS)

_ATTRIBUTES = tuple("set" if column == "set_code" else column for column in COLUMNS)

_KINDS = frozenset(
    tuple({"subtype": subtype, "copies": copies}.get(column, str) for column in COLUMNS)
    for subtype in (str, NoneType)
    for copies in (int, NoneType)
)


def saved(row: tuple[Any, ...]) -> SavedVersion:
    """The saved version of a row of `shelf.SELECTED`. Raises ValueError for a row that is none."""
    version = SavedVersion(*row)
    if tuple(map(type, row)) != (int, str, int, str, str, str, int):
        raise ValueError("a column of another kind")
    if datetime.fromisoformat(version.saved_at).tzinfo is None:
        raise ValueError("a moment without its zone")
    return version


def card(row: tuple[Any, ...]) -> Card:
    """The card of a row of `COLUMNS`. Raises ValueError for a row that is none, which SQLite does not refuse."""
    if tuple(map(type, row)) not in _KINDS:
        raise ValueError("a column of another kind")
    made = object.__new__(Card)
    values = made.__dict__
    values.update(zip(_ATTRIBUTES, row, strict=True))
    values["assumed"] = () if row[-2] == "[]" else tuple(_decode(row[-2]))
    values["fields"] = _fields(row[-1])
    return made


def _fields(text: str) -> Mapping[str, Value]:
    read: dict[str, Any] = _decode(text)
    for name, value in read.items():
        if type(value) is list:
            read[name] = tuple(value)
    return read
