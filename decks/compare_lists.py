"""What is different between two decklists, zone by zone."""

from __future__ import annotations

from dataclasses import dataclass

from deckwright.decks.decklist import Decklist


@dataclass(frozen=True, slots=True)
class Change:
    """A card whose copies in a zone differ: `before` and `after` in copies, 0 where it is not there."""

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


def changes(before: Decklist, after: Decklist) -> tuple[Change, ...]:
    """Every difference in copies, in the order of the first decklist, then of the second."""
    old = {entry.key: entry for entry in before.entries}
    new = {entry.key: entry for entry in after.entries}
    found = []
    for key in dict.fromkeys((*old, *new)):
        entry = old.get(key) or new[key]
        was = old[key].count if key in old else 0
        now = new[key].count if key in new else 0
        if was != now:
            found.append(Change(entry.zone, entry.name, entry.card.id if entry.card else None, was, now))
    return tuple(found)
