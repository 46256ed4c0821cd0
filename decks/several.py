"""One line that says several cards (`12 Tide Berry, 18 Sky Berry`): the lines that it should be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from deckwright.decks.decklist import CardLine

if TYPE_CHECKING:
    from deckwright.decks.lines import LineReader

_BETWEEN = re.compile(r" ?[,;+&/] ?| and ", re.I)
_BEFORE_COUNT = re.compile(rf"(?:{_BETWEEN.pattern})(?=\d)", re.I)
_COUNTED_BEHIND = re.compile(r".+\s[x×]\s*\d+", re.I)


def several(count: int, name: str, lines: LineReader) -> tuple[str, ...]:
    """The lines that so many copies of a name that is no card should be; none if it is not several cards."""
    for parts in _ways(count, name):
        if len(parts) > 1 and all(_card(part, lines) for part in parts):
            return tuple(parts)
    return ()


def remark_behind(count: int, name: str, lines: LineReader) -> str | None:
    """The remark behind the last of several cards; None if a name is not several, or a `#` before the last is one's."""
    readings = [_card(part, lines) for part in several(count, name, lines)]
    if not readings or any(row is None or row.comment or row.unmatched for row in readings[:-1]):
        return None
    return readings[-1].comment if readings[-1] else None


def _ways(count: int, name: str) -> Iterator[list[str]]:
    """Counts in front, else each behind its card, else none at all: of one count for several cards none is sure."""
    yield _BEFORE_COUNT.split(f"{count} {name}")
    behind = _BETWEEN.split(f"{name} x{count}")
    if all(map(_COUNTED_BEHIND.fullmatch, behind)):
        yield behind
    if count == 1:
        yield _BETWEEN.split(name)


def _card(line: str, lines: LineReader) -> CardLine | None:
    reading = lines.read(line, above=False)
    return reading if isinstance(reading, CardLine) and (reading.card or reading.candidates) else None
