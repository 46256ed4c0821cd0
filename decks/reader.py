"""Reading decklists from text and files: which game, which lines, which zone each card stands in."""

from __future__ import annotations

import re
import stat
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.catalog.text import fold
from deckwright.decks import markup
from deckwright.decks.decklist import CardLine, Decklist, Line, Reading, Section, unread_headers
from deckwright.decks.errors import LinesNotUnderstood, NoGame, NotADecklist
from deckwright.decks.forms import in_words
from deckwright.decks.lines import LineReader, clean

if TYPE_CHECKING:
    from deckwright.decks.csv_decks import Sheet

LARGEST = 1_000_000
"""The largest decklist read, in bytes."""

MOST_LINES = 50_000
"""So many lines of a text are read."""

MOST_DECKS = 1_000
"""So many decklists of a text are read."""

_REMEDY = "write one card a line, such as '2 NAME'"
_NEWLINE = re.compile(r"\r\n|\r|\n")
_JSON = re.compile(r"\s*(?:\{|\[\s*\{)")
_TABLE_HEAD = re.compile(r"(?:sep=.\r?\n)?(?![#/])(?=[^\n]*[,;\t])[^\n]*(?:name|card|id)", re.I)
_GAME_LINE = re.compile(r"game\s*:\s*(.*)", re.I)
_COUNT_IN_FRONT = re.compile(r"[\[(]?(?:\d+\s*[x×]?|[x×]\s*\d+)[\])]?\s+(.+)", re.I)
_TAIL = re.compile(r"\s+(?:#.*|//.*|[-–—] .*|[x×]\s*\d+|[(\[].*)$|\s*:\s*\d+$", re.I)


class DecklistReader:
    """Reads decklists with one catalogue, remembering what it has read."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._readers: dict[str, LineReader] = {}
        self._called: dict[str, Game] = {}

    def lines_of(self, game_id: str) -> LineReader:
        """The reader of one game's lines."""
        if game_id not in self._readers:
            self._readers[game_id] = LineReader(self.catalogue.game(game_id), self.catalogue)
        return self._readers[game_id]

    def read(self, text: str, label: str = "decklist", game: str | None = None) -> Decklist:
        """The one decklist of a text. Raises `DecklistError` if it holds none, several, or lines unread."""
        decks = self.read_all(text, label, game)
        if len(decks) > 1:
            raise NotADecklist(label, f"holds {len(decks)} decklists", "give them one by one")
        return decks[0]

    def read_all(self, text: str, label: str = "decklist", game: str | None = None) -> list[Decklist]:
        """Every decklist of a text, in order; `game` settles the game of those that do not say.

        One that says another game notes that its own holds. Raises `NotADecklist`, `LinesNotUnderstood`, `NoGame`,
        or `UnknownGame` of the catalogue.
        """
        decks = self._decks(text, label, game)
        wanted = self.catalogue.find_game(game).id if game else None
        if wanted is None or all(deck.game == wanted for deck in decks):
            return decks
        return [
            replace(deck, notes=(f"the list says game: {deck.game}, which holds", *deck.notes))
            for deck in decks
        ]

    def _decks(self, text: str, label: str, game: str | None) -> list[Decklist]:
        bare = text.removeprefix("\ufeff")
        if _JSON.match(bare):
            return [self._json(bare, label)]
        if _TABLE_HEAD.match(bare.lstrip()):
            from deckwright.decks import csv_decks

            sheet = csv_decks.sheet_of(bare, label)
            if sheet is not None:
                _lines_of(text, label)
                return [self._sheet(sheet, label, game)]
        raws = _lines_of(text, label)
        decks = list(islice(_decks(raws, self._reader_for(raws, label, game), label), MOST_DECKS + 1))
        if len(decks) > MOST_DECKS:
            raise NotADecklist(
                label, f"holds more than {MOST_DECKS:,} decklists", "put them into several files"
            )
        if not decks:
            raise NotADecklist(label, "holds no card", _REMEDY)
        return decks

    def _json(self, text: str, label: str) -> Decklist:
        from deckwright.decks import json_decks

        document = json_decks.parsed(text, label)
        reader = self.lines_of(self.catalogue.find_game(document["game"]).id)
        return json_decks.deck_of(document, text, reader, label)

    def _sheet(self, sheet: Sheet, label: str, game: str | None) -> Decklist:
        from deckwright.decks import csv_decks

        names = [row.get(column, "") for _, row in sheet.rows for column in ("name", "card")]
        game_id = self.catalogue.find_game(game).id if game else self._game_by_names(names, label)
        return csv_decks.deck_of(sheet, self.lines_of(game_id), label)

    def _reader_for(self, raws: list[str], label: str, game: str | None) -> LineReader:
        said = self._said_game(raws)
        if said is not None:
            return self.lines_of(said.id)
        if game is not None:
            return self.lines_of(self.catalogue.find_game(game).id)
        return self.lines_of(self._game_by_names(raws, label))

    def _said_game(self, raws: list[str]) -> Game | None:
        """The game of the `game:` header, if a line is one: it stands above every card."""
        for at, raw in enumerate(raws):
            found = _GAME_LINE.fullmatch(clean(raw))
            if found is None:
                continue
            game = self._game_called(found[1])
            reader = self.lines_of(game.id)
            if all(_is_above(reader.read(before, True)) for before in raws[:at]):
                return game
        return None

    def _game_called(self, word: str) -> Game:
        if word not in self._called:
            self._called[word] = self.catalogue.find_game(word)
        return self._called[word]

    def _game_by_names(self, raws: list[str], label: str) -> str:
        """The game that knows most of the names and card ids; a tie is asked."""
        names = {name for raw in raws for name in _likely_names(clean(raw)) if name}
        known = Counter(self.catalogue.knowing({fold(name) for name in names}))
        by_id = (self.catalogue.card(name) for name in names if "/" in name)
        known.update(card.game for card in by_id if card)
        most = max(known.values(), default=0)
        best = tuple(game for game, count in known.items() if count == most)
        if len(best) != 1 or not most:
            lines = [line for raw in raws if (line := clean(raw))]
            if all(line.startswith(("#", "//")) for line in lines):
                raise NotADecklist(label, "holds no card" if lines else "is empty", _REMEDY)
            raise NoGame(label, best if most else ())
        return best[0]


def shape_of(text: str, label: str = "decklist") -> str:
    """What a text is: `JSON`, `CSV` (any table) or `text`. Raises `NotADecklist` for a table that cannot be read."""
    from deckwright.decks import csv_decks

    bare = text.removeprefix("\ufeff")
    if _JSON.match(bare):
        return "JSON"
    is_table = _TABLE_HEAD.match(bare.lstrip()) and csv_decks.sheet_of(bare, label)
    return "CSV" if is_table else "text"


def _is_above(reading: object) -> bool:
    return not isinstance(reading, CardLine | Section)


def _likely_names(line: str) -> Iterator[str]:
    plain = markup.plain(line).lstrip("-*• ")
    counted = _COUNT_IN_FRONT.fullmatch(plain)
    bare = counted[1] if counted else plain
    yield line
    yield bare
    yield from (name for _, name in in_words(plain))
    yield _TAIL.sub("", bare)


Row = tuple[int, str, Reading, str]


def _decks(raws: list[str], reader: LineReader, label: str) -> Iterator[Decklist]:
    """Every decklist of a text's lines; the loop is the hot path of reading, so it makes plain tuples only."""
    rows: list[Row] = []
    refused: list[Line] = []
    above, zone, holds, title = True, "", False, ""
    known = reader.above
    for number, raw in enumerate(raws, 1):
        reading: Any = known.get(raw) or reader.read(raw, above)
        kind = reading.kind
        if kind == "card":
            above, holds, known = False, True, reader.below
            rows.append((number, raw, reading, zone or reader.home(reading.card)))
            continue
        if kind == "section":
            above, zone, known = False, reading.zone, reader.below
        elif kind == "deck":
            if holds:
                yield _finished(reader, rows, label, title)
                rows = []
            above, zone, holds, title, known = True, "", False, reading.name, reader.above
        elif kind == "refused":
            refused.append(Line(number, raw, reading))
        rows.append((number, raw, reading, ""))
    if refused:
        raise LinesNotUnderstood(label, tuple(refused))
    if holds:
        yield _finished(reader, rows, label, title)
    elif title:
        raise NotADecklist(f"{label} ({title})", "holds no card", _REMEDY)


def _finished(reader: LineReader, rows: list[Row], label: str, title: str) -> Decklist:
    shown = f"{label} ({title})" if title else label
    deck = Decklist(
        reader.game.id, tuple(rows), shown, title, tuple(unread_headers(rows, reader.header_keys))
    )
    game = deck.headers.get("game")
    if game is not None and fold(game) not in (fold(reader.game.id), fold(reader.game.name)):
        raise NotADecklist(
            label, "holds decklists of several games", "put those of each game into a file of their own"
        )
    return deck


def _lines_of(text: str, label: str) -> list[str]:
    """The lines of a text. Raises `NotADecklist` for more than are read."""
    raws = _NEWLINE.split(text)
    if len(raws) > MOST_LINES:
        raise NotADecklist(label, f"has {len(raws):,} lines", f"at most {MOST_LINES:,} are read")
    return raws


def read_file(path: Path) -> str:
    """The text of a decklist file. Raises `NotADecklist` if it is no readable text of at most 1 MB."""
    label = str(path)
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise NotADecklist(label, "is not a regular file", "give a text file, or - for standard input")
        with path.open("rb") as file:
            return decode(file.read(LARGEST + 1), label)
    except OSError as error:
        raise NotADecklist(label, f"cannot be read: {(error.strerror or str(error)).lower()}") from error


def decode(raw: bytes, label: str) -> str:
    """Text from bytes: UTF-8 with or without a BOM, or UTF-16 with one. Raises `NotADecklist` otherwise."""
    if len(raw) > LARGEST:
        raise NotADecklist(label, "is larger than a decklist may be", f"the most is {LARGEST:,} bytes")
    encoding = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        problem = f"is not text: byte {error.start} cannot be read as {encoding.removesuffix('-sig').upper()}"
        raise NotADecklist(label, problem, "save it as UTF-8") from error
    if "\0" in text:
        raise NotADecklist(label, "is not text: it holds a NUL character", "give a decklist as text")
    return text
