"""Where decklists come from: files, folders, shipped samples by name, standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path

from deckwright.decks.errors import NotADecklist
from deckwright.decks.read import LARGEST, decode, read_file

SUFFIXES = frozenset({".deck", ".txt", ".json", ".csv"})
"""The endings of a folder's files that are read as decklists."""


@dataclass(frozen=True, slots=True)
class Source:
    """A decklist's text that can be read once asked: a file, a shipped sample, or standard input."""

    label: str
    path: Path | None = None
    sample: str = ""

    def read(self) -> str:
        """The text. Raises `NotADecklist`."""
        if self.sample:
            return _samples()[self.sample]
        if self.path is None:
            return decode(sys.stdin.buffer.read(LARGEST + 1), self.label)
        return read_file(self.path)


@dataclass(frozen=True, slots=True)
class Passed:
    """So many files of a folder that are no decklists by their ending."""

    folder: Path
    count: int

    def __str__(self) -> str:
        files_ = "file" if self.count == 1 else "files"
        return f"{self.folder}: {self.count} other {files_} passed over"


def sources(word: str) -> Iterator[Source | Passed]:
    """What a DECK argument means: `-`, a file, the decklists of a folder, else a shipped sample by name.

    Raises `NotADecklist` where it is none of these.
    """
    path = Path(word)
    if word == "-":
        yield Source("standard input")
    elif path.is_dir():
        yield from _folder(path)
    elif path.exists() or path.is_symlink():
        yield Source(word, path)
    elif word in _samples():
        yield Source(word, sample=word)
    else:
        near = get_close_matches(word, _samples(), n=2)
        hint = f"did you mean {' or '.join(near)}? " if near else ""
        raise NotADecklist(
            word, "no such file, and no sample of that name", f"{hint}samples: {', '.join(_samples())}"
        )


def _folder(folder: Path) -> Iterator[Source | Passed]:
    entries = sorted(entry for entry in folder.rglob("*") if not _hidden(entry.relative_to(folder)))
    there = [entry for entry in entries if not entry.is_dir()]
    lists = [entry for entry in there if entry.suffix.lower() in SUFFIXES]
    if not lists:
        endings = " ".join(sorted(SUFFIXES))
        raise NotADecklist(str(folder), "a folder without a decklist", f"their names end in {endings}")
    yield from (Source(str(entry), entry) for entry in lists)
    if others := len(there) - len(lists):
        yield Passed(folder, others)


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def sample_names() -> tuple[str, ...]:
    """The names of the shipped samples."""
    return tuple(_samples())


def _samples() -> dict[str, str]:
    folder = files("deckwright.decks") / "samples"
    found = (entry for entry in folder.iterdir() if entry.name.endswith(".deck"))
    return {
        entry.name.removesuffix(".deck"): entry.read_text("utf-8")
        for entry in sorted(found, key=lambda entry: entry.name)
    }
