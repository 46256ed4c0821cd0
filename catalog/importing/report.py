"""What an import did, or would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from deckwright.catalog.fields import Value
from deckwright.catalog.importing.problems import Problem
from deckwright.catalog.nearest import meant

MOST = 10_000
"""So many new cards, changed fields and removals are kept each; all are counted."""


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
    """The tally of an import.

    `passed` counts the cells that were passed over, by `(file, column, card type)`, the type being '' where no
    field at all is called so; `likely` is then the field that `(file, column)` may have meant.
    """

    read: int = 0
    new: int = 0
    changed: int = 0
    changed_fields: int = 0
    same: int = 0
    removed: int = 0
    bad: int = 0
    pointing_nowhere: int = 0
    new_cards: list[tuple[str, str]] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    removals: list[tuple[str, str]] = field(default_factory=list)
    stays: Counter[str] = field(default_factory=Counter)
    passed: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    likely: dict[tuple[str, str], str] = field(default_factory=dict)
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
        self.changed_fields += 1
        if len(self.changes) < MOST:
            self.changes.append(change)

    def amend(self, change: Change, read: bool) -> None:
        """A field that came to another value than its row said, or that of a card of which no row was `read`."""
        told = [at for at, one in enumerate(self.changes) if (one.id, one.field) == (change.id, change.field)]
        for at in told:
            self.changes[at] = replace(self.changes[at], after=change.after)
        if not told and change.id not in {id_ for id_, _ in self.new_cards}:
            first = change.id not in {one.id for one in self.changes}
            self.changed += first
            self.same -= first and read
            self.add_change(change)

    def drop_pointers(self, undone: Collection[tuple[str, str]]) -> None:
        """Fields, by card, that point at no card and so are as they were; a card without other changes is the same."""
        kept = [one for one in self.changes if (one.id, one.field) not in undone]
        same = {one.id for one in self.changes} - {one.id for one in kept}
        self.pointing_nowhere += len(undone)
        self.changed_fields -= len(self.changes) - len(kept)
        self.changed -= len(same)
        self.same += len(same)
        self.changes = kept

    def add_removal(self, card_id: str, name: str) -> None:
        """A card that is there no more."""
        self.removed += 1
        if self.removed <= MOST:
            self.removals.append((card_id, name))

    def passed_over(self) -> Iterator[tuple[str, str]]:
        """Each file with a column of which cells were passed over, and why in words."""
        for (file, column, kind), count in self.passed.items():
            none = f"no field is called {column!r}{self.hint(file, column)}"
            why = f"no {kind} has the field {column!r}" if kind else none
            yield file, f"{why} ({count:,} cell{'' if count == 1 else 's'} passed over)"

    def hint(self, file: str, column: str) -> str:
        """The field that a column which is none may have meant, in words."""
        likely = self.likely.get((file, column))
        return meant([likely] if likely else [])

    @property
    def touched(self) -> bool:
        """Whether anything was changed."""
        return bool(self.new or self.changed or self.removed or {*self.game_news.values()} - {"same"})
