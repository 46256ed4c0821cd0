"""Writing to the catalogue: one transaction at a time, whole or not at all, refused in words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.catalog.connection import base_code, failure, settle
from deckwright.catalog.errors import ELSEWHERE, CatalogueError

if TYPE_CHECKING:
    from sqlalchemy import Connection

_OWN_FAULTS = (sqlite3.ProgrammingError, sqlite3.IntegrityError, sqlite3.InterfaceError)
_SPACE = "nothing was changed; make room on the disk and try again"


@contextmanager
def writing(path: Path) -> Iterator[Connection]:
    """A connection in a transaction that holds the write lock; it is kept if all goes well, else undone.

    Raises CatalogueError where the file cannot be written, or another process keeps it for too long.
    """
    from sqlalchemy.exc import DBAPIError

    from deckwright.catalog.tables import engine

    made = engine(path)
    try:
        with made.begin() as connection:
            yield connection
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error) and not isinstance(error.orig, _OWN_FAULTS):
            raise refusal(path, error.orig) from error
        raise
    except sqlite3.OperationalError as error:
        raise refusal(path, error) from error
    except KeyboardInterrupt as error:
        from traceback import clear_frames

        clear_frames(error.__traceback__)  # what was being done holds the file open, and its log with it
        raise
    finally:
        made.dispose()
        settle(path)


def raw(connection: Connection) -> sqlite3.Connection:
    """SQLite's own connection, on which readers see what the transaction has written so far."""
    found = connection.connection.driver_connection
    assert isinstance(found, sqlite3.Connection)
    return found


def refusal(path: Path, error: sqlite3.Error) -> CatalogueError:
    """What an error of SQLite's while writing says to the user."""
    code = base_code(error)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return CatalogueError(path, "cannot be written", f"make it and its folder writable, or {ELSEWHERE}")
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return CatalogueError(path, f"cannot be written ({error})", _SPACE)
    return failure(path, error)
