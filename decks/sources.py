"""Where decklists come from: files, folders, shipped samples by name, standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.nearest import meant
from deckwright.decks.errors import NotADecklist
from deckwright.decks.reader import LARGEST, decode, read_file
from deckwright.decks.saved import find_saved, is_saved

_SAMPLES = Path(__file__).with_name("samples")  # importlib.resources would add a tenth to the start-up

STANDARD_INPUT = "-"
"""The word for the decklists of standard input."""

SUFFIXES = frozenset({".deck", ".txt", ".json", ".csv"})
"""The endings of a folder's files that are read as decklists."""


@dataclass(frozen=True, slots=True)
class Source:
    """A decklist's text that can be read once asked: a file, a shipped sample, or standard input."""

    label: str
    path: Path | None = None
    text: str | None = None

    def read(self) -> str:
        """The text. Raises `NotADecklist`."""
        if self.text is not None:
            return self.text
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


def sources(word: str, catalogue: Catalogue | None = None) -> Iterator[Source | Passed]:
    """What a DECK argument means: `-`, a file, a folder's decklists, else a saved name, else a shipped sample.

    Raises `NotADecklist` where it is none of these, `NotSaved` for a version that is not there.
    """
    path = Path(word)
    saved = None if catalogue is None else _saved(word, path, catalogue)
    if word == STANDARD_INPUT:
        yield Source("standard input")
    elif not word:
        raise NotADecklist(
            "''", "no name", "give a file, a folder, a saved name or a sample"
        )  # not the folder `.`
    elif path.is_dir():
        yield from _folder(path)
    elif _is_there(path):
        yield Source(word, path)
    elif saved is not None:
        yield saved
    elif word in _samples():
        yield Source(word, text=_samples()[word])
    else:
        from difflib import get_close_matches

        kept = () if catalogue is None else (row.name for row in catalogue.saved())
        near = get_close_matches(word, dict.fromkeys((*kept, *_samples())), n=2)
        raise NotADecklist(
            word,
            "no such file, and nothing saved or shipped has that name",
            f"{meant(near, before='')} samples: {', '.join(_samples())}".lstrip(),
        )


def _is_there(path: Path) -> bool:
    """Whether a file is at a path, a broken link included; a name too long for one is none."""
    try:
        return path.exists() or path.is_symlink()
    except (OSError, ValueError):
        return False


def _saved(word: str, path: Path, catalogue: Catalogue) -> Source | None:
    """The saved decklist of a name, unless a file of that name comes first. Raises `NotSaved` for a version."""
    if _is_there(path) or not is_saved(catalogue, word.partition("@")[0]):
        return None
    version = find_saved(catalogue, word)
    return Source(word, text=catalogue.saved_text(version))


def _folder(folder: Path) -> Iterator[Source | Passed]:
    """A folder's decklists one by one, since there may be very many; last, how many other files there are."""
    found = others = 0
    for name in _files(str(folder)):
        if os.path.splitext(name)[1].lower() in SUFFIXES:  # noqa: PTH122 - a Path each would be most of the memory
            found += 1
            yield Source(name, Path(name))
        else:
            others += 1
    if not found:
        endings = " ".join(sorted(SUFFIXES))
        raise NotADecklist(str(folder), "a folder without a decklist", f"their names end in {endings}")
    if others:
        yield Passed(folder, others)


def _files(folder: str) -> Iterator[str]:
    """The files below a folder in the order of their names, without what is hidden."""
    with os.scandir(folder) as entries:
        names = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
    for name, is_folder in names:
        if name.startswith("."):
            continue
        path = os.path.join(folder, name)  # noqa: PTH118 - as above
        if is_folder:
            yield from _files(path)
        else:
            yield path


def sample_names() -> tuple[str, ...]:
    """The names of the shipped samples."""
    return tuple(_samples())


def sample_text(name: str) -> str:
    """The text of a shipped sample. Raises KeyError."""
    return _samples()[name]


def _samples() -> dict[str, str]:
    return {path.stem: path.read_text("utf-8") for path in sorted(_SAMPLES.glob("*.deck"))}
