"""Files that appear whole or not at all, so that a full disk or a crash leaves what was there before."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def write_file(path: str | os.PathLike[str], pieces: Iterable[str], new: bool = False) -> None:
    """Write the pieces as UTF-8 in a file's place; what is no ordinary file is written into.

    With `new` nothing may be there: FileExistsError otherwise. Raises OSError; then the old file is untouched.
    """
    target = Path(os.path.realpath(path))
    if new and os.path.lexists(path):
        raise FileExistsError(17, "there already", os.fspath(path))
    if target.exists() and not target.is_file():
        with target.open("w", encoding="utf-8", newline="") as file:
            file.writelines(pieces)
        return
    fresh = target.with_name(f".{target.name[:60]}.{os.getpid()}.new")
    try:
        with fresh.open("w", encoding="utf-8", newline="") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            fresh.chmod(target.stat().st_mode & 0o7777)
        fresh.replace(target)
    except OSError as error:
        raise _named(error, path) from error
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def _named(error: OSError, path: str | os.PathLike[str]) -> OSError:
    """The same error, saying the name that the user gave."""
    return OSError(error.errno, error.strerror or str(error), os.fspath(path))
