"""A user's game documents: completed by what they extend, checked, stored beside the shipped games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from deckwright.catalog.build import digest, type_rows
from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.errors import UnknownGame
from deckwright.catalog.game import Game
from deckwright.catalog.game_faults import LISTS, faults
from deckwright.schemas import Problem, problems

if TYPE_CHECKING:
    from sqlalchemy import Connection

News = Literal["new", "changed", "same"]

_OBJECTS = ("options", "lists", "piles", "seats")
_WHOLE = ("deckwright", "id", "name")


def completed(document: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """The document with what it does not say taken from another: entries of lists by id, of objects by key.

    An entry of its own replaces the other's of the same id; anything else that is said replaces the whole.
    """
    made = {**{key: value for key, value in base.items() if key not in _WHOLE}, **document}
    for key in LISTS:
        if key in document and key in base:
            made[key] = _joined(document[key], base[key])
    for key in _OBJECTS:
        if key in document and key in base:
            made[key] = {**base[key], **document[key]}
    return made


def _joined(own: Sequence[Mapping[str, Any]], base: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The entries of a base with a document's own in the place of the first of their id, the others at the end."""
    by_id: dict[str, list[Mapping[str, Any]]] = {row["id"]: [] for row in (*base, *own)}
    said = {row["id"] for row in own}
    for row in (*(row for row in base if row["id"] not in said), *own):
        by_id[row["id"]].append(row)
    return [row for rows in by_id.values() for row in rows]


def read(document: Any, catalogue: Catalogue) -> tuple[dict[str, Any] | None, list[Problem]]:
    """A user's document completed by what it extends, None if it is not sound; and every problem of it."""
    made, found = examined(document, catalogue)
    return (None if found else made), found


def examined(document: Any, catalogue: Catalogue) -> tuple[dict[str, Any] | None, list[Problem]]:
    """The same, but None only where the document is not of a game's shape: what is wrong may be in its names."""
    if not isinstance(document, dict):
        return None, problems("game", document)
    base: Mapping[str, Any] = {}
    found: list[Problem] = []
    word = document.get("extends")
    if isinstance(word, str):
        try:
            base = catalogue.game(word).document
        except UnknownGame as error:
            found.append(Problem("/extends", str(error)))
    whole = {**{key: base[key] for key in ("types", "zones", "formats") if key in base}, **document}
    found += problems("game", whole)
    if found:
        return None, found
    made = completed(document, base)
    return made, list(faults(made, document))


def shipped(game_id: str) -> bool:
    """Whether a game of this id comes with the package."""
    from deckwright.catalog.shipped import shipped_games

    return game_id in shipped_games()


def store_game(connection: Connection, document: Mapping[str, Any]) -> News:
    """Write a sound document of a user's game; its cards stay, with the types that they are of."""
    game = Game.read(document)
    run = connection.exec_driver_sql
    there = run("SELECT document FROM game WHERE id = ?", (game.id,)).fetchone()
    text = json.dumps(document, ensure_ascii=False, default=dict, separators=(",", ":"))
    if there and json.loads(there[0]) == json.loads(text):
        return "same"
    if there:
        run(
            "UPDATE game SET name = ?, document = ?, digest = ? WHERE id = ?",
            (game.name, text, digest(game, ()), game.id),
        )
    else:
        sql = (
            "INSERT INTO game (id, name, document, shipped, digest, position)"
            " SELECT ?, ?, ?, 0, ?, coalesce(max(position), -1) + 1 FROM game"
        )
        run(sql, (game.id, game.name, text, digest(game, ())))
    _store_types(connection, game)
    drop_types(connection, game)
    return "changed" if there else "new"


def taken_over(game: Game, cards: Iterable[Card]) -> Iterator[Card]:
    """Another game's cards as those of a game that extends it."""
    from dataclasses import replace

    def moved(card_id: str) -> str:
        return f"{game.id}/{card_id.partition('/')[2]}"

    pointing = {field.id for field in game.fields.values() if field.type == "card"}
    for card in cards:
        fields = {
            name: moved(value) if name in pointing and isinstance(value, str) else value
            for name, value in card.fields.items()
        }
        yield replace(card, id=moved(card.id), game=game.id, identity=moved(card.identity), fields=fields)


def _store_types(connection: Connection, game: Game) -> None:
    run = connection.exec_driver_sql
    rows = [
        tuple(row[key] for key in ("game", "id", "name", "plural", "position")) for row in type_rows(game)
    ]
    run(
        "INSERT INTO card_type (game, id, name, plural, position) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (game, id) DO UPDATE SET name = excluded.name, plural = excluded.plural,"
        " position = excluded.position",
        rows,
    )


def drop_types(connection: Connection, game: Game) -> None:
    """Take away the card types that a game no longer has, but for those that cards are still of."""
    gone = "game = ? AND id NOT IN (SELECT value FROM json_each(?))"
    kept = json.dumps(list(game.types))
    connection.exec_driver_sql(
        f"DELETE FROM card_type WHERE {gone} AND NOT EXISTS"
        " (SELECT 1 FROM card WHERE card.game = card_type.game AND card.type = card_type.id)",
        (game.id, kept),
    )


def removal(catalogue: Catalogue, game_id: str) -> str:
    """What `forget` would do, in words. Raises CannotForget where saved decklists are of the game."""
    cards = sum(count for count, _ in catalogue.counts(game_id).values())
    if shipped(game_id):
        return "what you said of its cards, and your own cards of it, are taken away"
    decks = len({version.name for version in catalogue.saved() if version.game == game_id})
    if decks:
        raise CannotForget(game_id, decks)
    return f"the game and its {cards:,} card{'' if cards == 1 else 's'} are removed"


def left_behind(catalogue: Catalogue, game: Game) -> dict[str, int]:
    """The card types that are gone from a game's document, with how many cards are of each still."""
    counts = catalogue.counts(game.id)
    return {kind: cards for kind, (cards, _) in counts.items() if cards and kind not in game.types}


class TypesGone(Exception):
    """Card types that a game's document no longer has, while cards are of them."""

    def __init__(self, game_id: str, left: Mapping[str, int]) -> None:
        super().__init__(game_id, dict(left))
        self.game_id = game_id
        self.left = dict(left)

    def __str__(self) -> str:
        lines = [
            f"{kind!r} is gone from the types, but {'a card is' if count == 1 else f'{count:,} cards are'} of it"
            for kind, count in self.left.items()
        ]
        way = (
            "import the document together with those cards and their new types, or take the old game away first:"
            f" deckwright game remove {self.game_id}"
        )
        return "\n".join([*lines, way])


class CannotForget(Exception):
    """A game that saved decklists are of."""

    exit_code = 1

    def __init__(self, game_id: str, decks: int) -> None:
        super().__init__(game_id, decks)
        self.game_id = game_id
        self.decks = decks

    def __str__(self) -> str:
        said = "a saved decklist is" if self.decks == 1 else f"{self.decks} saved decklists are"
        which = f"deck list --game {self.game_id} names {'it' if self.decks == 1 else 'them'}"
        return f"{said} of {self.game_id}; {which}, deck remove takes {'it' if self.decks == 1 else 'them'} away first"


def forget(path: Path, game_id: str) -> None:
    """Remove a user's game, or what was said of a shipped one's cards, in one transaction.

    Raises CannotForget where saved decklists are of the game, UnknownGame where another program has removed it.
    """
    from deckwright.catalog.refresh import restore
    from deckwright.catalog.shipped import shipped_games
    from deckwright.catalog.writing import writing

    with writing(path) as connection:
        run = connection.exec_driver_sql
        run("DELETE FROM user_card WHERE game = ?", (game_id,))
        if game_id in shipped_games():
            restore(connection, game_id)
            return
        decks = run("SELECT count(DISTINCT name) FROM deck WHERE game = ?", (game_id,)).scalar_one()
        if decks:
            raise CannotForget(game_id, decks)
        for table in ("card", "card_type"):
            run(f"DELETE FROM {table} WHERE game = ?", (game_id,))
        if not run("DELETE FROM game WHERE id = ?", (game_id,)).rowcount:
            raise UnknownGame(game_id)
