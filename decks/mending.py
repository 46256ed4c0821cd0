"""Mending decklists in their own text: the lines that a mend names are changed, all others stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from deckwright.decks.decklist import CardLine, Comment, Decklist, Header, Line, Section
from deckwright.decks.errors import NotADecklist
from deckwright.decks.lines import LineReader
from deckwright.decks.validator import Validator
from deckwright.decks.verdict import Fault, Mend, Verdict

MOST_STEPS = 1_000
"""So many mends are applied to one text at most; each leaves less to mend, so few texts need more than a dozen."""

_LINE_END = re.compile(r"(\r\n|\r|\n)")
_DIGITS = re.compile(r"\d+")


def fixed(text: str, validator: Validator, label: str = "decklist") -> tuple[str, tuple[Mend, ...]]:
    """The text after every mend that needs no taste, one at a time and judged again, and those mends in order.

    Copies and sizes are cut from the end, cards moved to their zone, names corrected where one candidate stands
    alone. Only errors are mended, and nothing that a player might rather mend by adding; no deck loses its last card.
    A text that is no list of lines (JSON, CSV) stays as it is. Raises `DecklistError` or `UnknownGame`.
    """
    applied: list[Mend] = []
    while len(applied) < MOST_STEPS:
        step = next(_steps(text, validator, label), None)
        if step is None:
            break
        mend, text = step
        applied.append(mend)
    return text, tuple(applied)


def _steps(text: str, validator: Validator, label: str) -> Iterator[tuple[Mend, str]]:
    """The mends that need no taste and change something, each with the text that it would leave."""
    decks = validator.reader.read_all(text, label, validator.game)
    for deck in decks:
        lines = validator.reader.lines_of(deck.game)
        for mend in plain_mends(validator.deck(deck)):
            after = apply(mend, text, deck, lines)
            if after != text and _count(after, validator) == len(decks):
                yield mend, after


def _count(text: str, validator: Validator) -> int:
    """How many decklists a text holds; none that is left without a card."""
    try:
        return len(validator.reader.read_all(text, game=validator.game))
    except NotADecklist:
        return 0


def plain_mends(verdict: Verdict) -> Iterator[Mend]:
    """The mends of a verdict's errors that need no taste."""
    errors = (fault for fault in verdict.faults if fault.severity == "error")
    for fault in errors:
        yield from (mend for mend in fault.mends[:1] if _is_plain(fault, mend))


def _is_plain(fault: Fault, mend: Mend) -> bool:
    if mend.do == "move":
        return True
    if mend.do == "write":
        return fault.found is None and len(mend.cards) == 1
    counted = fault.found is not None and fault.subject is None and not fault.incomplete
    return mend.do == "cut" and mend.count is not None and counted


def apply(mend: Mend, text: str, deck: Decklist, lines: LineReader) -> str:
    """The text after a mend of one of its decklists; `cut` takes from the end, and a sum one copy at a time.

    `add` leaves the text as it is, and so does a text that is no list of lines (JSON, CSV).
    """
    page = _Page(text, deck, lines)
    if not page.fits:
        return text
    if mend.do == "cut":
        page.cut(mend)
    elif mend.do == "move":
        page.move(mend)
    elif mend.do == "write" and mend.cards:
        for number, _ in mend.lines:
            page.rename(number, mend.cards[0])
    return page.text


class _Page:
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
        lines = mend.lines or tuple(_held_in(mend.zone, self._deck.lines))
        left = 1 if mend.count is None else mend.count
        for number, copies in sorted(lines, reverse=True):
            taken = min(left, copies)
            left -= taken
            if taken == copies:
                self._rows[number - 1] = None
            elif taken:
                self._recount(number, copies, copies - taken)

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
            tries = (f"{before}{name}{after}", _plain_line(reading.count, name, reading.comment))
            self._rows[number - 1] = self._first(tries, reading.count, None)

    def _recount(self, number: int, was: int, count: int) -> None:
        line = self._by_number[number]
        assert isinstance(line.reading, CardLine)
        written = line.reading.card.id if line.reading.card else line.reading.name
        spots = [found for found in _DIGITS.finditer(line.raw) if len(found[0]) < 9 and int(found[0]) == was]
        tries = [f"{line.raw[: spot.start()]}{count}{line.raw[spot.end() :]}" for spot in spots]
        tries.append(_plain_line(count, written, line.reading.comment))
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


def _plain_line(count: int, name: str, remark: str) -> str:
    return f"{count} {name}" + (f" # {remark}" if remark else "")


def _held_in(zone: str, lines: Iterable[Line]) -> Iterator[tuple[int, int]]:
    for line in lines:
        if line.zone == zone and isinstance(line.reading, CardLine):
            yield line.number, line.reading.count


def _places(lines: Iterable[Line]) -> Iterator[tuple[int, str]]:
    """The lines behind which a card would stand in a zone: its cards, and the sections that open it."""
    for line in lines:
        if isinstance(line.reading, CardLine):
            yield line.number, line.zone
        elif isinstance(line.reading, Section):
            yield line.number, line.reading.zone
