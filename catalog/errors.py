"""What can go wrong with the catalogue, as facts; the sentence comes last."""

from __future__ import annotations

from pathlib import Path

from deckwright.catalog.nearest import meant

ELSEWHERE = "give another file with --catalog"
REBUILD = "move it away, and a new catalogue is built in its place, or " + ELSEWHERE
"""What to do about a file that cannot be used."""


class CatalogueError(Exception):
    """The catalogue file cannot be used: where it is, what is wrong with it, what to do."""

    def __init__(self, path: Path, problem: str, remedy: str) -> None:
        super().__init__(path, problem, remedy)
        self.path = path
        self.problem = problem
        self.remedy = remedy

    def __str__(self) -> str:
        return _printable(f"{self.path} {self.problem}: {self.remedy}")


class UnknownGame(LookupError):
    """No game of the catalogue has this id or name; `nearest` are the names most like it."""

    def __init__(self, word: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(word, nearest)
        self.word = word
        self.nearest = nearest

    def __str__(self) -> str:
        return f"no game is called {self.word!r}{meant(self.nearest)}"


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
