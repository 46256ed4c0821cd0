"""Files that appear whole or not at all, so that a full disk or a crash leaves what was there before."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from deckwright.cli.errors import Ended

_COMPANIONS = ("", "-wal", "-shm", "-journal")


def write_file(path: str | os.PathLike[str], pieces: Iterable[str], new: bool = False) -> None:
    """Write the pieces as UTF-8 in a file's place; a device, and what stands in `/dev`, is written into.

    With `new` nothing may be there: FileExistsError otherwise. Raises OSError, also for a file that may not be
    written to and for the catalogue; then the old file is untouched.
    """
    if new and os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, "there already", os.fspath(path))
    mode = _mode(path)
    if mode is not None and (stat.S_ISCHR(mode) or os.path.abspath(path).startswith("/dev/")):  # noqa: PTH100 - a link stays one
        with open(path, "w", encoding="utf-8", newline="") as file:  # noqa: PTH123 - likewise
            file.writelines(pieces)
        return
    target = Path(os.path.realpath(path))
    _refuse(target, mode, os.fspath(path))
    _replace(target, mode, pieces, path)


def refuse_catalogue(path: str) -> None:
    """Raise PermissionError for the catalogue of the running command, under any name."""
    if _is_catalogue(Path(os.path.realpath(path))):
        raise PermissionError(errno.EPERM, "that is the catalogue", path)


def _mode(path: str | os.PathLike[str]) -> int | None:
    """The kind and rights of what is at a path; None if nothing is."""
    try:
        return os.stat(path).st_mode  # noqa: PTH116 - takes any path
    except FileNotFoundError:
        return None


def _refuse(target: Path, mode: int | None, said: str) -> None:
    """Raise OSError for what may not be replaced."""
    refuse_catalogue(said)
    if mode is None:
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), said)
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "is not a regular file", said)
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), said)


def _is_catalogue(target: Path) -> bool:
    """Whether a file is the catalogue of the running command, or one that SQLite keeps beside it."""
    from deckwright.catalog.place import catalogue_path

    context = click.get_current_context(silent=True)
    given = context.find_root().obj if context else None
    catalogue = os.path.realpath(catalogue_path(Path(given) if given else None))
    if str(target) in {catalogue + end for end in _COMPANIONS}:
        return True
    with suppress(OSError):
        return target.samefile(catalogue)
    return False


def _replace(target: Path, mode: int | None, pieces: Iterable[str], said: str | os.PathLike[str]) -> None:
    """Write a file beside the target that nobody can have put there before, and move it into its place."""
    rights = 0o666 if mode is None else stat.S_IMODE(mode)
    fresh = target.with_name(f".{target.name[:60]}.{os.urandom(8).hex()}.new")
    with _ended_in_order():
        try:
            with open(fresh, "x", encoding="utf-8", newline="", opener=_opener(rights)) as file:
                file.writelines(pieces)
                file.flush()
                os.fsync(file.fileno())
            if mode is not None:
                fresh.chmod(rights)
            fresh.replace(target)
        except OSError as error:
            raise _named(error, said) from error
        finally:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """Told to end meanwhile, this process first clears away, once; a signal that it ignores it goes on ignoring."""
    import signal

    names = {"SIGTERM", "SIGHUP"} & {*dir(signal)}
    taken = [
        one for one in (signal.Signals[name] for name in names) if signal.getsignal(one) is signal.SIG_DFL
    ]

    def end(number: int, _frame: object) -> None:
        for one in taken:
            signal.signal(one, signal.SIG_IGN)
        raise Ended(number)

    with suppress(ValueError):  # only the main thread may
        for one in taken:
            signal.signal(one, end)
    try:
        yield
    finally:
        with suppress(ValueError):
            for one in taken:
                signal.signal(one, signal.SIG_DFL)


def _opener(rights: int) -> Callable[[str, int], int]:
    """Opens a file that has just these rights, less those that the user's mask takes, from the beginning."""
    return lambda name, flags: os.open(name, flags | getattr(os, "O_NOFOLLOW", 0), rights)


def _named(error: OSError, path: str | os.PathLike[str]) -> OSError:
    """The same error, saying the name that the user gave."""
    return OSError(error.errno, error.strerror or str(error), os.fspath(path))
