"""Shipped games that changed with the package, brought up to date in a catalogue that was built before.

What is the user's stays: games, cards, saved decklists, and what was said of shipped cards, which is laid over
the new facts again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckwright.catalog.build import Shipment, card_row, digest, game_row, mark, shipped, store, type_rows
from deckwright.catalog.card import Card
from deckwright.catalog.errors import REBUILD, CatalogueError
from deckwright.catalog.game import Game
from deckwright.catalog.layers import Said, layered, new_card
from deckwright.catalog.stamp import stale
from deckwright.catalog.writing import raw, writing

if TYPE_CHECKING:
    from sqlalchemy import Connection


def refresh(path: Path) -> tuple[str, ...]:
    """Bring the shipped games up to date in one transaction; the ids of those that changed.

    Raises CatalogueError where the catalogue cannot be written, or holds what the new games do not fit.
    """
    from sqlalchemy.exc import IntegrityError

    from deckwright.catalog.tables import TABLES

    try:
        with writing(path) as connection:
            if not stale(raw(connection)):
                return ()
            TABLES.create_all(connection)
            for table in TABLES.tables.values():
                for index in table.indexes:
                    index.create(connection, checkfirst=True)
            changed = [
                shipment[0].id
                for position, shipment in enumerate(shipped())
                if _bring_up(connection, shipment, position)
            ]
            mark(connection)
    except IntegrityError as error:
        raise CatalogueError(path, f"cannot take the new ones ({error.orig})", REBUILD) from error
    return tuple(changed)


def restore(connection: Connection, game_id: str) -> None:
    """Write a shipped game as it ships, with what the user says of it on top."""
    for position, (game, cards) in enumerate(shipped()):
        if game.id == game_id:
            _rewrite(connection, (game, cards), position)


def _bring_up(connection: Connection, shipment: Shipment, position: int) -> bool:
    """Write a shipped game over an older one; a user's own game of the same id is left alone."""
    game, cards = shipment
    sql = "SELECT shipped, digest FROM game WHERE id = ?"
    there = connection.exec_driver_sql(sql, (game.id,)).fetchone()
    if there is None:
        store(connection, shipment, position, shipped=True)
        return True
    if there[0]:
        move = "UPDATE game SET position = ? WHERE id = ?"
        connection.exec_driver_sql(move, (position, game.id))
    if not there[0] or there[1] == digest(game, cards):
        return False
    _rewrite(connection, shipment, position)
    return True


def _rewrite(connection: Connection, shipment: Shipment, position: int) -> None:
    game, cards = shipment
    _write(connection, "game", ("id",), [game_row(game, cards, position, shipped=True)])
    _write(connection, "card_type", ("game", "id"), type_rows(game))
    kept = _with_users(connection, game, {card.id: card for card in cards})
    _write(connection, "card", ("id",), [card_row(game, card) for card in kept.values()])
    _drop(connection, "card", game.id, kept)
    _drop(connection, "card_type", game.id, game.types)


def _with_users(connection: Connection, game: Game, cards: dict[str, Card]) -> dict[str, Card]:
    """The cards with what the user said of them, and the user's own."""
    sql = "SELECT id, document FROM user_card WHERE game = ?"
    made = dict(cards)
    for card_id, document in connection.exec_driver_sql(sql, (game.id,)):
        said = _tuples(json.loads(document))
        if card_id in cards:
            made[card_id] = layered(cards[card_id], _of_types(said, game))
        elif said.get("new") and said.get("type") in game.types and said.get("name"):
            made[card_id] = new_card(game.id, said["set"], said["number"], said)
    return made


def _of_types(said: Said, game: Game) -> Said:
    """What was said, without a card type that the game has no more: the card is of its own type again."""
    return {key: value for key, value in said.items() if key != "type" or value in game.types}


def _tuples(said: dict[str, Any]) -> Said:
    """What was said, as JSON kept it, with lists as the tuples that cards hold."""
    fields = {
        key: tuple(one) if isinstance(one, list) else one for key, one in said.get("fields", {}).items()
    }
    return {**said, "fields": fields}


def _write(connection: Connection, table: str, keys: tuple[str, ...], rows: list[Any]) -> None:
    from sqlalchemy.dialects.sqlite import insert

    from deckwright.catalog.tables import TABLES

    made = insert(TABLES.tables[table])
    changed = {name: made.excluded[name] for name in rows[0] if name not in keys}
    connection.execute(made.on_conflict_do_update(index_elements=keys, set_=changed), rows)


def _drop(connection: Connection, table: str, game_id: str, kept: Any) -> None:
    """Take away a game's rows that are no more."""
    sql = f"DELETE FROM {table} WHERE game = ? AND id NOT IN (SELECT value FROM json_each(?))"
    connection.exec_driver_sql(sql, (game_id, json.dumps(list(kept))))
