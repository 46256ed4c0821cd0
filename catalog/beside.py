"""The names of the files that are kept beside a catalogue, each its own, however long the catalogue's is."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

_LONGEST = 255 - len("-journal")
"""The bytes that a name may have: SQLite puts a few more behind it."""


def hidden(place: Path, word: str) -> Path:
    """A file that is there while a catalogue is worked at, and is nobody else's."""
    return place.with_name(fitted(f".{place.name}", f".{word}"))


def fitted(name: str, end: str) -> str:
    """A name with an end to it; where both are too long the name is cut, and a fingerprint tells it from others."""
    whole = os.fsencode(name)
    room = _LONGEST - len(os.fsencode(end))
    if len(whole) <= room:
        return name + end
    mark = f"~{zlib.crc32(whole):08x}"
    while name and len(os.fsencode(name)) > room - len(mark):
        name = name[:-1]
    return name + mark + end
