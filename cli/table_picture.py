"""A deal as a picture of the table: each player's piles and the table's, as titled blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby

from deckwright.catalog.fields import Field
from deckwright.catalog.text import fold, visible
from deckwright.cli.board_picture import Board, board_lines
from deckwright.cli.boxes import UNLIMITED, Box, Line, Run, flowed
from deckwright.cli.screen import display_width, styled, terminal_width, wrapped
from deckwright.cli.tables import shown
from deckwright.decks.deal.order import in_order
from deckwright.decks.deal.table import Deal, Piece, Pile, Seat
from deckwright.decks.lines import LineReader

MOST_COLUMNS = 4
"""A hand shows at most so many fields of its cards."""

_WIDEST = 46


class TablePicture:
    """What a person sees of a deal. `reveal` turns the face-down cards; `sort` orders hands by a field."""

    def __init__(
        self,
        deal: Deal,
        lines: LineReader,
        reveal: bool = False,
        sort: Field | None = None,
        down: bool = False,
    ) -> None:
        self.deal = deal
        self.lines = lines
        self.reveals = reveal
        self._sort = sort
        self._down = down

    def lines_of_text(self) -> Iterator[str]:
        """The whole picture."""
        width = terminal_width() or UNLIMITED
        yield self.headline()
        for seat in self.deal.seats:
            yield ""
            yield styled(visible(self.seat_title(seat)), "head")
            yield from map(visible, self.choices(seat))
            yield from flowed(self.boxes(seat.number), width)
        yield ""
        yield styled("Table", "head")
        yield from flowed(self.boxes(0), width)

    def headline(self) -> str:
        """The game, and what repeats the deal."""
        game, deal = self.lines.game, self.deal
        number = f"   deal {deal.number}" if deal.number > 1 else ""
        played = f"   game {deal.round} of the match" if deal.round > 1 else ""
        absent = f"   player {deal.first} goes first" if deal.first > len(deal.seats) else ""
        seed = f"seed {styled(visible(deal.seed), 'good')}{number}"
        return f"{styled(visible(game.name), 'head')}{played}   {seed}{absent}"

    def seat_title(self, seat: Seat) -> str:
        """Who a player is."""
        own = [seat.deck] if seat.deck else []
        team = [f"team {seat.team}"] if seat.team else []
        first = ["goes first"] if seat.number == self.deal.first else []
        return " · ".join([f"Player {seat.number}", *own, *seat.values.values(), *team, *first])

    def choices(self, seat: Seat) -> Iterator[str]:
        """What was chosen for a player, and how."""
        for entry in self.deal.log:
            if entry.seat == seat.number and entry.do == "choose":
                yield f"{entry.to[0]}: {', '.join(entry.pieces)}, {entry.how}"

    def boxes(self, seat: int) -> Iterator[Box]:
        """The blocks of a seat's piles, or of the table's, those without cards left out."""
        for pile in self.deal.piles:
            if pile.seat == seat and pile.pieces:
                yield self.box(pile)

    def box(self, pile: Pile) -> Box:
        """One pile as a block."""
        title = f"{visible(self.pile_title(pile.name))} · {len(pile.pieces)}"
        board = Board(pile, self.lines)
        if board.declared and board.pieces:
            return Box(title, board_lines(board), rigid=True)
        if self.sums_up(pile):
            return Box(title, list(self._kinds(pile.pieces)))
        faces = {piece.face for piece in pile.pieces}
        return Box(title, self._hand(pile.pieces) if faces == {"held"} else list(self._pile(pile.pieces)))

    def pile_title(self, name: str) -> str:
        """A pile's name as a title."""
        zone = self.lines.game.zones.get(name)
        return zone.name if zone else name[:1].upper() + name[1:]

    def name(self, piece: Piece) -> str:
        """A piece's name, with its number where another card of the deal has the same."""
        return visible(piece.title if fold(piece.name) in self._ambiguous else piece.name)

    @cached_property
    def _ambiguous(self) -> set[str]:
        cards = {piece.card.id: fold(piece.name) for piece in self.deal.pieces() if piece.card}
        return {name for name, count in Counter(cards.values()).items() if count > 1}

    def sums_up(self, pile: Pile) -> bool:
        """Whether of a pile only the types are shown: it is what stays in the box."""
        return pile.name in self._boxes and not self.reveals

    @cached_property
    def _boxes(self) -> set[str]:
        """The piles of what stays in the game's box."""
        return {zone["id"] for zone in self.lines.game.document["zones"] if zone.get("box")}

    def _kinds(self, pieces: Sequence[Piece]) -> Iterator[Line]:
        """How many there are of each type: what stays in the box is out of the game."""
        types = self.lines.game.types
        for kind, count in Counter(piece.card.type if piece.card else "" for piece in pieces).items():
            name = "unknown" if kind not in types else types[kind].name if count == 1 else types[kind].plural
            yield [Run(f"{count} {visible(name)}", "faint")]

    def _pile(self, pieces: Sequence[Piece]) -> Iterator[Line]:
        """A pile from its top: what lies face up, how many lie face down, or with `reveal` which."""
        for down, group in groupby(pieces, key=lambda piece: piece.face == "down"):
            held = list(group)
            if not down:
                yield from self._open(held)
            elif self.reveals:
                names = ", ".join(self.name(piece) for piece in held)
                yield from ([Run(line, "faint")] for line in wrapped(names, _WIDEST))
            else:
                yield [Run(f"{len(held)} face down", "faint")]

    def _open(self, pieces: Sequence[Piece]) -> Iterator[Line]:
        """Pieces that are seen, equal ones as one line."""
        counts = Counter((self.name(one), one.at, self._attached(one)) for one in pieces)
        for (name, at, attached), count in counts.items():
            space = f"  space {at[0]}" if len(at) == 1 else ""
            tail = [Run(space, "faint")] if space else []
            yield [Run(f"{count} {name}" if count > 1 else name), *tail]
            yield from ([Run(f"  + {line}")] for line in attached)

    def _attached(self, piece: Piece) -> tuple[str, ...]:
        counts = Counter(self.name(one) for one in piece.attached)
        return tuple(f"{count} {name}" if count > 1 else name for name, count in counts.items())

    def _hand(self, pieces: Sequence[Piece]) -> list[Line]:
        """A hand as a table of its cards' shown fields."""
        fields = self._columns(pieces)
        rows = [
            [self.name(piece), *(_cell(piece, field) for field in fields)] for piece in self.sorted(pieces)
        ]
        heads = ["", *(visible(field.name) for field in fields)]
        widths = [max(map(display_width, column)) for column in zip(heads, *rows, strict=True)]
        right = [False, *(field.type == "integer" for field in fields)]
        lines = [_padded(row, widths, right, "") for row in rows]
        return [_padded(heads, widths, right, "faint"), *lines] if fields else lines

    def sorted(self, pieces: Iterable[Piece]) -> list[Piece]:
        """The pieces by the field to sort by; those without it last, equal ones as they were."""
        return list(pieces) if self._sort is None else in_order(pieces, self._sort, self._down)

    def _columns(self, pieces: Sequence[Piece]) -> list[Field]:
        declared = [field for field in self.lines.game.fields.values() if field.shown or field == self._sort]
        told = [f for f in declared if any(_cell(one, f) not in ("", one.name) for one in pieces)]
        return told[:MOST_COLUMNS]


def _cell(piece: Piece, field: Field) -> str:
    return shown(piece.card.value(field.id)) if piece.card else ""


def _padded(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool], style: str) -> Line:
    runs = []
    for cell, width, to_right in zip(cells, widths, right, strict=True):
        space = " " * (width - display_width(cell))
        runs.append(Run(space + cell if to_right else cell + space, style))
        runs.append(Run("  "))
    return runs[:-1]
