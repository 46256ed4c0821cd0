"""The fingerprint of the shipped games, by which a catalogue shows whether they have changed since it was built."""

from __future__ import annotations

import sqlite3
import zlib
from functools import cache
from pathlib import Path

GAMES = Path(__file__).parent / "games"
"""Where the shipped games' documents are."""


@cache
def stamp() -> str:
    """The fingerprint of the shipped documents, quickly made from their bytes."""
    total = 0
    for path in sorted(GAMES.rglob("*.json")):
        total = zlib.crc32(path.read_bytes(), zlib.crc32(path.name.encode(), total))
    return f"{total:08x}"


def stale(connection: sqlite3.Connection) -> bool:
    """Whether the catalogue holds shipped games of another fingerprint; one made of other games never does."""
    kept = kept_stamp(connection)
    return kept is None or kept not in ("", stamp())


def kept_stamp(connection: sqlite3.Connection) -> str | None:
    """The fingerprint that a catalogue holds: '' for one made of other games, None for one of before there were any."""
    try:
        found = connection.execute("SELECT stamp FROM shipped").fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            return None
        raise
    return str(found[0]) if found else ""
