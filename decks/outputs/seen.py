"""Text from outside made fit for outputs that people and machines read line by line."""

from __future__ import annotations

import unicodedata

_JOINERS = frozenset("\u200c\u200d")  # Persian words and emoji are written with these
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Cn", "Zl", "Zp"})


def seen(text: str) -> str:
    """The text on one line, every character written out (`\\x1b`) that is a control, half a one, or none at all.

    What is left are characters that XML 1.0 allows.
    """
    if text.isprintable():
        return text
    return "".join(map(_seen, text))


def _seen(char: str) -> str:
    if char.isprintable() or char in _JOINERS or unicodedata.category(char) not in _UNSEEN:
        return char
    return char.encode("unicode_escape").decode("ascii")
