"""Where a field's value is: in the table `card`, and on a card."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from deckwright.catalog.card import Card
from deckwright.catalog.fields import SHARED, Field, Value
from deckwright.catalog.text import fold, natural_key

folded = lru_cache(maxsize=1 << 16)(fold)
natural = lru_cache(maxsize=1 << 16)(natural_key)

_ID = re.compile(r"[a-z][a-z0-9_]*")
_SHARED_COLUMNS = {
    "name": ("name", "folded"),
    "text": ("nullif(text, '')", "text_folded"),
    "set": ("set_code", "set_key"),
    "number": ("number", "number_key"),
    "subtype": ("subtype", "subtype_key"),
}
_NEVER_MISSING = frozenset(SHARED) - {"subtype", "text", "copies"}


@dataclass(frozen=True, slots=True)
class Column:
    """A field's value in SQL: as printed, and as it is compared. `sure`: it is there on every card."""

    raw: str
    key: str
    sure: bool


@lru_cache(maxsize=4096)
def _column(field_id: str, keyed: bool) -> Column:
    if field_id in SHARED:
        raw, key = _SHARED_COLUMNS.get(field_id, (field_id, field_id))
        return Column(raw, key, field_id in _NEVER_MISSING)
    # The id is spliced into the SQL: it must be what a game document may declare, and nothing else.
    if not _ID.fullmatch(field_id):
        raise ValueError(f"no field id: {field_id!r}")
    raw = f"json_extract(fields, '$.{field_id}')"
    return Column(raw, f"json_extract(keys, '$.{field_id}')" if keyed else raw, False)


def column(field: Field) -> Column:
    """Where the table has the field's value."""
    return _column(field.id, field.type in ("text", "code", "ordered") or is_open(field))


def is_open(field: Field) -> bool:
    """Whether the field takes any word, compared on the folded key, where others of its type list values."""
    return field.type in ("enum", "set") and not field.values and field.id not in SHARED


def members(field: Field) -> str:
    """The SQL that names the JSON array of a set's members as they are compared, for `json_each`."""
    column(field)
    return f"{'keys' if is_open(field) else 'fields'}, '$.{field.id}'"


def key(field: Field, card: Card) -> Value | None:
    """The card's value as it is compared; None where it is missing, or has no place in the order."""
    value = card.value(field.id)
    if value is None:
        return None
    if field.id == "name":
        return card.folded
    if field.type == "text" or (field.type == "enum" and is_open(field)):
        return folded(str(value))
    if field.type == "code":
        return natural(str(value))
    if field.type == "ordered":
        return field.values.index(str(value)) if value in field.values else None
    if field.type == "set" and isinstance(value, tuple):
        return tuple(folded(part) for part in value) if is_open(field) else value
    return value
