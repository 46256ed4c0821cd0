"""Headlines of a decklist: what stands in the brackets, signs, sizes and colons around a zone or a card type."""

from __future__ import annotations

import re

_SIGN = re.compile(r"(?:#+|//)\s*")
_AROUND = (
    re.compile(r"\[\s*(.+?)\s*\]"),
    re.compile(r"==+\s*([^=\s](?:.*?[^=\s])?)\s*==+"),
    re.compile(r"--+\s*([^-\s](?:.*?[^-\s])?)\s*--+"),
)
_SIZE = r"(?:\(\d{1,6}(?: cards?)?\)|[-–—:]\s*\d{1,6}(?: cards?)?|\d{1,6} cards?)"
_TAIL = re.compile(rf"\s*(?::\s*)?{_SIZE}?\s*:?$")
_HEADING = re.compile(rf"(.+?)\s*(?:{_SIZE}\s*:?|:)|--+\s*([^-\s](?:.*?[^-\s])?)\s*--+")
_JOINT = re.compile(r"\s*(?:[&/,+]|\band\b)\s*", re.I)
_CARDS = re.compile(r" cards?$", re.I)


def of_section(line: str) -> str:
    """What a line would name if it opened a zone; without its signs and size."""
    bare = _SIGN.sub("", line, count=1) if line[:1] in "#/" else line
    bare = _TAIL.sub("", bare)
    for around in _AROUND:
        if found := around.fullmatch(bare):
            bare = _TAIL.sub("", found[1])
    return bare


def of_types(line: str) -> tuple[tuple[str, ...], ...]:
    """What a headline might name, with a size, a colon or dashes around it: one type, else several joined."""
    found = _HEADING.fullmatch(line)
    if found is None:
        return ()
    said: str = found[1] or found[2]
    whole, bare = (said,), _CARDS.sub("", said)
    return whole, (bare,), tuple(_CARDS.sub("", word) for word in _JOINT.split(bare))
