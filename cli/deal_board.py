"""A board on the page of a deal: its squares, the pieces on them, and what the signs mean."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from deckwright.catalog.text import visible
from deckwright.cli.board_picture import Board, Square
from deckwright.decks.deal.table import Piece


def escape(text: str) -> str:
    """Text for a page: its controls and bidi marks written out, nothing of it taken for HTML."""
    return html.escape(visible(text))


STYLE = """
table.board { border-collapse: collapse } .board td { width: 1.9rem; height: 1.9rem; border: 1px solid #ccc;
 text-align: center; color: #666; font-size: .8rem; padding: 0 }
.sign { display: inline-block; min-width: 1.4rem; line-height: 1.3rem; border-radius: 50%; font-style: normal;
 font-weight: 700; font-size: .72rem; text-align: center; border: 2px solid #222; background: #fff; color: #111 }
.sign.square { border-radius: 0 }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; margin: .6rem 0 0; padding: 0;
 max-width: 26rem; font-size: .85rem }
.legend .shade { display: inline-block; width: 1.4rem; height: 1.3rem; border: 1px solid #999; vertical-align: middle }
"""
"""The page's rules for it."""

_PLAIN_COLOUR = re.compile(r"[a-z]{3,12}")


def board_html(board: Board) -> str:
    """The board as a table, and under it what its signs and shades mean."""
    rows, cols = board.declared["rows"], board.declared["cols"]
    lines = ("".join(_square(board, (row, col)) for col in range(cols)) for row in range(rows))
    drawn = "".join(f"<tr>{line}</tr>" for line in lines)
    legend = "".join(f"<li>{row}</li>" for row in _legend(board))
    return f'<table class="board">{drawn}</table><ul class="legend">{legend}</ul>'


def _square(board: Board, square: Square) -> str:
    piece, shade = board.pieces.get(square), board.shaded.get(square, "")
    style = _shading(shade)
    if piece is None:
        return f"<td{style}>{escape(board.number(square))}</td>"
    return f'<td{style} title="{escape(piece.name)}">{_sign(board, piece)}</td>'


def _sign(board: Board, piece: Piece) -> str:
    """A piece: round or square as its brackets are, ringed in its colour, with letters that no other colour has."""
    tint = board.tint(piece)
    ring = f' style="border-color: {tint}"' if _PLAIN_COLOUR.fullmatch(tint) else ""
    shape = " square" if board.mark(piece).startswith("[") else ""
    return f'<i class="sign{shape}"{ring}>{escape(board.letters(piece))}</i>'


def _legend(board: Board) -> Iterator[str]:
    signs = {piece.name: _sign(board, piece) for piece in board.pieces.values()}
    for name, sign in sorted(signs.items()):
        yield f"{sign} {escape(name)}"
    for name, tint in board.shades.items():
        yield f'<span class="shade"{_shading(tint)}></span> {escape(name)} ({escape(tint)})'


def _shading(tint: str) -> str:
    plain = _PLAIN_COLOUR.fullmatch(tint)
    return f' style="background: color-mix(in srgb, {tint} 25%, white)"' if plain else ""
