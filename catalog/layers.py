"""What a user says of a card over what is there: it wins, and what is not said stays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from deckwright.catalog.card import Card, card_id
from deckwright.catalog.fields import Value

Said = Mapping[str, Any]
"""What is said of a card: its shared fields by id, its own under `fields`; None takes a value away."""

SHARED_PARTS = ("name", "type", "subtype", "text", "copies", "identity", "source", "assumed")
"""The shared fields that may be said of a card, beside its place (`set` and `number`)."""

_EMPTY: Mapping[str, Any] = {"text": "", "assumed": (), "subtype": None, "copies": None}


def new_card(game_id: str, set_: str, number: str, said: Said) -> Card:
    """The card that is said, where there is none; `name` and `type` must be said."""
    own = card_id(game_id, set_, number)
    return Card(
        id=own,
        game=game_id,
        type=said["type"],
        set=set_,
        number=number,
        name=said["name"],
        identity=said.get("identity") or own,
        subtype=said.get("subtype"),
        text=said.get("text") or "",
        copies=said.get("copies"),
        source=said.get("source") or "user",
        assumed=tuple(said.get("assumed") or ()),
        fields={key: value for key, value in said.get("fields", {}).items() if value is not None},
    )


def layered(base: Card, said: Said) -> Card:
    """The card with what is said on top. A field that is said is assumed no more, and a named card no placeholder."""
    shared = {key: _shared(base, key, said[key]) for key in SHARED_PARTS if key in said}
    fields = said.get("fields", {})
    if "assumed" not in said and base.assumed:
        shared["assumed"] = tuple(name for name in base.assumed if name not in fields and name not in said)
    if "source" not in said and base.source == "placeholder" and "name" in said:
        shared["source"] = "user"
    merged = {key: value for key, value in {**base.fields, **fields}.items() if value is not None}
    return replace(base, **shared, fields=merged)


def differences(before: Card, said: Said) -> Iterator[tuple[str, Value | None, Value | None]]:
    """Each field that is said and not so yet: its id, its value before and after."""
    for key in SHARED_PARTS:
        if key in said:
            old, new = getattr(before, key), _shared(before, key, said[key])
            if old != new:
                yield key, old or None, new or None
    for key, new in said.get("fields", {}).items():
        old = before.fields.get(key)
        if old != new or type(old) is not type(new):
            yield key, old, new


def joined(under: Said, over: Said) -> dict[str, Any]:
    """Two sayings of one card as one, the second on top."""
    return {**under, **over, "fields": {**under.get("fields", {}), **over.get("fields", {})}}


def _shared(base: Card, key: str, value: Any) -> Any:
    if value is None:
        return base.id if key == "identity" else _EMPTY.get(key, getattr(base, key))
    return tuple(value) if key == "assumed" else value
