"""Decklists as JSON, by the published schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckwright.catalog.importing.json_places import mistake_in
from deckwright.decks.cells import card_line
from deckwright.decks.decklist import (
    Blank,
    CardLine,
    Comment,
    Decklist,
    Header,
    Line,
    Section,
    portions,
    unread_headers,
)
from deckwright.decks.errors import NotADecklist
from deckwright.decks.lines import LineReader
from deckwright.decks.places import lines_of
from deckwright.schemas.json_text import BadJson, loads


def document_of(deck: Decklist) -> dict[str, Any]:
    """A decklist as a document of the schema `decklist`."""
    headers = {
        line.reading.key: line.reading.value for line in deck.lines if isinstance(line.reading, Header)
    }
    remarks: dict[str, list[str]] = {}
    for section, text in deck.remarks:
        remarks.setdefault(section, []).append(text)
    zones: dict[str, list[dict[str, Any]]] = {section: [] for section in remarks if section}
    for entry in deck.entries:
        card = {"card": entry.card.id} if entry.card else {}
        rows: list[dict[str, Any]] = [
            {"count": count, "name": entry.name} | card for count in portions(entry.count)
        ]
        if entry.comments:
            rows[0]["comments"] = list(entry.comments)
        zones.setdefault(entry.zone, []).extend(rows)
    said = {"title": deck.title, "headers": headers, "remarks": remarks}
    return {
        "deckwright": 1,
        "game": deck.game,
        **{key: row for key, row in said.items() if row},
        "zones": zones,
    }


def parsed(text: str, label: str) -> Mapping[str, Any]:
    """The document of a JSON decklist. Raises `NotADecklist` with every problem and its line."""
    from deckwright.schemas import problems

    try:
        document = loads(text)
    except BadJson as error:
        raise NotADecklist(label, f"is not JSON: {mistake_in(text, error)}") from error
    if isinstance(document, dict) and "zones" not in document and "cards" in document:
        raise NotADecklist(label, "holds cards, not a decklist", "deckwright import takes it in")
    if isinstance(document, dict) and {"types", "formats"} <= document.keys():
        raise NotADecklist(label, "is a game, not a decklist", "deckwright game check looks at it")
    found = problems("decklist", document)
    if found:
        lines = lines_of(text)
        said = "; ".join(f"line {lines.get(problem.pointer, 1)}: {problem}" for problem in found)
        raise NotADecklist(label, f"is no decklist: {said}")
    return document  # type: ignore[no-any-return]


def deck_of(document: Mapping[str, Any], text: str, reader: LineReader, label: str) -> Decklist:
    """The decklist of a document that the schema has passed. Raises `NotADecklist`."""
    lines = tuple(_lines(document, lines_of(text), reader, label))
    notes = tuple(unread_headers(lines, reader.header_keys))
    deck = Decklist(reader.game.id, lines, label, document.get("title", ""), notes)
    if not deck.entries:
        raise NotADecklist(
            label, "holds no card", 'put entries such as {"count": 2, "name": "..."} into a zone'
        )
    return deck


def _lines(
    document: Mapping[str, Any], places: Mapping[str, int], reader: LineReader, label: str
) -> Iterator[Line]:
    remarks = document.get("remarks", {})
    top = places.get("/headers", 1)
    for key, value in document.get("headers", {}).items():
        yield Line(
            places.get(f"/headers/{key}", top),
            f"{key}: {value}",
            Header(key, value, reader.reads_header(key)),
        )
    yield from _remarks(remarks.get("", ()), places.get("/remarks", 1))
    for word, rows in document["zones"].items():
        zone = reader.zone_of(word)
        if zone is None:
            known = ", ".join((*reader.game.zones, "maybe"))
            raise NotADecklist(label, f"zone {word!r} is none of {reader.game.name}", f"it has {known}")
        at = places.get(f"/zones/{word}", 1)
        yield Line(at, word, Section(zone))
        yield from _remarks(remarks.get(word, ()), at)
        for nth, row in enumerate(rows):
            at = places.get(f"/zones/{word}/{nth}", at)
            for text in row.get("comments", ()):
                yield Line(at, f"# {text}", _comment(text))
            yield Line(at, json.dumps(row, ensure_ascii=False), _reading(row, reader), zone)


def _remarks(texts: Sequence[str], at: int) -> Iterator[Line]:
    """Comments of no card, with a blank line behind, so that none is taken for the next card's."""
    for text in texts:
        yield Line(at, f"# {text}", _comment(text))
    if texts:
        yield Line(at, "", Blank())


def _comment(text: str) -> Comment:
    return Comment(" ".join(text.split()))


def _reading(row: Mapping[str, Any], reader: LineReader) -> CardLine:
    return card_line(row["count"], row.get("name", ""), row.get("card", ""), reader)
