"""All piles as far as they are known before any card is turned, and how they came to be so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from deckwright.decks.deal.dealing import Terms
from deckwright.decks.deal.errors import NotEnough, NothingToChoose
from deckwright.decks.deal.script import Step, owners, pile_key
from deckwright.decks.deal.table import Piece, PileKey
from deckwright.decks.odds.heap import Heap, Kind, Laid, Lying, kinds_of, whole
from deckwright.decks.odds.stock import Source
from deckwright.decks.odds.values import Value

Lack = NotEnough | NothingToChoose
"""What a step found too little of, in `pile`."""


_OFF_THE_TOP = frozenset({"deal", "lay"})


class Move(Value):
    """Cards that a step moved between piles: how many (None: chance decides), of which kinds, and of how many."""

    step: Step
    source: PileKey
    to: PileKey
    count: int | None
    kinds: tuple[Kind, ...]
    among: int


@dataclass
class Layout:
    """The piles after the steps done so far, all moves, and each pile as it was when last shuffled.

    `origins` are the piles whose first shuffle made each source, and how many moves there had been by then.
    `lacks` are the steps that had too few cards, each with the pile that cannot be asked about for it;
    `any_first` says that chance, or an earlier game, has said who begins; `turned` is what chance may have turned up.
    """

    terms: Terms
    heaps: dict[PileKey, Heap]
    began: Mapping[PileKey, Sequence[Piece]]
    moves: list[Move] = field(default_factory=list)
    shuffles: dict[PileKey, tuple[Heap, int]] = field(default_factory=dict)
    origins: dict[Source[Kind], tuple[PileKey, int]] = field(default_factory=dict)
    lacks: list[tuple[PileKey | None, Lack]] = field(default_factory=list)
    any_first: bool = False
    turned: list[Lying] = field(default_factory=list)

    def heap(self, name: str, seat: int) -> Heap:
        """The pile of a name that a seat means."""
        return self.heaps.setdefault(self.key(name, seat), Heap())

    def shuffled(self, key: PileKey) -> None:
        """Remember a pile as it has just been shuffled."""
        heap, at = self.heaps[key], len(self.moves)
        self.shuffles[key] = (Heap(list(heap.lying)), at)
        for one in heap.lying:
            if isinstance(one, Laid):
                self.origins.setdefault(one.part.source, (key, at))

    def stacked(self, key: PileKey) -> tuple[Heap, Sequence[Move]] | None:
        """A pile as it was last shuffled, and what has left it since, if all of that came off its top.

        Only dealing and laying out takes random cards off the top; what a step looks for may lie anywhere.
        """
        heap, at = self.shuffles.get(key, (Heap(), 0))
        gone = [move for move in self.moves[at:] if move.source == key]
        off_the_top = all(move.step.do in _OFF_THE_TOP and move.count is not None for move in gone)
        return (heap, gone) if heap.lying and off_the_top else None

    def size_before(self, key: PileKey) -> int:
        """How many cards a pile held before the first step."""
        return len(self.began.get(key, ()))

    def key(self, name: str, seat: int) -> PileKey:
        """The key of that pile: the table's own, or the seat's."""
        return pile_key(owners(self.terms.around.game), name, seat)

    def lay(self, step: Step, seat: int, source: str, to: str, moved: Sequence[Lying]) -> None:
        """Lay what a step moved where it goes, and remember it."""
        pile = self.heap(to, seat)
        if len(moved) > 1 and not self.heap(source, seat).ordered:
            pile.ordered = False
        face = None if step.declared.get("instead") else step.declared.get("face")
        pile.add(moved, face, on_top=step.do == "place")
        for one in moved:
            sure = isinstance(one, Laid)
            count = one.part.count if isinstance(one, Laid) else None
            among = one.part.source.size if isinstance(one, Laid) else 0
            keys = self.key(source, seat), self.key(to, seat)
            self.moves.append(Move(step, *keys, count if sure else None, kinds_of(one), among))


def sources_of(steps: Sequence[Step], names: Iterable[str]) -> set[str]:
    """The piles of these names, and all from which cards may come to lie in them."""
    found: set[str] = set()
    more = set(names)
    while more - found:
        found |= more
        more = {pile for step in steps if found & {*step.to} for pile in step.piles}
    return found


def starting_layout(terms: Terms, piles: Mapping[PileKey, Sequence[Piece]]) -> Layout:
    """The piles before the first step, face up, in the decklist's order."""
    heaps = {key: Heap(list(_runs(pieces))) for key, pieces in piles.items()}
    return Layout(terms, heaps, piles)


def _runs(pieces: Sequence[Piece]) -> list[Lying]:
    """Equal pieces that lie behind each other as one part."""
    runs: list[tuple[Kind, int]] = []
    for piece in pieces:
        kind = Kind(piece.name, piece.card)
        if runs and runs[-1][0] == kind:
            runs[-1] = (kind, runs[-1][1] + 1)
        else:
            runs.append((kind, 1))
    return [Laid(whole([run]), up=True) for run in runs]
