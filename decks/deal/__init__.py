"""Dealing: a game's setup played out from decklists, repeatable by seed.

    from deckwright.decks import deal

    dealer = deal.of("game: geopals\\n...")           # texts, Paths or Decklists: one, or each player's
    table = dealer.deal("amber")                      # a Deal: the piles, and how each came about
    table.pile("hand", 1)                             # the pieces of player 1's hand
    deal.sample_hands(dealer, "amber", 1_000)         # the hands alone, quickly; the first is that deal's
    deal.document(table)                              # the deal as JSON, by the schema of deals

The same seed gives the same deal on every machine.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.catalog.lazily import lazily

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.catalog.catalogue import Catalogue
    from deckwright.decks.deal.documents import deal_document as document
    from deckwright.decks.deal.engine import Dealer
    from deckwright.decks.deal.errors import DealError
    from deckwright.decks.deal.hands import hands as sample_hands
    from deckwright.decks.deal.table import Deal, Piece
    from deckwright.decks.decklist import Decklist

__all__ = ["Deal", "DealError", "Dealer", "Piece", "document", "of", "sample_hands"]


def of(
    deck: str | Path | Decklist,
    *others: str | Path | Decklist,
    game: str | None = None,
    catalogue: Catalogue | None = None,
    format: str | None = None,
    given: Mapping[str, Sequence[str]] | None = None,
) -> Dealer:
    """The dealer of a decklist, which is one side of the table or the whole of it, or of every side's.

    `given` are options of the game and choices of the setup, such as `{"players": ["2"], "start": ["Inji"]}`. Raises
    what `deckwright.decks.read` raises, `DealError` where the setup cannot be, and `BadChoice`.
    """
    from deckwright.decks import own_catalogue, read
    from deckwright.decks.deal.engine import Dealer
    from deckwright.decks.deal.start import settle
    from deckwright.decks.reader import DecklistReader

    shelf = catalogue or own_catalogue()
    lists = [read(source, game=game, catalogue=shelf) for source in (deck, *others)]
    terms, notes = settle(DecklistReader(shelf).lines_of(lists[0].game), lists, given or {}, format)
    return Dealer(terms, lists, notes)


__getattr__ = lazily(
    __name__,
    {
        "Deal": "table",
        "DealError": "errors",
        "Dealer": "engine",
        "Piece": "table",
        "document": "documents:deal_document",
        "sample_hands": "hands:hands",
    },
)
