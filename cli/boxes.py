"""Titled blocks of text, side by side as far as the width allows."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import click

from deckwright.cli.screen import coloured, display_width, styled, wrapped

UNLIMITED = 100
"""The width of pictures that are written to no terminal."""

_GAP = 1
_SIDES = 4
_FRAMES = ("┌─┐│└┘", "+-+|++")
_BACKGROUND = "on "


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a line: its text and its style, one of the screen's, or a colour such as `red` or `on green`."""

    text: str
    style: str = ""

    def __str__(self) -> str:
        if not self.style or not coloured():
            return self.text
        if self.style.startswith(_BACKGROUND):
            return click.style(self.text, fg="black", bg=self.style.removeprefix(_BACKGROUND))
        if self.style in COLOURS:
            return click.style(self.text, fg=COLOURS[self.style], bold=True)
        return styled(self.text, self.style)


Line = Sequence[Run]

COLOURS = {
    "black": "bright_black",
    "silver": "white",
    "white": "bright_white",
    "gold": "bright_yellow",
    "orange": "bright_red",
    "purple": "magenta",
    **{name: name for name in ("red", "blue", "green", "yellow", "magenta", "cyan")},
}
"""The colours that pieces may have, as a terminal shows them."""


@dataclass(frozen=True, slots=True)
class Box:
    """One block: its title and its lines; a `rigid` one is never wrapped."""

    title: str
    lines: Sequence[Line]
    rigid: bool = False

    @property
    def width(self) -> int:
        """The columns that it takes, its frame included."""
        return max([display_width(self.title) + 2, *map(line_width, self.lines)]) + _SIDES


def line_width(line: Line) -> int:
    """How many columns a line takes."""
    return sum(display_width(run.text) for run in line)


def framed(box: Box, height: int) -> list[str]:
    """The block with its frame, filled up to so many lines inside."""
    corner_left, flat, corner_right, side, low_left, low_right = tuple(_frame())
    inner = box.width - 2
    title = f"{flat} {box.title} "
    top = (
        Run(corner_left + flat),
        Run(f" {box.title} ", "head"),
        Run(flat * (inner - display_width(title)) + corner_right),
    )
    lines = ["".join(map(str, top))]
    for line in [*box.lines, *[()] * (height - len(box.lines))]:
        padding = " " * (inner - 2 - line_width(line))
        lines.append(f"{side} {''.join(map(str, line))}{padding} {side}")
    return [*lines, low_left + flat * inner + low_right]


def flowed(boxes: Iterable[Box], width: int) -> list[str]:
    """The blocks in rows of at most `width` columns; what is wider than that is wrapped."""
    rows: list[list[Box]] = []
    used = 0
    for box in (narrowed(one, width) for one in boxes):
        if rows and used + _GAP + box.width <= width:
            rows[-1].append(box)
            used += _GAP + box.width
        else:
            rows.append([box])
            used = box.width
    return [line for row in rows for line in _beside(row)]


def narrowed(box: Box, width: int) -> Box:
    """The block with its lines wrapped, if need be, so that it takes at most `width` columns."""
    if box.width <= width or box.rigid:
        return box
    inner = max(width - _SIDES, 1)
    lines = [short for line in box.lines for short in _wrapped(line, inner)]
    return Box(wrapped(box.title, max(inner - 2, 1))[0], lines)


def _wrapped(line: Line, width: int) -> list[Line]:
    if line_width(line) <= width:
        return [line]
    text = " ".join("".join(run.text for run in line).split())
    return [[Run(part, line[0].style)] for part in wrapped(text, width)]


def _beside(row: Sequence[Box]) -> list[str]:
    height = max(len(box.lines) for box in row)
    blocks = [framed(box, height) for box in row]
    return [(" " * _GAP).join(parts).rstrip() for parts in zip(*blocks, strict=True)]


def _frame() -> str:
    """Lines that the output can show."""
    try:
        _FRAMES[0].encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return _FRAMES[1]
    return _FRAMES[0]
