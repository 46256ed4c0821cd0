"""What a check says of a game document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from deckwright.decks.errors import one_line

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Remark:
    """What is wrong at a place of the document (a JSON pointer), or only odd.

    `line` is that of the file, from 1, or 0; `entry` the id of the rule or the like. A remark on the cards names
    their `file`, in which `line` is the row.
    """

    pointer: str
    says: str
    severity: Severity = "error"
    line: int = 0
    entry: str = ""
    file: str = ""

    def __str__(self) -> str:
        return f"{self.where}: " + self.says.replace("\n", "\n" + " " * 4)

    @property
    def where(self) -> str:
        """The place in words."""
        if self.file:
            return f"{one_line(self.file)}, row {self.line}" if self.line else one_line(self.file)
        line = f"line {self.line}" if self.line else ""
        place = f"{self.pointer} ({self.entry})" if self.entry else self.pointer
        return "  ".join(part for part in (line, place) if part) or "the document"


class GameRefused(Exception):
    """A game document that is not sound, with all that is wrong."""

    def __init__(self, label: str, remarks: Sequence[Remark]) -> None:
        super().__init__(label, tuple(remarks))
        self.label = label
        self.remarks = tuple(remarks)

    def __str__(self) -> str:
        count = len(self.remarks)
        lines = [
            f"{one_line(self.label)}: {count} problem{'' if count == 1 else 's'}",
            *map(str, self.remarks),
        ]
        return "\n  ".join(lines)
