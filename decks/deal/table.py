"""What lies on a table, as values: pieces, piles, seats, the deal with its log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from deckwright.catalog.card import Card

Face = Literal["up", "held", "down"]
"""Up: everybody sees it. Held: the player who has it does. Down: nobody."""

PileKey = tuple[str, int]
"""A pile's name and its seat, from 1; 0 is the table's."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One copy of a card as it lies: which side is up, whose decklist it is from, where, and what is on it.

    A piece without a card is one that the catalogue does not know: it has a name and no more. `owner` is a seat, 0
    for what is the table's. `at` is (space,) on a track or (row, column) on the board, () elsewhere.
    """

    name: str
    card: Card | None = None
    face: Face = "up"
    owner: int = 0
    at: tuple[int, ...] = ()
    attached: tuple[Piece, ...] = ()

    @property
    def title(self) -> str:
        """Its name with its number, as a decklist may say it."""
        return f"{self.name} #{self.card.number}" if self.card else self.name

    @property
    def key(self) -> tuple[int, str]:
        """What makes two pieces the same: the owner, and the printing or the name."""
        return self.owner, self.card.id if self.card else "?" + self.name

    def each(self) -> Iterator[Piece]:
        """Itself and every piece on it."""
        yield self
        for piece in self.attached:
            yield from piece.each()


@dataclass(frozen=True, slots=True)
class Pile:
    """The pieces of one pile, the top first."""

    name: str
    seat: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: which seat from 1, which decklist, the seat's own values, the team from 1 (0: none)."""

    number: int
    deck: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    team: int = 0


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One step done for one seat: which ledger entries say so, what moved from where to where, and how chosen.

    `step` numbers the steps that were done, from 1 without gaps; a step done for several seats has one number.
    `hidden` says that what moved lies face down.
    """

    step: int
    do: str
    cite: tuple[str, ...]
    says: str
    seat: int
    source: str = ""
    to: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    how: str = ""
    hidden: bool = False

    def __str__(self) -> str:
        return self.told(True)

    def told(self, reveal: bool) -> str:
        """What was done, in words; of cards that lie face down only how many, unless they are to be revealed."""
        names = _counted(self.pieces) if reveal or not self.hidden else f"{len(self.pieces)} face down"
        moved = f": {names}" if self.pieces else ""
        how = f" ({self.how})" if self.how else ""
        return f"{self.says}{moved}{how}"


def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """So many seats from the one that goes first; from seat 1 where nobody has settled that."""
    return tuple((max(first, 1) - 1 + at) % seats + 1 for at in range(seats))


@dataclass(frozen=True)
class Deal:
    """Everything on the table when the game begins. `round` is 1 for the first game of a match.

    `number` says which deal of its seed it is; `notes` are what a user should know of how it came about.
    """

    game: str
    format: str
    seed: str
    number: int
    round: int
    decks: tuple[str, ...]
    options: Mapping[str, int | str]
    seats: tuple[Seat, ...]
    first: int
    piles: tuple[Pile, ...]
    log: tuple[LogEntry, ...] = ()
    notes: tuple[str, ...] = ()
    winner: int = 0

    @cached_property
    def _by_key(self) -> Mapping[PileKey, Pile]:
        return {(pile.name, pile.seat): pile for pile in self.piles}

    def pile(self, name: str, seat: int = 0) -> tuple[Piece, ...]:
        """The pieces of a pile, the top first; none if there is no such pile."""
        found = self._by_key.get((name, seat))
        return found.pieces if found else ()

    def pieces(self) -> Iterator[Piece]:
        """Every piece on the table, those attached to others too."""
        for pile in self.piles:
            for piece in pile.pieces:
                yield from piece.each()


def _counted(names: tuple[str, ...]) -> str:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in counts.items())
