"""Rows of JSON: an array of cards, a cards document, a table, or one card a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from deckwright.catalog.importing.delimited import Row
from deckwright.catalog.importing.json_places import mistake
from deckwright.catalog.importing.problems import Problems
from deckwright.catalog.importing.sources import Source, counted, refusal
from deckwright.schemas.json_text import BadJson, loads

LARGEST = 64 << 20
"""So many bytes of JSON are read whole; one card a line may be any number."""

_MEMBERS = ("cards", "rows")


def document(source: Source) -> Any:
    """The whole document. Raises ImportRefused."""
    text = source.whole(LARGEST).lstrip("\ufeff")
    try:
        return loads(text)
    except BadJson as error:
        line, says = mistake(text, error)
        raise refusal(source.label, f"is no JSON: {says}", line) from None


def is_game(document: object) -> bool:
    """Whether a document is a game's, not one of cards."""
    if not isinstance(document, dict) or any(isinstance(document.get(key), list) for key in _MEMBERS):
        return False
    return "id" in document and bool({"types", "zones", "formats", "extends"} & set(document))


def rows(document: object, label: str, problems: Problems) -> Iterator[Row]:
    """The rows of a document; a row's number is its place in the array, from 1."""
    if not isinstance(document, list | dict):
        problems.add(label, 0, "", "holds no cards: neither an array of them nor a document with `cards`")
    yield from _objects(enumerate(_cards(document), 1), label, problems)


def lines(source: Source, problems: Problems, progress: Callable[[int], None] | None = None) -> Iterator[Row]:
    """The rows of a file that has one card a line, streamed."""
    with source.text() as text:
        read = counted(iter(lambda: text.readline(LARGEST), ""), source, progress)
        yield from _objects(_line_rows(read, source, problems), source.label, problems)


def _line_rows(read: Iterable[str], source: Source, problems: Problems) -> Iterator[tuple[int, object]]:
    number = 0
    try:
        for number, line in enumerate(read, 1):
            bare = line.strip("\ufeff \t\r\n")
            if not bare:
                continue
            try:
                yield number, _flat(loads(bare), {})
            except BadJson as error:
                place = f", column {error.column}" if error.column else ""
                problems.add(source.label, number, "", f"is no JSON: {error.says}{place}")
    except UnicodeError as error:
        problems.add(source.label, number + 1, "", source.no_text(error))


def _cards(document: object) -> Iterator[object]:
    """The cards of a document, with what the document says of all of them; arrays of documents are opened."""
    if isinstance(document, list):
        for row in document:
            if isinstance(row, dict) and any(isinstance(row.get(key), list) for key in _MEMBERS):
                yield from _cards(row)
            else:
                yield _flat(row, {})
    elif isinstance(document, dict):
        given = {
            key: document[key] for key in ("game", "set", "source") if isinstance(document.get(key), str)
        }
        held = next((document[key] for key in _MEMBERS if isinstance(document.get(key), list)), None)
        yield from (_flat(row, given) for row in ([document] if held is None else held))


def _flat(row: object, given: Mapping[str, Any]) -> object:
    """The row with its `fields` beside its other members."""
    if not isinstance(row, dict):
        return row
    fields = row.get("fields")
    own = {key: value for key, value in row.items() if key != "fields"} if isinstance(fields, dict) else row
    return {**given, **own, **(fields if isinstance(fields, dict) else {})}


def _objects(found: Iterable[tuple[int, object]], label: str, problems: Problems) -> Iterator[Row]:
    for number, row in found:
        if isinstance(row, dict):
            yield number, tuple(row), tuple(row.values())
        else:
            problems.add(label, number, "", "is no card: an object was looked for")
