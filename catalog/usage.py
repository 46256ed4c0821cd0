"""What the catalogue knows around cards: counts by a field's values, the decks that use a card, a user's fields."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from deckwright.catalog.catalogue import Catalogue, Selection
from deckwright.catalog.fields import Field, Value
from deckwright.catalog.query.columns import column
from deckwright.catalog.text import fold


@dataclass(frozen=True, slots=True)
class Use:
    """Copies of a card in one zone of a saved decklist's newest version."""

    deck: str
    version: int
    zone: str
    count: int
    printing: str


def facets(catalogue: Catalogue, query: Selection, field: Field) -> Mapping[Value | None, int]:
    """How many of the cards that a query selects have each value of a field, None being none; of a set, each member."""
    place = column(field).raw
    with catalogue.searching(query) as (where, parameters):
        found = catalogue.ask(f"SELECT {place}, count(*) FROM card WHERE {where} GROUP BY 1", *parameters)
        if field.type == "set":
            sql = (
                f"SELECT member.value, count(*) FROM (SELECT fields FROM card WHERE {where}) AS one,"
                f" json_each(one.fields, '$.{field.id}') AS member GROUP BY 1"
            )
            found = [row for row in found if row[0] is None] + catalogue.ask(sql, *parameters)
    return {_value(field, value): count for value, count in found}


def decks_using(catalogue: Catalogue, identity: str) -> tuple[Use, ...]:
    """The saved decklists whose newest version holds any printing of a card."""
    sql = (
        "SELECT deck.name, deck.version, deck_entry.zone, deck_entry.count, deck_entry.card"
        " FROM deck_entry JOIN deck ON deck.id = deck_entry.deck JOIN card ON card.id = deck_entry.card"
        " WHERE card.identity = ? AND deck.version ="
        " (SELECT max(version) FROM deck AS other WHERE other.name = deck.name)"
        " ORDER BY lower(deck.name), deck.name, deck_entry.id"
    )
    return tuple(Use(*row) for row in catalogue.ask(sql, identity))


def users_fields(catalogue: Catalogue, card_id: str) -> frozenset[str]:
    """The fields of a shipped card that the user has said; none of a card that is the user's own."""
    found = catalogue.ask("SELECT document FROM user_card WHERE id = ?", card_id)
    if not found:
        return frozenset()
    said = json.loads(found[0][0])
    return frozenset() if said.get("new") else frozenset({*said, *said.get("fields", {})} - {"fields"})


def _value(field: Field, value: Value | None) -> Value | None:
    if field.id == "text" and value == "":
        return None
    return bool(value) if field.type == "flag" and value is not None else value


def names_beginning(catalogue: Catalogue, start: str, limit: int = 200) -> tuple[str, ...]:
    """The printed names whose folded form begins so, in order; quick, for a shell that waits."""
    key = fold(start)
    sql = "SELECT DISTINCT name FROM card WHERE folded >= ? AND folded < ? ORDER BY folded, name LIMIT ?"
    return tuple(name for (name,) in catalogue.ask(sql, key, key + chr(0x10FFFF), limit))
