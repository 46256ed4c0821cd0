"""What an import did, or would do."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from deckwright.catalog.fields import Value
from deckwright.catalog.importing.problems import Problem

MOST = 10_000
"""So many new cards, changes and removals are kept each; all are counted."""


@dataclass(frozen=True, slots=True)
class Change:
    """A field of a card that was there: its value before and after, None being none."""

    id: str
    name: str
    field: str
    before: Value | None
    after: Value | None


@dataclass
class Report:
    """The tally of an import. `passed` counts what was passed over: `(file, column, why)`."""

    read: int = 0
    new: int = 0
    changed: int = 0
    same: int = 0
    removed: int = 0
    bad: int = 0
    new_cards: list[tuple[str, str]] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    removals: list[tuple[str, str]] = field(default_factory=list)
    stays: Counter[str] = field(default_factory=Counter)
    passed: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)
    games: Counter[str] = field(default_factory=Counter)
    game_news: dict[str, str] = field(default_factory=dict)

    def add_new(self, card_id: str, name: str) -> None:
        """A card that was not there."""
        self.new += 1
        if self.new <= MOST:
            self.new_cards.append((card_id, name))

    def add_change(self, change: Change) -> None:
        """A field that was different."""
        if len(self.changes) < MOST:
            self.changes.append(change)

    def add_removal(self, card_id: str, name: str) -> None:
        """A card that is there no more."""
        self.removed += 1
        if self.removed <= MOST:
            self.removals.append((card_id, name))

    @property
    def touched(self) -> bool:
        """Whether anything was changed."""
        return bool(self.new or self.changed or self.removed or {*self.game_news.values()} - {"same"})
