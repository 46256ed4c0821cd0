"""What Markdown, forums and numbered lists put around a card's line, taken off."""

from __future__ import annotations

import re

from deckwright.catalog.text import fold

_BOX = re.compile(r"^([-*•] )?\[[ xX]\] ")
_WIKI_LINK = re.compile(r"\[\[([^\[\]|]+)\]\]")
_FORUM = re.compile(r"\[(/?)(?:b|i|u|s|card|url)(?:=[^\[\]]*)?\]", re.I)
_LINK = re.compile(r"\[((?:[^\[\]\\]|\\.)+)\]\([^()]*\)")
_EMPHASIS = re.compile(r"(\*\*|__|\*|_|~~|`)(?=\S)(.+?)(?<=\S)\1")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_NUMBERED = re.compile(r"(\d{1,3})[.)] (.+)")
_ROW = re.compile(r"\|(.+)\|")
_RULE_CELL = re.compile(r":?-+:?")
_QUANTITY = re.compile(r"[x×]?\s*\d+\s*[x×]?", re.I)

_COUNT_HEADS = frozenset({"#", "count", "quantity", "qty", "copies", "amount"})
_CARD_HEADS = frozenset({"name", "card", "card name", "cards"})
_HEADS = _COUNT_HEADS | _CARD_HEADS | {"", "remark", "note"}


def bare(line: str) -> str:
    """The line without links, emphasis, boxes and backslashes of Markdown, and without a forum's marks."""
    line = " ".join(_WIKI_LINK.sub(r" \1 ", _BOX.sub(r"\1", line)).split())
    for sign, plain in ((_LINK, r"\1"), (_EMPHASIS, r"\2"), (_ESCAPE, r"\1")):
        line = sign.sub(plain, line)
    marks = [found[1] for found in _FORUM.finditer(line)]
    return _FORUM.sub("", line).strip() if "/" in marks else line


def numbered(line: str) -> tuple[int, str] | None:
    """The place in a numbered list, and what stands there."""
    found = _NUMBERED.fullmatch(line)
    return (int(found[1]), found[2]) if found else None


def row(line: str) -> tuple[str, ...] | None:
    """The cells of a table's row, if the line is one; none for the line between its head and body."""
    found = _ROW.fullmatch(line)
    if found is None:
        return None
    cells = tuple(cell.strip() for cell in found[1].split("|"))
    return () if all(map(_RULE_CELL.fullmatch, cells)) else cells


def is_head(cells: tuple[str, ...]) -> bool:
    """Whether cells stand above a table of cards: all say so, or one does of the count and one of the card."""
    said = {fold(bare(cell)) for cell in cells}
    return said <= _HEADS or bool(said & _COUNT_HEADS and said & _CARD_HEADS)


def counted(cells: tuple[str, ...]) -> tuple[str, str, str] | None:
    """The quantity, the card and the rest of a row that has a quantity before or behind a card."""
    if len(cells) < 2:
        return None
    first, second, *rest = cells
    if not _QUANTITY.fullmatch(first):
        first, second = second, first
    if not _QUANTITY.fullmatch(first) or not second:
        return None
    digits = re.sub(r"\D", "", first)
    return digits, second, " ".join(filter(None, rest))


def plain(line: str) -> str:
    """A line as a list would have it: the item of a numbered list or the row of a table without its marks."""
    line = bare(line)
    if found := numbered(line):
        return found[1]
    said = counted(row(line) or ())
    return f"{said[0]} {said[1]}" if said else line
