"""Files of pictures: whole or not at all, and nothing in them that a name brings along."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from xml.dom import minidom

import pytest

from deckwright.decks.odds.canvas import Canvas

pytest.importorskip("matplotlib.mathtext")  # an old one warns, once, of what pyparsing calls things now

HOSTILE = "a\x1b[31m \u202e \uac00"


def drawn(file: Path) -> None:
    """A picture with one panel, all its words hostile."""
    canvas = Canvas(str(file), HOSTILE)
    canvas.bars(HOSTILE, [HOSTILE], {HOSTILE: Fraction(1, 2)}, set(), HOSTILE)
    canvas.save()


@pytest.mark.parametrize("ending", ["svg", "html", "png"])
def test_words_from_outside_are_written_out(
    ending: str, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    drawn(tmp_path / f"a.{ending}")
    found = (tmp_path / f"a.{ending}").read_bytes()
    if ending == "svg":
        minidom.parseString(found)
    if ending != "png":
        assert b"\x1b" not in found
        assert "\u202e".encode() not in found
    assert not list(recwarn)
    assert [file.name for file in tmp_path.iterdir()] == [f"a.{ending}"]


def test_a_picture_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    file.write_text("old")
    file.chmod(0o444)
    if os.access(file, os.W_OK):
        pytest.skip("this user may write everything")
    with pytest.raises(OSError, match=r"a\.svg"):
        drawn(file)
    assert file.read_text() == "old"


def test_a_folder_that_is_not_there_is_told_by_the_name_that_was_given(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"nowhere/a\.svg"):
        drawn(tmp_path / "nowhere" / "a.svg")
