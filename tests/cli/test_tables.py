"""One table, four shapes."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deckwright.catalog.spreadsheet import guarded
from deckwright.cli.screen import display_width
from deckwright.cli.tables import Cell, Table, as_csv, as_json, as_markdown, as_text, columns, shown
from deckwright.schemas import problems

NAMED = columns(name="Name", count="Count", text="What it says")
TABLE = Table(
    NAMED,
    [
        {"name": "Orb", "count": 2, "text": "awakens any Geopal for free, whatever it costs"},
        {"name": "龍の珠", "count": 10, "text": None},
    ],
)

texts = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40)
cells = st.one_of(st.none(), st.booleans(), st.integers(-999, 999), texts, st.tuples(texts, texts))
tables = st.lists(st.fixed_dictionaries({"name": texts, "count": cells, "text": cells}), max_size=5).map(
    lambda rows: Table(NAMED, rows)
)


def test_text_lines_up_by_display_width() -> None:
    assert as_text(TABLE) == (
        "Name    Count  What it says\n"
        "Orb         2  awakens any Geopal for free, whatever it costs\n"
        "龍の珠     10\n"
    )


def test_text_is_wrapped_to_the_width() -> None:
    assert as_text(TABLE, 38) == (
        "Name    Count  What it says\n"
        "Orb         2  awakens any Geopal for\n"
        "               free, whatever it costs\n"
        "龍の珠     10\n"
    )


def test_a_terminal_too_narrow_for_columns_gets_records() -> None:
    assert as_text(TABLE, 20) == (
        "Name: Orb\nCount: 2\nWhat it says:\n  awakens any Geopal\n  for free, whatever\n  it costs\n"
        "\nName: 龍の珠\nCount: 10\n"
    )


@given(tables, st.integers(20, 120))
def test_text_fits_any_width(table: Table, width: int) -> None:
    assert all(display_width(line) <= width for line in as_text(table, width).split("\n"))


@given(tables, st.integers(20, 120))
@example(Table(NAMED, [{"name": "\u0300", "count": "a\u0300", "text": None}]), 20)
def test_text_says_everything_at_any_width(table: Table, width: int) -> None:
    cells = "".join(shown(row[column.id]) for row in table.rows for column in table.columns)
    assert Counter("".join(cells.split())) <= Counter(as_text(table, width))


def test_markdown_takes_nothing_for_markup() -> None:
    table = Table(columns(name="A|B"), [{"name": "*x* | <b>\n[y](z)"}])
    cell = as_markdown(table).splitlines()[2]
    assert cell == r"| \*x\* \| \<b\> \[y\](z) |"
    assert as_markdown(table).startswith(r"| A\|B ")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+x", "'+x"),
        ("-5", "'-5"),
        ("@sum", "'@sum"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("'=x", "''=x"),
        ("''=x", "'''=x"),
        ("'tis", "'tis"),
        ("x=1", "x=1"),
        ("", ""),
    ],
)
def test_csv_guards_formulas(text: str, written: str) -> None:
    assert guarded(text) == written


@given(st.text(alphabet="'=+-@\t\rx"))
def test_a_guard_can_be_taken_off(text: str) -> None:
    written = guarded(text)
    assert (written[1:] if re.match(r"'+[=+\-@\t\r]", written) else written) == text


@given(tables)
def test_csv_reads_back(table: Table) -> None:
    read = list(csv.reader(io.StringIO(as_csv(table), newline="")))
    assert read[0] == ["name", "count", "text"]
    assert len(read) == len(table.rows) + 1
    assert [row[0] for row in read[1:]] == [guarded(str(row["name"])) for row in table.rows]


def test_csv_numbers_are_not_guarded() -> None:
    row: dict[str, Cell] = {"name": "-5", "count": -5, "text": ("a", "b")}
    assert as_csv(Table(NAMED, [row])) == "name,count,text\n'-5,-5,a; b\n"


@given(tables)
def test_json_is_by_the_schema_exact_and_safe_to_look_at(table: Table) -> None:
    written = as_json(Table(table.columns, table.rows, facts={"total": 3}, more={"inner": table}))
    document = json.loads(written)
    assert not problems("table", document)
    assert [row["name"] for row in document["rows"]] == [row["name"] for row in table.rows]
    assert document["tables"]["inner"]["rows"] == document["rows"]
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", written)


def test_the_schema_refuses_what_is_no_table() -> None:
    assert problems("table", {"deckwright": 1, "columns": [], "rows": [], "extra": 1})
    assert problems("table", {"deckwright": 2, "columns": [], "rows": []})
    assert problems("table", {"columns": [], "rows": []})


def test_columns_without_a_cell_can_be_left_out() -> None:
    table = Table(NAMED, [{"name": "Orb", "count": 0, "text": None}])
    assert [column.id for column in table.filled().columns] == ["name", "count"]
