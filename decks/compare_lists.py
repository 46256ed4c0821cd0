"""What is different between two decklists, zone by zone."""

from __future__ import annotations

from dataclasses import dataclass

from deckwright.decks.decklist import MAYBE, Decklist
from deckwright.decks.reader import DecklistReader
from deckwright.decks.writer import card_text


@dataclass(frozen=True, slots=True)
class Change:
    """A card whose copies in a zone differ: `before` and `after` in copies, 0 where it is not there.

    `name` is as a line of a decklist would say it: with the number where the name alone is no single card.
    """

    zone: str
    name: str
    card: str | None
    before: int
    after: int

    @property
    def kind(self) -> str:
        """`in`, `out` or `changed`."""
        if not self.before:
            return "in"
        return "changed" if self.after else "out"


def changes(before: Decklist, after: Decklist, reader: DecklistReader) -> tuple[Change, ...]:
    """Every difference in copies, by zone as the game orders them, then in the order of the first and the second.

    The decklists may be of two games: a card is named as its own game names it, the first game's zones come first.
    """
    old = {entry.key: entry for entry in before.entries}
    new = {entry.key: entry for entry in after.entries}
    found = []
    for key in dict.fromkeys((*old, *new)):
        deck, entry = (before, old[key]) if key in old else (after, new[key])
        was = old[key].count if key in old else 0
        now = new[key].count if key in new else 0
        if was != now:
            name = card_text(entry.card, reader.lines_of(deck.game)) if entry.card else entry.name
            found.append(Change(entry.zone, name, entry.card.id if entry.card else None, was, now))
    zones = (zone for deck in (before, after) for zone in reader.lines_of(deck.game).game.zones)
    order = {zone: at for at, zone in enumerate(dict.fromkeys((*zones, MAYBE)))}
    return tuple(sorted(found, key=lambda one: order.get(one.zone, len(order))))
