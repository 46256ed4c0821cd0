"""Opening a catalogue: one that is missing is built, an older one upgraded, what is none refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from deckwright.catalog.connection import ERRORS, failure, reader, tidy
from deckwright.catalog.errors import CatalogueError
from deckwright.catalog.header import check, exists
from deckwright.catalog.stamp import stale
from deckwright.catalog.versions import is_old

Announce = Callable[[str], None]
"""Told, in a line, of what takes a while or changes the file."""


def opened(place: Path, announce: Announce | None) -> sqlite3.Connection:
    """A connection that reads the catalogue at a place, as it is now. Raises CatalogueError."""
    if not exists(place):
        _build(place, announce)
    check(place)
    connection = _of_now(place, announce)
    if answer(place, connection, lambda: stale(connection)):
        connection.close()
        _refresh(place, announce)
        connection = reader(place)
    return connection


def answer(place: Path, connection: sqlite3.Connection, ask: Callable[[], bool]) -> bool:
    """What a connection is asked; where it fails, the connection is closed. Raises CatalogueError."""
    try:
        try:
            return ask()
        except ERRORS as error:
            raise failure(place, error) from error
    except CatalogueError:
        connection.close()
        tidy(place)
        raise


def _of_now(place: Path, announce: Announce | None) -> sqlite3.Connection:
    """A reader of tables of the newest version."""
    connection = reader(place)
    if not answer(place, connection, lambda: is_old(place, connection)):
        return connection
    connection.close()
    _migrate(place, announce)
    return reader(place)


def _migrate(place: Path, announce: Announce | None) -> None:
    from deckwright.catalog.migrate import migrate

    done = migrate(place)
    if done is not None and announce is not None:
        announce(str(done))


def _refresh(place: Path, announce: Announce | None) -> None:
    """Bring the shipped games up to date; where the file cannot be written, the old ones go on serving."""
    from deckwright.catalog.refresh import refresh

    news = ""
    try:
        if changed := refresh(place):
            news = f"brought up to date: {', '.join(changed)}"
    except CatalogueError as error:
        news = f"the shipped games are of another version, and {error}"
    if news and announce is not None:
        announce(news)


def _build(place: Path, announce: Announce | None) -> None:
    from deckwright.catalog.build import build

    if announce is not None:
        announce(f"building the catalogue at {place}")
    build(place)
