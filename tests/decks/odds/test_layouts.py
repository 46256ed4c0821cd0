"""What is known of every pile before any card is turned, held against real deals of every shipped setup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.deal.table import Pile
from deckwright.decks.odds.heap import Heap, Kind, Laid
from deckwright.decks.odds.layout import starting_layout
from deckwright.decks.odds.steps import walk
from deckwright.decks.odds.stock import Stock
from tests.decks.deal.tables import dealer, everything

SETUPS = list(everything())


def certain(heap: Heap) -> Counter[Kind]:
    """The cards that lie in a pile in any case."""
    found: Counter[Kind] = Counter()
    for one in heap.lying:
        if isinstance(one, Laid) and one.part.whole and isinstance(one.part.source, Stock):
            found.update(dict(one.part.source.held))
    return found


def check(pile: Pile, heap: Heap) -> None:
    """Whether a pile of a deal is as it was known before."""
    held = Counter(Kind(piece.name, piece.card) for piece in pile.pieces)
    assert held.keys() <= set(heap.kinds())
    assert certain(heap) <= held
    assert heap.size <= held.total()
    if not heap.doubts():
        assert heap.size == held.total()
        if not any(one.up for one in heap.lying):
            assert "up" not in {piece.face for piece in pile.pieces}


@pytest.mark.parametrize(
    ("decks", "given"), SETUPS, ids=[f"{' '.join(decks)} {dict(given)}" for decks, given in SETUPS]
)
def test_every_deal_is_as_was_known(
    decks: tuple[str, ...], given: Mapping[str, str], catalogue: Catalogue
) -> None:
    dealing = dealer(catalogue, *decks, **given)
    layout = walk(starting_layout(dealing.terms, dealing.start), dealing.steps)
    assert not layout.lacks
    for seed in ("a", "b", "c"):
        deal = dealing.deal(seed)
        piles = {(pile.name, pile.seat): pile for pile in deal.piles}
        assert {key for key, heap in layout.heaps.items() if heap.size} <= {*piles}
        for key, pile in piles.items():
            check(pile, layout.heaps.get(key, Heap()))
