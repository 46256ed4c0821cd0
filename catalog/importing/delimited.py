"""Rows of CSV and TSV: streamed, whatever stands between the cells, each ragged row told."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence

from deckwright.catalog.importing.problems import Problems
from deckwright.catalog.importing.sources import Source, counted
from deckwright.catalog.spreadsheet import unguarded

LARGEST_CELL = 16 << 20
"""So many characters a cell may have."""

_LONGEST_LINE = 64 << 20
_UNCLOSED = "a quote is opened and never closed"
_SEPARATORS = (",", ";", "\t", "|")
_SAID = re.compile(r"\ufeff?sep=(.)\r?\n?", re.IGNORECASE)


Row = tuple[int, tuple[str, ...], Sequence[object]]
"""A row: its number in the file, its keys, and its values in the keys' order."""


def rows(source: Source, problems: Problems, progress: Callable[[int], None] | None = None) -> Iterator[Row]:
    """The rows below the heading; a row's number is the line that it begins on."""
    csv.field_size_limit(LARGEST_CELL)
    with source.text() as text:
        lines = _Lines(counted(iter(lambda: text.readline(_LONGEST_LINE), ""), source, progress))
        yield from _told(lines, source, problems)


def _told(lines: _Lines, source: Source, problems: Problems) -> Iterator[Row]:
    """The rows of the lines, and as problems what ends them early."""
    try:
        head, separator = _head(lines, source)
        reader = csv.reader(lines, delimiter=separator, strict=True)
        keys = tuple(cell.strip() for cell in next(csv.reader([head], delimiter=separator), []))
        if not _sound(keys, source, problems):
            return
        yield from _rows(keys, reader, lines, source.label, problems)
    except csv.Error as error:
        problems.add(source.label, lines.first, "", _said(error))
    except UnicodeError as error:
        problems.add(source.label, lines.first, "", source.no_text(error))


class _Lines:
    """The lines of a file, with the number of the line on which the row in hand begins."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self.read = 0
        self.first = 1

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self.read += 1
        return line


def _head(lines: _Lines, source: Source) -> tuple[str, str]:
    """The heading, whole even where a name in it has a line break, and what stands between its cells."""
    line = next(lines, "")
    said = _SAID.fullmatch(line)
    if said:
        line = next(lines, "")
    line = _whole(line, lines).lstrip("\ufeff")
    if said:
        return line, said[1]
    bare = re.sub(r'"[^"]*"', "", line)
    counts = {mark: bare.count(mark) for mark in _SEPARATORS}
    best = (
        "\t" if source.suffix == ".tsv" and counts["\t"] else max(_SEPARATORS, key=lambda mark: counts[mark])
    )
    return line, best


def _whole(line: str, lines: _Lines) -> str:
    """A line with those below it up to the end of the quote that it opens. Raises csv.Error if there is none."""
    parts, length, is_open = [line], len(line), line.count('"') % 2
    while is_open:
        more = next(lines, "")
        length += len(more)
        if not more or length > LARGEST_CELL:
            raise csv.Error(_UNCLOSED)
        parts.append(more)
        is_open ^= more.count('"') % 2
    return "".join(parts)


def _sound(keys: Sequence[str], source: Source, problems: Problems) -> bool:
    """Whether there is a heading, each name once."""
    if not any(keys):
        problems.add(source.label, 1, "", "has no heading: the first line names the columns")
        return False
    places: dict[str, list[int]] = {}
    for place, key in enumerate(keys, 1):
        places.setdefault(key, []).append(place)
    twice = {key: found for key, found in places.items() if len(found) > 1 and key}
    for key, found in twice.items():
        problems.add(source.label, 1, key, f"names columns {' and '.join(map(str, found))}")
    return not twice


def _rows(
    keys: tuple[str, ...], reader: Iterator[list[str]], lines: _Lines, label: str, problems: Problems
) -> Iterator[Row]:
    width = len(keys)
    first = lines.first = lines.read + 1
    for cells in reader:
        if len(cells) == width:
            yield first, keys, [unguarded(cell) if cell[:1] == "'" else cell for cell in cells]
        elif any(cells):
            problems.add(label, first, "", f"has {len(cells)} cells, but the heading {width}")
        first = lines.first = lines.read + 1


def _said(error: csv.Error) -> str:
    text = str(error)
    if "field larger" in text:
        return f"a cell has over {LARGEST_CELL:,} characters"
    if "unexpected end" in text or text == _UNCLOSED:
        return _UNCLOSED
    return f"cannot be read: {text}"
