"""The catalogue: games, their cards, the database that holds them, and the query language.

from deckwright.catalog import Catalogue

with Catalogue.open() as catalogue:                       # the user's own; a Path for another
    orbs = catalogue.search(catalogue.query("t:orb"))     # a list of Card
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deckwright.catalog.card import Card
    from deckwright.catalog.catalogue import Catalogue
    from deckwright.catalog.errors import CatalogueError
    from deckwright.catalog.game import Game
    from deckwright.catalog.query.errors import QueryError

_HOMES = {
    "Card": "card",
    "Catalogue": "catalogue",
    "CatalogueError": "errors",
    "Game": "game",
    "QueryError": "query.errors",
}

__all__ = ["Card", "Catalogue", "CatalogueError", "Game", "QueryError"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
