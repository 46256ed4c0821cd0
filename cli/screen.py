"""The terminal: its width and colours, and text from outside made fit to be shown on it."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterator, Mapping

import click

from deckwright.catalog.text import visible, visible_lines

_STYLES: Mapping[str, Mapping[str, str | bool]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "advice": {"fg": "cyan"},
    "good": {"fg": "green", "bold": True},
    "head": {"bold": True},
    "faint": {"dim": True},
}


def looked_at(text: str) -> str:
    """Text that is data: exact for a program, and for a person on a terminal with its lines made visible."""
    return visible_lines(text) if on_terminal() else text


def say(text: str) -> None:
    """Say something that is no data, on stderr."""
    click.echo(text, err=True)


def on_terminal() -> bool:
    """Whether the data are read by a person: stdout is a terminal."""
    return sys.stdout.isatty()


def terminal_width() -> int | None:
    """The columns there are to write in (COLUMNS has the first word); None where nothing limits them."""
    import shutil

    return max(shutil.get_terminal_size().columns, 20) if on_terminal() else None


def terminal_height() -> int:
    """The lines of the terminal (LINES has the first word)."""
    import shutil

    return shutil.get_terminal_size().lines


def coloured() -> bool:
    """Whether colour is wanted: on a terminal that can show it, and never under NO_COLOR."""
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def styled(text: str, style: str) -> str:
    """The text in one of the styles `error warning advice good head faint`, if colour is wanted."""
    return click.style(text, **_STYLES[style]) if coloured() else text  # type: ignore[arg-type]


def display_width(text: str) -> int:
    """How many columns the text takes on a terminal."""
    return len(text) if text.isascii() else sum(map(_char_width, text))


def _char_width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` columns, broken at blanks where there are any."""
    if display_width(text) <= width:
        return [text]
    lines: list[str] = []
    line = ""
    for piece in _pieces(text, width):
        joined = f"{line} {piece}" if line else piece
        if display_width(joined) <= width:
            line = joined
        else:
            lines.append(line)
            line = piece
    return [*lines, line]


def fitted(text: str, indent: int = 0) -> list[str]:
    """The text, made visible, in lines that fit the terminal behind so many columns of indent."""
    width = terminal_width()
    return wrapped(visible(text), max(width - indent, 20)) if width else [visible(text)]


def _pieces(text: str, width: int) -> Iterator[str]:
    """The words of the text, those wider than a line in pieces that are not."""
    for word in text.split():
        piece = ""
        for char in word:
            if piece and display_width(piece + char) > width:
                yield piece
                piece = ""
            piece += char
        yield piece
