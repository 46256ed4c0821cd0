"""Headers such as `start: Inji`, by which a decklist names cards for the setup to choose, and what is wrong with them.

What lies in the pile to choose from is as far looked at as a list settles it: its zones, the box where that fills one,
and for a pile that the setup itself fills, whatever cards its steps may bring there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deckwright.catalog.card import Card
from deckwright.catalog.game import cites
from deckwright.catalog.text import fold
from deckwright.decks.cuts import FEW
from deckwright.decks.decklist import Decklist, Header
from deckwright.decks.hints import Hint, named_by
from deckwright.decks.lines import LineReader, seat_words
from deckwright.decks.rules import Selection
from deckwright.decks.tally import Key
from deckwright.decks.verdict import Fault, Mend
from deckwright.decks.writer import card_text

_REMEMBERED = 5_000


@dataclass(frozen=True, slots=True)
class IllWish:
    """The first of a header's words that names no card to choose; `could` are the cards that it could name."""

    key: str
    words: tuple[str, ...]
    at: int
    why: str
    could: tuple[Card, ...]

    def instead(self, name: str) -> str:
        """What the header would say with another name in the word's place."""
        return ", ".join((*self.words[: self.at], name, *self.words[self.at + 1 :]))


class Wishes:
    """Judges what the headers of one game's decklists name for the setup to choose."""

    def __init__(self, lines: LineReader) -> None:
        self._lines = lines
        self._takes = {key: _taken_by(step, lines) for key, step in lines.choices.items()}
        self._brings = [
            (_names(step["to"]), _taken_by(step, lines))
            for step in lines.game.document.get("setup", ())
            if "from" in step and "to" in step
        ]
        self._named: dict[str, tuple[Card, ...]] = {}

    def ill(
        self, deck: Decklist, counts: Mapping[Key, int], unknown: Mapping[str, int]
    ) -> tuple[IllWish, ...]:
        """The headers of a deck whose wishes its setup cannot grant; `counts` and `unknown` are what it holds."""
        headers = deck.headers
        said = [key for key in self._takes if headers.get(key)]
        if not said:
            return ()
        stock = _Stock(self._lines, deck, counts, unknown, self._brings)
        found = (self._first_ill(key, seat_words(headers[key], self._lines.game), stock) for key in said)
        return tuple(ill for ill in found if ill is not None)

    def _first_ill(self, key: str, words: tuple[str, ...], stock: _Stock) -> IllWish | None:
        for at, word in enumerate(words):
            if word and (why := self._why_not(word, key, stock)):
                return IllWish(key, words, at, why, stock.choosable(self._takes[key]))
        return None

    def _why_not(self, word: str, key: str, stock: _Stock) -> str:
        """Why a word's card cannot be chosen; '' where it can, and is then taken."""
        selection = self._takes[key]
        (pile,) = selection.zones
        meant = self._meant(word) or stock.showing(pile, word)
        left = [card for card in meant if selection.takes(card) and stock.left(pile, card) > 0]
        if not left:
            return _missing(meant, selection, stock)
        if len(left) > 1 and pile in self._lines.game.zones and len({card.identity for card in left}) > 1:
            return "may be any of several"
        stock.take(pile, left[0])
        return ""

    def _meant(self, word: str) -> tuple[Card, ...]:
        if word not in self._named:
            if len(self._named) >= _REMEMBERED:
                self._named.clear()
            self._named[word] = named_by(word, self._lines)
        return self._named[word]

    def fault(self, deck: Decklist, ill: IllWish) -> Fault:
        """The fault of a header that names what cannot be chosen."""
        step = self._lines.choices[ill.key]
        choices = tuple(ill.instead(card_text(card, self._lines)) for card in ill.could)
        lines = tuple((line.number, 1) for line in deck.lines if _says(line.reading, ill.key))
        cite = cites(step)
        return Fault(
            rule=ill.key,
            severity="error",
            says=f"{ill.key}: {ill.words[ill.at]} {ill.why}",
            cite=cite,
            where=self._lines.game.headings(cite),
            zones=(str(step["from"]),),
            mends=(Mend("write", 1, lines, choices) if choices else Mend("cut", 1, lines),),
        )


class _Stock:
    """What may lie in the piles from which one deck's setup lets players choose."""

    def __init__(
        self,
        lines: LineReader,
        deck: Decklist,
        counts: Mapping[Key, int],
        unknown: Mapping[str, int],
        brings: Iterable[tuple[tuple[str, ...], Selection]],
    ) -> None:
        self._lines = lines
        self._deck = deck
        self._counts = counts
        self._brings = brings
        boxes = [zone["id"] for zone in lines.game.document["zones"] if zone.get("box")]
        listed = {*unknown, *(zone for zone, _ in counts)} if boxes else set()
        self._filled = {*boxes} - listed
        self._taken: Counter[Key] = Counter()
        self._showing: dict[Key, tuple[Card, ...]] = {}

    def copies(self, pile: str, card: Card) -> int:
        """How many copies of a card may lie in a pile."""
        return sum(self._in_zone(zone, card) for zone in self._zones(pile, card))

    def _zones(self, pile: str, card: Card) -> Iterator[str]:
        """The zones from which a card may come to a pile: itself if it is one, else those that steps take it from."""
        waiting, seen = [pile], {pile}
        while waiting:
            at = waiting.pop()
            if at in self._lines.game.zones:
                yield at
                continue
            for to, selection in self._brings:
                if at in to and selection.takes(card):
                    new = [name for name in selection.zones if name not in seen]
                    waiting += new
                    seen.update(new)

    def _in_zone(self, zone: str, card: Card) -> int:
        if zone not in self._filled:
            return self._counts.get((zone, card.id), 0)
        listed = sum(self._counts.get((other, card.id), 0) for other in self._lines.game.zones)
        return max((card.copies or 0) - listed, 0)

    def left(self, pile: str, card: Card) -> int:
        """How many of them no wish has taken yet."""
        return self.copies(pile, card) - self._taken[pile, card.id]

    def take(self, pile: str, card: Card) -> None:
        """Take a copy, as a wish that is granted does."""
        self._taken[pile, card.id] += 1

    def _cards(self, pile: str) -> Iterable[Card]:
        """The cards among which are those of a pile."""
        if pile in self._lines.game.zones and pile not in self._filled:
            return [entry.card for entry in self._deck.cards if entry.zone == pile and entry.card]
        return self._lines.catalogue.cards(self._lines.game.id)

    def showing(self, pile: str, word: str) -> tuple[Card, ...]:
        """The cards of a pile that show a word which tells cards apart."""
        if (pile, word) not in self._showing:
            hint = Hint("any", word)
            found = (card for card in self._cards(pile) if self.copies(pile, card) and hint.fits(card))
            self._showing[pile, word] = tuple(found)
        return self._showing[pile, word]

    def choosable(self, selection: Selection) -> tuple[Card, ...]:
        """The cards that may still be chosen, in the fixed order; of those that no line lists only a few."""
        (pile,) = selection.zones
        could = [card for card in self._cards(pile) if selection.takes(card) and self.left(pile, card) > 0]
        listed = pile in self._lines.game.zones and pile not in self._filled
        return tuple(sorted(could, key=self._lines.place)) if listed or len(could) <= FEW else ()


def _missing(meant: Sequence[Card], selection: Selection, stock: _Stock) -> str:
    """Why no copy is left of the cards that a word means."""
    (pile,) = selection.zones
    there = [card for card in meant if stock.copies(pile, card)]
    if not meant:
        return "is no card of the game"
    if not there:
        return f"is not in {pile}"
    if not any(map(selection.takes, there)):
        return f"cannot be chosen ({selection.where})"
    return f"is named more often than it is in {pile}"


def _taken_by(step: Mapping[str, Any], lines: LineReader) -> Selection:
    """What a step of the setup may take, and from which piles."""
    return Selection(_names(step["from"]), lines.query(str(step.get("where", ""))))


def _names(declared: str | Iterable[str]) -> tuple[str, ...]:
    return (declared,) if isinstance(declared, str) else tuple(declared)


def _says(reading: object, key: str) -> bool:
    return isinstance(reading, Header) and fold(reading.key) == key
