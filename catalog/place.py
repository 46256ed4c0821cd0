"""Where the catalogue file is."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from deckwright.catalog.errors import ELSEWHERE, CatalogueError

VARIABLE = "DECKWRIGHT_CATALOG"
"""The environment variable that names the catalogue file."""

FILE_NAME = "catalogue.db"


def catalogue_path(given: Path | None = None) -> Path:
    """The catalogue file: the one given, else the environment's, else the one in the user's data folder.

    Raises CatalogueError for a user without a home whose temporary folder is another's.
    """
    if given is not None:
        return given
    named = os.environ.get(VARIABLE)
    return Path(named) if named else _data_folder() / FILE_NAME


def _data_folder() -> Path:
    """The platform's folder for the user's data; a temporary one for a user without a home."""
    from platformdirs import user_data_path

    try:
        folder = user_data_path("deckwright", appauthor=False)
    except RuntimeError:
        folder = Path()
    return folder if folder.is_absolute() else _temporary()


def _temporary() -> Path:
    """A folder below the temporary one that is this user's alone. Raises CatalogueError where it is another's."""
    import tempfile

    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"deckwright-{user}"
    with suppress(OSError):
        folder.mkdir(0o700)
    if hasattr(os, "getuid") and not _own(folder, user):
        raise CatalogueError(folder, "is not this user's alone", f"set HOME or {VARIABLE}, or {ELSEWHERE}")
    return folder


def _own(folder: Path, user: int) -> bool:
    """Whether a folder, if it is there, is no link, the user's own, and closed to what others would write."""
    try:
        found = folder.lstat()
    except OSError:
        return True
    return stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & 0o022
