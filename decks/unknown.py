"""Names that are no card: what is wrong with them, and what may have been meant."""

from __future__ import annotations

import re

from deckwright.catalog.nearest import is_slip
from deckwright.decks.cuts import held
from deckwright.decks.decklist import MOST_COPIES, Entry, Heading
from deckwright.decks.forms import in_words, without_remark
from deckwright.decks.lines import LineReader, clean
from deckwright.decks.several import several
from deckwright.decks.verdict import Fault, Mend

_NUMBER_IN_FRONT = re.compile(r"(\d{1,4})\s*[^\w\s(\[#]\s*(.+)")
_NUMBER_BEHIND = re.compile(r"(.+?)[\s,;:=*–—-]+(\d{1,4})")
_DIGITS = re.compile(r"\d+")


def unknown_fault(entry: Entry, lines: LineReader, suggest: bool) -> Fault:
    """The fault of a name that is no card, with the nearest names if they are to be looked for."""
    parts = parted(entry, lines)
    headline = () if parts else _headline(entry, lines)
    return Fault(
        rule="card.unknown",
        severity="error",
        says="a line holds one card" if parts else _says(entry.name, lines, bool(headline)),
        zones=(entry.zone,),
        cards=(held(entry),),
        mends=(Mend("part", None, held(entry).lines, parts or headline, entry.zone),)
        if parts or headline
        else _mends(entry, lines, suggest),
    )


def parted(entry: Entry, lines: LineReader) -> tuple[str, ...]:
    """The lines that one line of several cards should be (`12 Tide Berry, 18 Sky Berry`); none if it is not."""
    return several(entry.count, entry.name, lines) if len(entry.lines) == 1 else ()


def _headline(entry: Entry, lines: LineReader) -> tuple[str, ...]:
    """The line with a colon behind it, where that makes a card type's name a headline."""
    said = [clean(line.raw) for line in entry.lines]
    if len(said) != 1 or said[0] != entry.name:
        return ()
    with_colon = f"{entry.name}:"
    return (with_colon,) if isinstance(lines.read(with_colon, above=False), Heading) else ()


def _mends(entry: Entry, lines: LineReader, suggest: bool) -> tuple[Mend, ...]:
    cut = Mend("cut", entry.count, held(entry).lines)
    if not suggest:
        return (cut,)
    if counted := _counted(entry, lines):
        return (*counted, cut) if len(counted) == 1 else (cut, *counted)
    said = [name for _, name in in_words(entry.name)]
    near = _nearest(said[0] if said else entry.name, lines)
    if not near:
        return (cut,)
    write = Mend("write", entry.count, held(entry).lines, near, entry.zone)
    loses = said or _loses(entry.name, near)
    return (cut, write) if loses else (write, cut)  # only the first is ever done without being asked


def _loses(name: str, near: tuple[str, ...]) -> bool:
    """Whether the one name that is near lacks something that was said: a word, or a number, which may be a count."""
    if len(near) != 1:
        return False
    bare = without_remark(name)[0]
    return not is_slip(bare, near[0]) or not _has_numbers(near[0], bare)


def _has_numbers(name: str, said: str) -> bool:
    return set(_DIGITS.findall(said)) <= set(_DIGITS.findall(name))


def _counted(entry: Entry, lines: LineReader) -> tuple[Mend, ...]:
    """What to write for a card with a number beside it (`Tide Berry 12`): so many, or the card of that number."""
    if entry.count != 1 or len(entry.lines) != 1:
        return ()
    count, name = _number_beside(entry.name)
    if not count or not 1 <= int(count) <= MOST_COPIES:
        return ()
    near = (name,) if lines.named(name) else lines.catalogue.nearest(name, lines.game.id)
    if len(near) != 1 or not is_slip(name, near[0]) or not _has_numbers(near[0], name):
        return ()
    cards = lines.named(near[0])
    shown, at = cards[0].name, held(entry).lines
    so_many = Mend("part", None, at, (f"{int(count)} {shown}",), entry.zone)
    if all(card.number != count for card in cards):
        return (so_many,)
    return (so_many, Mend("write", entry.count, at, (f"{shown} #{count}",), entry.zone))


def _number_beside(name: str) -> tuple[str, str]:
    """The number in front of a name or behind it, and the name without it; '' if there is none."""
    if found := _NUMBER_IN_FRONT.fullmatch(name):
        return found[1], found[2]
    found = _NUMBER_BEHIND.fullmatch(name)
    return (found[2], found[1]) if found else ("", name)


def _nearest(name: str, lines: LineReader) -> tuple[str, ...]:
    """The names most like it; where a remark may stand behind it, those most like what stands before that first."""
    near = lines.catalogue.nearest(name, lines.game.id)
    bare, remark = without_remark(name)
    if not remark or any(without_remark(other)[1] for other in near):
        return near
    return lines.catalogue.nearest(bare, lines.game.id) or near


def _says(name: str, lines: LineReader, headline: bool) -> str:
    says = f"no card of {lines.game.name} is called {name}"
    if headline:
        return f"{says}; a headline has a colon behind it"
    key, colon, _ = name.partition(":")
    if colon and lines.reads_header(key.strip()):
        return f"{says}; a header stands above the first card"
    return says
