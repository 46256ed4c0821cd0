"""Files that appear whole or not at all, so that a full disk or a crash leaves what was there before."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path


def write_whole(path: str | os.PathLike[str], pieces: Iterable[bytes]) -> None:
    """Write the pieces in a file's place; a device, and what an open file is called in `/dev`, is written into.

    Raises OSError, with the name as it was given, also for a file that may not be written to; then what was there is
    untouched, and nothing is left beside it.
    """
    try:
        mode = _mode(path)
        if mode is not None and (stat.S_ISCHR(mode) or _is_open_file(path)):
            with open(path, "wb") as file:  # noqa: PTH123 - a link stays one
                file.writelines(pieces)
            return
        target = Path(os.path.realpath(path))
        _refuse(target, mode)
        _replace(target, mode, pieces)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from error


def _is_open_file(path: str | os.PathLike[str]) -> bool:
    """Whether the path is one that says a file which a process has open: `/dev/stdout`, `/dev/fd/3`."""
    said = os.path.abspath(path)  # noqa: PTH100 - a link stays one
    return said.startswith(("/dev/std", "/dev/fd/", "/proc/self/fd/"))


def _mode(path: str | os.PathLike[str]) -> int | None:
    """The kind and rights of what is at a path; None if nothing is."""
    try:
        return os.stat(path).st_mode  # noqa: PTH116 - takes any path
    except FileNotFoundError:
        return None


def _refuse(target: Path, mode: int | None) -> None:
    """Raise OSError for what may not be replaced."""
    if mode is None:
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "is not a regular file")
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _replace(target: Path, mode: int | None, pieces: Iterable[bytes]) -> None:
    """Write a file beside the target that nobody can have put there before, and move it into its place."""
    rights = 0o666 if mode is None else stat.S_IMODE(mode)
    fresh = target.with_name(f".{target.name[:60]}.{os.urandom(8).hex()}.new")
    try:
        with open(fresh, "xb", opener=_opener(rights)) as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            fresh.chmod(rights)
        fresh.replace(target)
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def _opener(rights: int) -> Callable[[str, int], int]:
    """Opens a file that has just these rights, less those that the user's mask takes, from the beginning."""
    return lambda name, flags: os.open(name, flags | getattr(os, "O_NOFOLLOW", 0), rights)
