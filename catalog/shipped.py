"""The games that ship with the package: their documents, and cards documents read into cards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from deckwright.catalog.card import Card, card_id
from deckwright.catalog.errors import UnknownGame
from deckwright.catalog.fields import Field, Value
from deckwright.catalog.game import Game

_NO_SET = "own"


def shipped_games() -> tuple[str, ...]:
    """The ids of the shipped games, in their fixed order."""
    return tuple(_read("order.json"))


def game_document(game_id: str) -> dict[str, Any]:
    """The document of a shipped game. Raises UnknownGame."""
    return _document(game_id, "game.json")


def cards_document(game_id: str) -> dict[str, Any]:
    """The cards document of a shipped game. Raises UnknownGame."""
    return _document(game_id, "cards.json")


def cards_of(game: Game, document: Mapping[str, Any]) -> list[Card]:
    """The cards of a cards document that the cards schema has passed, in its order.

    A row takes its set and source from the document where it has none. `identity` and the values of `card`
    fields become card ids; one that points at another card of the document holds that card's identity.
    """
    set_ = document.get("set") or next((row["id"] for row in game.document.get("sets", ())), _NO_SET)
    rows = [{"set": set_, "source": document.get("source", "user"), **row} for row in document["cards"]]
    identities = {_id(game, row): _identity(game, row) for row in rows}
    return [_card(game, row, identities) for row in rows]


def _document(game_id: str, name: str) -> dict[str, Any]:
    if game_id not in shipped_games():
        raise UnknownGame(game_id)
    document: dict[str, Any] = _read(game_id, name)
    return document


def _read(*path: str) -> Any:
    return json.loads(files("deckwright.catalog").joinpath("games", *path).read_text(encoding="utf-8"))


def _card(game: Game, row: Mapping[str, Any], identities: Mapping[str, str]) -> Card:
    return Card(
        id=_id(game, row),
        game=game.id,
        type=row["type"],
        set=row["set"],
        number=row["number"],
        name=row["name"],
        identity=_identity(game, row),
        subtype=row.get("subtype"),
        text=row.get("text", ""),
        copies=row.get("copies"),
        source=row["source"],
        assumed=tuple(row.get("assumed", ())),
        fields={
            name: _value(game, row, game.fields.get(name), given, identities)
            for name, given in row.get("fields", {}).items()
        },
    )


def _value(
    game: Game, row: Mapping[str, Any], field: Field | None, given: Any, identities: Mapping[str, str]
) -> Value:
    if isinstance(given, list):
        return _ordered(given, field.values if field else ())
    if field and field.type == "card":
        pointed = _pointed(game, row, given)
        return identities.get(pointed, pointed)
    value: Value = given
    return value


def _ordered(given: list[str], values: tuple[str, ...]) -> tuple[str, ...]:
    """The members of a set in the order declared, then those not declared, each once."""
    return tuple(dict.fromkeys([*(value for value in values if value in given), *given]))


def _id(game: Game, row: Mapping[str, Any]) -> str:
    return card_id(game.id, row["set"], row["number"])


def _identity(game: Game, row: Mapping[str, Any]) -> str:
    return _pointed(game, row, row.get("identity", row["number"]))


def _pointed(game: Game, row: Mapping[str, Any], given: str) -> str:
    """The card id meant by a number of the row's own set, or by a whole card id, which alone has a slash."""
    return given if "/" in given else card_id(game.id, row["set"], given)
