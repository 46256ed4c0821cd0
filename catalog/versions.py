"""The versions of the tables, and the steps that lead from one to the next."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.catalog.errors import ELSEWHERE, REBUILD, CatalogueError

if TYPE_CHECKING:
    import sqlite3

Step = Callable[["sqlite3.Connection"], None]
"""What leads from one version of the tables to the next: see `migrate`."""

STEPS: dict[int, Step | str] = {}
"""By the version that it starts from, the step to the next: a function, or the module that has one called `step`.

A module is named, not imported, as only an upgrade needs it. The oldest steps may go once nobody needs them.
"""

SENSELESS = "is damaged (its header makes no sense)"
"""What is wrong with a file whose version, or page size, is none that there can be."""


def newest() -> int:
    """The version of the tables as they are now, kept as SQLite's user_version: the one after the last step."""
    return max(STEPS, default=0) + 1


def check_version(path: Path, version: int) -> None:
    """Refuse a version of the tables that is none, is not known yet, or can no longer be upgraded."""
    if version > newest():
        problem = f"is a catalogue of version {version}, and this deckwright knows version {newest()}"
        raise CatalogueError(path, problem, f"upgrade deckwright, or {ELSEWHERE}")
    if version < 1:
        raise CatalogueError(path, SENSELESS, REBUILD)
    if not all(start in STEPS for start in range(version, newest())):
        problem = f"is a catalogue of version {version}, which is older than this deckwright can upgrade"
        raise CatalogueError(path, problem, f"upgrade it with an earlier deckwright first, or {ELSEWHERE}")


def is_old(path: Path, connection: sqlite3.Connection) -> bool:
    """Whether the tables are of an older version, which is to be upgraded; one that cannot be used is refused.

    SQLite is asked, as an upgrade may stand in the log alone, where the first bytes of the file do not tell of it.
    """
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    check_version(path, version)
    return version < newest()
