"""The README's pictures show what its commands show today. `python -m tests.pictures.draw` draws them anew."""

from __future__ import annotations

import re
from collections import defaultdict
from html import unescape

import pytest

from tests.readme import README

pytest.importorskip("pty", reason="terminals of POSIX")

from tests.pictures.draw import FOLDER, PLOT, TERMINALS, Terminal, terminal

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
PIECE = re.compile(r'<text [^>]*x="([\d.]+)" y="([\d.]+)"[^>]*clip-path[^>]*>(.*?)</text>', re.S)
WORDS = re.compile(r"<!-- (.*?) -->")


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    return terminal(tmp_path_factory.mktemp("pictures"))


def drawn_lines(picture: str) -> list[str]:
    """The lines of text in the picture of a terminal."""
    rows: dict[float, list[tuple[float, str]]] = defaultdict(list)
    for x, y, text in PIECE.findall(picture):
        rows[float(y)].append((float(x), unescape(text)))
    return ["".join(text for _, text in sorted(row)).replace("\xa0", " ") for _, row in sorted(rows.items())]


@pytest.mark.parametrize("stem", TERMINALS)
def test_a_terminal_shows_what_its_command_shows(stem: str, screen: Terminal) -> None:
    command = TERMINALS[stem]
    shown = [f"$ {command}", *COLOUR.sub("", screen.show(command)).splitlines()]
    drawn = drawn_lines((FOLDER / f"{stem}.svg").read_text("utf-8"))
    squeezed = ["".join(line.split()) for line in drawn]
    assert [line for line in squeezed if line] == ["".join(line.split()) for line in shown if line.strip()]


def test_the_plot_says_what_it_says_today(screen: Terminal) -> None:
    pytest.importorskip("matplotlib", reason="the extra [plot]")
    screen.run(PLOT)
    now = WORDS.findall((screen.folder / "odds.svg").read_text("utf-8"))
    assert any("exact" in words for words in now)
    assert WORDS.findall((FOLDER / "odds.svg").read_text("utf-8")) == now


def test_the_readme_shows_each_and_nothing_is_fetched_from_elsewhere() -> None:
    text = README.read_text("utf-8")
    pictures = sorted(FOLDER.glob("*.svg"))
    assert [path.stem for path in pictures] == sorted([*TERMINALS, "odds"])
    for path in pictures:
        assert f"](tests/pictures/{path.name})" in text
        assert not re.search(r"(href|src|url)\s*[=(]\s*[\"']?https?:", path.read_text("utf-8"))
