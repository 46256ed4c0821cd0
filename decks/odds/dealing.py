"""Simulating by the real steps of the setup, for what neither the exact way nor plain hands can answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from weakref import finalize

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.deal.dealing import Dealing
from deckwright.decks.deal.engine import Dealer, run
from deckwright.decks.deal.start import settle
from deckwright.decks.deal.table import Piece, PileKey
from deckwright.decks.decklist import Decklist
from deckwright.decks.lines import LineReader
from deckwright.decks.odds.classes import signature
from deckwright.decks.odds.formula import Form, Formula
from deckwright.decks.odds.looking import FACE_UP, HAND, Look
from deckwright.decks.odds.question import Selects
from deckwright.decks.odds.sampling import Tally

BLOCK = 256
"""How many deals a block has."""

_ME = 1


@dataclass(frozen=True)
class Recipe:
    """All that another process needs to make the same deals: a file and values, nothing that is open."""

    catalogue: Path
    deck: Decklist
    given: Mapping[str, Sequence[str]]
    format: str | None

    def __hash__(self) -> int:
        return hash((self.catalogue, self.deck))

    def dealer(self) -> Dealer:
        """The dealer, made once a process."""
        return _dealer(self)


@lru_cache(maxsize=4)
def _dealer(recipe: Recipe) -> Dealer:
    catalogue = Catalogue.open(recipe.catalogue)
    lines = LineReader(catalogue.game(recipe.deck.game), catalogue)
    terms, notes = settle(lines, [recipe.deck], recipe.given, recipe.format)
    made = Dealer(terms, [recipe.deck], notes)
    finalize(made, catalogue.close)  # it is asked while the dealer deals
    return made


@dataclass(frozen=True)
class Where:
    """Which cards of a deal are looked at: those of some piles, the `stacked` as they were shuffled; in what order."""

    words: tuple[str, ...]
    home: PileKey | None
    stacked: tuple[str, ...]

    @classmethod
    def of(cls, seen: Look) -> Where:
        """Where the cards of a look lie."""
        return cls(seen.words, seen.home, seen.stacked)


@dataclass(frozen=True)
class DealSampler:
    """Deals by the steps of the setup, and what is counted in them: the event, and what is given.

    `seen` says how many cards are seen by each stage, None for all that lie there.
    """

    recipe: Recipe
    where: Where
    queries: tuple[Selects, ...]
    forms: tuple[Form, ...]
    event: Formula
    given: Formula
    seen: tuple[int | None, ...]
    block: int = BLOCK

    def tally(self, seed: str, number: int, hands: int) -> Tally:
        """The tally of the first so many deals of a block."""
        given = hits = 0
        key = signature(self.queries)
        dealer = self.recipe.dealer()
        for at in range(hands):
            values = self._values(dealer, key, seed, number * self.block + at + 1)
            if self.given.holds(values):
                given += 1
                hits += bool(self.event.holds(values))
        return Tally(hands, given, hits)

    def _values(self, dealer: Dealer, key: Callable[[Piece], int], seed: str, number: int) -> list[int]:
        bits = [key(piece) for piece in cards_seen(dealer, self.where, seed, number)]
        return [sum(map(form.weight, bits[: self.seen[form.stage]])) for form in self.forms]


def cards_seen(dealer: Dealer, where: Where, seed: str, number: int) -> list[Piece]:
    """The cards looked at in one deal, in the order in which they are seen."""
    dealing = dealer.dealing(seed, number)
    shuffled: dict[str, list[Piece]] = {}
    for step in dealer.steps:
        run(step, dealing)
        if step.do == "shuffle":
            stacked = [name for name in step.piles if name in where.stacked]
            shuffled.update({name: list(dealing.pile(name, _ME)) for name in stacked})
    found = [piece for word in where.words for piece in _pile(dealing, word, where, shuffled)]
    if where.words == (HAND,) and where.home:
        found += dealing.piles.get(where.home, [])
    return found


def _pile(dealing: Dealing, word: str, where: Where, shuffled: Mapping[str, list[Piece]]) -> list[Piece]:
    if word == FACE_UP:
        asked = [id(dealing.pile(other, _ME)) for other in where.words if other != FACE_UP]
        others = (pile for pile in dealing.piles.values() if id(pile) not in asked)
        pieces = (one for pile in others for piece in pile for one in piece.each())
        return [piece for piece in pieces if piece.face == "up"]
    return shuffled[word] if word in shuffled else dealing.pile(word, _ME)
