"""The README's pictures show what its commands show today. `python -m tests.pictures.draw` draws them anew."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.readme import README

pytest.importorskip("pty", reason="terminals of POSIX")

from tests.pictures.draw import FOLDER, PLOT, TERMINALS, Terminal, terminal

ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")
PIECE = re.compile(r'<text class="([\w-]+)" x="([\d.]+)" y="([\d.]+)"[^>]*clip-path[^>]*>(.*?)</text>', re.S)
STYLE = re.compile(r"^\.([\w-]+) \{ (.*?) \}$", re.M)
WORDS = re.compile(r"<!-- (.*?) -->")
COLUMN = 12.2
"""The width of a character in a picture."""

Letters = dict[tuple[int, int], tuple[str, str]]
"""By line and column, each letter and its style."""


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    return terminal(tmp_path_factory.mktemp("pictures"))


def drawn(picture: str) -> Letters:
    """What stands in the picture of a terminal."""
    styles = dict(STYLE.findall(picture))
    pieces = [
        (float(y), round(float(x) / COLUMN), styles[kind], text)
        for kind, x, y, text in PIECE.findall(picture)
    ]
    first, second = sorted({y for y, *_ in pieces})[:2]
    found: Letters = {}
    for y, column, style, text in pieces:
        line = round((y - first) / (second - first))
        for at, letter in enumerate(unescape(text)):
            if not letter.isspace():
                found[line, column + at] = letter, style
    return found


def written(text: str) -> Letters:
    """What a terminal is written, the style being the codes in force."""
    found: Letters = {}
    style, line, column = "", 0, 0
    parts = ESCAPE.split(text)
    for plain, code in zip(parts[::2], [*parts[1::2], ""], strict=True):
        for letter in plain:
            if not letter.isspace():
                found[line, column] = letter, style
            line, column = (line + 1, 0) if letter == "\n" else (line, column + 1)
        style = "" if code in ("", "0") else f"{style};{code}"
    return found


@pytest.mark.parametrize("stem", TERMINALS)
def test_a_terminal_shows_what_its_command_shows(stem: str, screen: Terminal) -> None:
    command = TERMINALS[stem]
    shown = written(f"\x1b[1m$ {command}\x1b[0m\n{screen.show(command)}")
    picture = drawn((FOLDER / f"{stem}.svg").read_text("utf-8"))
    assert {place: letter for place, (letter, _) in picture.items()} == {
        place: letter for place, (letter, _) in shown.items()
    }
    styles = {(shown[place][1], style) for place, (_, style) in picture.items()}
    assert len({code for code, _ in styles}) == len(styles), "codes are drawn in one style each"
    assert len({style for _, style in styles}) >= 4


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
