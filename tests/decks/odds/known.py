"""What is known of every pile before any card is turned, held against real deals."""

from __future__ import annotations

from collections import Counter

from deckwright.decks.deal.engine import Dealer
from deckwright.decks.deal.table import Pile
from deckwright.decks.odds.heap import Heap, Kind, Laid
from deckwright.decks.odds.layout import starting_layout
from deckwright.decks.odds.steps import walk
from deckwright.decks.odds.stock import Stock


def check_known(dealer: Dealer, seeds: int = 3) -> set[tuple[str, int]]:
    """Check some deals against what was known of them; the piles, with their seats, of which nothing is in doubt."""
    layout = walk(starting_layout(dealer.terms, dealer.start), dealer.steps)
    assert not layout.lacks
    for number in range(seeds):
        deal = dealer.deal(f"seed {number}")
        piles = {(pile.name, pile.seat): pile for pile in deal.piles}
        assert {key for key, heap in layout.heaps.items() if heap.size} <= {*piles}
        for key, pile in piles.items():
            heap = layout.heaps.get(key, Heap())
            _check(pile, heap)
            if not (layout.turned or heap.doubts() or any(one.up for one in heap.lying)):
                assert "up" not in {piece.face for piece in pile.pieces}
    return {key for key, heap in layout.heaps.items() if heap.size and not heap.doubts()}


def _check(pile: Pile, heap: Heap) -> None:
    held = Counter(Kind(piece.name, piece.card) for piece in pile.pieces)
    assert held.keys() <= set(heap.kinds())
    assert _certain(heap) <= held
    assert heap.size <= held.total()
    if not heap.doubts():
        assert heap.size == held.total()


def _certain(heap: Heap) -> Counter[Kind]:
    """The cards that lie in a pile in any case."""
    found: Counter[Kind] = Counter()
    for one in heap.lying:
        if isinstance(one, Laid) and one.part.whole and isinstance(one.part.source, Stock):
            found.update(dict(one.part.source.held))
    return found
