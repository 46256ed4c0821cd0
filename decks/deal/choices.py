"""What players say for the setup to choose: on the command line, or in a decklist's header."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from deckwright.catalog.card import Card
from deckwright.catalog.text import fold
from deckwright.decks.deal.errors import CANNOT, NOT_UNDERSTOOD, NotChoosable, TooMany
from deckwright.decks.deal.table import Piece
from deckwright.decks.hints import Hint, named_by
from deckwright.decks.lines import LineReader


@dataclass(frozen=True, slots=True)
class Wish:
    """A card that somebody named: the word, where it was said, the exit status if it cannot be.

    A `loose` wish was said once for several players, and is for those whose piles can grant it.
    """

    word: str
    said: str
    exit_code: int
    loose: bool = False


@dataclass(frozen=True)
class Choices:
    """The wishes of every seat, by the key of the step that asks: `given` win over each seat's `headers`."""

    given: Mapping[str, Sequence[str]] = field(default_factory=dict)
    headers: Sequence[Mapping[str, str]] = ()

    def wish(self, key: str, seat: int, seats: int) -> Wish | None:
        """What a seat wishes; None where it leaves the choice to the step. Raises `TooMany`."""
        said = self.given.get(key, ())
        if len(said) > seats:
            raise TooMany(key, len(said), seats)
        by = "by --start" if key == "start" else f"by --option {key}"
        if len(said) == 1 and seats > 1:
            return Wish(said[0], by, NOT_UNDERSTOOD, loose=True)
        if 0 < seat <= len(said):
            return Wish(said[seat - 1], by, NOT_UNDERSTOOD)
        header = self.headers[seat - 1].get(key) if 0 < seat <= len(self.headers) else None
        return Wish(header, f"by {key}: of the decklist", CANNOT) if header else None


def chosen(
    wish: Wish,
    pile: Sequence[Piece],
    could: Sequence[int],
    lines: LineReader,
    key: str,
    label: str,
    began: Sequence[Piece] = (),
) -> int:
    """The place in a pile of the piece that a wish means, of those that may be chosen. Raises `NotChoosable`.

    `began` is the pile before the first step, which tells what was never there from what may not be chosen.
    """
    named = {card.id for card in named_by(wish.word, lines)}
    hit = [at for at in could if _named(pile[at], named, wish.word)]
    kinds = {piece.card.identity if piece.card else piece.name for piece in (pile[at] for at in hit)}
    if len(kinds) == 1:
        return hit[0]
    there = any(piece.card and piece.card.id in named for piece in (*pile, *began))
    if hit:
        why = "may be any of several"
    elif there:
        why = "cannot be chosen"
    else:
        why = "is not in the pile to choose from" if named else "is no card of the game"
    names = tuple(dict.fromkeys(pile[at].title for at in (hit or could)))
    raise NotChoosable(label, key, wish.word, why, names, exit_code=wish.exit_code)


def _named(piece: Piece, named: set[str], word: str) -> bool:
    card: Card | None = piece.card
    if card is None:
        return fold(piece.name) == fold(word)
    return card.id in named if named else Hint("any", word).fits(card)
