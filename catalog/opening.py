"""Opening a catalogue: one that is missing is built, an older one upgraded, what is none refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from deckwright.catalog.connection import ERRORS, failure, reader, tidy
from deckwright.catalog.errors import CatalogueError
from deckwright.catalog.header import check, exists, is_old
from deckwright.catalog.stamp import stale

Announce = Callable[[str], None]
"""Told, in a line, of what takes a while or changes the file."""


def opened(place: Path, announce: Announce | None) -> sqlite3.Connection:
    """A connection that reads the catalogue at a place, as it is now. Raises CatalogueError."""
    if not exists(place):
        _build(place, announce)
    check(place)
    connection = _of_now(place, announce)
    if _is_stale(place, connection):
        connection.close()
        _upgrade(place, announce)
        connection = reader(place)
    return connection


def _of_now(place: Path, announce: Announce | None) -> sqlite3.Connection:
    """A reader of tables of the newest version."""
    connection = reader(place)
    try:
        if not is_old(place, connection):
            return connection
    except CatalogueError:
        connection.close()
        tidy(place)
        raise
    connection.close()
    _migrate(place, announce)
    return reader(place)


def _migrate(place: Path, announce: Announce | None) -> None:
    from deckwright.catalog.migrate import migrate

    done = migrate(place)
    if done is not None and announce is not None:
        announce(str(done))


def _is_stale(place: Path, connection: sqlite3.Connection) -> bool:
    try:
        return stale(connection)
    except ERRORS as error:
        connection.close()
        tidy(place)
        raise failure(place, error) from error


def _upgrade(place: Path, announce: Announce | None) -> None:
    """Bring the shipped games up to date; where the file cannot be written, the old ones go on serving."""
    from deckwright.catalog.upgrade import upgrade

    try:
        changed = upgrade(place)
    except CatalogueError as error:
        changed, news = (), f"the shipped games are of another version, and {error}"
    else:
        news = f"brought up to date: {', '.join(changed)}"
    if announce is not None and (changed or "version" in news):
        announce(news)


def _build(place: Path, announce: Announce | None) -> None:
    from deckwright.catalog.build import build

    if announce is not None:
        announce(f"building the catalogue at {place}")
    build(place)
