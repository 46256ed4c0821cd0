"""The forms of a decklist's line, as one table: the first that fits says what the line is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deckwright.decks import headlines, markup
from deckwright.decks.decklist import (
    MOST_COPIES,
    Blank,
    CardLine,
    Comment,
    DeckBreak,
    Header,
    Heading,
    Reading,
    Refused,
    Section,
)
from deckwright.decks.hints import best_reading
from deckwright.decks.several import remark_behind

if TYPE_CHECKING:
    from deckwright.decks.lines import LineReader

_DECK_BREAK = re.compile(r"={3,}\s*(.*?[^=\s])\s*={3,}")
_HEADER = re.compile(r"([^\W\d][\w\u0300-\u036f \-']*?)\s*:\s*(.*)")
_BULLET = re.compile(r"[-*•]\s+(.+)")
_REMARK = re.compile(r"(.+?)\s#(?!\d)\s*(.*)")
_REMARK_SIGN = re.compile(r" (?:#|//|[-–—] (?!\d))")
_COLON = re.compile(r"(.+?)\s*:\s*[x×]?\s*(\d+)\s*[x×]?", re.I)
_MOST_REMARKS = 20
_AROUND_NAME = 400
"""A quantity and hints around a name take fewer characters than this."""

_FRONT = (
    re.compile(r"(\d+)\s+(.+)"),
    re.compile(r"(\d+)\s*[x×]\s+(.+)", re.I),
    re.compile(r"[x×]\s*(\d+)\s+(.+)", re.I),
    re.compile(r"\[(\d+)\]\s*(.+)"),
    re.compile(r"\((\d+)\)\s*(.+)"),
)
_BEHIND = (
    re.compile(r"(.+?)\s+[x×]\s*(\d+)", re.I),
    re.compile(r"(.+?)\s+[(\[][x×]\s*(\d+)[)\]]", re.I),
)
_BELOW_ONE = re.compile(r"[-−–](\d+)\s*[x×]?\s+\S.*", re.I)
_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_IN_WORDS = re.compile(rf"({'|'.join(_WORDS)})\s+(.+)", re.I)


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a line: its name, what it means, an example, and the function that reads it."""

    name: str
    means: str
    example: str
    read: Callable[[str, LineReader, bool], Reading | None]


def _blank(line: str, _reader: LineReader, _above: bool) -> Reading | None:
    return None if line else Blank()


def _deck_break(line: str, reader: LineReader, _above: bool) -> Reading | None:
    found = _DECK_BREAK.fullmatch(line)
    if found is None or reader.zone_of(found[1]):
        return None
    return DeckBreak(found[1])


def _section(line: str, reader: LineReader, above: bool) -> Reading | None:
    header = _HEADER.fullmatch(line) if above else None
    if header and header[2] and reader.reads_header(header[1]):
        return None  # an option that is called like a zone; a size behind a zone's name needs no colon
    zone = reader.zone_of(headlines.of_section(line))
    return Section(zone) if zone else None


def _comment(line: str, _reader: LineReader, _above: bool) -> Reading | None:
    for sign in ("#", "//"):
        if line.startswith(sign):
            return Comment(line.removeprefix(sign).strip())
    return None


def _whole_name(line: str, reader: LineReader, _above: bool) -> Reading | None:
    return _counted_card(line, reader, _above) if reader.named(line) else None


def _header(line: str, reader: LineReader, above: bool) -> Reading | None:
    found = _HEADER.fullmatch(line) if above else None
    if found is None:
        return None
    known = reader.reads_header(found[1])
    if not known and (_type_heading(line, reader, above) or _colon(line, reader, above)):
        return None
    return Header(found[1], found[2], known) if found[2] or known else None


def _counted_card(line: str, reader: LineReader, _above: bool) -> Reading | None:
    best = best_reading((*_quantities(line), *in_words(line)), reader)
    if best is None:
        return None
    return reader.card_line(best) if 1 <= best.count <= MOST_COPIES else _refused(best.count)


def _quantities(line: str) -> Iterator[tuple[int, str]]:
    """Every way to part a line into a quantity and the rest, the line alone (one copy) first."""
    yield 1, line
    for pattern in _FRONT:
        if found := pattern.fullmatch(line):
            yield _number(found[1]), found[2]
    for pattern in _BEHIND:
        if found := pattern.fullmatch(line):
            yield _number(found[2]), found[1]


def in_words(line: str) -> Iterator[tuple[int, str]]:
    """The line parted into a quantity in words and the rest, if it begins with one."""
    if found := _IN_WORDS.fullmatch(line):
        yield _WORDS.index(found[1].lower()) + 1, found[2]


def _number(digits: str) -> int:
    """The number, where a longer one than any quantity need not be worked out."""
    return int(digits) if len(digits) <= 9 else MOST_COPIES + 1


def _refused(count: int) -> Refused:
    if count < 1:
        return Refused("a quantity of 0; write 1 or more, or take the line out")
    return Refused(f"a quantity above {MOST_COPIES:,}; write 1 to {MOST_COPIES:,}")


def _without_bullet(line: str, reader: LineReader, above: bool) -> Reading | None:
    found = _BULLET.fullmatch(line)
    return _counted_card(found[1], reader, above) if found else None


def _with_remark(line: str, reader: LineReader, above: bool) -> Reading | None:
    """The line up to the last sign of a remark before which it is a card."""
    signs = [*_REMARK_SIGN.finditer(line)]
    if signs and (more := _more_cards(line, reader)):
        return more
    if signs and signs[-1].start() > _AROUND_NAME:
        signs = [sign for sign in signs if sign.start() <= reader.longest_name + _AROUND_NAME]
    for sign in signs[: -_MOST_REMARKS - 1 : -1]:
        bare, remark = line[: sign.start()].rstrip(), line[sign.end() :].strip()
        reading = _counted_card(bare, reader, above) or _without_bullet(bare, reader, above)
        if isinstance(reading, CardLine):
            return replace(reading, comment=remark)
        if reading is not None:
            return reading
    return None


def _more_cards(line: str, reader: LineReader) -> CardLine | None:
    """The line as a name that is no card where it is several (`1 Inji #13, 1 Lilac #11`): a line holds one."""
    bullet = _BULLET.fullmatch(line)
    *_, (count, name) = _quantities(bullet[1] if bullet else line)
    remark = remark_behind(count, name, reader)
    if remark is None:
        return None
    bare, sign, behind = name.rpartition(" #")
    return (
        CardLine(count, bare.rstrip(), comment=remark)
        if sign and behind.strip() == remark
        else CardLine(count, name)
    )


def without_remark(name: str) -> tuple[str, str]:
    """A name that is no card, parted where a remark behind a card would begin."""
    sign = _REMARK_SIGN.search(name)
    return (name[: sign.start()].rstrip(), name[sign.start() :]) if sign else (name, "")


def _marked_up(line: str, reader: LineReader, above: bool) -> Reading | None:
    """The line without what Markdown and forums put around its words, if anything is."""
    bare = markup.bare(line)
    if bare == line:
        return None
    forms = (_section, _counted_card, _without_bullet, _with_remark, _type_heading)
    return next((reading for form in forms if (reading := form(bare, reader, above)) is not None), None)


def _numbered(line: str, reader: LineReader, above: bool) -> Reading | None:
    """An item of a numbered list; a note says that its number is no quantity, where it could be one."""
    found = markup.numbered(line)
    if found is None:
        return None
    at, rest = found
    forms = (_counted_card, _with_remark, _marked_up)
    reading = next((reading for form in forms if (reading := form(rest, reader, above)) is not None), None)
    if not isinstance(reading, CardLine) or at == 1 or _is_counted(rest):
        return reading
    return replace(reading, warnings=(*reading.warnings, f"read as item {at} of a list: 1 {reading.name}"))


def _is_counted(line: str) -> bool:
    return len([*_quantities(line), *in_words(line)]) > 1


def _table_row(line: str, reader: LineReader, above: bool) -> Reading | None:
    cells = markup.row(line)
    if cells is None:
        return None
    if markup.is_head(cells):
        return Blank()
    found = markup.counted(cells)
    if found is None:
        return _counted_card(cells[0], reader, above) if len(cells) == 1 else None
    count, name, rest = _number(found[0]), markup.bare(found[1]), found[2]
    if not 1 <= count <= MOST_COPIES:
        return _refused(count)
    reading = _counted_card(f"{count} {name}", reader, above) or CardLine(count, name)
    return replace(reading, comment=rest) if isinstance(reading, CardLine) else reading


def _colon(line: str, reader: LineReader, _above: bool) -> Reading | None:
    found = _COLON.fullmatch(line)
    return _counted_card(f"{found[2]} {found[1]}", reader, _above) if found else None


def _type_heading(line: str, reader: LineReader, _above: bool) -> Reading | None:
    for words in headlines.of_types(line):
        kinds = [kind.id for word in words if (kind := reader.game.type_named(word))]
        if len(kinds) == len(words):
            return Heading(" and ".join(kinds))
    return None


def _bad_quantity(line: str, _reader: LineReader, _above: bool) -> Reading | None:
    if found := _BELOW_ONE.fullmatch(line):
        return Refused(f"a quantity of -{found[1]}; write 1 or more, or take the line out")
    bare, _ = _parts(line)
    return next((_refused(count) for count, _ in _quantities(bare) if not 1 <= count <= MOST_COPIES), None)


def _unknown(line: str, _reader: LineReader, _above: bool) -> Reading | None:
    bare, remark = _parts(line)
    *_, (count, name) = _quantities(bare)
    return CardLine(count, name, comment=remark)


def _parts(line: str) -> tuple[str, str]:
    """A line that is no card, without its bullet and the remark behind it."""
    bullet = _BULLET.fullmatch(line)
    bare = bullet[1] if bullet else line
    found = _REMARK.fullmatch(bare)
    return (found[1].rstrip(), found[2]) if found else (bare, "")


FORMS = (
    Form("blank", "layout; it changes no section", "", _blank),
    Form("deck", "another deck of the file begins", "=== Second deck ===", _deck_break),
    Form("section", "a zone's name: the cards below stand in it", "[Terrain] (6):", _section),
    Form("comment", "a remark, kept with the line under it", "# for awakening", _comment),
    Form("name", "one copy of the card of that name", "Orb", _whole_name),
    Form("header", "a fact about the deck, above the cards", "author: Ana", _header),
    Form("card", "so many copies of a card, in figures or words", "2x Orb", _counted_card),
    Form("bullet", "the same behind a bullet", "- 2 Orb", _without_bullet),
    Form(
        "remark", "the same with a remark behind `#`, `//` or ` - `", "2 Orb // for awakening", _with_remark
    ),
    Form(
        "markup",
        "the same as a link, in bold, ticked off, or with a forum's marks",
        "- [ ] 2 [Orb](cards/orb.html)",
        _marked_up,
    ),
    Form("numbered", "the same in a numbered list; its number is no quantity", "1. 2 Orb", _numbered),
    Form(
        "row",
        "the same as a row of a Markdown table, whose head and rule are layout",
        "| 2 | Orb |",
        _table_row,
    ),
    Form("colon", "the same with the quantity behind a colon", "Orb: 2", _colon),
    Form("heading", "a card type's name, or several: a headline, no card", "Traps (4):", _type_heading),
    Form("quantity", "a quantity that no deck has: the list is not understood", "0 Orb", _bad_quantity),
    Form(
        "unknown",
        "a name that is no card: a fault of the deck, with the nearest names",
        "1 Telesge",
        _unknown,
    ),
)
"""Every form of a line, in the order in which they are tried."""
