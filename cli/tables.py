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

from deckwright.catalog.spreadsheet import guarded
from deckwright.catalog.text import escaped_json, visible
from deckwright.cli import layout
from deckwright.cli.screen import display_width, fitted, looked_at, styled, terminal_width, wrapped

Cell = str | int | bool | tuple[str, ...] | None

_MARKDOWN = re.compile(r"([\\|*_`\[\]<>])")


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
    text = SHAPES[shape](table)
    click.echo(looked_at(text) if shape == "csv" else text, nl=False)


def columns(**names: str) -> tuple[Column, ...]:
    """Columns by id and heading."""
    return tuple(Column(key, name) for key, name in names.items())


def write_page(name: str, aside: str, lines: Sequence[str], page: Table, shape: str) -> None:
    """Write a page to stdout: what it is about, lines of text, and its further tables under their titles.

    JSON is the whole of it: `page` with the tables inside. Tables without rows are left out elsewhere.
    """
    if shape == "json":
        write_table(page, shape)
        return
    markdown = shape == "markdown"
    if markdown:
        said = [f"# {_in_markdown(name)}", *map(_in_markdown, (aside, *filter(None, lines)))]
    else:
        told = [part for line in lines for part in fitted(line)]
        said = [*_headline(visible(name), visible(aside)), *told]
    click.echo(("\n\n" if markdown else "\n").join(said))
    for table in page.more.values():
        if table.rows:
            click.echo(_title(table.title, markdown))
            write_table(table.filled(), shape)


def _headline(name: str, aside: str) -> list[str]:
    """What a page is about, in one line if that fits the terminal."""
    width = terminal_width()
    if width is None or display_width(f"{name}  {aside}") <= width:
        return [f"{styled(name, 'head')}  {aside}"]
    return [
        *(styled(line, "head") for line in wrapped(name, width)),
        *(wrapped(aside, width) if aside else ()),
    ]


def _title(title: str, markdown: bool) -> str:
    """The lines between what is above a table and the table."""
    if not title:
        return ""
    if markdown:
        return f"\n## {_in_markdown(title)}\n"
    return "\n" + "\n".join(styled(line, "head") for line in fitted(title))


def as_text(table: Table, width: int | None = None) -> str:
    """The table for a terminal of that width: text is wrapped to fit, nothing is cut."""
    if not table.rows or not table.columns:
        return ""
    return layout.plain(
        [shown(column.name) for column in table.columns], _texts(table), _aligned(table), width
    )


def as_markdown(table: Table) -> str:
    """The table as Markdown, in which no text is taken for markup."""
    rows = [[_in_markdown(text) for text in row] for row in _texts(table)]
    return layout.pipe([_in_markdown(column.name) for column in table.columns], rows, _aligned(table))


def _texts(table: Table) -> list[list[str]]:
    return [[shown(row.get(column.id)) for column in table.columns] for row in table.rows]


def _in_markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", visible(text))


def as_csv(table: Table) -> str:
    """The table as CSV: exact text, but for a guard in front of what a spreadsheet takes for a formula."""
    head = _csv_line([column.id for column in table.columns])
    rows = ([_csv_cell(row.get(column.id)) for column in table.columns] for row in table.rows)
    return head + "".join(map(_csv_line, rows))


def _csv_line(cells: Sequence[str | int]) -> str:
    """One row. The writer quotes what its line end holds, so it is given both characters; one is written."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue().removesuffix("\r\n") + "\n"


def as_json(table: Table) -> str:
    """The table as a document of the schema `table`."""
    return dump_json({"deckwright": 1, **_json_table(table)})


def dump_json(document: Mapping[str, Any]) -> str:
    """A JSON document as text with a last newline, exact, and safe to look at on a terminal."""
    return escaped_json(json.dumps(document, indent=1, ensure_ascii=False)) + "\n"


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


SHAPES: Mapping[str, Callable[[Table], str]] = {
    "table": lambda table: as_text(table, terminal_width()),
    "json": as_json,
    "csv": as_csv,
    "markdown": as_markdown,
}
"""The shapes a table is written in, by name."""
