"""Names that may be several cards, of which one is taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from deckwright.catalog.card import Card
from deckwright.decks.decklist import Decklist, Entry
from deckwright.decks.errors import one_line


@dataclass(frozen=True, slots=True)
class Guess:
    """A name in a decklist that may be any of several cards, the first of which is taken; `lines` say it."""

    label: str
    name: str
    lines: tuple[int, ...]
    cards: tuple[Card, ...]

    @property
    def taken(self) -> Card:
        """The card that it is taken for."""
        return self.cards[0]

    @property
    def where(self) -> str:
        """The lines that say it."""
        noun = "line" if len(self.lines) == 1 else "lines"
        return f"{noun} {_joined(map(str, self.lines), 'and')}"

    def short(self, card: Card) -> str:
        """What tells a card from the others: its number where that is enough, its id where not even its title is."""
        numbers = {one.number for one in self.cards}
        if len(numbers) < len(self.cards):
            return card.id
        named = "" if all(one.name == self.name for one in self.cards) else f"{card.name} "
        return f"{named}#{card.number}"

    def __str__(self) -> str:
        cards = _joined(map(self.short, self.cards), "or")
        said = f"{self.where}: {self.name} may be {cards}; {self.short(self.taken)} is taken"
        return f"{one_line(self.label)}: {said}" if self.label else said


def guesses(decks: Iterable[Decklist]) -> tuple[Guess, ...]:
    """Every guess of some decklists, each once."""
    return tuple(dict.fromkeys(_guess(deck, entry) for deck in decks for entry in _unclear(deck)))


def _unclear(deck: Decklist) -> Iterator[Entry]:
    return (entry for entry in deck.cards if entry.card is None and entry.candidates)


def _guess(deck: Decklist, entry: Entry) -> Guess:
    return Guess(deck.label, entry.name, entry.numbers, entry.candidates)


def _joined(words: Iterable[str], word: str) -> str:
    *first, last = words
    return f"{', '.join(first)} {word} {last}" if first else last
