"""Writing decklists, in one canonical order, so that what is read back is equal."""

from __future__ import annotations

from collections.abc import Iterator

from deckwright.catalog.card import Card
from deckwright.catalog.text import natural_key
from deckwright.decks.decklist import MAYBE, CardLine, Decklist, Entry, Header
from deckwright.decks.lines import LineReader


def card_text(card: Card, lines: LineReader) -> str:
    """The shortest way to name a card that reads back as that card: its name, `name #number`, or its id."""
    for text in (card.name, f"{card.name} #{card.number}"):
        reading = lines.read(text, above=False)
        if (
            isinstance(reading, CardLine)
            and reading.card == card
            and not reading.warnings
            and reading.count == 1
        ):
            return text
    return card.id


def write(deck: Decklist, lines: LineReader) -> str:
    """The decklist as text: headers, then zones in the game's order, cards by type and number."""
    return "\n".join(_written(deck, lines)) + "\n"


def _written(deck: Decklist, lines: LineReader) -> Iterator[str]:
    remarks = list(deck.remarks)
    yield from (_comment(text) for section, text in remarks if not section)
    headers = {
        line.reading.key: line.reading.value for line in deck.lines if isinstance(line.reading, Header)
    }
    yield from (f"{key}: {value}" for key, value in headers.items())
    for zone in (*lines.game.zones, MAYBE):
        entries = sorted((entry for entry in deck.entries if entry.zone == zone), key=_place(lines))
        said = [text for section, text in remarks if section == zone]
        if entries or said:
            yield ""
            yield zone
            yield from (_comment(text) for text in said)
            for entry in entries:
                yield from (_comment(text) for text in entry.comments)
                yield f"{entry.count} {card_text(entry.card, lines) if entry.card else entry.name}"


def _comment(text: str) -> str:
    return f"# {text}".rstrip()


class _place:  # noqa: N801 - a sort key
    """Orders entries by the game's types, then by number, unknown names last."""

    def __init__(self, lines: LineReader) -> None:
        self._types = {kind: at for at, kind in enumerate(lines.game.types)}

    def __call__(self, entry: Entry) -> tuple[int, str, str, str]:
        card = entry.card
        if card is None:
            return len(self._types), "", "", entry.name
        return self._types.get(card.type, 0), natural_key(card.set), natural_key(card.number), card.id
