"""Names that are no card: what is wrong with them, and what may have been meant."""

from __future__ import annotations

import re

from deckwright.catalog.nearest import is_slip
from deckwright.decks.cuts import held
from deckwright.decks.decklist import CardLine, Entry
from deckwright.decks.forms import in_words, without_remark
from deckwright.decks.lines import LineReader
from deckwright.decks.verdict import Fault, Mend

_NEXT_CARD = re.compile(r"\s*[,;+&]\s*(?=\d)")


def unknown_fault(entry: Entry, lines: LineReader, suggest: bool) -> Fault:
    """The fault of a name that is no card, with the nearest names if they are to be looked for."""
    parts = parted(entry, lines)
    return Fault(
        rule="card.unknown",
        severity="error",
        says="a line holds one card" if parts else _says(entry.name, lines),
        zones=(entry.zone,),
        cards=(held(entry),),
        mends=(Mend("part", None, held(entry).lines, parts, entry.zone),)
        if parts
        else _mends(entry, lines, suggest),
    )


def parted(entry: Entry, lines: LineReader) -> tuple[str, ...]:
    """The lines that one line of several cards should be (`12 Tide Berry, 18 Sky Berry`); none if it is not."""
    if len(entry.lines) != 1:
        return ()
    first, *more = _NEXT_CARD.split(entry.name)
    parts = (f"{entry.count} {first}", *more)
    return parts if more and all(_is_card(part, lines) for part in parts) else ()


def _is_card(line: str, lines: LineReader) -> bool:
    reading = lines.read(line, above=False)
    return isinstance(reading, CardLine) and bool(reading.card or reading.candidates)


def _mends(entry: Entry, lines: LineReader, suggest: bool) -> tuple[Mend, ...]:
    cut = Mend("cut", entry.count, held(entry).lines)
    if not suggest:
        return (cut,)
    said = [name for _, name in in_words(entry.name)]
    near = _nearest(said[0] if said else entry.name, lines)
    if not near:
        return (cut,)
    write = Mend("write", entry.count, held(entry).lines, near, entry.zone)
    loses = bool(said) or (len(near) == 1 and not is_slip(without_remark(entry.name)[0], near[0]))
    return (cut, write) if loses else (write, cut)  # only the first is ever done without being asked


def _nearest(name: str, lines: LineReader) -> tuple[str, ...]:
    """The names most like it; where a remark may stand behind it, those most like what stands before that first."""
    near = lines.catalogue.nearest(name, lines.game.id)
    bare, remark = without_remark(name)
    if not remark or any(without_remark(other)[1] for other in near):
        return near
    return lines.catalogue.nearest(bare, lines.game.id) or near


def _says(name: str, lines: LineReader) -> str:
    says = f"no card of {lines.game.name} is called {name}"
    key, colon, _ = name.partition(":")
    if colon and lines.reads_header(key.strip()):
        return f"{says}; a header stands above the first card"
    return says
