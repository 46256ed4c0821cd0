"""Tables: for people on the terminal or in Markdown, for programs as JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from deckwright.cli.screen import display_width, styled, terminal_width, visible, wrapped

Cell = str | int | bool | tuple[str, ...] | None

_GAP = 2
_NARROWEST = 10
_STAND_IN = 0xF0000
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_MARKDOWN = re.compile(r"([\\|*_`\[\]<>])")
_UNSEEN_JSON = re.compile("[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Column:
    """One column: the key of its cells, and its heading."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows. A row is a mapping by column id; a cell that it lacks is missing.

    `facts` are further members of the JSON document, such as `total`; `more` are further tables by id.
    """

    columns: Sequence[Column]
    rows: Sequence[Mapping[str, Cell]]
    facts: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Table] = field(default_factory=dict)

    def filled(self) -> Table:
        """The table without the columns in which no row has anything."""
        kept = [one for one in self.columns if any(shown(row.get(one.id)) for row in self.rows)]
        return Table(kept, self.rows, self.facts, self.more)


def shown(cell: Cell) -> str:
    """A cell as a person reads it; missing is empty."""
    if cell is None or cell is False:
        return ""
    if cell is True:
        return "yes"
    return ", ".join(cell) if isinstance(cell, tuple) else str(cell)


def write_table(table: Table, shape: str = "table") -> None:
    """Write the table to stdout as `table`, `json`, `csv` or `markdown`."""
    click.echo(SHAPES[shape](table), nl=False)


def as_text(table: Table, width: int | None = None) -> str:
    """The table for a terminal of that width: text is wrapped to fit, nothing is cut."""
    if not table.rows or not table.columns:
        return ""
    names = [column.name for column in table.columns]
    texts = [[visible(shown(row.get(column.id))) for column in table.columns] for row in table.rows]
    widths = _fitting([names, *texts], width)
    if widths is None:
        return _records(names, texts, width)
    lines = [
        ["\n".join(wrapped(text, most)) for text, most in zip(row, widths, strict=True)] for row in texts
    ]
    return _laid_out([styled(name, "head") for name in names], names, lines, _aligned(table), "plain")


def as_markdown(table: Table) -> str:
    """The table as Markdown, in which no text is taken for markup."""
    names = [_MARKDOWN.sub(r"\\\1", column.name) for column in table.columns]
    texts = [
        [_MARKDOWN.sub(r"\\\1", visible(shown(row.get(column.id)))) for column in table.columns]
        for row in table.rows
    ]
    return _laid_out(names, names, texts, _aligned(table), "pipe")


def as_csv(table: Table) -> str:
    """The table as CSV: exact text, but for a guard in front of what a spreadsheet takes for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([column.id for column in table.columns])
    for row in table.rows:
        writer.writerow([_csv_cell(row.get(column.id)) for column in table.columns])
    return out.getvalue()


def as_json(table: Table) -> str:
    """The table as a document of the schema `table`."""
    return dump_json({"deckwright": 1, **_json_table(table)})


def dump_json(document: Mapping[str, Any]) -> str:
    """A JSON document as text with a last newline, exact, and safe to look at on a terminal."""
    text = json.dumps(document, indent=1, ensure_ascii=False)
    return _UNSEEN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


def guarded(text: str) -> str:
    """A text cell of a CSV file with a `'` in front where a spreadsheet would take it for a formula."""
    return "'" + text if _FORMULA.match(text) else text


def _csv_cell(cell: Cell) -> str | int:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return cell
    return guarded("; ".join(cell) if isinstance(cell, tuple) else cell or "")


def _json_table(table: Table) -> dict[str, Any]:
    document: dict[str, Any] = {
        "columns": [{"id": column.id, "name": column.name} for column in table.columns],
        "rows": [
            {column.id: _json_cell(row.get(column.id)) for column in table.columns} for row in table.rows
        ],
        **table.facts,
    }
    if table.more:
        document["tables"] = {key: _json_table(one) for key, one in table.more.items()}
    return document


def _json_cell(cell: Cell) -> Any:
    return list(cell) if isinstance(cell, tuple) else cell


def _aligned(table: Table) -> list[str]:
    """Numbers to the right: each column's alignment."""
    cells = (
        [row[column.id] for row in table.rows if row.get(column.id) is not None] for column in table.columns
    )
    return ["right" if column and all(type(cell) is int for cell in column) else "left" for column in cells]


def _fitting(rows: Sequence[Sequence[str]], width: int | None) -> list[int] | None:
    """The columns' widths so that the table fits, the widest giving way first; None if it cannot."""
    widths = [max(display_width(text) for text in column) for column in zip(*rows, strict=True)]
    if width is None:
        return [max(one, 1) for one in widths]
    over = sum(widths) + _GAP * (len(widths) - 1) - width
    while over > 0:
        widest = max(widths)
        if widest <= _NARROWEST:
            return None
        at = widths.index(widest)
        below = max((one for one in widths if one < widest), default=0)
        cut = min(over, max(widest - max(below, _NARROWEST), 1))
        widths[at] -= cut
        over -= cut
    return [max(one, 1) for one in widths]


def _records(names: Sequence[str], texts: Sequence[Sequence[str]], width: int | None) -> str:
    """Where a terminal is too narrow for the columns: one line a cell, a blank line between rows."""
    blocks = []
    for row in texts:
        said = [f"{name}: {text}" for name, text in zip(names, row, strict=True) if text]
        blocks.append("\n".join(line for one in said for line in wrapped(one, width or 80)))
    return "\n\n".join(blocks) + "\n"


def _laid_out(
    heads: Sequence[str],
    names: Sequence[str],
    texts: Sequence[Sequence[str]],
    align: Sequence[str],
    form: str,
) -> str:
    """The table as tabulate lays it out; `names` are the headings without their colour.

    tabulate measures by characters. So that any script and colour lines up, it is given stand-ins,
    runs of one private character each as long as the text is wide, and the texts are put in afterwards.
    """
    from tabulate import tabulate

    stood_for: list[str] = []

    def stand_in(text: str, measured: str) -> str:
        stood_for.append(text)
        return chr(_STAND_IN + len(stood_for) - 1) * display_width(measured)

    headers = [stand_in(head, name) for head, name in zip(heads, names, strict=True)]
    rows = [["\n".join(stand_in(line, line) for line in text.split("\n")) for text in row] for row in texts]
    laid = tabulate(rows, headers, tablefmt=form, colalign=align, disable_numparse=True)
    filled = re.sub(r"([\U000f0000-\U0010ffff])\1*", lambda run: stood_for[ord(run[1]) - _STAND_IN], laid)
    return "".join(line.rstrip() + "\n" for line in filled.split("\n"))


SHAPES: Mapping[str, Callable[[Table], str]] = {
    "table": lambda table: as_text(table, terminal_width()),
    "json": as_json,
    "csv": as_csv,
    "markdown": as_markdown,
}
"""The shapes a table is written in, by name."""
