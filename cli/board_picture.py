"""A board in text, with the pieces on its squares, by what the game document says of board and marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from deckwright.catalog.query import Query
from deckwright.cli.boxes import COLOURS, Line, Run
from deckwright.decks.deal.table import Piece, Pile
from deckwright.decks.lines import LineReader

Square = tuple[int, int]
_MOST_LETTERS = 4


@dataclass(frozen=True)
class Board:
    """The board that a pile is: numbers, shaded squares, pieces by square. Each player's own pile is a board too."""

    pile: Pile
    lines: LineReader

    @cached_property
    def declared(self) -> Mapping[str, Any]:
        """What the game document says of it."""
        board: Mapping[str, Any] = self.lines.game.document.get("board", {})
        return board

    @cached_property
    def pieces(self) -> Mapping[Square, Piece]:
        """What lies on which square."""
        every = (one for piece in self.pile.pieces for one in piece.each())
        placed = (piece for piece in every if len(piece.at) == len(("row", "column")))
        return {(piece.at[0], piece.at[1]): piece for piece in placed}

    @cached_property
    def shaded(self) -> Mapping[Square, str]:
        """The colour of the squares that are shaded."""
        groups = self.declared.get("shade", {})
        squares: Mapping[str, Sequence[Sequence[int]]] = self.declared.get("squares", {})
        return {(row, col): tint for name, tint in groups.items() for row, col in squares.get(name, ())}

    def number(self, square: Square) -> str:
        """What is printed on a square."""
        numbers: Sequence[Sequence[int]] = self.declared.get("numbers", ())
        return str(numbers[square[0]][square[1]]) if numbers else "·"

    def tint(self, piece: Piece) -> str:
        """The colour of a piece, '' where it has none."""
        value = piece.card.value(self.declared.get("tint", "")) if piece.card else None
        return value if isinstance(value, str) else ""

    def mark(self, piece: Piece) -> str:
        """Three characters for a piece: the first letter of its colour or name between its brackets."""
        letter = (self.tint(piece) or piece.name)[:1].lower()
        fitting = (mark for query, mark in self._marks if piece.card and query.match(piece.card))
        mark = next(fitting, "<>")
        return mark[0] + letter + mark[1]

    def letters(self, piece: Piece) -> str:
        """The first letters of its colour or name, as many as tell it from every other on the board; two at least."""
        return self._word(piece)[: self._letters].capitalize()

    def _word(self, piece: Piece) -> str:
        return self.tint(piece) or piece.name

    @cached_property
    def _letters(self) -> int:
        words = {self._word(piece).lower() for piece in self.pieces.values()}
        return next(
            (n for n in range(2, _MOST_LETTERS) if len({w[:n] for w in words}) == len(words)), _MOST_LETTERS
        )

    @property
    def shades(self) -> Mapping[str, str]:
        """The groups of squares that are shaded, by name, with their colours."""
        groups: Mapping[str, str] = self.declared.get("shade", {})
        return {name.replace("_", " "): tint for name, tint in groups.items()}

    @cached_property
    def _marks(self) -> Sequence[tuple[Query, str]]:
        return [(self.lines.query(row["where"]), row["mark"]) for row in self.declared.get("marks", ())]


def board_lines(board: Board) -> list[Line]:
    """The board row by row, and under it what its signs mean."""
    rows, cols = board.declared["rows"], board.declared["cols"]
    drawn = [[_square(board, (row, col)) for col in range(cols)] for row in range(rows)]
    return [*drawn, [], *_legend(board)]


def _square(board: Board, square: Square) -> Run:
    piece, shade = board.pieces.get(square), board.shaded.get(square)
    if piece is not None:
        return Run(board.mark(piece), board.tint(piece) if board.tint(piece) in COLOURS else "head")
    if shade is not None:
        return Run(f".{board.number(square)}.", f"on {shade}")
    return Run(f" {board.number(square)} ", "faint")


def _legend(board: Board) -> list[Line]:
    named: dict[str, str] = {}
    for piece in board.pieces.values():
        named.setdefault(board.mark(piece), piece.name)
    signs = [Run(f"{mark} {name}") for mark, name in sorted(named.items())]
    signs += [Run(f".n. {name} ({tint})") for name, tint in board.shades.items()]
    return [[sign] for sign in signs]
