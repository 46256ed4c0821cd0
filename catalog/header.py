"""What a file is, read from its first bytes before SQLite opens it: even a read-only one leaves traces."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from deckwright.catalog.errors import ELSEWHERE, REBUILD, CatalogueError
from deckwright.catalog.versions import SENSELESS, check_version

APPLICATION_ID = 0x4465636B
"""`Deck` in ASCII: SQLite's application_id of every catalogue."""

_MAGIC = b"SQLite format 3\0"
_LENGTH = 100


@dataclass(frozen=True, slots=True)
class Header:
    """The facts in the first 100 bytes of an SQLite file."""

    application_id: int
    version: int
    page_size: int
    pages: int
    settled: bool

    @classmethod
    def read(cls, first: bytes) -> Header:
        """The header in an SQLite file's first 100 bytes; `settled` says that the page count holds."""
        page_size = int.from_bytes(first[16:18], "big")
        return cls(
            application_id=int.from_bytes(first[68:72], "big"),
            version=int.from_bytes(first[60:64], "big", signed=True),
            page_size=65536 if page_size == 1 else page_size,
            pages=int.from_bytes(first[28:32], "big"),
            settled=first[24:28] == first[92:96],
        )

    @property
    def sound(self) -> bool:
        """Whether the page size is one that SQLite can have."""
        return 512 <= self.page_size <= 65536 and self.page_size & (self.page_size - 1) == 0


def exists(path: Path) -> bool:
    """Whether anything, even a folder or a broken file, stands at the path."""
    try:
        path.stat()
    except (FileNotFoundError, ValueError):
        return False
    except OSError as error:
        raise unusable(path, error) from error
    return True


def check(path: Path) -> None:
    """Refuse, with the reason, what is not a whole catalogue, of a version that can be used. Nothing is written."""
    logged = has_log(path)
    first, size = _first_bytes(path)
    if not size:
        raise CatalogueError(path, "is empty", f"delete it, and a catalogue is built there, or {ELSEWHERE}")
    if not first.startswith(_MAGIC[: len(first)]):
        raise CatalogueError(path, "is not a catalogue (nor any SQLite file)", ELSEWHERE)
    if len(first) < _LENGTH:
        raise CatalogueError(path, f"is damaged (cut off after {size:,} bytes)", REBUILD)
    _check_header(path, Header.read(first), size, logged)


def _check_header(path: Path, header: Header, size: int, logged: bool) -> None:
    if header.application_id != APPLICATION_ID:
        raise CatalogueError(path, "is an SQLite file, but not a catalogue", ELSEWHERE)
    check_version(path, header.version)
    if not header.sound:
        raise CatalogueError(path, SENSELESS, REBUILD)
    whole = header.pages * header.page_size
    if header.settled and size < whole and not (logged or has_log(path)):
        raise CatalogueError(path, f"is damaged ({size:,} bytes are left of {whole:,})", REBUILD)


def header_of(path: Path) -> Header:
    """The header of a file, whatever it is. Raises CatalogueError for what is no ordinary file."""
    return Header.read(_first_bytes(path)[0])


def version_of(path: Path) -> int:
    """The version that a catalogue's first bytes tell; its log may know of a later one. Raises CatalogueError."""
    return header_of(path).version


def unusable(path: Path, error: OSError | ValueError) -> CatalogueError:
    """The refusal of a file that the system will not open, read or write."""
    return CatalogueError(path, f"cannot be used ({reason(error)})", ELSEWHERE)


def reason(error: OSError | ValueError) -> str:
    """Why the system will not do something, in its own words where it has any."""
    said = error.strerror if isinstance(error, OSError) else None
    return said or str(error) or type(error).__name__


def log_files(path: Path) -> tuple[Path, Path]:
    """The files that SQLite keeps beside a catalogue: the log of writes, and its index."""
    return Path(f"{path}-wal"), Path(f"{path}-shm")


def has_log(path: Path) -> bool:
    """Whether writes may stand in the log that are not in the file yet."""
    try:
        return log_files(path)[0].stat().st_size > 0
    except (OSError, ValueError):
        return False


def _first_bytes(path: Path) -> tuple[bytes, int]:
    try:
        kind = path.stat()
        if stat.S_ISDIR(kind.st_mode):
            raise CatalogueError(path, "is a folder", "give a file in it with --catalog")
        if not stat.S_ISREG(kind.st_mode):
            raise CatalogueError(path, "is no ordinary file", ELSEWHERE)
        with path.open("rb") as file:
            return file.read(_LENGTH), os.fstat(file.fileno()).st_size
    except (OSError, ValueError) as error:
        raise unusable(path, error) from error
