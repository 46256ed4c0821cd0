"""A small game to start one's own from: a document and 20 cards."""

from __future__ import annotations

import json
import re
from importlib.resources import files

from deckwright.catalog.text import fold

_NO_SLUG = re.compile(r"[^a-z0-9]+")


def game_id(name: str) -> str:
    """The id for a game of this name."""
    return _NO_SLUG.sub("-", fold(name)).strip("-")[:60].strip("-") or "my-game"


def written(name: str) -> tuple[str, dict[str, str]]:
    """The id of a new game, and the texts of its files by their endings."""
    own = game_id(name)
    folder = files(__name__)
    document = (folder / "game.json").read_text(encoding="utf-8")
    named = document.replace('"PROTOTYPE-ID"', json.dumps(own)).replace(
        '"PROTOTYPE-NAME"', json.dumps(name, ensure_ascii=False)
    )
    return own, {".json": named, ".csv": (folder / "cards.csv").read_text(encoding="utf-8")}
