"""What a terminal is shown: it fits, it is coloured unless that is not wanted, and it is not too much."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from deckwright.cli.screen import display_width

pty = pytest.importorskip("pty", reason="terminals of POSIX")

ENTRY = "from deckwright.cli.main import main; main()"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def shown(catalogue: Path, *args: str, **environment: str) -> str:
    """What a run writes to a terminal that is its stdout."""
    ours, theirs = pty.openpty()
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "TERM")}
    running = subprocess.Popen(
        [sys.executable, "-c", ENTRY, "--catalog", str(catalogue), *args],
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env={**kept, "TERM": "xterm", "COLUMNS": "80", **environment},
    )
    os.close(theirs)
    written = b""
    try:
        while piece := os.read(ours, 65536):
            written += piece
    except OSError:  # Linux says so when the other side has closed
        pass
    finally:
        os.close(ours)
    assert running.wait() == 0
    return written.decode().replace("\r\n", "\n")


COMMANDS = [
    ("games",),
    ("game", "companion-quest"),
    ("rules", "geopals", "--all"),
    ("cards", "t:geopal", "--columns", "name,number,text,weak_to,awakens_from"),
    ("show", "metrark"),
]


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
def test_every_line_fits(args: tuple[str, ...], width: int, catalogue: Path) -> None:
    lines = COLOUR.sub("", shown(catalogue, *args, COLUMNS=str(width))).split("\n")
    assert len(lines) > 5
    assert max(map(display_width, lines)) <= width


@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
def test_colour_only_where_it_is_wanted(args: tuple[str, ...], catalogue: Path) -> None:
    coloured = shown(catalogue, *args)
    assert COLOUR.search(coloured)
    plain = COLOUR.sub("", coloured)
    assert shown(catalogue, *args, NO_COLOR="1") == plain
    assert shown(catalogue, *args, TERM="dumb") == plain


@pytest.mark.parametrize("shape", ["--json", "--csv", "--markdown"])
def test_data_for_programs_are_the_same_on_a_terminal(shape: str, catalogue: Path) -> None:
    args = ("cards", "g:geopals", shape)
    piped = subprocess.run(
        [sys.executable, "-c", ENTRY, "--catalog", str(catalogue), *args],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert shown(catalogue, *args) == piped.stdout


def test_a_terminal_gets_a_page_and_a_pipe_everything(catalogue: Path) -> None:
    assert len(shown(catalogue, "cards", "g:geopals").splitlines()) == 41
    assert len(shown(catalogue, "cards", "g:geopals", "--limit", "0").splitlines()) == 102
