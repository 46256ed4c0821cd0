"""A connection that can only read the catalogue."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from deckwright.catalog.errors import REBUILD, CatalogueError
from deckwright.catalog.header import check, has_log, log_files

BUSY_SECONDS = 30.0
"""How long who reads or writes waits for another process to finish what locks it out."""

WHOLE_SECONDS = 60.0
"""How long who builds or upgrades a catalogue waits for another process that does."""

ERRORS = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What reading a damaged file raises; SQLite's own messages may hold bytes of it that are no text."""

OLDEST = (3, 31)
"""The oldest SQLite that can be told not to trust what a file makes it run (`trusted_schema`)."""

_LONGEST = 120
_STRANGE = (
    "SELECT count(*) FROM sqlite_master"
    " WHERE type NOT IN ('table', 'index') OR type = 'table' AND (rootpage = 0 OR sql LIKE 'CREATE VIRTUAL%')"
)


_COMPUTED = (
    "SELECT count(*) FROM sqlite_master AS held, pragma_table_xinfo(held.name) AS field"
    " WHERE held.type = 'table' AND field.hidden IN (2, 3)"
)


class Strange(sqlite3.DatabaseError):
    """A file that holds what no catalogue does and what would run as it is read."""


def reader(path: Path, **options: Any) -> sqlite3.Connection:
    """A read-only connection to a catalogue that `header.check` has passed. Raises CatalogueError.

    `options` are of `sqlite3.connect`.
    """
    if sqlite3.sqlite_version_info < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise CatalogueError(
            path,
            f"cannot be read safely by SQLite {sqlite3.sqlite_version}",
            f"use a Python that is built with SQLite {needed} or later",
        )
    immutable = not (os.access(path.absolute().parent, os.W_OK) or has_log(path))
    try:
        return _guarded(path, immutable, options)
    except ERRORS as error:
        if _no_room(error) and not (immutable or has_log(path)):
            with suppress(*ERRORS):
                return _guarded(path, True, options)
        tidy(path)
        raise failure(path, error) from error


def _guarded(path: Path, immutable: bool, options: Mapping[str, Any]) -> sqlite3.Connection:
    connection = _connect(uri(path, "ro", immutable), **options)
    try:
        guard(connection)
    except ERRORS:
        connection.close()
        raise
    return connection


def _no_room(error: Exception) -> bool:
    """Whether the disk has no room, be it only for the index of a log."""
    return base_code(error) in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN)


def base_code(error: BaseException) -> int:
    """The kind of an error of SQLite's, without what it says more closely; 0 for any other error."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


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


def settle(path: Path) -> None:
    """Have SQLite write what stands in the log into the file, so that a copy of the file alone holds everything.

    Nobody is waited for: what another process still reads or writes stays in the log until that one settles it.
    """
    if has_log(path):
        with suppress(sqlite3.Error), closing(_connect(uri(path, "rw"), seconds=0.0)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def failure(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> CatalogueError:
    """What an error of SQLite's on a catalogue says to the user. Raises CatalogueError for a file refused anyway."""
    code = base_code(error)
    if isinstance(error, Strange):
        return CatalogueError(
            path,
            "holds triggers, views or virtual tables, or columns that are computed, as no catalogue does",
            REBUILD,
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return CatalogueError(path, "is busy", "another program is writing to it; try again")
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL):
        return CatalogueError(path, f"cannot be read ({error})", "the disk may be full, or failing")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return damaged(path, str(error))
    if isinstance(error, UnicodeDecodeError) or str(error).startswith("Could not decode"):
        return damaged(path, "text in it is no text")
    check(path)  # a newer deckwright may have upgraded it since it was opened
    return CatalogueError(path, f"cannot be read ({str(error)[:_LONGEST]})", REBUILD)


def damaged(path: Path, how: str) -> CatalogueError:
    """The refusal of a catalogue whose contents make no sense."""
    return CatalogueError(path, f"is damaged ({how[:_LONGEST]})", REBUILD)


def _connect(name: str, seconds: float = BUSY_SECONDS, **options: Any) -> sqlite3.Connection:
    connection: sqlite3.Connection = sqlite3.connect(
        name, uri=True, timeout=seconds, isolation_level=None, **options
    )
    return connection


def guard(connection: sqlite3.Connection) -> None:
    """Make the connection one that only reads, and trusts nothing in the file. Raises Strange."""
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
    for strange in (
        _STRANGE,
        _COMPUTED,
    ):  # in this order: the columns of a virtual table are told by its own code
        if connection.execute(strange).fetchone()[0]:
            raise Strange
