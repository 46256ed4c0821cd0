"""A search of the catalogue: what is asked, and what it finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.catalog.query import Query, order_by
from deckwright.catalog.query.nodes import all_of
from deckwright.cli.options import open_catalogue


@dataclass(frozen=True, slots=True)
class Search:
    """What is asked: `base` is every card in reach, `query` what is asked of them; None is all games."""

    catalogue: Catalogue
    game: Game | None
    text: str
    base: Query
    query: Query

    @classmethod
    def of(cls, words: Sequence[str], game_name: str | None) -> Search:
        """The search that the words of a command line ask for."""
        catalogue = open_catalogue()
        game = catalogue.find_game(game_name) if game_name is not None else None
        base = catalogue.query(f"game:{game.id}" if game else "")
        text = " ".join(words)
        return cls(catalogue, game, text, base, catalogue.query(text, game.id if game else None))

    @property
    def selection(self) -> Query:
        """The query that selects what is found."""
        return all_of([self.base, self.query])

    @property
    def games(self) -> Mapping[str, Game]:
        """The games in reach, by id."""
        return {game.id: game for game in ([self.game] if self.game else self.catalogue.games())}

    def total(self) -> int:
        """How many cards are found."""
        return self.catalogue.count(self.selection)

    def found(self, sort: str = "", limit: int | None = None, page: int = 1) -> list[Card]:
        """The cards that are found, of one page, in the order asked for."""
        offset = (limit or 0) * (page - 1)
        if not sort:
            return self.catalogue.search(self.selection, limit=limit, offset=offset)
        order = order_by(sort, self.catalogue, self.game.id if self.game else None)
        return self.catalogue.search(self.selection, ", ".join(order), limit, offset)
