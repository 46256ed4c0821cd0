"""A query that cannot be read, as facts; the sentence comes last."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_WIDTH = 96
_LEAD = 30


class QueryError(ValueError):
    """What is wrong with a query, and where.

    `at` and `length` are the offset and extent of the part in `text`, in characters from 0;
    `suggestions` are what may have been meant, the nearest first.
    """

    def __init__(
        self, text: str, at: int, length: int, problem: str, suggestions: Sequence[str] = ()
    ) -> None:
        super().__init__(text, at, length, problem, tuple(suggestions))
        self.text = text
        self.at = at
        self.length = length
        self.problem = problem
        self.suggestions = tuple(suggestions)

    @property
    def column(self) -> int:
        """The column where the part begins, counted from 1."""
        return self.at + 1

    def __str__(self) -> str:
        line, at = _window(self.text, self.at)
        end = min(at + max(self.length, 1), len(line) + 1)
        carets = "^" * max(_cells(line[at:end]), 1)
        shown = [self.problem, f"  {line}", f"  {' ' * _cells(line[:at])}{carets}"]
        if self.suggestions:
            shown.append(f"did you mean {listed(self.suggestions, 'or')}?")
        return "\n".join(shown)


def listed(words: Sequence[str], last: str) -> str:
    """The words as an enumeration: `a, b or c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _window(text: str, at: int) -> tuple[str, int]:
    """The stretch of the query around the fault, one printable character each, and the offset in it."""
    line = "".join(char if char.isprintable() else " " for char in text)
    if len(line) <= _WIDTH:
        return line, at
    start = max(0, min(at - _LEAD, len(line) - _WIDTH))
    before = "…" if start else ""
    after = "…" if start + _WIDTH < len(line) else ""
    return f"{before}{line[start : start + _WIDTH]}{after}", at - start + len(before)


def _cells(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )
