"""What is wrong with imported rows: each problem with its file, row and field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST = 200
"""So many problems are kept; of the rest only how many they are."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem. Rows are counted as the file shows them, from 1; 0 is the whole file.

    `unit` is what is counted: rows, or the lines of a text that is not read row by row.
    """

    file: str
    row: int
    field: str
    says: str
    unit: str = "row"

    def __str__(self) -> str:
        file = self.file.replace("\n", "\\n").replace("\r", "\\r")
        place = f"{file}, {self.unit} {self.row}" if self.row else file
        return f"{place}: {self.field}: {self.says}" if self.field else f"{place}: {self.says}"


class ImportRefused(Exception):
    """Nothing was written, for these problems; `total` counts those too that are not kept, `why` says more of it."""

    def __init__(self, problems: Sequence[Problem], total: int, why: str = "") -> None:
        super().__init__(tuple(problems), total, why)
        self.problems = tuple(problems)
        self.total = total
        self.why = why

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems]
        rest = self.total - len(lines)
        ends = f"nothing was imported: {self.why}" if self.why else "nothing was imported"
        return "\n".join([*lines, *([f"and {rest:,} more problems"] if rest else []), ends])


class Shrinks(Exception):
    """Nothing was written, since sets would lose more than a tenth of their cards: `(set, losses, cards)`."""

    exit_code = 1

    def __init__(self, sets: Sequence[tuple[str, int, int]]) -> None:
        super().__init__(tuple(sets))
        self.sets = tuple(sets)

    def __str__(self) -> str:
        lines = [f"set {code} would lose {lost:,} of its {held:,} cards" for code, lost, held in self.sets]
        return "\n".join([*lines, "nothing was imported; --yes does it all the same"])


class Problems:
    """The problems of one import, the first `MOST` of them in full."""

    def __init__(self) -> None:
        self.kept: list[Problem] = []
        self.total = 0

    def add(self, file: str, row: int, field: str, says: str) -> None:
        """One more."""
        self.total += 1
        if len(self.kept) < MOST:
            self.kept.append(Problem(file, row, field, says))

    def refusal(self, why: str = "") -> ImportRefused:
        """The error of all of them."""
        return ImportRefused(self.ordered(), self.total, why)

    def ordered(self) -> list[Problem]:
        """The problems kept, file by file as the rows stand."""
        files = list(dict.fromkeys(problem.file for problem in self.kept))
        return sorted(self.kept, key=lambda problem: (files.index(problem.file), problem.row))
