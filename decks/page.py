"""A decklist's text as rows to change: all but what is changed stays as it was written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from deckwright.decks.decklist import CardLine, Comment, Decklist, Header, Line, Section
from deckwright.decks.forms import without_remark
from deckwright.decks.lines import LineReader
from deckwright.decks.verdict import Mend

_LINE_END = re.compile(r"(\r\n|\r|\n)")
_DIGITS = re.compile(r"\d+")


class Page:
    """A text as rows that can be changed, taken out and put in behind others."""

    def __init__(self, text: str, deck: Decklist, lines: LineReader) -> None:
        parted = _LINE_END.split(text)
        self._rows: list[str | None] = [*parted[::2]]
        self._ends = [*parted[1::2], ""]
        self._behind: dict[int, list[str]] = {}
        self._deck = deck
        self._lines = lines
        self._by_number = {line.number: line for line in deck.lines}

    @property
    def fits(self) -> bool:
        """Whether the decklist's lines are the text's."""
        rows = self._rows
        return all(
            line.number <= len(rows) and rows[line.number - 1] == line.raw for line in self._deck.lines
        )

    @property
    def text(self) -> str:
        """The rows, each with the end of line that it had."""
        end = next((end for end in self._ends if end), "\n")
        parts: list[str] = []
        for at, row in enumerate(self._rows):
            if row is not None:
                parts += (row, self._ends[at])
            for more in self._behind.get(at + 1, ()):
                if parts and not parts[-1].endswith(("\n", "\r")):
                    parts.append(end)
                parts += (more, end)
        return "".join(parts)

    def cut(self, mend: Mend) -> None:
        """Take copies off the lines of a mend, else off its zone's, the last first."""
        lines = lines_to_mend(mend, self._deck)
        held = dict(lines)
        for number, taken in taken_from(lines, mend.count):
            if taken == held[number]:
                self._rows[number - 1] = None
            elif taken:
                self._recount(number, held[number], held[number] - taken)

    def part(self, mend: Mend) -> None:
        """Put the cards of a mend on lines of their own, in the place of the one line that holds them all.

        Its remark stays behind the first.
        """
        [(number, _)] = mend.lines
        first, *more = mend.cards
        reading = self._by_number[number].reading
        self._rows[number - 1] = _remarked(first, reading.comment if isinstance(reading, CardLine) else "")
        self._behind[number] = more

    def move(self, mend: Mend) -> None:
        """Put the lines of a mend, and the comments above them, behind the last of its zone.

        A zone that has no line yet gets a section of its own.
        """
        numbers = [number for line, _ in mend.lines for number in self._with_comments(line)]
        moved = [row for number in numbers if (row := self._rows[number - 1]) is not None]
        for number in numbers:
            self._rows[number - 1] = None
        behind = [number for number, zone in _places(self._deck.lines) if zone == mend.zone]
        if behind:
            self._behind[behind[-1]] = moved
        else:
            self._behind[self._last()] = ["", mend.zone, *moved]

    def _with_comments(self, number: int) -> list[int]:
        """The number of a card's line behind those of the comments right above it, which belong to the card."""
        first = number
        while isinstance(getattr(self._by_number.get(first - 1), "reading", None), Comment):
            first -= 1
        return list(range(first, number + 1))

    def rename(self, number: int, name: str) -> None:
        """Write another name in the place of the one on a line, all else as it was if that can be read back."""
        line = self._by_number[number]
        reading = line.reading
        if isinstance(reading, Header):
            self._rows[number - 1] = f"{reading.key}: {name}"
        elif isinstance(reading, CardLine):
            before, _, after = line.raw.rpartition(reading.name)
            tail = "" if without_remark(name)[1] else without_remark(reading.name)[1]
            remark = reading.comment or tail.lstrip(" #/-–—")
            tries = (f"{before}{name}{tail}{after}", _remarked(f"{reading.count} {name}", remark))
            self._rows[number - 1] = self._first(tries, reading.count, None)

    def _recount(self, number: int, was: int, count: int) -> None:
        line = self._by_number[number]
        assert isinstance(line.reading, CardLine)
        written = line.reading.card.id if line.reading.card else line.reading.name
        spots = [found for found in _DIGITS.finditer(line.raw) if len(found[0]) < 9 and int(found[0]) == was]
        tries = [f"{line.raw[: spot.start()]}{count}{line.raw[spot.end() :]}" for spot in spots]
        tries.append(_remarked(f"{count} {written}", line.reading.comment))
        self._rows[number - 1] = self._first(tries, count, line.reading)

    def _first(self, tries: Sequence[str], count: int, same: CardLine | None) -> str:
        """The first of several ways to write a line that reads back as so many copies, of the same card if one is."""
        for row in tries:
            reading = self._lines.read(row, above=False)
            if isinstance(reading, CardLine) and reading.count == count:
                if same is None and (reading.card or reading.candidates):
                    return row
                if same is not None and (reading.card, reading.name) == (same.card, same.name):
                    return row
        return tries[-1]

    def _last(self) -> int:
        """The number of the last line of the decklist that is not blank."""
        return max(line.number for line in self._deck.lines if line.raw.strip())


def taken_from(lines: Iterable[tuple[int, int]], count: int | None) -> Iterator[tuple[int, int]]:
    """How many copies are cut from each line, the last first."""
    left = 1 if count is None else count
    for number, copies in sorted(lines, reverse=True):
        yield number, min(left, copies)
        left -= min(left, copies)


def _remarked(card: str, remark: str) -> str:
    return f"{card} # {remark}" if remark else card


def lines_to_mend(mend: Mend, deck: Decklist) -> tuple[tuple[int, int], ...]:
    """The lines that a mend is about, each with its copies: where it names none, those of its zone's cards."""
    return mend.lines or tuple(
        (line.number, line.reading.count)
        for line in deck.lines
        if line.zone == mend.zone and isinstance(line.reading, CardLine)
    )


def _places(lines: Iterable[Line]) -> Iterator[tuple[int, str]]:
    """The lines behind which a card would stand in a zone: its cards, and the sections that open it."""
    for line in lines:
        if isinstance(line.reading, CardLine):
            yield line.number, line.zone
        elif isinstance(line.reading, Section):
            yield line.number, line.reading.zone
