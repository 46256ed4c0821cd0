"""Printing hints behind a card's name, peeled off one at a time: `#13`, `(S1) 13`, `[S1-13]`, `(Forest)`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from deckwright.catalog.card import Card
from deckwright.catalog.text import fold, natural_key

if TYPE_CHECKING:
    from deckwright.decks.lines import LineReader


@dataclass(frozen=True, slots=True)
class Hint:
    """A word that tells printings apart; `number` and `set` say what it must be, `any` may be either or a value."""

    kind: Literal["number", "set", "any"]
    word: str

    def fits(self, card: Card) -> bool:
        """Whether the card is one that the hint may mean."""
        if self.kind == "number":
            return natural_key(card.number) == natural_key(self.word)
        if self.kind == "set":
            return fold(card.set) == fold(self.word)
        return fold(self.word) in _words(card)

    def __str__(self) -> str:
        return "#" + self.word if self.kind == "number" else f"({self.word})"


@dataclass(frozen=True, slots=True)
class Found:
    """One reading of a card line: so many copies of a name, the cards of that name, and the hints behind it."""

    count: int
    name: str
    cards: tuple[Card, ...]
    hints: tuple[Hint, ...] = ()
    rivals: tuple[str, ...] = ()

    @property
    def fitting(self) -> tuple[Card, ...]:
        """The cards that every hint fits."""
        return tuple(card for card in self.cards if all(hint.fits(card) for hint in self.hints))

    @property
    def rank(self) -> tuple[bool, int]:
        """Hints that agree beat hints that do not; then the longest name wins."""
        return bool(self.fitting), len(self.name)


_PEELS: tuple[tuple[re.Pattern[str], tuple[Literal["number", "set", "any"], ...]], ...] = (
    (re.compile(r"(.+?)\s+#(\S+)"), ("number",)),
    (re.compile(r"(.+?)\s+[(\[]([^()\[\]\s]+)[)\]]\s+#?([^\s()\[\]]+)"), ("set", "number")),
    (re.compile(r"(.+?)\s+[(\[]([^()\[\]]+)[)\]]"), ("any",)),
)
_MOST_HINTS = 4


def best_reading(quantities: Iterable[tuple[int, str]], reader: LineReader) -> Found | None:
    """The best of all readings whose name is a card, with the shorter names that would have been cards too."""
    found = [reading for count, rest in quantities for reading in _peeled(count, rest, reader)]
    if not found:
        return None
    best = max(found, key=lambda reading: reading.rank)
    others = {row.name for row in found if row.fitting and fold(row.name) != fold(best.name)}
    return Found(best.count, best.name, best.cards, best.hints, tuple(sorted(others)))


def _peeled(count: int, rest: str, reader: LineReader, hints: tuple[Hint, ...] = ()) -> Iterator[Found]:
    if cards := reader.named(rest):
        yield Found(count, rest, cards, hints)
    if len(hints) >= _MOST_HINTS:
        return
    for pattern, kinds in _PEELS:
        if found := pattern.fullmatch(rest):
            more = tuple(Hint(kind, word) for kind, word in zip(kinds, found.groups()[1:], strict=True))
            yield from _peeled(count, found[1], reader, (*more, *hints))


def _words(card: Card) -> set[str]:
    """Every word that could tell this card from another of its name, folded."""
    words = {card.set, card.number, f"{card.set}-{card.number}", card.id, card.type, card.subtype or ""}
    for value in card.fields.values():
        words.update(value if isinstance(value, tuple) else (str(value),))
    return {fold(word) for word in words if word}


def named_by(word: str, lines: LineReader) -> tuple[Card, ...]:
    """The cards that a word names; none where it is at most a value, such as a colour, that tells cards apart."""
    found = best_reading(((1, word),), lines)
    return (found.fitting or found.cards) if found else ()
