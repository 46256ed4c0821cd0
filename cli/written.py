"""Files that commands write: never over the catalogue, and nothing left beside them when the command is ended."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from deckwright.catalog.whole_files import write_whole
from deckwright.cli.errors import Ended

_COMPANIONS = ("", "-wal", "-shm", "-journal")


def write_file(path: str | os.PathLike[str], pieces: Iterable[str], new: bool = False) -> None:
    """Write the pieces as UTF-8 in a file's place, whole or not at all, or into a device.

    With `new` nothing may be there: FileExistsError otherwise. Raises OSError, also for a file that may not be
    written to and for the catalogue; then the old file is untouched.
    """
    if new and os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, "there already", os.fspath(path))
    refuse_catalogue(os.fspath(path))
    with _ended_in_order():
        write_whole(path, (piece.encode("utf-8") for piece in pieces))


def refuse_catalogue(path: str) -> None:
    """Raise PermissionError for the catalogue of the running command, under any name."""
    if _is_catalogue(Path(os.path.realpath(path))):
        raise PermissionError(errno.EPERM, "that is the catalogue", path)


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
