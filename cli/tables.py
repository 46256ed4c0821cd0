"""Tables: for people on the terminal or in Markdown, for programs as JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import click

from deckwright.cli.screen import display_width, styled, terminal_width, visible, wrapped

Cell = str | int | bool | tuple[str, ...] | None

_GAP = 2
_LONGEST_WORD = 30
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

    `facts` are further members of the JSON document, such as `total`; `more` are further tables, by id.
    """

    columns: Sequence[Column]
    rows: Sequence[Mapping[str, Cell]]
    title: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Table] = field(default_factory=dict)

    def filled(self) -> Table:
        """The table without the columns in which no row has anything."""
        kept = [one for one in self.columns if any(shown(row.get(one.id)) for row in self.rows)]
        return replace(self, columns=kept)


def shown(cell: Cell) -> str:
    """A cell as a person reads it, in one line; missing is empty."""
    if cell is None or cell is False:
        return ""
    if cell is True:
        return "yes"
    text = ", ".join(cell) if isinstance(cell, tuple) else str(cell)
    return " ".join(map(visible, text.split("\n")))


def write_table(table: Table, shape: str = "table") -> None:
    """Write the table to stdout as `table`, `json`, `csv` or `markdown`."""
    click.echo(SHAPES[shape](table), nl=False)


def columns(**names: str) -> tuple[Column, ...]:
    """Columns by id and heading."""
    return tuple(Column(key, name) for key, name in names.items())


def write_page(lines: Sequence[str], page: Table, shape: str) -> None:
    """Write a page to stdout: lines, then each of its further tables that holds a row, under its title.

    JSON is the whole of it: `page` with the tables inside.
    """
    if shape == "json":
        write_table(page, shape)
        return
    markdown = shape == "markdown"
    click.echo("\n".join(map(_in_markdown, lines) if markdown else lines))
    for table in page.more.values():
        if table.rows:
            click.echo(_title(table.title, markdown))
            write_table(table.filled(), shape)


def _title(title: str, markdown: bool) -> str:
    """The lines between what is above a table and the table."""
    if not title:
        return ""
    return f"\n## {_in_markdown(title)}\n" if markdown else f"\n{styled(title, 'head')}"


def as_text(table: Table, width: int | None = None) -> str:
    """The table for a terminal of that width: text is wrapped to fit, nothing is cut."""
    if not table.rows or not table.columns:
        return ""
    names = [column.name for column in table.columns]
    texts = [[shown(row.get(column.id)) for column in table.columns] for row in table.rows]
    widths = _fitting([names, *texts], width)
    if widths is None:
        return _records(names, texts, width)
    lines = [
        ["\n".join(wrapped(text, most)) for text, most in zip(row, widths, strict=True)] for row in texts
    ]
    return _laid_out([styled(name, "head") for name in names], names, lines, _aligned(table), "plain")


def as_markdown(table: Table) -> str:
    """The table as Markdown, in which no text is taken for markup."""
    names = [_in_markdown(column.name) for column in table.columns]
    texts = [[_in_markdown(shown(row.get(column.id))) for column in table.columns] for row in table.rows]
    return _laid_out(names, names, texts, _aligned(table), "pipe")


def _in_markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", visible(text))


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


def _records(names: Sequence[str], texts: Sequence[Sequence[str]], width: int | None) -> str:
    """Where a terminal is too narrow for the columns: a cell a line, and a blank line between the rows."""
    blocks = []
    for row in texts:
        cells = [(name, text) for name, text in zip(names, row, strict=True) if text]
        blocks.append(
            "".join(line + "\n" for name, text in cells for line in _record_lines(name, text, width))
        )
    return "\n".join(blocks)


def _record_lines(name: str, text: str, width: int | None) -> list[str]:
    first, *rest = wrapped(f"{name}: {text}", (width or 80) - _GAP)
    return [first, *(" " * _GAP + line for line in rest)]


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

    first = [stand_in(head, name) for head, name in zip(heads, names, strict=True)]
    rows = [["\n".join(stand_in(line, line) for line in text.split("\n")) for text in row] for row in texts]
    if form == "plain":  # headings are a row here, for tabulate would pad them
        rows, first = [first, *rows] if any(names) else rows, []
    laid = tabulate(rows, first, tablefmt=form, colalign=align, disable_numparse=True)
    filled = re.sub(r"([\U000f0000-\U0010ffff])\1*", lambda run: stood_for[ord(run[1]) - _STAND_IN], laid)
    return "".join(line.rstrip() + "\n" for line in filled.split("\n"))


SHAPES: Mapping[str, Callable[[Table], str]] = {
    "table": lambda table: as_text(table, terminal_width()),
    "json": as_json,
    "csv": as_csv,
    "markdown": as_markdown,
}
"""The shapes a table is written in, by name."""
