"""A connection that can only read the catalogue."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from deckwright.catalog.errors import CatalogueError
from deckwright.catalog.header import REBUILD, has_log, log_files

BUSY_SECONDS = 30.0
"""How long a reader waits for another process to finish what locks it out."""

ERRORS = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What reading a damaged file raises; SQLite's own messages may hold bytes of it that are no text."""

_LONGEST = 120


def reader(path: Path) -> sqlite3.Connection:
    """A read-only connection to a catalogue that `header.check` has passed."""
    immutable = not (os.access(path.absolute().parent, os.W_OK) or has_log(path))
    try:
        connection = _connect(uri(path, "ro", immutable))
        try:
            guard(connection)
        except ERRORS:
            connection.close()
            raise
    except ERRORS as error:
        tidy(path)
        raise failure(path, error) from error
    return connection


def uri(path: Path, mode: str, immutable: bool = False) -> str:
    """The SQLite URI of a file, whatever characters are in its path."""
    whole = quote(os.fsencode(path.absolute().as_posix()))
    rooted = whole if whole.startswith("/") else "/" + whole
    return f"file://{rooted}?mode={mode}{'&immutable=1' if immutable else ''}"


def tidy(path: Path) -> None:
    """Have SQLite take away the empty log that read-only connections leave, if nobody else is using it."""
    log, index = log_files(path)
    if (log.exists() or index.exists()) and not has_log(path):
        with suppress(sqlite3.Error), closing(_connect(uri(path, "rw"))) as connection:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("PRAGMA schema_version")


def failure(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> CatalogueError:
    """What an error of SQLite's on a catalogue says to the user."""
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return CatalogueError(path, "is busy", "another program is writing to it; try again")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return damaged(path, str(error))
    if isinstance(error, UnicodeDecodeError) or str(error).startswith("Could not decode"):
        return damaged(path, "text in it is no text")
    return CatalogueError(path, f"cannot be read ({str(error)[:_LONGEST]})", REBUILD)


def damaged(path: Path, how: str) -> CatalogueError:
    """The refusal of a catalogue whose contents make no sense."""
    return CatalogueError(path, f"is damaged ({how[:_LONGEST]})", REBUILD)


def _connect(name: str) -> sqlite3.Connection:
    return sqlite3.connect(name, uri=True, timeout=BUSY_SECONDS, isolation_level=None)


def guard(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
