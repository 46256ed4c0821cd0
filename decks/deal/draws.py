"""What comes after the hand: the next cards of the same shuffle, and hands turn by turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deckwright.catalog.game import Game, cites
from deckwright.decks.deal.errors import NotDealt, NoTurn
from deckwright.decks.deal.script import Step, owners, pile_key
from deckwright.decks.deal.stream import Stream
from deckwright.decks.deal.table import Deal, Piece, clockwise

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


def turns(game: Game, deal: Deal, step: Step, count: int, using: int, pile: str = HAND) -> tuple[Turn, ...]:
    """So many turns of each seat, with `using` random cards of the hand used in each. Raises `NoTurn`.

    `pile` is the hand that `step` deals to. The seats take turns, from whoever goes first, as a pile of the table is
    for all of them; they are told seat by seat.
    """
    declared: Mapping[str, Any] | None = game.document.get("turn")
    if not declared or not {"up_to", "draw"} & set(declared):
        raise NoTurn(game.name)
    piles = _Piles(game, deal)
    players = [
        _Player(deal, piles, step.source, pile, seat, declared)
        for seat in clockwise(deal.first, len(deal.seats))
    ]
    played = [player.turn(number, using) for number in range(1, count + 1) for player in players]
    return tuple(sorted(played, key=lambda turn: turn.seat))


class _Piles:
    """The piles of a deal as lists to change: one for each, whoever means it."""

    def __init__(self, game: Game, deal: Deal) -> None:
        self._owners = owners(game)
        self._held = {(pile.name, pile.seat): list(pile.pieces) for pile in deal.piles}

    def __call__(self, name: str, seat: int) -> list[Piece]:
        return self._held.setdefault(pile_key(self._owners, name, seat), [])


class _Player:
    """One seat playing turns: its hand, and the deck and discard pile, which may be the table's."""

    def __init__(
        self, deal: Deal, piles: _Piles, deck: str, hand: str, seat: int, declared: Mapping[str, Any]
    ) -> None:
        self._deal = deal
        self._seat = seat
        self._declared = declared
        self._deck = piles(deck, seat)
        self._hand = piles(hand, seat)
        self._discard = piles(declared["refill"], seat) if "refill" in declared else []

    def turn(self, number: int, using: int) -> Turn:
        """Use cards, then draw."""
        hand = tuple(self._hand)
        mixed = self._stream("use", number).shuffled(range(len(hand)))
        used = sorted(mixed[:using])
        gone = set(used)
        self._hand[:] = [piece for at, piece in enumerate(hand) if at not in gone]
        self._discard += [hand[at] for at in used]
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
        self._deck[:] = self._stream("refill", number).shuffled(self._discard)
        self._discard.clear()
        more = self._deck[: wanted - len(drawn)]
        del self._deck[: len(more)]
        return drawn + more, True

    def _stream(self, what: str, number: int) -> Stream:
        return Stream(self._deal.seed, f"turn {number} {what}", self._seat, self._deal.number)
