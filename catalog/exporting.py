"""Cards out of the catalogue, as an import takes them in again: CSV, and JSON by the schema of cards."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from deckwright.catalog.card import Card
from deckwright.catalog.fields import Value
from deckwright.catalog.game import Game
from deckwright.catalog.spreadsheet import guarded
from deckwright.catalog.text import escaped_json

SHARED_COLUMNS = ("game", "set", "number", "name", "type", "subtype", "identity", "text", "copies", "source")
"""The columns of all games, in order; `assumed` and the games' own fields follow."""

_CHUNK = 500


def as_csv(cards: Iterable[Card], games: Mapping[str, Game]) -> Iterator[str]:
    """CSV in pieces: a column for each field of these games, empty where a card has no value."""
    own = list(dict.fromkeys(name for game in games.values() for name in game.fields))
    yield _lines([[*SHARED_COLUMNS, "assumed", *own]])
    for some in _chunks(cards):
        yield _lines(_row(card, own) for card in some)


def as_json(cards: Iterable[Card], games: Mapping[str, Game]) -> Iterator[str]:
    """A cards document in pieces; of cards of several games an array of documents, one a game.

    A card's own fields stand in the order of its game, in whatever order they came.
    """
    by_game: dict[str, list[Card]] = {}
    for card in cards:
        places = games[card.game].fields
        fields = {name: card.fields[name] for name in (*places, *card.fields) if name in card.fields}
        by_game.setdefault(card.game, []).append(replace(card, fields=fields))
    documents = [_document(game, held) for game, held in by_game.items()]
    if len(documents) == 1:
        yield from documents[0]
    else:
        yield "["
        for at, document in enumerate(documents):
            yield ",\n" if at else "\n"
            yield from document
        yield "]"
    yield "\n"


def card_document(card: Card) -> dict[str, Any]:
    """A card as a row of a cards document; what it lacks is left out."""
    identity = card.identity if card.identity != card.id else None
    row: dict[str, Any] = {
        "set": card.set,
        "number": card.number,
        "name": card.name,
        "type": card.type,
        "subtype": card.subtype,
        "identity": identity,
        "text": card.text or None,
        "copies": card.copies,
        "source": card.source,
        "assumed": list(card.assumed) or None,
        "fields": dict(card.fields) or None,
    }
    return {key: value for key, value in row.items() if value is not None}


def _document(game: str, cards: Sequence[Card]) -> Iterator[str]:
    yield f'{{"deckwright": 1, "game": {json.dumps(game)}, "cards": ['
    for at, card in enumerate(cards):
        yield (",\n " if at else "\n ") + _json(card_document(card))
    yield "\n]}"


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=list)
    return escaped_json(text)


def _row(card: Card, own: Sequence[str]) -> list[str]:
    shared = [_cell(card.value(name)) for name in SHARED_COLUMNS]
    if card.identity == card.id:
        shared[SHARED_COLUMNS.index("identity")] = ""
    return [*shared, _cell(card.assumed), *(_cell(card.fields.get(name)) for name in own)]


def _cell(value: Value | None) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    return guarded(_listed(value) if isinstance(value, tuple) else value)


def _listed(members: tuple[str, ...]) -> str:
    """A set's members, parted by semicolons where that can be told apart again, else as JSON."""
    plain = all(one == one.strip() and ";" not in one and not one.startswith("[") for one in members)
    return "; ".join(members) if plain else json.dumps(members, ensure_ascii=False)


def _chunks(cards: Iterable[Card]) -> Iterator[list[Card]]:
    held: list[Card] = []
    for card in cards:
        held.append(card)
        if len(held) == _CHUNK:
            yield held
            held = []
    yield held


def _lines(rows: Iterable[Sequence[str]]) -> str:
    """Lines of CSV. The writer quotes what its line end holds, so it is given both characters; one is written."""
    lines = []
    for row in rows:
        out = io.StringIO()
        csv.writer(out, lineterminator="\r\n").writerow(row)
        lines.append(out.getvalue().removesuffix("\r\n") + "\n")
    return "".join(lines)
