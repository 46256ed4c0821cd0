"""The dealer: from decklists, through the steps of their game's setup, to a deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from deckwright.catalog.game import Game
from deckwright.decks.deal.dealing import Dealing, Terms
from deckwright.decks.deal.script import SETUP, Step, script
from deckwright.decks.deal.start import starting_piles
from deckwright.decks.deal.table import Deal, Piece, Pile, PileKey
from deckwright.decks.deal.verbs import VERBS
from deckwright.decks.decklist import Decklist


class Dealer:
    """Deals the setup of one game from the same decklists, as often as asked; `terms` are settled beforehand."""

    def __init__(self, terms: Terms, decks: Sequence[Decklist], notes: tuple[str, ...] = ()) -> None:
        self.terms = terms
        self.notes = notes
        self.steps = script(terms.lines, SETUP, terms.format)
        self._decks = tuple(decks)

    @property
    def game(self) -> Game:
        """The game that is dealt."""
        return self.terms.around.game

    @cached_property
    def start(self) -> Mapping[PileKey, tuple[Piece, ...]]:
        """The piles before the first step: the decklists' zones."""
        return starting_piles(self.terms, self._decks)

    def dealing(self, seed: str, number: int = 1) -> Dealing:
        """The table before the first step."""
        return Dealing(self.terms, self.start, seed, number)

    def deal(self, seed: str, number: int = 1) -> Deal:
        """The deal of a seed; `number` tells further deals of the same seed apart. Raises `DealError`."""
        dealing = self.dealing(seed, number)
        for step in self.steps:
            run(step, dealing)
        return finished(dealing, self.notes)


def run(step: Step, dealing: Dealing) -> None:
    """Do one step, for each player or for the table. Raises `DealError`."""
    for seat in _turns(step, dealing):
        dealing.spend(step, 1 + dealing.held(step, seat))
        if not dealing.happens(step, seat):
            continue
        needs = step.declared.get("needs", 0)
        dealing.require(step, seat, needs, len(dealing.pile(step.source, seat)) if needs else 0)
        VERBS[step.do](step, dealing, seat)
    key = step.declared.get("key")
    if key in dealing.ungranted and key not in dealing.granted:
        raise dealing.ungranted[key]


def _turns(step: Step, dealing: Dealing) -> Iterator[int]:
    """The seats for which a step is done, in order; laying goes round as often as each lays."""
    rounds = (dealing.amount(step, step.declared.get("n", 1)) or 0) if step.do == "lay" else 1
    for _ in range(rounds):
        yield from dealing.seats() if step.each else (_one_seat(step, dealing),)


def _one_seat(step: Step, dealing: Dealing) -> int:
    """The seat for which a step is done once: the table's, the first player's or the last's."""
    clockwise = dealing.seats()
    return {"first": clockwise[0], "last": clockwise[-1]}.get(step.declared.get("for", ""), 0)


def finished(dealing: Dealing, notes: tuple[str, ...] = ()) -> Deal:
    """The deal as a value, its piles as the document lists them, then by seat."""
    terms = dealing.terms
    game = terms.around.game
    order = {name: at for at, name in enumerate((*game.document.get("piles", {}), *game.zones))}
    keys = sorted(dealing.piles, key=lambda key: (order.get(key[0], len(order)), key[1]))
    return Deal(
        game=game.id,
        format=terms.format,
        seed=dealing.seed,
        number=dealing.number,
        round=dealing.round,
        decks=terms.decks,
        options=terms.around.options,
        seats=terms.seats,
        first=dealing.first,
        piles=tuple(Pile(name, seat, tuple(dealing.piles[name, seat])) for name, seat in keys),
        log=tuple(dealing.log),
        notes=notes,
    )
