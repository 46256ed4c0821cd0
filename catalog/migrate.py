"""A catalogue of an older version brought to the newest by numbered steps: whole or not at all, with a copy kept.

A step is a function of SQLite's connection, named in `versions.STEPS` by the version that it starts from. It says in
SQL of its own what changes: `tables` know the newest version only, so no step may use them. Foreign keys are off
while it works, so it may make a table anew (create, fill, drop, rename); they are checked before all is kept. It
may neither begin nor end a transaction, so `executescript` is refused.

Alembic was weighed, and plain steps are simpler here. It would keep the version in a table of its own beside
`user_version`, which the file's first bytes tell without opening it; it does not hold a migration of SQLite in one
transaction (its `transactional_ddl` is off there), which is what this is about; its batch mode copies tables as a
step does; and it would bring Mako, a folder of scripts and half a second of imports. The copy, the lock and the
words for what goes wrong would have to be written all the same.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from deckwright.catalog.connection import WHOLE_SECONDS, base_code, settle, uri
from deckwright.catalog.copies import keep
from deckwright.catalog.errors import CatalogueError
from deckwright.catalog.header import reason, version_of
from deckwright.catalog.versions import STEPS, Step, check_version, newest
from deckwright.catalog.writing import refusal

_AS_IT_WAS = "it is as it was, and the deckwright that made it still reads it"
_ROOM = "make room on the disk, make its folder writable, and try again"
_FROM_OUTSIDE = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
)
"""What SQLite says of the file or the disk, which befalls a step rather than being its own fault."""


@dataclass(frozen=True, slots=True)
class Migration:
    """An upgrade that was done: the versions before and after, and the copy of the catalogue as it was."""

    before: int
    after: int
    copy: Path

    def __str__(self) -> str:
        return f"upgraded the catalogue to version {self.after}; as it was, it is kept as {self.copy}"


class _Unfit(Exception):
    """Steps that do not suit this catalogue."""


def migrate(path: Path) -> Migration | None:
    """Take every step from a catalogue's version to the newest, in one transaction; None if another process has.

    Raises CatalogueError; the catalogue is then as it was.
    """
    place = Path(os.path.realpath(path))
    version = version_of(path)
    try:
        with closing(_connected(place)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            check_version(path, version)
            return _migrate(place, connection, version) if version < newest() else None
    except (sqlite3.Error, OSError, _Unfit) as error:
        raise _refusal(path, version, error) from error
    finally:
        settle(place)


def _migrate(place: Path, connection: sqlite3.Connection, version: int) -> Migration:
    copy = keep(place, version)
    try:
        orphans = _orphans(connection)
        for start in range(version, newest()):
            _take(connection, start)
        connection.execute(f"PRAGMA user_version = {newest()}")
        _check(connection, orphans)
    except BaseException:
        connection.rollback()
        copy.drop()
        raise
    # Outside, as a commit that fails may yet hold: only the next opening shows, and the copy stays for that.
    connection.execute("COMMIT")
    return Migration(version, newest(), copy.path)


def _connected(place: Path) -> sqlite3.Connection:
    """A connection that writes to the log, as a reader cannot undo what else would be left half written."""
    made = sqlite3.connect(uri(place, "rw"), uri=True, timeout=WHOLE_SECONDS, isolation_level=None)
    try:
        made.execute("PRAGMA trusted_schema = OFF")
        made.execute("PRAGMA foreign_keys = OFF")
        made.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        made.close()
        raise
    return made


def _take(connection: sqlite3.Connection, start: int) -> None:
    """Take the step from a version to the next, while the transaction can be neither ended nor left."""
    connection.set_authorizer(_permitted)
    try:
        _step(start)(connection)
    except Exception as error:
        if _is_from_outside(error):
            raise
        raise _Unfit(f"the step from version {start} fails ({str(error) or type(error).__name__})") from error
    finally:
        connection.set_authorizer(None)


def _step(start: int) -> Step:
    found = STEPS[start]
    if isinstance(found, str):
        step: Step = import_module(found).step
        return step
    return found


def _permitted(action: int, *_: object) -> int:
    return sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_TRANSACTION else sqlite3.SQLITE_OK


def _check(connection: sqlite3.Connection, before: Counter[str]) -> None:
    """Refuse what would not be whole; rows that pointed at nothing before are no fault of the steps."""
    if more := _orphans(connection) - before:
        raise _Unfit(f"rows of {', '.join(sorted(more))} would then point at nothing")
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise _Unfit(f"it would then not be whole ({found})")


def _orphans(connection: sqlite3.Connection) -> Counter[str]:
    return Counter(row[0] for row in connection.execute("PRAGMA foreign_key_check"))


def _is_from_outside(error: Exception) -> bool:
    return isinstance(error, MemoryError) or base_code(error) in _FROM_OUTSIDE


def _refusal(path: Path, version: int, error: sqlite3.Error | OSError | _Unfit) -> CatalogueError:
    """What kept a catalogue from being upgraded, as it is said to the user."""
    if isinstance(error, _Unfit):
        told = CatalogueError(path, str(error), _AS_IT_WAS)
    elif isinstance(error, sqlite3.Error):
        told = refusal(path, error)
    else:
        told = CatalogueError(path, f"no copy of it can be kept ({reason(error)})", _ROOM)
    problem = f"is a catalogue of version {version}, to be upgraded to version {newest()}, but {told.problem}"
    return CatalogueError(path, problem, told.remedy)
