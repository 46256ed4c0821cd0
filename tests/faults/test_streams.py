"""Streams that are closed, early or from the start, a narrow terminal, and a clock that is wrong."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from deckwright.cli.screen import display_width
from tests.faults.runs import run
from tests.faults.some import some

ENTRY = [sys.executable, "-c", "from deckwright.cli.main import main; main()"]
LONG = [
    ("cards", "g:geopals"),
    ("cards", "--json"),
    ("export",),
    ("rules", "geopals", "--all"),
    ("show", "lagoona"),
    ("validate", "tide-and-sky", "ember-and-root", "repello"),
    ("deal", "tide-and-sky", "--hands", "2000", "--json"),
    ("deal", "companion-quest"),
    ("odds", "tide-and-sky"),
    ("deck", "list"),
    ("help-query",),
    ("--help",),
    ("doctor",),
]


@pytest.mark.parametrize("args", some(LONG, 2), ids=" ".join)
def test_a_reader_that_leaves(args: tuple[str, ...], shipped: Path) -> None:
    """As with `| head -1`: no traceback, no message, the status that a shell reports of a closed pipe, or 0."""
    out, into = os.pipe()
    os.close(out)
    with subprocess.Popen(
        [*ENTRY, "--catalog", str(shipped), *args], stdout=into, stderr=subprocess.PIPE, text=True
    ) as running:
        os.close(into)
        assert running.stderr is not None
        said = running.stderr.read()
    assert running.returncode == 141
    assert not [line for line in said.splitlines() if not line.startswith(("building", "Geopals"))]


def test_head(shipped: Path) -> None:
    with subprocess.Popen(
        [*ENTRY, "--catalog", str(shipped), "deal", "tide-and-sky", "--hands", "100000", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().startswith(b'{"hand": 1')
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 141


ASKING = [
    ("validate", "-"),
    ("deal", "-"),
    ("odds", "-"),
    ("import", "-"),
    ("deck", "save", "-", "--as", "x"),
    ("deck", "format", "-"),
    ("deal", "--next-game", "-"),
    ("game", "remove", "geopals"),
    ("deck", "remove", "mine"),
    ("game", "check", "-"),
]


@pytest.mark.parametrize(
    ("args", "stdin"), some(list(product(ASKING, [None, b""])), 5, several=True), ids=str
)
def test_stdin_that_holds_nothing(args: tuple[str, ...], stdin: bytes | None, catalogue: Path) -> None:
    run("--catalog", catalogue, "deck", "save", "tide-and-sky", "--as", "mine")
    before = catalogue.read_bytes()
    done = run("--catalog", catalogue, *args, stdin=stdin).sound()
    assert done.status in (2, 130)
    assert done.err
    assert catalogue.read_bytes() == before


CLOSED = [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"]
TRIED = ["games", "validate tide-and-sky", "cards (", "deck save tide-and-sky --as x"]


@pytest.mark.parametrize(("closed", "args"), some(list(product(CLOSED, TRIED)), 4, several=True))
def test_streams_closed_from_the_start(closed: str, args: str, catalogue: Path) -> None:
    quoted = args.replace("(", "'('")
    command = f"'{ENTRY[0]}' -c '{ENTRY[2]}' --catalog '{catalogue}' {quoted} {closed}"
    before = catalogue.read_bytes()[:100]
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == (2 if "(" in args else 0)
    assert "Traceback" not in done.stderr + done.stdout
    assert catalogue.read_bytes()[:16] == before[:16]


NARROW = [
    ("games",),
    ("game", "geopals"),
    ("rules", "companion-quest", "--all"),
    ("cards", "t:geopal"),
    ("cards", "g:geopals", "--by", "region"),
    ("show", "lagoona"),
    ("validate", "tide-and-sky"),
    ("deal", "tide-and-sky", "--hands", "3"),
    ("deal", "repello"),
    ("odds", "tide-and-sky"),
    ("odds", "tide-and-sky", "[t:item]"),
    ("compare", "tide-and-sky", "ember-and-root"),
    ("vary", "tide-and-sky", "Orb", "0..2", "[t:item]"),
    ("deck", "list"),
    ("help-query", "geopals"),
    ("doctor",),
    ("cards", "nothing-like-this"),
    ("cards", "(("),
    ("validate", "no-such-deck"),
]


@pytest.mark.parametrize("args", some(NARROW, 4), ids=" ".join)
@pytest.mark.parametrize(
    "columns", [20, pytest.param(1, marks=pytest.mark.long), pytest.param(5000, marks=pytest.mark.long)]
)
def test_a_narrow_terminal(args: tuple[str, ...], columns: int, shipped: Path) -> None:
    environment = {"NO_COLOR": "1", "DECKWRIGHT_CATALOG": str(shipped)}
    done = run(*args, columns=columns, environment=environment).sound()
    lines = done.out.splitlines()
    assert lines or done.err
    if (
        lines
        and columns == 20
        and args[0] in ("games", "game", "rules", "cards", "show")
        and done.status == 0
    ):
        assert max(map(display_width, lines)) <= 20


@pytest.mark.parametrize("day", ["0001-01-01", "1970-01-01", "2100-12-31", "9999-12-31"])
def test_rules_of_any_day(day: str, shipped: Path) -> None:
    done = run("--catalog", shipped, "validate", "tide-and-sky", "--on", day).sound()
    assert done.status == 0


needs_faketime = pytest.mark.skipif(shutil.which("faketime") is None, reason="faketime is not installed")


@needs_faketime
@pytest.mark.parametrize("clock", ["1970-01-01 00:00:10", "2100-01-01 12:00:00"])
def test_judging_at_any_time(clock: str, shipped: Path) -> None:
    command = ["faketime", clock, *ENTRY, "--catalog", str(shipped), "validate", "tide-and-sky"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


CLOCKS = ["2100-01-01 12:00:00", "1970-01-01 00:00:10", "2038-01-19 03:14:10"]


@needs_faketime
@pytest.mark.parametrize("clock", some(CLOCKS, 0))
def test_a_clock_that_is_wrong(clock: str, catalogue: Path, tmp_path: Path) -> None:
    def at(*args: str, clock: str = clock) -> subprocess.CompletedProcess[str]:
        command = ["faketime", clock, *ENTRY, "--catalog", str(catalogue), *args]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert "Traceback" not in done.stderr
        assert "fault of deckwright's own" not in done.stderr
        return done

    assert at("deck", "save", "tide-and-sky", "--as", "mine").returncode == 0
    assert at("validate", "mine").returncode == 0
    assert (
        at("deal", "mine", "--seed", "x").stdout
        == at("deal", "mine", "--seed", "x", clock="2026-06-01 12:00:00").stdout
    )
    for now in ("1970-01-02 00:00:00", "2026-06-01 12:00:00", "2100-06-01 12:00:00"):
        listed = at("deck", "list", clock=now)
        assert listed.returncode == 0
        assert "mine" in listed.stdout
        assert at("deck", "history", "mine", clock=now).returncode == 0
    path = tmp_path / "new.db"
    command = ["faketime", clock, *ENTRY, "--catalog", str(path), "games"]
    assert subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 0
