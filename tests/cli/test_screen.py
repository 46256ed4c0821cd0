"""Text from outside on a terminal: nothing unseen, nothing wider than it should be."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.catalog.text import escaped_json, visible
from deckwright.cli.screen import display_width, wrapped


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Tide Berry", "Tide Berry"),
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("a\x07b\x7f", "a\\x07b\\x7f"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("\u2066x\u2069", "\\u2066x\\u2069"),
        ("two\nlines\tand tab", "two\\nlines\\tand tab"),
        ("\x9b31m", "\\x9b31m"),
        ("\ud800", "\\ud800"),
        ("\ufeffBOM", "\\ufeffBOM"),
        ("می‌خواهم", "می‌خواهم"),
        ("Pokémon 龍 🐉", "Pokémon 龍 🐉"),
        ("a\u00a0b", "a\u00a0b"),
        ("\uffff \ufdd0 \U0001fffe", "\\uffff \\ufdd0 \\U0001fffe"),
        ("\U000e0fff", "\U000e0fff"),  # no character yet, for all that we know
    ],
)
def test_visible(text: str, seen: str) -> None:
    assert visible(text) == seen


@given(st.text())
def test_nothing_unseen_gets_through(text: str) -> None:
    kinds = {unicodedata.category(char) for char in visible(text) if char not in "\u200c\u200d"}
    assert not kinds & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("abc", 3), ("龍", 2), ("é", 1), ("e\u0301", 1), ("\uff21", 2), ("ｶ", 1)]
)
def test_display_width(text: str, width: int) -> None:
    assert display_width(text) == width


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("", 5, [""]),
        ("one two three", 7, ["one two", "three"]),
        ("one two three", 13, ["one two three"]),
        ("   kept  as it is", 20, ["   kept  as it is"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("龍龍龍", 4, ["龍龍", "龍"]),
        ("a bcdefgh", 3, ["a", "bcd", "efg", "h"]),
    ],
)
def test_wrapped(text: str, width: int, lines: list[str]) -> None:
    assert wrapped(text, width) == lines


@given(st.text(alphabet="ab 龍é"), st.integers(2, 30))
def test_wrapping_loses_nothing_and_fits(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert all(display_width(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.text())
def test_json_says_the_same_without_what_a_terminal_obeys(text: str) -> None:
    written = json.dumps(text, ensure_ascii=False)
    assert json.loads(escaped_json(written)) == text
    assert visible(escaped_json(written)) == escaped_json(written)
