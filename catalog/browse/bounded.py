"""A connection whose queries hold no more in memory than an answer may have."""

from __future__ import annotations

import sqlite3
from itertools import islice
from sys import getsizeof
from typing import Any

LONGEST = 2_000_000
"""The most bytes of one value or row."""

MOST = 20_000_000
"""The most bytes that all values of one answer take in memory."""


class TooMuch(sqlite3.OperationalError):
    """A query whose rows come to more than `MOST`."""

    def __str__(self) -> str:
        return f"the rows take more than {MOST:,} bytes: ask for fewer, or for shorter values"


class Bounded(sqlite3.Connection):
    """A connection whose cursors hand out no more than `MOST`. Their fetches raise TooMuch."""

    def cursor(self, factory: Any = None) -> Any:
        """A cursor that counts."""
        return super().cursor(factory or _Cursor)


class _Cursor(sqlite3.Cursor):
    held = 0

    def __next__(self) -> Any:
        row = super().__next__()
        self.held += sum(map(getsizeof, row))
        if self.held > MOST:
            raise TooMuch
        return row

    def fetchone(self) -> Any:
        return next(self, None)

    def fetchmany(self, size: int | None = 1) -> list[Any]:
        return list(islice(self, size))

    def fetchall(self) -> list[Any]:
        return list(self)
