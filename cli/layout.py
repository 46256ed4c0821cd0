"""Texts in columns: how wide each column is, and how the rows look."""

from __future__ import annotations

import re
from collections.abc import Sequence

from deckwright.cli.screen import display_width, styled, wrapped

_GAP = 2
_LONGEST_WORD = 30
_STAND_IN = 0xF0000
_STAND_INS = re.compile(r"([\U000f0000-\U0010ffff])\1*")

Texts = Sequence[Sequence[str]]
"""The cells of each row."""


def plain(heads: Sequence[str], rows: Texts, align: Sequence[str], width: int | None) -> str:
    """The rows under headings (none if all are empty) within `width`: wrapped, or a line a cell if need be."""
    widths = _fitting([heads, *rows], width)
    if widths is None:
        return _records(heads, rows, width)
    lines = [
        ["\n".join(wrapped(text, most)) for text, most in zip(row, widths, strict=True)]
        for row in ([heads, *rows] if any(heads) else rows)
    ]
    return _laid_out((), lines, align, "plain", styles=["head"] if any(heads) else [])


def pipe(heads: Sequence[str], rows: Texts, align: Sequence[str]) -> str:
    """The rows as a Markdown table; the texts are Markdown already."""
    return _laid_out(heads, rows, align, "pipe")


def _fitting(rows: Texts, width: int | None) -> list[int] | None:
    """The columns' widths so that the table fits and words stay whole, the widest column giving way first.

    None if it cannot be.
    """
    columns = list(zip(*rows, strict=True))
    widths = [max(1, *map(display_width, column)) for column in columns]
    if width is None:
        return widths
    least = [min(max(map(_longest_word, column)), _LONGEST_WORD) for column in columns]
    for _ in range(sum(widths) + _GAP * (len(widths) - 1) - width):
        giving = [at for at, one in enumerate(widths) if one > least[at]]
        if not giving:
            return None
        widths[max(giving, key=lambda at: widths[at])] -= 1
    return widths


def _longest_word(text: str) -> int:
    return max(map(display_width, text.split()), default=1)


def _records(heads: Sequence[str], rows: Texts, width: int | None) -> str:
    """Where a terminal is too narrow for the columns: a cell a line, and a blank line between the rows."""
    blocks = []
    for row in rows:
        cells = [(head, text) for head, text in zip(heads, row, strict=True) if text]
        lines = [line for head, text in cells for line in _record_lines(head, text, width or 80)]
        blocks.append("".join(line + "\n" for line in lines))
    return "\n".join(blocks)


def _record_lines(head: str, text: str, width: int) -> list[str]:
    first, *rest = wrapped(f"{head}: {text}" if head else text, width - _GAP)
    return [first, *(" " * _GAP + line for line in rest)]


def _laid_out(
    heads: Sequence[str], rows: Texts, align: Sequence[str], form: str, styles: Sequence[str] = ()
) -> str:
    """The table as tabulate lays it out; `styles` are those of the first rows.

    tabulate measures by characters. So that any script and colour lines up, it is given stand-ins, runs of
    one private character a column each as long as the text is wide; the texts, which stand in each column
    in their order, are put in afterwards.
    """
    from tabulate import tabulate

    columns: list[list[str]] = [[] for _ in align]

    def stand_in(at: int, text: str, style: str = "") -> str:
        # A mark alone, which has no width, stands on a blank.
        lines = [line if display_width(line) or not line else f" {line}" for line in text.split("\n")]
        columns[at] += [styled(line, style) if style else line for line in lines if line]
        return "\n".join(chr(_STAND_IN + at) * display_width(line) for line in lines)

    first = [stand_in(at, head) for at, head in enumerate(heads)]
    styles = [*styles, *[""] * (len(rows) - len(styles))]
    cells = [
        [stand_in(at, text, style) for at, text in enumerate(row)]
        for row, style in zip(rows, styles, strict=True)
    ]
    laid = tabulate(cells, first, tablefmt=form, colalign=align, disable_numparse=True)
    texts = [iter(column) for column in columns]
    filled = _STAND_INS.sub(lambda run: next(texts[ord(run[1]) - _STAND_IN]), laid)
    return "".join(line.rstrip() + "\n" for line in filled.split("\n"))
