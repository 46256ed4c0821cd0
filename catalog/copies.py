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

from deckwright.catalog.beside import fitted, hidden
from deckwright.catalog.connection import uri
from deckwright.catalog.errors import CatalogueError
from deckwright.catalog.header import APPLICATION_ID, header_of


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
    fresh = hidden(place, "copy")
    fresh.unlink(missing_ok=True)
    try:
        _copy(place, fresh)
        for name in _names(place, version):
            if _name(fresh, name):
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
    ending = re.compile(rf"-v(\d+)(-\d+)?{re.escape(place.suffix)}\Z")
    found = []
    with suppress(OSError):
        for path in place.parent.iterdir():
            end = ending.search(path.name)
            if end and path.name == fitted(place.stem, end[0]) and _is_copy(path, int(end[1])):
                found.append((int(end[1]), path))
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
    yield place.with_name(fitted(place.stem, f"-v{version}{place.suffix}"))
    for number in count(2):
        yield place.with_name(fitted(place.stem, f"-v{version}-{number}{place.suffix}"))


def _name(fresh: Path, name: Path) -> bool:
    """Give a file a name; False where something has that name already."""
    try:
        os.link(fresh, name)
    except FileExistsError:
        return False
    except OSError:  # a disk that knows no links, so that only what was there before is safe
        if os.path.lexists(name):
            return False
        fresh.rename(name)
    return True


def _is_copy(path: Path, version: int) -> bool:
    try:
        header = header_of(path)
    except CatalogueError:
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
