"""What is to be told of the cards that are drawn: the pile, its size, what was set aside and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from deckwright.decks.deal.table import PileKey
from deckwright.decks.odds.heap import Kind
from deckwright.decks.odds.layout import Layout, Move
from deckwright.decks.odds.stock import Part, Source, kinds
from deckwright.decks.odds.values import Value


class Aside(Value):
    """Cards that the setup took out of a pile: how many (None: chance decides), which if one, where to, why."""

    count: int | None
    card: str
    to: str
    cite: tuple[str, ...]
    says: str

    def __str__(self) -> str:
        what = self.card or ("some" if self.count is None else f"{self.count:,}")
        return f"{what} to {self.to} ({', '.join(self.cite)})"


class Making(Value):
    """Cards that a pile was made of: so many of those that match, from another pile, why."""

    count: int | None
    among: int
    kind: str
    source: str
    cite: tuple[str, ...]

    def __str__(self) -> str:
        part = f"{self.count} of {self.among}" if self.count != self.among else str(self.among)
        return f"{part} {self.kind or f'from {self.source}'} ({', '.join(self.cite)})"


class Ground(Value):
    """A pile that cards are drawn from: its size, of how many, what was set aside, what it was made of."""

    pile: str
    size: int
    of: int = 0
    asides: tuple[Aside, ...] = ()
    makings: tuple[Making, ...] = ()
    known: bool = False

    def __str__(self) -> str:
        if self.known:
            return f"{self.size} that lie there in any case ({self.pile})"
        if self.makings:
            return f"{self.size} in {self.pile}, made of {_listed(self.makings)}"
        if self.asides:
            return f"{self.size} in {self.pile}: of {self.of}, {_listed(self.asides)} set aside"
        return f"{self.size} in {self.pile}, nothing set aside"


class Drawn(Value):
    """Cards that are looked at: a part of a source, and what is to be told of it."""

    part: Part[Kind]
    ground: Ground


def ground_of(layout: Layout, source: Source[Kind]) -> Ground:
    """What is to be told of a source: the pile that was shuffled, and how it came to hold what it holds."""
    if source in layout.origins:
        key, at = layout.origins[source]
        before = layout.moves[:at]
        size = layout.size_before(key)
        asides = tuple(_asides(move for move in before if move.source == key))
        makings = tuple(_makings(move for move in before if move.to == key))
        return Ground(key[0], source.size, size, asides, makings if not size else ())
    for move in layout.moves:
        if move.among == source.size and set(move.kinds) == set(kinds(source)):
            return Ground(move.source[0], source.size, source.size)
    return Ground("the box", source.size, source.size)


def _asides(moves: Iterable[Move]) -> Iterator[Aside]:
    for rows in _by_step(moves):
        count, step = _count(rows), rows[0].step
        named = [kind.title for move in rows for kind in move.kinds]
        yield Aside(count, named[0] if count == len(named) == 1 else "", rows[0].to[0], step.cite, step.says)


def _makings(moves: Iterable[Move]) -> Iterator[Making]:
    for rows in _by_step(moves):
        first = rows[0]
        among = sum(move.among for move in rows)
        yield Making(_count(rows), among, first.step.kind, first.source[0], first.step.cite)


def _by_step(moves: Iterable[Move]) -> Iterable[list[Move]]:
    """The moves of one step between the same piles together."""
    together: dict[tuple[int, PileKey, PileKey], list[Move]] = {}
    for move in moves:
        together.setdefault((move.step.order, move.source, move.to), []).append(move)
    return together.values()


def _count(moves: Sequence[Move]) -> int | None:
    counts = [move.count for move in moves if move.count is not None]
    return sum(counts) if len(counts) == len(moves) else None


def _listed(words: Sequence[object]) -> str:
    said = list(map(str, words))
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)
