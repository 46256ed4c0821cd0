"""A deal in the making: the piles as they change, and everything that a step may ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deckwright.catalog.card import Card
from deckwright.catalog.fields import Value
from deckwright.catalog.query import Query
from deckwright.decks.bounds import Surroundings, constant
from deckwright.decks.deal.choices import Choices
from deckwright.decks.deal.errors import BadStep, NotChoosable, NotEnough, TooMuchWork
from deckwright.decks.deal.script import Step, owners, pile_key
from deckwright.decks.deal.table import Face, LogEntry, Piece, PileKey, Seat, clockwise
from deckwright.decks.lines import LineReader
from deckwright.decks.relation import Lookup

if TYPE_CHECKING:
    from deckwright.decks.deal.stream import Stream

WHOLE_TABLE = "the table"
MOST_MOVES = 5_000_000
"""So many turns are taken, pieces looked at and compared with others, in the setup of one deal."""


@dataclass(frozen=True)
class Terms:
    """What is settled before a deal: the game, format and options, who sits where, what was chosen."""

    lines: LineReader
    around: Surroundings
    format: str
    seats: tuple[Seat, ...]
    choices: Choices
    decks: tuple[str, ...]
    known: dict[tuple[str, str], bool] = field(default_factory=dict, repr=False, compare=False)
    queries: dict[str, Query] = field(default_factory=dict, repr=False, compare=False)

    def matches(self, query: str, card: Card | None) -> bool:
        """Whether a card matches a query of the document; remembered, since deals ask the same again and again."""
        if card is None:
            return False
        fits = self.known.get((query, card.id))
        if fits is None:
            fits = self.known[query, card.id] = self._query(query).match(card)
        return fits

    def _query(self, text: str) -> Query:
        if text not in self.queries:
            self.queries[text] = self.lines.query(text)
        return self.queries[text]

    def next_values(self, seat: int) -> Mapping[str, str]:
        """What the game says of the seat behind one, whoever sits there."""
        listed: Mapping[str, Sequence[str]] = self.around.game.document.get("seats", {})
        return {key: values[seat % len(values)] for key, values in listed.items()}

    def label(self, seat: int) -> str:
        """What a seat's pieces are called in errors: its decklist's label."""
        own = self.around.game.decklist == "player" and 0 < seat <= len(self.seats)
        return self.seats[seat - 1].deck if own else ", ".join(dict.fromkeys(self.decks)) or WHOLE_TABLE


class Dealing:
    """The table while steps are done on it."""

    def __init__(
        self,
        terms: Terms,
        piles: Mapping[PileKey, Sequence[Piece]],
        seed: str,
        number: int = 1,
        *,
        round: int = 1,
        winner: int = 0,
    ) -> None:
        self.terms = terms
        self.piles: dict[PileKey, list[Piece]] = {key: list(held) for key, held in piles.items()}
        self.began = piles
        self.first = 0
        self.winner = winner
        self.round = round
        self.number = number
        self.seed = seed
        self.log: list[LogEntry] = []
        self.placed: dict[tuple[str, PileKey], list[tuple[int, ...]]] = {}
        self.granted: set[str] = set()
        self.ungranted: dict[str, NotChoosable] = {}
        self._moves = 0
        self._numbers: dict[int, int] = {}
        self._owners = owners(terms.around.game)

    def spend(self, step: Step, moves: int) -> None:
        """Count what a step does, so that no setup goes on for ever. Raises `TooMuchWork`."""
        self._moves += moves
        if self._moves > MOST_MOVES:
            raise TooMuchWork(self.terms.around.game.name, step.says, MOST_MOVES)

    def numbered(self, step: Step) -> int:
        """The number of a step among those that are done, from 1."""
        return self._numbers.setdefault(step.order, len(self._numbers) + 1)

    def held(self, step: Step, seat: int) -> int:
        """How many pieces lie in the piles that a step takes from or turns over."""
        names = {step.source, *step.piles}
        return sum(len(self.piles.get(self.key(name, seat), ())) for name in names)

    def key(self, name: str, seat: int) -> PileKey:
        """Which pile a name means for a seat: the table's own, or the seat's."""
        return pile_key(self._owners, name, seat)

    def pile(self, name: str, seat: int) -> list[Piece]:
        """The pile of a name that a seat means, as a list to change."""
        return self.piles.setdefault(self.key(name, seat), [])

    def stream(self, label: str, seat: int) -> Stream:
        """The random numbers of a step for a seat."""
        from deckwright.decks.deal.stream import Stream  # what never deals need not import it

        played = label if self.round == 1 else f"{label}, game {self.round}"
        return Stream(self.seed, played, seat, self.number)

    def seats(self) -> tuple[int, ...]:
        """The seats clockwise: from the first player, once there is one."""
        return clockwise(self.first, len(self.terms.seats))

    @property
    def players(self) -> int:
        """How many play: those who are dealt to, and an opponent whose decklist nobody gave."""
        said = self.terms.around.options.get("players", 0)
        return max(len(self.terms.seats), said if isinstance(said, int) else 0)

    def amount(self, step: Step, declared: Any) -> int | None:
        """The number that a step declares; None where it declares none. Raises `BadStep`."""
        if declared is None:
            return None
        _, number = constant(declared, self.terms.around)
        if number is None:
            why = "declares a number that its options do not give"
            raise BadStep(self.terms.around.game.name, step.says, why)
        return max(number, 0)

    def fitting(self, step: Step, seat: int) -> list[int]:
        """The places in a step's pile whose pieces it may take, from the top: by query, owner, and relations."""
        pile, kind, matches = self.pile(step.source, seat), step.kind, self.terms.matches
        places = [at for at, piece in enumerate(pile) if not kind or matches(kind, piece.card)]
        if step.declared.get("own"):
            places = [at for at in places if pile[at].owner == seat]
        if step.with_:
            others = [*self._others(step, seat)]
            self.spend(step, len(pile) * (1 + len(others)))
            places = [at for at in places if any(self._related(step, pile[at], one) for one in others)]
        return places

    def related(self, step: Step, piece: Piece, seat: int, pile: str) -> int | None:
        """The place in a pile of the first piece to which a step's relations hold."""
        others = enumerate(self.pile(pile, seat))
        return next((at for at, other in others if self._related(step, piece, _lookup(other))), None)

    def _related(self, step: Step, piece: Piece, other: Lookup) -> bool:
        return all(relation.holds(_lookup(piece), other) for relation in step.with_)

    def _others(self, step: Step, seat: int) -> Iterator[Lookup]:
        of = step.declared.get("of", "seat")
        seats = self.terms.seats
        if of == "seat":
            yield seats[max(seat, 1) - 1].values.get
        elif of == "next seat":
            yield self.terms.next_values(max(seat, 1)).get
        else:
            yield from map(_lookup, self.pile(of, seat))

    def require(self, step: Step, seat: int, needs: int, found: int) -> None:
        """Make sure that there are as many pieces as a step needs. Raises `NotEnough`."""
        if found < needs:
            label = self.terms.label(seat)
            raise NotEnough(label, step.source, needs, found, step.says, step.cite, step.kind)

    def happens(self, step: Step, seat: int) -> bool:
        """Whether the step's `when` holds for a seat."""
        when = step.declared.get("when")
        if when is None:
            return True
        for key, allowed in when.items():
            if key not in _COUNTED and str(self.terms.around.options.get(key)) not in map(str, allowed):
                return False
        return "in" not in when or self._counted(when, seat)

    def _counted(self, when: Mapping[str, Any], seat: int) -> bool:
        query = when.get("where", "")
        held = (piece for name in when["in"] for piece in self.pile(name, seat))
        count: int = sum(
            (not query or self.terms.matches(query, piece.card))
            and when.get("face", piece.face) == piece.face
            for piece in held
        )
        least: int = when.get("min", 0 if "max" in when else 1)
        most: int = when.get("max", count)
        return least <= count <= most


_COUNTED = frozenset({"in", "face", "where", "min", "max"})


def faced(pieces: Iterable[Piece], face: Face | None) -> list[Piece]:
    """The pieces with a side up, or as they were."""
    if face is None:
        return list(pieces)
    turned: dict[int, Piece] = {}  # copies of a card are often one and the same value
    held = list(pieces)
    for piece in held:
        if id(piece) not in turned:
            turned[id(piece)] = piece if piece.face == face else _turned(piece, face)
    return [turned[id(piece)] for piece in held]


def _turned(piece: Piece, face: Face) -> Piece:
    """The same piece with another side up; a deal turns thousands, and `replace` costs twice as much."""
    return Piece(piece.name, piece.card, face, piece.owner, piece.at, piece.attached)


def _lookup(piece: Piece) -> Lookup:
    def nothing(_field: str) -> Value | None:
        return None

    return piece.card.value if piece.card else nothing
