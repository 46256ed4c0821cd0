"""Keys on which text is compared, one for equality and search, one for natural order; and text fit to be shown."""

from __future__ import annotations

import re
import unicodedata

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′‵´`ʹʻʼ＇", "'"),
        **dict.fromkeys("“”„‟″‶«»＂", '"'),
        **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
    }
)
_DIGITS = re.compile(r"(\d+)")
_DROPPED = frozenset({"Mn", "Mc", "Me", "Cf"})
_JOINERS = frozenset("\u200c\u200d")  # Persian words and emoji are written with these
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_NO_CHARACTER = range(0xFDD0, 0xFDF0)


def fold(text: str) -> str:
    """The key on which names and texts are compared: no marks or case, plain quotes and dashes.

    `fold(fold(x)) == fold(x)`. A text made of nothing but marks keeps them, so that it still has a key.
    """
    if text.isascii():
        return " ".join(text.lower().split())
    opened = unicodedata.normalize("NFKD", text.translate(_PLAIN)).casefold()
    opened = unicodedata.normalize("NFKD", opened).translate(_PLAIN)
    bare = "".join(char for char in opened if unicodedata.category(char) not in _DROPPED)
    return " ".join((bare or opened).split())


def natural_key(text: str) -> str:
    """A key whose plain string order is the natural order of codes: `2` before `10`, `B2` before `B10`."""
    parts = _DIGITS.split(fold(text))
    return "".join(_counted(part) if at % 2 else part for at, part in enumerate(parts))


def _counted(digits: str) -> str:
    """A run of digits behind its own length, so that longer numbers sort later."""
    bare = digits.lstrip("0") or "0"
    return f"{len(bare):04d}{bare}"


def visible(text: str) -> str:
    """The text on one line, every character written out (`\\x1b`) that is a control, half a one, or none at all.

    Escapes and bidi controls are, so a terminal obeys none; what is left are characters that XML 1.0 allows.
    """
    if text.isprintable():
        return text
    return "".join(map(_visible, text))


def visible_lines(text: str) -> str:
    """The text with each of its lines made visible."""
    return "\n".join(map(visible, text.split("\n")))


def escaped_json(text: str) -> str:
    """JSON text that says the same, every character that `visible` would write out written as its number."""
    return "\n".join(map(_escaped_line, text.split("\n")))


def _escaped_line(line: str) -> str:
    if line.isprintable():
        return line
    return "".join(char if _visible(char) == char else _number(char) for char in line)


def _number(char: str) -> str:
    """A character as JSON writes it without the character: its number, or those of its two halves."""
    units = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _visible(char: str) -> str:
    if char.isprintable() or char in _JOINERS:
        return char
    none = ord(char) & 0xFFFE == 0xFFFE or ord(char) in _NO_CHARACTER
    if none or unicodedata.category(char) in _UNSEEN:
        return char.encode("unicode_escape").decode("ascii")
    return char
