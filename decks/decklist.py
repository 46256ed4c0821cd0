"""The decklist: what each line of it says, and what it holds in all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import ClassVar, NamedTuple

from deckwright.catalog.card import Card
from deckwright.catalog.nearest import meant, nearest
from deckwright.catalog.text import fold

MAYBE = "maybe"
"""The section of cards under consideration: kept and shown, counted nowhere."""


_MOST_MEANT = 20
"""Of the headers after so many no meaning is guessed."""

MOST_COPIES = 9_999
"""The largest quantity that a line may give, in copies."""


def portions(copies: int) -> Iterator[int]:
    """So many copies as the quantities of one line or more."""
    while copies > MOST_COPIES:
        yield MOST_COPIES
        copies -= MOST_COPIES
    yield copies


@dataclass(frozen=True, slots=True)
class Blank:
    """An empty line: layout."""

    kind: ClassVar[str] = "blank"


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark, without its sign."""

    text: str
    kind: ClassVar[str] = "comment"


@dataclass(frozen=True, slots=True)
class DeckBreak:
    """The line where another deck of the same file begins."""

    name: str
    kind: ClassVar[str] = "deck"


@dataclass(frozen=True, slots=True)
class Section:
    """The line that opens a zone, or `maybe`."""

    zone: str
    kind: ClassVar[str] = "section"


@dataclass(frozen=True, slots=True)
class Header:
    """`key: value` above the cards; `known` says whether anything reads it."""

    key: str
    value: str
    known: bool = True
    kind: ClassVar[str] = "header"


@dataclass(frozen=True, slots=True)
class Heading:
    """A card type's name as a headline inside a section: no card."""

    type: str
    kind: ClassVar[str] = "heading"


@dataclass(frozen=True, slots=True)
class CardLine:
    """So many copies of a card: `card` if it is known, else the `candidates` among which the name cannot choose.

    `unmatched` is a set, number, id or other name that it says and its card has not.
    """

    count: int
    name: str
    card: Card | None = None
    candidates: tuple[Card, ...] = ()
    comment: str = ""
    warnings: tuple[str, ...] = ()
    unmatched: str = ""
    kind: ClassVar[str] = "card"


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that cannot be understood, and why."""

    problem: str
    kind: ClassVar[str] = "refused"


Reading = Blank | Comment | DeckBreak | Section | Header | Heading | CardLine | Refused
"""What one line says, wherever it stands."""


class Line(NamedTuple):
    """One line of a decklist: its number from 1, its text, what it says, and its zone if it is a card."""

    number: int
    raw: str
    reading: Reading
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """All copies of one card in one zone, or of one name that is no known card, with the lines that say so."""

    zone: str
    count: int
    name: str
    card: Card | None = None
    candidates: tuple[Card, ...] = ()
    lines: tuple[Line, ...] = ()
    comments: tuple[str, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its lines."""
        return tuple(line.number for line in self.lines)

    @property
    def key(self) -> tuple[str, str]:
        """What makes two lines one entry: the zone, and the card or the folded name."""
        return self.zone, self.card.id if self.card else "?" + fold(self.name)


@dataclass(frozen=True, eq=False)
class Decklist:
    """A decklist as read: its game's id and its lines. `label` says where it came from.

    Two decklists are equal when their games, headers, comments, zones, cards and counts are.
    """

    game: str
    rows: tuple[tuple[int, str, Reading, str], ...]
    label: str = ""
    title: str = ""
    notes: tuple[str, ...] = ()

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Its lines by name; the `rows` are the same as plain tuples, which cost a quarter."""
        return tuple(map(Line._make, self.rows))

    @property
    def name(self) -> str:
        """Its name: the header's, else the one that parts it from others in its file, else the label."""
        return self.headers.get("name") or self.title or self.label

    @cached_property
    def headers(self) -> Mapping[str, str]:
        """The header lines by folded key; of a key said twice the last."""
        return {fold(header.key): header.value for header in _headers(self.rows)}

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """What it holds, equal lines added together, in order of first appearance."""
        return tuple(_merged(self.lines))

    @property
    def cards(self) -> tuple[Entry, ...]:
        """The entries that count: all but those under `maybe`."""
        return tuple(entry for entry in self.entries if entry.zone != MAYBE)

    def size(self, zone: str) -> int:
        """How many copies a zone holds, unknown cards included."""
        return sum(entry.count for entry in self.entries if entry.zone == zone)

    def copies(self, zone: str, card_id: str) -> int:
        """How many copies of a printing a zone holds."""
        held = (entry for entry in self.entries if entry.zone == zone and entry.card)
        return sum(entry.count for entry in held if entry.card and entry.card.id == card_id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decklist) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    @cached_property
    def _content(self) -> tuple[object, ...]:
        held = sorted((entry.key, entry.count, entry.comments) for entry in self.entries)
        headers = tuple(sorted((key, value) for key, value in self.headers.items() if key != "game"))
        return self.game, self.title, headers, tuple(held), self.remarks

    @cached_property
    def remarks(self) -> tuple[tuple[str, str], ...]:
        """The comments that belong to no card, by the section they stand in ('' above the first)."""
        return tuple(sorted(_remarks(self.lines), key=itemgetter(0)))


def _headers(rows: tuple[tuple[int, str, Reading, str], ...]) -> Iterator[Header]:
    """The headers, which stand above the first section and card."""
    for _, _, reading, _ in rows:
        if reading.kind in ("card", "section"):
            return
        if isinstance(reading, Header):
            yield reading


def unread_headers(rows: Iterable[tuple[int, str, Reading, str]], read: Collection[str]) -> Iterator[str]:
    """What to tell of headers that nothing reads, where those in `read` are, and of those that are there twice."""
    told, seen = 0, dict[str, int]()
    for number, _, reading, _ in rows:
        if reading.kind == "card":
            return
        if not isinstance(reading, Header):
            continue
        if reading.known:
            before = seen.get(key := fold(reading.key))
            if before is not None:
                yield f"line {number}: {reading.key} is said on line {before} too; what is said last holds"
            seen[key] = number
        else:
            told += 1
            near = nearest(reading.key, sorted(read), 1) if told <= _MOST_MEANT else ()
            yield f"line {number}: nothing reads the header {reading.key!r}; it is kept{meant(near)}"


def _merged(lines: tuple[Line, ...]) -> Iterator[Entry]:
    found: dict[tuple[str, str], tuple[CardLine, list[Line], list[str]]] = {}
    counts: dict[tuple[str, str], int] = {}
    for line, card_line, comments in _with_comments(lines):
        key = line.zone, card_line.card.id if card_line.card else "?" + fold(card_line.name)
        _, same, said = found.setdefault(key, (card_line, [], []))
        same.append(line)
        said += comments
        counts[key] = counts.get(key, 0) + card_line.count
    for key, (first, same, said) in found.items():
        yield Entry(
            zone=key[0],
            count=counts[key],
            name=first.card.name if first.card else first.name,
            card=first.card,
            candidates=first.candidates,
            lines=tuple(same),
            comments=tuple(said),
        )


def _with_comments(lines: tuple[Line, ...]) -> Iterator[tuple[Line, CardLine, tuple[str, ...]]]:
    """Each card line with the comments right above it and the one behind it."""
    above: list[str] = []
    for line in lines:
        reading = line.reading
        if isinstance(reading, CardLine):
            behind = (reading.comment,) if reading.comment else ()
            yield line, reading, (*above, *behind)
        if isinstance(reading, Comment):
            above.append(reading.text)
        else:
            above.clear()


def _remarks(lines: tuple[Line, ...]) -> Iterator[tuple[str, str]]:
    section, waiting = "", list[str]()
    for line in lines:
        reading = line.reading
        if isinstance(reading, Comment):
            waiting.append(reading.text)
            continue
        if not isinstance(reading, CardLine):
            yield from ((section, text) for text in waiting)
        waiting.clear()
        if isinstance(reading, Section):
            section = reading.zone
    yield from ((section, text) for text in waiting)
