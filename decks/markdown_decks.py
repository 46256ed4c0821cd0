"""Decklists as Markdown, for reading."""

from __future__ import annotations

import re
from collections.abc import Iterator

from deckwright.decks.decklist import MAYBE, Decklist, Entry, portions
from deckwright.decks.lines import LineReader
from deckwright.decks.writer import card_text

_MARKUP = re.compile(r"([\\`*_\[\]<>|])")


def written(deck: Decklist, lines: LineReader) -> str:
    """A decklist as Markdown: a heading a zone, a list of its cards."""
    return "\n".join(_lines(deck, lines)) + "\n"


def _lines(deck: Decklist, lines: LineReader) -> Iterator[str]:
    yield f"# {_plain(deck.name)}"
    yield ""
    yield f"game: {deck.game}"
    yield f"format: {deck.headers.get('format', lines.game.default_format.id)}"
    names = {zone.id: zone.name for zone in lines.game.zones.values()} | {MAYBE: "Maybe"}
    for zone, name in names.items():
        entries = [entry for entry in deck.entries if entry.zone == zone]
        if entries:
            yield from ("", f"## {_plain(name)} ({deck.size(zone)})", "")
            for entry in entries:
                yield from (f"- {count} {_plain(_named(entry, lines))}" for count in portions(entry.count))


def _named(entry: Entry, lines: LineReader) -> str:
    return card_text(entry.card, lines, entry.count) if entry.card else entry.name


def _plain(text: str) -> str:
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
