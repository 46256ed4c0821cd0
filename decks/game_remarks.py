"""What a check says of a game document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from deckwright.decks.errors import one_line

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Remark:
    """What is wrong at a place of the document (a JSON pointer), or only odd."""

    pointer: str
    says: str
    severity: Severity = "error"

    def __str__(self) -> str:
        head = f"{self.pointer or 'the document'}: "
        return head + self.says.replace("\n", "\n" + " " * 4)


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
