"""Pictures: every kind, the same bytes for the same input, refused before any work where they cannot be."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")

from deckwright.decks.odds.asking import Odds
from deckwright.decks.odds.canvas import DARK, ENDINGS, LIGHT, check_file
from deckwright.decks.odds.comparing import compare_reports
from deckwright.decks.odds.errors import NothingToPlot, WrongEnding
from deckwright.decks.odds.plots import plot_answers, plot_pairs, plot_report

Ask = Callable[..., Odds]

BEGINS = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF", ".html": b"<!doctype html>"}


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_same_input_gives_the_same_bytes(hand: Ask, tmp_path: Path, ending: str) -> None:
    asked = hand("tide-and-sky")
    answers = [asked.ask("[t:stamina] >= 2 in 6 cards given [t:item] = 0")]
    files = [tmp_path / f"{name}{ending}" for name in ("one", "two")]
    for file in files:
        plot_answers(asked, answers, str(file))
    one, two = (file.read_bytes() for file in files)
    assert one == two
    assert one.startswith(BEGINS[ending])


def test_a_page_says_its_terms_in_words(hand: Ask, tmp_path: Path) -> None:
    asked = hand("tide-and-sky")
    file = tmp_path / "a.html"
    plot_answers(asked, [asked.ask("[t:stamina] >= 2")], str(file))
    page = file.read_text("utf-8")
    assert "[type:stamina] &gt;= 2: 87.6 %, exact" in page
    assert "6 cards from 51 in deck" in page


def test_reports_and_comparisons_are_drawn(hand: Ask, tmp_path: Path) -> None:
    one, other = hand("tide-and-sky"), hand("ember-and-root")
    first, second, rows = compare_reports(one, other)
    plot_report(one, first, str(tmp_path / "report.png"))
    plot_pairs(("Tide", "Ember"), [], rows, [first.basis, second.basis], str(tmp_path / "pairs.png"))
    for name in ("report", "pairs"):
        width, height = struct.unpack(">II", (tmp_path / f"{name}.png").read_bytes()[16:24])
        assert 1_000 < width < 2_000
        assert 1_000 < height < 3_000


def test_the_two_colours_differ_in_grey() -> None:
    """By lightness (Rec. 709), more than a third of the scale apart."""

    def lightness(colour: str) -> float:
        red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    assert abs(lightness(DARK) - lightness(LIGHT)) > 1 / 3


@pytest.mark.parametrize("name", ["a.gif", "a", "a.png.txt"])
def test_other_endings_are_refused(name: str) -> None:
    with pytest.raises(WrongEnding, match=r"ends in \.png"):
        check_file(name)


def test_a_picture_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NothingToPlot):
        plot_pairs(("a", "b"), [], [], [], str(tmp_path / "a.png"))
