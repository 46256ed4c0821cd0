"""The card: one printing of one game's card, tile or token."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from deckwright.catalog.fields import Value
from deckwright.catalog.text import fold


@dataclass(frozen=True)
class Card:
    """One printing. `id` is `<game>/<set>-<number>`; `identity` is the id of the first printing.

    `copies` is how many of it the game's box holds, None where cards are collected.
    `fields` holds the game's own fields; one that the card lacks has no entry.
    `assumed` names the fields that no source states.
    """

    id: str
    game: str
    type: str
    set: str
    number: str
    name: str
    identity: str
    subtype: str | None = None
    text: str = ""
    copies: int | None = None
    source: str = "user"
    assumed: tuple[str, ...] = ()
    fields: Mapping[str, Value] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.id)

    @cached_property
    def folded(self) -> str:
        """The key on which the name is compared."""
        return fold(self.name)

    def value(self, field_id: str) -> Value | None:
        """The card's value of a shared or own field, None where it is missing."""
        if field_id in _COLUMNS:
            shared: Value | None = getattr(self, field_id)
            return shared or None if isinstance(shared, str) else shared
        return self.fields.get(field_id)


_COLUMNS = frozenset(
    {"id", "game", "type", "subtype", "set", "number", "name", "identity", "text", "copies", "source"}
)


def card_id(game: str, set_: str, number: str) -> str:
    """The stable id of a printing."""
    return f"{game}/{set_}-{number}"
