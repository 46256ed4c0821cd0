"""What the templates ask: a card's facts in words, its line and printings, the entries of a decklist."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.connection import reader
from deckwright.catalog.fields import Value
from deckwright.catalog.game import Game
from deckwright.catalog.usage import Use, decks_using

_SHARED = ("subtype", "set", "number", "copies", "source")


@dataclass(frozen=True, slots=True)
class Fact:
    """A card's value of one field, in words; `link` is the id of a card that it points at."""

    name: str
    value: str
    link: str = ""
    assumed: bool = False


class Pages:
    """Answers for one page."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._games: dict[str, Game] = {}

    def brief(self, row: Any) -> Mapping[str, str]:
        """A card in a row of a table: its type's name, and the facts that tables show."""
        game = self.game(_raw(row, "game"))
        kind = game.types.get(_raw(row, "type"))
        fields = json.loads(_raw(row, "fields") or "{}")
        shown = [field for field in game.fields.values() if field.shown and field.id in fields]
        return {
            "game": game.name,
            "type": kind.name if kind else _raw(row, "type"),
            "facts": " · ".join(f"{field.name} {_said(fields[field.id])}" for field in shown),
        }

    def card(self, card_id: str) -> Mapping[str, Any]:
        """All there is on a card's page."""
        with closing(self._open()) as catalogue:
            card = catalogue.card(card_id)
            if card is None:
                return {}
            game = catalogue.game(card.game)
            kind = game.types.get(card.type)
            return {
                "card": card,
                "game": game.name,
                "type": kind.name if kind else card.type,
                "facts": list(_facts(catalogue, game, card)),
                "printings": _printings(catalogue, card),
                "before": _before(catalogue, game, card),
                "after": [one for one in catalogue.cards(card.game) if _points(game, one, card.identity)],
                "decks": decks_using(catalogue, card.identity),
            }

    def game(self, game_id: str) -> Game:
        """A game, read once a page."""
        if game_id not in self._games:
            with closing(self._open()) as catalogue:
                self._games[game_id] = catalogue.game(game_id)
        return self._games[game_id]

    def counts(self) -> Mapping[str, int]:
        """How many cards, games and saved decklists there are."""
        sql = "SELECT (SELECT count(*) FROM card), (SELECT count(*) FROM game), (SELECT count(DISTINCT name) FROM deck)"
        with closing(self._open()) as catalogue:
            return dict(zip(("card", "game", "deck"), catalogue.ask(sql)[0], strict=True))

    def entries(self, deck_id: int) -> list[Use]:
        """The entries of one saved version of a decklist."""
        sql = "SELECT name, 0, zone, count, coalesce(card, '') FROM deck_entry WHERE deck = ? ORDER BY id"
        with closing(self._open()) as catalogue:
            return [Use(*row) for row in catalogue.ask(sql, deck_id)]

    def _open(self) -> Catalogue:
        return Catalogue(self._path, reader(self._path))


def _facts(catalogue: Catalogue, game: Game, card: Card) -> Iterator[Fact]:
    for field in (*(game.shared[name] for name in _SHARED), *game.fields.values()):
        value = card.value(field.id)
        if value is None:
            continue
        pointed = catalogue.card(value) if field.type == "card" and isinstance(value, str) else None
        said = f"{pointed.name} #{pointed.number}" if pointed else _said(value)
        yield Fact(field.name, said, pointed.id if pointed else "", field.id in card.assumed)


def _printings(catalogue: Catalogue, card: Card) -> list[Card]:
    return [one for one in catalogue.cards(card.game) if one.identity == card.identity and one.id != card.id]


def _before(catalogue: Catalogue, game: Game, card: Card) -> list[Card]:
    """The cards that this one points at."""
    pointed = [card.fields.get(field.id) for field in game.fields.values() if field.type == "card"]
    found = [catalogue.card(one) for one in pointed if isinstance(one, str) and one != card.identity]
    return [one for one in found if one is not None]


def _points(game: Game, card: Card, identity: str) -> bool:
    fields = (field.id for field in game.fields.values() if field.type == "card")
    return card.identity != identity and any(card.fields.get(name) == identity for name in fields)


def _said(value: Value | list[Any]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _raw(row: Any, column: str) -> Any:
    """A row's own value, where Datasette may have put the label of what it points at."""
    value = row[column]
    return value["value"] if isinstance(value, dict) else value
