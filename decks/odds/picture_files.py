"""What pictures ask of their surroundings: a file that appears whole, and no window to draw in."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def own_backend() -> Iterator[None]:
    """While matplotlib is imported: it would look at this variable, and fail at one that it does not know."""
    said = os.environ.pop("MPLBACKEND", None)
    try:
        yield
    finally:
        if said is not None:
            os.environ["MPLBACKEND"] = said


def replace_file(file: Path, drawn: bytes) -> None:
    """Write a file whole or not at all; a device is written into. Raises OSError, which names the file."""
    target = Path(os.path.realpath(file))
    fresh = target.with_name(f".{target.name[:60]}.{os.urandom(8).hex()}.new")
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(drawn)
            return
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        with fresh.open("xb") as out:
            out.write(drawn)
            out.flush()
            os.fsync(out.fileno())
        if target.exists():
            fresh.chmod(target.stat().st_mode & 0o7777)
        fresh.replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), os.fspath(file)) from error
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
