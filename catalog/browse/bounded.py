"""A connection whose queries hold no more in memory than an answer may have."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

LONGEST = 2_000_000
"""The most bytes of one value or row."""

MOST = 20_000_000
"""The most bytes that all values of one answer come to; text counts a byte a character."""


class TooMuch(sqlite3.OperationalError):
    """A query whose rows come to more than `MOST`."""

    def __str__(self) -> str:
        return f"the rows come to more than {MOST:,} bytes: ask for fewer, or for shorter values"


class Bounded(sqlite3.Connection):
    """A connection whose cursors count what they hand out. Their fetches raise TooMuch."""

    def cursor(self, factory: Any = None) -> Any:
        """A cursor that counts."""
        return super().cursor(factory or _Cursor)


class _Cursor(sqlite3.Cursor):
    def fetchall(self) -> list[Any]:
        return list(_counted(self))

    def fetchmany(self, size: int | None = 1) -> list[Any]:
        return [row for _, row in zip(range(size or 1), _counted(self), strict=False)]


def _counted(rows: Iterable[Any]) -> Iterator[Any]:
    held = 0
    for row in rows:
        held += sum(len(value) for value in row if isinstance(value, str | bytes))
        if held > MOST:
            raise TooMuch
        yield row
