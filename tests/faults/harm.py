"""Ways to do harm, and to see what is left afterwards."""

from __future__ import annotations

import os
import resource
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

NOBODY = 65534


def settled(path: Path) -> bool:
    """Whether a catalogue is whole by SQLite's own check, its log taken in."""
    with closing(sqlite3.connect(path)) as connection:
        found: list[tuple[str]] = connection.execute("PRAGMA integrity_check").fetchall()
    return found == [("ok",)]


def asked(path: Path, sql: str, *parameters: object) -> list[tuple[object, ...]]:
    """The answer of a plain connection."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql, parameters).fetchall()


def limited(size: int) -> Callable[[], None]:
    """Allow no file to grow beyond a size, as on a full disk; the signal is ignored, so writing fails instead."""

    def limit() -> None:
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


def within_memory(size: int) -> Callable[[], None]:
    """Allow no more memory than that."""
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))


def as_nobody() -> None:
    """Be a user who may write nowhere."""
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
