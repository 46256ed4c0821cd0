"""Writing decklists as text, in one canonical order, so that what is read back is equal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from deckwright.catalog.card import Card
from deckwright.decks.decklist import (
    MAYBE,
    MOST_COPIES,
    CardLine,
    Comment,
    DeckBreak,
    Decklist,
    Entry,
    Header,
    Reading,
    portions,
)
from deckwright.decks.errors import NotWritable
from deckwright.decks.lines import LineReader

if TYPE_CHECKING:
    from deckwright.decks.reader import DecklistReader


_LINE_END = re.compile(r"[\r\n]")


def card_text(card: Card, lines: LineReader, count: int = 1) -> str:
    """The shortest way to name so many copies of a card that reads back as that card: name, `name #number`, or id."""
    one_line = not _LINE_END.search(card.name)
    for text in (card.name, f"{card.name} #{card.number}") if one_line else ():
        reading = lines.read(f"{count} {text}", above=False)
        plain = isinstance(reading, CardLine) and not reading.comment and not reading.warnings
        if plain and isinstance(reading, CardLine) and reading.card == card and reading.count == count:
            return text
    return card.id


def write(deck: Decklist, lines: LineReader) -> str:
    """The decklist as text: headers, then zones in the game's order, cards by type and number.

    Raises `NotWritable` for a name, header or comment that no line of text can say (JSON can).
    """
    return "\n".join(_Writer(deck, lines).lines()) + "\n"


def unsaid(deck: Decklist) -> tuple[str, ...]:
    """What the decklist says and `write` would not: sets, numbers, ids and names that its cards have not, by line."""
    lines = (line for line in deck.lines if isinstance(line.reading, CardLine) and line.reading.unmatched)
    return tuple(f"line {line.number}: {'; '.join(line.reading.warnings)}" for line in lines)  # type: ignore[union-attr]


def formatted(decks: Iterable[Decklist], reader: DecklistReader) -> str:
    """A text's decklists in canonical order, one blank line between. Raises `NotWritable`."""
    return "\n".join(write(deck, reader.lines_of(deck.game)) for deck in decks)


class _Writer:
    """Writes one decklist, reading back each line to make sure that it says what it should."""

    def __init__(self, deck: Decklist, lines: LineReader) -> None:
        self._deck = deck
        self._lines = lines

    def lines(self) -> Iterator[str]:
        """The lines, without their ends."""
        deck = self._deck
        if deck.title:
            yield self._checked(f"=== {deck.title} ===", DeckBreak(deck.title), above=True)
        yield from self._remarks("")
        for header in self._headers():
            yield self._checked(f"{header.key}: {header.value}".rstrip(), header, above=True)
        if "game" not in deck.headers:
            yield f"game: {deck.game}"
        for zone in (*self._lines.game.zones, MAYBE):
            yield from self._zone(zone)

    def _headers(self) -> Iterator[Header]:
        """The headers in their order; of a key that is said twice the last counts, but none is lost."""
        return (row.reading for row in self._deck.lines if isinstance(row.reading, Header))

    def _zone(self, zone: str) -> Iterator[str]:
        entries = sorted((entry for entry in self._deck.entries if entry.zone == zone), key=self._place)
        remarks = list(self._remarks(zone))
        if not entries and not remarks:
            return
        yield from ("", zone, *remarks)
        for entry in entries:
            yield from self._entry(entry)

    def _place(self, entry: Entry) -> tuple[object, ...]:
        """Orders entries as the game does its cards; unknown names come last."""
        if entry.card is None:
            return len(self._lines.game.types), "", "", entry.name
        return self._lines.place(entry.card)

    def _remarks(self, section: str) -> Iterator[str]:
        """The comments of a section that belong to no card, with a blank line behind them."""
        texts = [text for place, text in self._deck.remarks if place == section]
        yield from (self._comment(text) for text in texts)
        if texts:
            yield ""

    def _entry(self, entry: Entry) -> Iterator[str]:
        """Comments above the card; one that would read as a section stands behind a copy of its own."""
        left, waiting = entry.count, False
        for at, text in enumerate(entry.comments, 1):
            if self._stands_alone(text):
                yield self._comment(text)
                waiting = True
            else:
                copies = min(left, MOST_COPIES) if at == len(entry.comments) else 1
                yield self._card_line(entry, copies, text)
                left, waiting = left - copies, False
        if left > 0:
            yield from (self._card_line(entry, copies, "") for copies in portions(left))
        elif left < 0 or waiting:
            raise NotWritable(self._deck.label, f"{entry.count} {entry.name} # {entry.comments[-1]}")

    def _stands_alone(self, text: str) -> bool:
        return self._lines.read(f"# {text}", above=False) == Comment(text)

    def _comment(self, text: str) -> str:
        return self._checked(f"# {text}".rstrip(), Comment(text), above=False)

    def _card_line(self, entry: Entry, count: int, comment: str) -> str:
        name = card_text(entry.card, self._lines, count) if entry.card else entry.name
        line = f"{count} {name}" + (f" # {comment}" if comment else "")
        reading = self._lines.read(line, above=False)
        said = isinstance(reading, CardLine) and (reading.count, reading.comment) == (count, comment)
        same = isinstance(reading, CardLine) and (reading.card, reading.name if not entry.card else "") == (
            entry.card,
            "" if entry.card else entry.name,
        )
        if not (said and same):
            raise NotWritable(self._deck.label, line)
        return line

    def _checked(self, line: str, wanted: Reading, above: bool) -> str:
        if self._lines.read(line, above) != wanted or "\n" in line or "\r" in line:
            raise NotWritable(self._deck.label, line)
        return line
