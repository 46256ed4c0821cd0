"""Squares of the board: which are named, which are free, which are far enough apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from deckwright.decks.deal.dealing import Dealing
from deckwright.decks.deal.errors import BadStep, NoRoom
from deckwright.decks.deal.script import Step
from deckwright.decks.deal.table import Piece

Square = tuple[int, ...]


def put(step: Step, dealing: Dealing, seat: int, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, each with the square or space that the step gives it. Raises `NoRoom`."""
    at = step.declared.get("at")
    if at is None:
        return list(pieces)
    if isinstance(at, int):
        return [replace(piece, at=(at,)) for piece in pieces]
    squares = _group(step, dealing, at["board"])
    if step.declared.get("how") == "random":
        return _scattered(step, dealing, seat, pieces, squares)
    taken = _taken(step, dealing, seat)
    free = [square for square in squares if square not in taken]
    if len(free) < len(pieces):
        raise NoRoom(at["board"], step.says, step.cite)
    return [replace(piece, at=square) for piece, square in zip(pieces, free, strict=False)]


def distance(one: Square, other: Square) -> int:
    """How many squares two squares are apart, diagonals counted as one: neighbours are 1 apart."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _scattered(
    step: Step, dealing: Dealing, seat: int, pieces: Sequence[Piece], squares: Sequence[Square]
) -> list[Piece]:
    """Each piece on a random square among those still legal; what this step put in the pile before keeps apart."""
    stream = dealing.stream(step.label, seat)
    taken = _taken(step, dealing, seat)
    placed = dealing.placed.setdefault((step.label, dealing.key(step.to[0], seat)), [])
    scattered = []
    for piece in pieces:
        legal = [square for square in squares if square not in taken and _apart(step, square, placed)]
        if not legal:
            raise NoRoom(step.declared["at"]["board"], step.says, step.cite)
        square = stream.pick(legal)
        placed.append(square)
        taken.add(square)
        scattered.append(replace(piece, at=square))
    return scattered


def _apart(step: Step, square: Square, placed: Sequence[Square]) -> bool:
    apart: int = step.declared.get("apart", 0)
    return all(distance(square, other) >= apart for other in placed)


def _taken(step: Step, dealing: Dealing, seat: int) -> set[Square]:
    return {piece.at for piece in dealing.pile(step.to[0], seat) if piece.at}


def _group(step: Step, dealing: Dealing, name: str) -> list[Square]:
    game = dealing.terms.around.game
    board: Mapping[str, Any] = game.document.get("board", {})
    squares = board.get("squares", {}).get(name)
    if squares is None:
        raise BadStep(game.name, step.says, f"places on {name!r}, no squares of the board")
    return [tuple(square) for square in squares]
