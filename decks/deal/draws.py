"""What comes after the hand: the next cards of the same shuffle, and hands turn by turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from deckwright.catalog.game import Game, cites
from deckwright.decks.deal.errors import NotDealt, NoTurn
from deckwright.decks.deal.script import Step, owners
from deckwright.decks.deal.stream import Stream
from deckwright.decks.deal.table import Deal, Piece, Pile

HAND = "hand"
"""The pile that a setup deals a hand to, unless another is named."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """So many cards off the top of the pile that a seat draws from; fewer if it ran out."""

    seat: int
    pile: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a seat: the hand it began with, what was used, what was drawn, what the piles held after.

    `reshuffled` says that the deck was out and the discard pile became a new one.
    """

    seat: int
    number: int
    hand: tuple[Piece, ...]
    used: tuple[Piece, ...]
    drawn: tuple[Piece, ...]
    deck: int
    discard: int
    reshuffled: bool
    cite: tuple[str, ...]


def hand_step(game: Game, steps: tuple[Step, ...], pile: str = HAND) -> Step:
    """The step of a setup that deals to a pile. Raises `NotDealt`."""
    dealt = [step for step in steps if step.do == "deal"]
    found = next((step for step in dealt if pile in step.to), None)
    if found is None:
        piles = tuple(dict.fromkeys(name for step in dealt for name in step.to))
        raise NotDealt(game.name, pile, tuple(owners(game)), piles)
    return found


def draw(deal: Deal, step: Step, count: int) -> tuple[Drawn, ...]:
    """The next cards of the pile that a step dealt from, for each seat whose pile it is."""
    return tuple(
        Drawn(pile.seat, pile.name, pile.pieces[:count]) for pile in deal.piles if pile.name == step.source
    )


def after_drawing(deal: Deal, drawn: tuple[Drawn, ...]) -> Deal:
    """The deal once those cards have left their piles: what `draw` gave is added to no pile, only taken off."""
    gone = {(row.pile, row.seat): len(row.pieces) for row in drawn}
    piles = (replace(pile, pieces=pile.pieces[gone.get((pile.name, pile.seat), 0) :]) for pile in deal.piles)
    return replace(deal, piles=tuple(piles))


def turns(game: Game, deal: Deal, step: Step, count: int, using: int) -> tuple[Turn, ...]:
    """So many turns of each seat, with `using` random cards of the hand used in each. Raises `NoTurn`."""
    declared: Mapping[str, Any] | None = game.document.get("turn")
    if not declared or not {"up_to", "draw"} & set(declared):
        raise NoTurn(game.name)
    played = (_Player(deal, step, seat.number, declared) for seat in deal.seats)
    return tuple(player.turn(number, using) for player in played for number in range(1, count + 1))


class _Player:
    """One seat playing turns: its hand, its deck, its discard pile."""

    def __init__(self, deal: Deal, step: Step, seat: int, declared: Mapping[str, Any]) -> None:
        self._deal = deal
        self._seat = seat
        self._declared = declared
        source = next(
            (pile for pile in deal.piles if pile.name == step.source and pile.seat in (0, seat)), None
        )
        self._deck = list(source.pieces if source else ())
        self._hand = list(_pile(deal, step.to[0], seat))
        self._discard = list(_pile(deal, declared.get("refill", ""), seat))

    def turn(self, number: int, using: int) -> Turn:
        """Use cards, then draw."""
        hand = tuple(self._hand)
        mixed = self._stream("use", number).shuffled(range(len(hand)))
        used = sorted(mixed[:using])
        gone = set(used)
        self._discard += [hand[at] for at in used]
        self._hand = [piece for at, piece in enumerate(hand) if at not in gone]
        wanted = self._declared.get("draw", 0)
        if "up_to" in self._declared:
            wanted = max(self._declared["up_to"] - len(self._hand), 0)
        drawn, reshuffled = self._draw(wanted, number)
        self._hand += drawn
        return Turn(
            seat=self._seat,
            number=number,
            hand=hand,
            used=tuple(hand[at] for at in used),
            drawn=tuple(drawn),
            deck=len(self._deck),
            discard=len(self._discard),
            reshuffled=reshuffled,
            cite=cites(self._declared),
        )

    def _draw(self, wanted: int, number: int) -> tuple[list[Piece], bool]:
        """Cards off the deck; once it is out, off the shuffled discard pile, if the game says so."""
        drawn = self._deck[:wanted]
        del self._deck[:wanted]
        if len(drawn) == wanted or not self._discard or "refill" not in self._declared:
            return drawn, False
        self._deck = self._stream("refill", number).shuffled(self._discard)
        self._discard = []
        more = self._deck[: wanted - len(drawn)]
        del self._deck[: len(more)]
        return drawn + more, True

    def _stream(self, what: str, number: int) -> Stream:
        return Stream(self._deal.seed, f"turn {number} {what}", self._seat, self._deal.number)


def _pile(deal: Deal, name: str, seat: int) -> tuple[Piece, ...]:
    found: Pile | None = next((p for p in deal.piles if p.name == name and p.seat in (0, seat)), None)
    return found.pieces if found else ()
