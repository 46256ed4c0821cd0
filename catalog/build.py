"""Building the catalogue from the shipped games."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckwright.catalog.beside import fitted, hidden
from deckwright.catalog.card import Card
from deckwright.catalog.connection import WHOLE_SECONDS, base_code
from deckwright.catalog.errors import ELSEWHERE, CatalogueError
from deckwright.catalog.game import Game
from deckwright.catalog.header import APPLICATION_ID, exists, has_log, log_files, unusable
from deckwright.catalog.stamp import stamp
from deckwright.catalog.text import fold, natural_key
from deckwright.catalog.versions import newest

if TYPE_CHECKING:
    from sqlalchemy import Connection

Shipment = tuple[Game, Sequence[Card]]
"""A game and all its cards."""


def build(path: Path, shipments: Iterable[Shipment] | None = None) -> bool:
    """Build the catalogue at `path`, of the shipped games unless told otherwise, if nothing is there.

    False where there was something, or another process was quicker. The file appears whole or not at all.
    """
    try:
        target = Path(os.path.realpath(path))
        target.parent.mkdir(parents=True, exist_ok=True)
        return _build_once(target, shipments)
    except (OSError, ValueError) as error:
        raise unusable(path, error) from error
    except sqlite3.Error as error:
        raise _refusal(path, error) from error


def shipped() -> Iterator[Shipment]:
    """The shipped games and their cards."""
    from deckwright.catalog.shipped import cards_document, cards_of, game_document, shipped_games

    for game_id in shipped_games():
        game = Game.read(game_document(game_id))
        yield game, cards_of(game, cards_document(game_id))


def mark(connection: Connection) -> None:
    """Keep the fingerprint of the shipped games, all of which are stored."""
    connection.exec_driver_sql("DELETE FROM shipped")
    connection.exec_driver_sql("INSERT INTO shipped (stamp) VALUES (?)", (stamp(),))


def store(connection: Connection, shipment: Shipment, position: int, shipped: bool) -> None:
    """Write a game and its cards, none of which are there yet."""
    from sqlalchemy import insert

    from deckwright.catalog.tables import CardRow, CardTypeRow, GameRow

    game, cards = shipment
    connection.execute(insert(GameRow), game_row(game, cards, position, shipped))
    connection.execute(insert(CardTypeRow), type_rows(game))
    if cards:
        connection.execute(insert(CardRow), [card_row(game, card) for card in cards])


def card_row(game: Game, card: Card) -> dict[str, object]:
    """The columns of a card, the keys by which it is found and sorted among them."""
    keys = {name: game.fields[name].key(value) for name, value in card.fields.items() if name in game.fields}
    return {
        "id": card.id,
        "game": card.game,
        "type": card.type,
        "subtype": card.subtype,
        "subtype_key": None if card.subtype is None else natural_key(card.subtype),
        "set_code": card.set,
        "set_key": natural_key(card.set),
        "number": card.number,
        "number_key": natural_key(card.number),
        "name": card.name,
        "folded": card.folded,
        "identity": card.identity,
        "text": card.text,
        "text_folded": fold(card.text),
        "copies": card.copies,
        "source": card.source,
        "assumed": _json(card.assumed),
        "fields": _json(card.fields),
        "keys": _json({name: key for name, key in keys.items() if key is not None}),
    }


def digest(game: Game, cards: Sequence[Card]) -> str:
    """A fingerprint of a game's document and cards, which changes when either does."""
    rows = [[getattr(card, column.name) for column in dataclasses.fields(card)] for card in cards]
    whole = json.dumps([game.document, rows], sort_keys=True, default=dict)
    return hashlib.sha256(whole.encode()).hexdigest()


def _build_once(target: Path, shipments: Iterable[Shipment] | None) -> bool:
    try:
        with _turn(target):
            if exists(target):
                return False
            _build(target, shipments)
    except sqlite3.Error:
        # Whoever waits on the lock may find it gone, as it goes when the catalogue comes.
        if exists(target):
            return False
        raise
    return True


def _build(target: Path, shipments: Iterable[Shipment] | None) -> None:
    fresh = hidden(target, "new")
    try:
        _remove(fresh, *log_files(fresh), Path(f"{fresh}-journal"))
        _write(fresh, shipments)
        _put_aside(target)
        fresh.replace(target)
    finally:
        with suppress(OSError):
            _remove(fresh, *log_files(fresh), Path(f"{fresh}-journal"))


def _write(path: Path, shipments: Iterable[Shipment] | None) -> None:
    from sqlalchemy.exc import DBAPIError

    from deckwright.catalog.tables import TABLES, engine

    try:
        with engine(path).begin() as connection:
            TABLES.create_all(connection)
            for position, shipment in enumerate(shipped() if shipments is None else shipments):
                store(connection, shipment, position, shipped=True)
            if shipments is None:
                mark(connection)
    except DBAPIError as error:
        raise error.orig if isinstance(error.orig, sqlite3.Error) else error from error
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {newest()}")
        connection.execute("PRAGMA journal_mode = WAL")


def _put_aside(target: Path) -> None:
    """Keep the log of a file that is gone, which would be taken for the new one's, where it can be found again."""
    log, index = log_files(target)
    if has_log(target):
        log.replace(target.with_name(fitted(target.name, ".left-wal")))
    _remove(log, index)


@contextmanager
def _turn(target: Path) -> Iterator[None]:
    """Hold the right to build at `target`: SQLite's own lock, on a file beside it, on every platform.

    The file goes only once the catalogue stands, so that whoever still waits on it finds nothing to do.
    """
    lock = hidden(target, "building")
    with closing(sqlite3.connect(lock, timeout=WHOLE_SECONDS, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield
    with suppress(OSError):
        _remove(lock)


def _refusal(path: Path, error: sqlite3.Error) -> CatalogueError:
    if base_code(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
        return CatalogueError(path, "cannot be built, as its folder cannot be written", ELSEWHERE)
    return CatalogueError(path, f"cannot be built ({error})", ELSEWHERE)


def _remove(*paths: Path) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def game_row(game: Game, cards: Sequence[Card], position: int, shipped: bool) -> Mapping[str, Any]:
    """The row of a game."""
    return {
        "id": game.id,
        "name": game.name,
        "document": _json(game.document),
        "shipped": shipped,
        "digest": digest(game, cards),
        "position": position,
    }


def type_rows(game: Game) -> list[Mapping[str, Any]]:
    """The rows of a game's card types."""
    return [
        {"game": game.id, "id": row.id, "name": row.name, "plural": row.plural, "position": position}
        for position, row in enumerate(game.types.values())
    ]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=dict, separators=(",", ":"))
