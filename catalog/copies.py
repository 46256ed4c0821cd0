"""Copies of a catalogue as it was before an upgrade, kept beside it: whole or not at all, and never overwritten."""

from __future__ import annotations

import filecmp
import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from deckwright.catalog.connection import uri
from deckwright.catalog.header import APPLICATION_ID, Header

_LONGEST_STEM = 50
_LONGEST_SUFFIX = 8


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy: where it is, and whether it was made now, not found to be there already."""

    path: Path
    fresh: bool

    def drop(self) -> None:
        """Take it away, unless an earlier upgrade made it: for when the catalogue stays as it was."""
        if self.fresh:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)


def keep(place: Path, version: int) -> Copy:
    """Copy a catalogue, what stands in its log included, to a file beside it that says its version.

    To be called by who holds the write lock. Where an earlier attempt left the same copy, that one serves.
    Raises sqlite3.Error and OSError.
    """
    fresh = place.with_name(f".{place.name[:60]}.copy")
    fresh.unlink(missing_ok=True)
    try:
        _copy(place, fresh)
        for name in _names(place, version):
            if not name.exists():
                fresh.rename(name)
                _sync_folder(name.parent)
                return Copy(name, fresh=True)
            if filecmp.cmp(name, fresh, shallow=False):
                return Copy(name, fresh=False)
        raise AssertionError("names do not end")
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def kept(place: Path) -> tuple[tuple[Path, int], ...]:
    """The copies beside a catalogue, each with its version, the oldest version first."""
    place = Path(os.path.realpath(place))
    stem, suffix = _parts(place)
    name = re.compile(rf"{re.escape(stem)}-v(\d+)(-\d+)?{re.escape(suffix)}")
    found = []
    with suppress(OSError):
        for path in place.parent.iterdir():
            if (fits := name.fullmatch(path.name)) and _is_copy(path, int(fits[1])):
                found.append((int(fits[1]), path))
    return tuple((path, version) for version, path in sorted(found))


def _copy(place: Path, fresh: Path) -> None:
    """Copy page by page: what the copy is, its log mode included, is what the catalogue was."""
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with (
        closing(sqlite3.connect(uri(place, "ro"), uri=True)) as source,
        closing(sqlite3.connect(fresh, isolation_level=None)) as target,
    ):
        # A copy that is not whole goes, so it needs no journal; it is made to last below, all at once.
        target.execute("PRAGMA journal_mode = OFF")
        target.execute("PRAGMA synchronous = OFF")
        source.backup(target)
    with fresh.open("r+b") as file:
        os.fsync(file.fileno())
    shutil.copymode(place, fresh)


def _names(place: Path, version: int) -> Iterator[Path]:
    """The names that a copy may have, best first."""
    stem, suffix = _parts(place)
    yield place.with_name(f"{stem}-v{version}{suffix}")
    for number in count(2):
        yield place.with_name(f"{stem}-v{version}-{number}{suffix}")


def _parts(place: Path) -> tuple[str, str]:
    """A file's name in two parts, short enough for something between."""
    return place.stem[:_LONGEST_STEM], place.suffix[:_LONGEST_SUFFIX]


def _is_copy(path: Path, version: int) -> bool:
    try:
        with path.open("rb") as file:
            header = Header.read(file.read(100))
    except OSError:
        return False
    return (header.application_id, header.version) == (APPLICATION_ID, version)


def _sync_folder(folder: Path) -> None:
    """Make a new name last, where the system can: a folder is nothing to open elsewhere."""
    if os.name == "posix":
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
