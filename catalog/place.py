"""Where the catalogue file is."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "DECKWRIGHT_CATALOG"
"""The environment variable that names the catalogue file."""

FILE_NAME = "catalogue.db"


def catalogue_path(given: Path | None = None) -> Path:
    """The catalogue file: the one given, else the environment's, else the one in the user's data folder."""
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
    import tempfile

    user = os.getuid() if hasattr(os, "getuid") else 0
    return Path(tempfile.gettempdir()) / f"deckwright-{user}"
