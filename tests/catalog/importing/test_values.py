"""Cells to values: aliases, special values, lists, and what is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.catalog.game import Game
from deckwright.catalog.importing import cells, values
from deckwright.catalog.spreadsheet import guarded, unguarded
from tests.catalog.importing.bench_game import DOCUMENT

GAME = Game.read(DOCUMENT)

READ: list[tuple[str, object, object]] = [
    ("cost", "2", 2),
    ("cost", " +2 ", 2),
    ("cost", "2.0", 2),
    ("cost", 2.0, 2),
    ("cost", -3, -3),
    ("cost", "X", "x"),
    ("cost", "", None),
    ("cost", None, None),
    ("stage", "basic", 0),
    ("stage", "1", 1),
    ("rank", "HIGH", "high"),
    ("land", "swamp", "Bog"),
    ("land", "salt & sand", "Salt & Sand"),
    ("lands", "Heath; Bog", ("Bog", "Heath")),
    ("lands", "Heath, bog", ("Bog", "Heath")),
    ("lands", "Heath & Bog", ("Bog", "Heath")),
    ("lands", "Salt & Sand", ("Salt & Sand",)),
    ("lands", ["bog", "Bog"], ("Bog",)),
    ("lands", "", None),
    ("calls", "a, b; c", ("a, b", "c")),
    ("calls", '["a;b", "c"]', ("a;b", "c")),
    ("motto", "  kept  ", "  kept  "),
    ("motto", "NA", None),
    ("motto", 12, "12"),
    ("motto", 12.0, "12"),
    ("calls", "[sic]; so", ("[sic]", "so")),
    ("calls", "[1, 2]", ("[1, 2]",)),
    ("calls", None, None),
    ("seen", "2024-02-29", "2024-02-29"),
    ("seen", " ", None),
    ("foil", "Holo", True),
    ("foil", "No", False),
    ("foil", True, True),
    ("foil", "0", False),
    ("foil", "", None),
    ("grows_from", " 1 ", "1"),
]


@pytest.mark.parametrize(("field", "cell", "expected"), READ)
def test_a_cell_is_read_as_its_field_says(field: str, cell: object, expected: object) -> None:
    found = values.converter(GAME.fields[field])(cell)
    assert found == expected
    assert type(found) is type(expected)


REFUSED = [
    ("cost", "two", "'two' is no whole number"),
    ("cost", "2.5", "'2.5' is no whole number"),
    ("cost", 2.5, "'2.5' is no whole number"),
    ("cost", "9" * 30, "is no whole number"),
    ("cost", True, "must be text, found true"),
    ("rank", "hihg", "'hihg' is none of its values; did you mean high?"),
    ("land", "Moon", "'Moon' is none of its values: Bog, Salt & Sand"),
    ("lands", "Bog, Moon", "'Moon' is none of its values"),
    ("seen", "2023-02-29", "is no date: write 1850-09-09"),
    ("seen", "29/2/2024", "is no date"),
    ("foil", "maybe", "'maybe' is neither yes nor no"),
    ("motto", "a\0b", "holds a NUL character"),
    ("motto", "caf\udce9", "the byte 0xe9 is no UTF-8 text"),
    ("motto", "\ud83d", "holds half a character"),
    ("motto", {"a": 1}, "must be text"),
]


@pytest.mark.parametrize(("field", "cell", "says"), REFUSED)
def test_a_cell_that_is_no_value_is_refused_in_words(field: str, cell: object, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        values.converter(GAME.fields[field])(cell)


@pytest.mark.parametrize(
    ("read", "cell", "expected"),
    [
        (cells.code, " S-1 ", "S-1"),
        (cells.code, 7, "7"),
        (values.copies, "3", 3),
        (values.source, "publisher", "publisher"),
        (values.members, "a; b", ("a", "b")),
        (cells.name, " \t ", None),
        (values.card_type(GAME), "Animal", "beast"),
    ],
)
def test_shared_cells(read: Any, cell: object, expected: object) -> None:
    assert read(cell) == expected


@pytest.mark.parametrize(
    ("read", "cell", "says"),
    [
        (cells.code, "S 1", "cannot be part of a card id"),
        (cells.code, "a/b", "cannot be part of a card id"),
        (cells.code, "1" * 61, "cannot be part of a card id"),
        (values.copies, "0", "must be at least 1"),
        (values.source, "hearsay", "is none of its values"),
        (cells.name, "n" * 1001, "is over 1,000 characters long"),
        (values.card_type(GAME), "beats", "did you mean Beasts or beast?"),
    ],
)
def test_shared_cells_that_are_refused(read: Any, cell: object, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        read(cell)


@given(st.text())
def test_the_guard_against_formulas_comes_off_again(text: str) -> None:
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@a", "\ta", "\ra", "'=1", "''@"])
def test_what_a_spreadsheet_would_run_is_guarded(text: str) -> None:
    assert guarded(text) == "'" + text


@pytest.mark.parametrize("text", ["1", "a=1", "'quoted'", " =1", "", "’="])
def test_other_text_is_left_alone(text: str) -> None:
    assert guarded(text) == unguarded(text) == text
