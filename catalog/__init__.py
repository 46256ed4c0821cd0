"""The catalogue: games, their cards, the database that holds them, and the query language.

from deckwright.catalog import Catalogue

with Catalogue.open() as catalogue:                        # the user's own; a Path for another
    items = catalogue.search(catalogue.query("t:item"))    # a list of Card
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.catalog.lazily import lazily

if TYPE_CHECKING:
    from deckwright.catalog.card import Card
    from deckwright.catalog.catalogue import Catalogue
    from deckwright.catalog.errors import CatalogueError, UnknownGame
    from deckwright.catalog.game import Game
    from deckwright.catalog.query.errors import QueryError

__all__ = ["Card", "Catalogue", "CatalogueError", "Game", "QueryError", "UnknownGame"]

__getattr__ = lazily(
    __name__,
    {
        "Card": "card",
        "Catalogue": "catalogue",
        "CatalogueError": "errors",
        "Game": "game",
        "QueryError": "query.errors",
        "UnknownGame": "errors",
    },
)
