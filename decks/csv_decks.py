"""Decklists as tables: CSV or TSV with a row a card, its columns known by their names."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from deckwright.catalog.spreadsheet import guarded, unguarded
from deckwright.catalog.text import fold
from deckwright.decks.cells import card_line
from deckwright.decks.decklist import MAYBE, MOST_COPIES, CardLine, Decklist, Line, Reading, Refused, portions
from deckwright.decks.errors import LinesNotUnderstood, NotADecklist
from deckwright.decks.hints import Hint
from deckwright.decks.lines import LineReader, clean, too_long

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "count": ("count", "quantity", "qty", "copies", "amount"),
    "name": ("name", "card", "card name"),
    "set": ("set", "set code", "edition"),
    "number": ("number", "card number", "collector number", "no"),
    "zone": ("zone", "section", "board"),
    "card": ("id", "card id"),
}
"""The columns that are read, and every name that each goes by."""

_OF_CARDS = {"type", "text"}
_OF_DECKS = {"count", "quantity", "qty", "amount", "zone", "section", "board"}
"""A table with columns of the first kind and none of the second says what cards are, not which are in a deck."""

MOST_COLUMNS = 200
"""A line with so many cells is no heading."""

_SEPARATOR = re.compile(r"sep=([,;\t|])(?:\r\n|\r|\n)", re.I)
_LINE_END = re.compile(r"\r\n|\r|\n")
_BLANK_LINES = re.compile(r"(?:[^\S\r\n]*(?:\r\n|\r|\n))+")
_DELIMITERS = ",;\t"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table's rows by column, each with the line on which it begins."""

    rows: tuple[tuple[int, Mapping[str, str]], ...]
    ignored: tuple[str, ...]


def sheet_of(text: str, label: str) -> Sheet | None:
    """The table of a text, None if the first line that is not blank does not name a card column and a count or an id.

    Raises `NotADecklist` for a table whose rows do not fit its columns.
    """
    blank = _BLANK_LINES.match(text)
    above = text[: blank.end()] if blank else ""
    said = _SEPARATOR.match(text, len(above))
    body = text[said.end() if said else len(above) :]
    if not body.strip():
        return None
    head = _LINE_END.split(body, maxsplit=1)[0]
    delimiter = said[1] if said else max(_DELIMITERS, key=head.count)
    if head.count(delimiter) >= MOST_COLUMNS:
        return None
    try:
        words = next(csv.reader([head], delimiter=delimiter), [])
    except csv.Error:
        return None
    names = [_column(word) for word in words]
    if not {"name", "card"} & set(names) or len([name for name in names if name]) < 2:
        return None
    folded = set(map(fold, words))
    if folded >= _OF_CARDS and not folded & _OF_DECKS:
        raise NotADecklist(label, "is a table of cards, not a decklist", "deckwright import takes it in")
    return _sheet(body, delimiter, 1 + len(_LINE_END.findall(above)) + bool(said), label)


def _sheet(body: str, delimiter: str, first: int, label: str) -> Sheet:
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter, strict=True)
    rows: list[tuple[int, Mapping[str, str]]] = []
    try:
        head = next(reader)
        names = [_column(word) for word in head]
        doubled = sorted(
            {word for word, name in zip(head, names, strict=True) if name and names.count(name) > 1}
        )
        if doubled:
            raise NotADecklist(label, f"has the column {' and '.join(map(repr, doubled))} twice", "keep one")
        at = reader.line_num
        for cells in reader:
            begins, at = at + first, reader.line_num
            if len(cells) > len(names):
                raise NotADecklist(label, f"line {begins} has {len(cells)} cells for {len(names)} columns")
            if any(cell.strip() for cell in cells):
                found = zip(names, map(unguarded, cells), strict=False)
                rows.append((begins, {name: cell for name, cell in found if name}))
    except csv.Error as error:
        raise NotADecklist(
            label, f"is no table that can be read: {error} (line {reader.line_num + first - 1})"
        ) from None
    return Sheet(tuple(rows), tuple(word for word, name in zip(head, names, strict=True) if not name))


def _column(word: str) -> str:
    key = fold(word.replace("_", " "))
    return next((name for name, words in COLUMNS.items() if key in words), "")


def deck_of(sheet: Sheet, reader: LineReader, label: str) -> Decklist:
    """The decklist of a table. Raises `NotADecklist` or `LinesNotUnderstood`."""
    lines = tuple(_lines(sheet, reader))
    refused = tuple(line for line in lines if isinstance(line.reading, Refused))
    if refused:
        raise LinesNotUnderstood(label, refused)
    if not lines:
        raise NotADecklist(label, "holds no card", "write one row a card below the column names")
    return Decklist(reader.game.id, lines, label, notes=tuple(_notes(sheet)))


def _notes(sheet: Sheet) -> Iterator[str]:
    if sheet.ignored and not any("count" in row for _, row in sheet.rows):
        yield "no column is called Count, so each row is one copy"
    if sheet.ignored:
        yield f"columns passed over: {', '.join(sheet.ignored)}"


def _lines(sheet: Sheet, reader: LineReader) -> Iterator[Line]:
    for number, row in sheet.rows:
        raw = ", ".join(cell for cell in row.values() if cell)
        reading, zone = _reading(row, reader)
        if isinstance(reading, CardLine):
            yield Line(number, raw, reading, zone or reader.home(reading.card))
        else:
            yield Line(number, raw, reading)


def _reading(row: Mapping[str, str], reader: LineReader) -> tuple[Reading, str]:
    if refused := too_long("".join(row.values())):
        return refused, ""
    if not (row.get("name", "") or row.get("card", "")).strip():
        return Refused("the row names no card"), ""
    word = clean(row.get("zone", ""))
    zone = reader.zone_of(word) if word else ""
    if zone is None:
        known = ", ".join((*reader.game.zones, MAYBE))
        return Refused(f"{word!r} is no zone of {reader.game.name}; it has {known}"), ""
    count = clean(row.get("count", "1")) or "1"
    if not count.isdecimal() or len(count) > 4 or not 1 <= int(count) <= MOST_COPIES:
        return Refused(f"a quantity of {count!r}; write 1 to {MOST_COPIES:,}"), ""
    name, card_id = row.get("name", ""), row.get("card", "").strip()
    return card_line(int(count), name, card_id, reader, tuple(_hints(row))), zone


def _hints(row: Mapping[str, str]) -> Iterator[Hint]:
    """The set and number that a row says, if it does."""
    if word := row.get("set", "").strip():
        yield Hint("set", word)
    if word := row.get("number", "").strip().removeprefix("#"):
        yield Hint("number", word)


def written(deck: Decklist) -> str:
    """A decklist as CSV: a row a card and zone. Headers and comments have no place in it."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\r\n")  # a cell is quoted for the characters of this only
    rows.writerow(("Count", "Name", "Set", "Number", "Zone", "Card id"))
    for entry in deck.entries:
        card = entry.card
        facts = (card.set, card.number, entry.zone, card.id) if card else ("", "", entry.zone, "")
        for copies in portions(entry.count):
            rows.writerow((copies, guarded(entry.name), *map(guarded, facts)))
    return out.getvalue()
