"""How pieces change piles, and how the log is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from deckwright.decks.deal.dealing import Dealing, faced
from deckwright.decks.deal.errors import BadStep
from deckwright.decks.deal.order import in_order
from deckwright.decks.deal.script import Step
from deckwright.decks.deal.table import LogEntry, Piece


def exchange(step: Step, dealing: Dealing, seat: int) -> None:
    """Change places: each piece that fits, with the piece of the pile `to` that it stands in relation to."""
    pile, target = dealing.pile(step.source, seat), dealing.pile(step.to[0], seat)
    swapped: list[Piece] = []
    for at in dealing.fitting(step, seat):
        there = dealing.related(step, pile[at], seat, step.to[0])
        if there is None:
            continue
        new, old = pile[at], target[there]
        target[there] = replace(new, face=old.face, at=old.at, attached=old.attached)
        pile[at] = replace(old, face=new.face, at=new.at, attached=new.attached)
        swapped.append(new)
    if swapped:
        note(step, dealing, seat, swapped)


def per_value(step: Step, dealing: Dealing, seat: int, places: Sequence[int], n: int) -> list[int]:
    """The first n places of each value of the field `per`; pieces without the value are no group."""
    pile = dealing.pile(step.source, seat)
    groups: dict[Any, list[int]] = {}
    for at in places:
        card = pile[at].card
        value = card.value(step.declared["per"]) if card else None
        if value is not None:
            groups.setdefault(value, []).append(at)
    for group in groups.values():
        dealing.require(step, seat, n, len(group))
    return sorted(at for group in groups.values() for at in group[:n])


def ordered(step: Step, dealing: Dealing, pieces: list[Piece]) -> list[Piece]:
    """The pieces in the order that the step says, those without a value last."""
    order = step.declared.get("order")
    if not order:
        return pieces
    down = order.startswith("-")
    field = dealing.terms.around.game.field(order.removeprefix("-"))
    if field is None:
        raise BadStep(dealing.terms.around.game.name, step.says, f"orders by {order!r}, no field")
    return in_order(pieces, field, down)


def move(step: Step, dealing: Dealing, seat: int, pieces: list[Piece], how: str = "") -> None:
    """Lay pieces under the pile `to`, with the face and space that the step says."""
    how = how if pieces else "none there"
    moved = faced(pieces, step.declared.get("face"))
    at = step.declared.get("at")
    if at is not None:
        moved = [replace(piece, at=(at,)) for piece in moved]
    dealing.pile(step.to[0], seat).extend(moved)
    note(step, dealing, seat, moved, how=how)


def remove(pile: list[Piece], places: Sequence[int]) -> None:
    """Take the pieces at these places off a pile."""
    gone = set(places)
    pile[:] = [piece for at, piece in enumerate(pile) if at not in gone]


def note(
    step: Step,
    dealing: Dealing,
    seat: int,
    pieces: Sequence[Piece],
    how: str = "",
    to: tuple[str, ...] | None = None,
) -> None:
    """Write into the log what a step did."""
    dealing.log.append(
        LogEntry(
            step=dealing.numbered(step),
            do=step.do,
            cite=step.cite,
            says=step.says,
            seat=seat,
            source=step.source,
            to=step.to if to is None else to,
            pieces=tuple(piece.title for piece in pieces),
            how=how,
            hidden=bool(pieces) and all(piece.face == "down" for piece in pieces),
        )
    )
