"""The quick side of the kills and interruptions: one each, at a moment that the work itself shows."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from deckwright.catalog.header import has_log, log_files
from tests.catalog.tides import beside
from tests.faults.harm import asked, settled
from tests.faults.runs import Run, Running, run

STOPPED = {signal.SIGKILL: -signal.SIGKILL, signal.SIGINT: 130, signal.SIGTERM: -signal.SIGTERM}
signals = pytest.mark.parametrize("number", STOPPED, ids=lambda number: number.name)


def stopped(number: signal.Signals, once: Callable[[], bool], *args: str | os.PathLike[str]) -> Run:
    """A run that is sent a signal once something is so, or that ended before."""
    running = Running(*args)
    deadline = time.monotonic() + 20
    while not once() and time.monotonic() < deadline:
        time.sleep(0.001)
    running.send(number)
    done = running.wait()
    assert done.status in (0, STOPPED[number]), done
    assert "Traceback" not in done.err
    return done


@signals
def test_an_import(number: signal.Signals, catalogue: Path, tmp_path: Path) -> None:
    cards = tmp_path / "cards.csv"
    rows = "".join(f"own,K{at},Kill {at},item\n" for at in range(1_500))
    cards.write_text("set,number,name,type\n" + rows)
    index = Path(f"{catalogue}-shm")
    stopped(number, index.exists, "--catalog", catalogue, "import", cards, "--game", "geopals")
    assert settled(catalogue)
    assert asked(catalogue, "SELECT count(*) FROM card WHERE set_code = 'own'") in ([(0,)], [(1_500,)])
    assert run("--catalog", catalogue, "import", cards, "--game", "geopals").status == 0
    assert asked(catalogue, "SELECT count(*) FROM card WHERE set_code = 'own'") == [(1_500,)]
    assert beside(catalogue) == []


@signals
def test_a_save(number: signal.Signals, catalogue: Path) -> None:
    assert run("--catalog", catalogue, "deck", "save", "tide-and-sky", "--as", "kept").status == 0
    index = Path(f"{catalogue}-shm")
    stopped(number, index.exists, "--catalog", catalogue, "deck", "save", "ember-and-root", "--as", "kept")
    assert settled(catalogue)
    assert asked(catalogue, "SELECT version FROM deck") in ([(1,)], [(1,), (2,)])
    copies = "SELECT sum(count) FROM deck_entry GROUP BY deck"
    assert {row[0] for row in asked(catalogue, copies)} <= {66, 65, 64, 67, 68, 60, 61, 62, 63}
    assert len(asked(catalogue, copies)) == len(asked(catalogue, "SELECT version FROM deck"))


@signals
def test_a_first_build(number: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "new" / "catalogue.db"
    fresh = path.with_name(".catalogue.db.new")
    stopped(number, lambda: fresh.exists() or path.exists(), "--catalog", path, "games")
    assert not path.exists() or settled(path)
    assert run("--catalog", path, "games").status == 0
    assert asked(path, "SELECT count(*) FROM game") == [(5,)]
    assert beside(path) == []


WRITER = """
import os, signal, sys, time
from deckwright.cli import errors
from deckwright.cli.written import write_file

def pieces():
    yield "half of it"
    os.kill(os.getpid(), int(sys.argv[2]))
    os.kill(os.getpid(), int(sys.argv[2]))
    time.sleep(float(sys.argv[3]))
    yield ", and the rest"

signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever a shell has made of it
if sys.argv[4:]:
    signal.signal(int(sys.argv[2]), signal.SIG_IGN)
try:
    write_file(sys.argv[1], pieces())
except KeyboardInterrupt as error:
    sys.exit(errors.tell(error))
"""
WRITTEN_TO = [(signal.SIGINT, 130, "stopped"), (signal.SIGTERM, 143, "ended"), (signal.SIGHUP, 129, "ended")]


def writer(file: Path, number: signal.Signals, *more: str) -> tuple[int, str]:
    """The status and words of a process that is sent a signal, twice, while it writes a file."""
    words = [sys.executable, "-c", WRITER, str(file), str(int(number)), *more]
    done = subprocess.run(words, capture_output=True, text=True, timeout=15, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize(("number", "status", "said"), WRITTEN_TO)
def test_a_file_that_is_written_is_left_as_it_was(
    number: signal.Signals, status: int, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "cards.csv"
    file.write_text("whole")
    assert writer(file, number, "20") == (status, f"deckwright: {said}\n")
    assert [*tmp_path.iterdir()] == [file]
    assert file.read_text() == "whole"


def test_a_signal_that_is_ignored_stays_so(tmp_path: Path) -> None:
    """As `nohup` has it."""
    assert writer(tmp_path / "cards.csv", signal.SIGHUP, "0", "ignoring") == (0, "")
    assert (tmp_path / "cards.csv").read_text() == "half of it, and the rest"


def test_waiting_for_input(catalogue: Path) -> None:
    out, into = os.pipe()
    running = Running("--catalog", catalogue, "validate", "-", stdin=out)
    time.sleep(0.2)
    running.send(signal.SIGINT)
    done = running.wait(10).sound()
    os.close(out)
    os.close(into)
    assert done.status == 130
    assert done.err == "deckwright: stopped\n"


def test_a_copy_of_the_file_alone_holds_what_was_saved(catalogue: Path, tmp_path: Path) -> None:
    """Backups and moves take the file that they see; nothing may still stand in the log beside it."""
    cards = tmp_path / "cards.csv"
    cards.write_text("set,number,name,type\nown,1,Mine,item\n")
    assert run("--catalog", catalogue, "import", cards, "--game", "geopals").status == 0
    assert run("--catalog", catalogue, "deck", "save", "tide-and-sky", "--as", "kept").status == 0
    copy = shutil.copyfile(catalogue, tmp_path / "copy.db")
    assert asked(copy, "SELECT name FROM deck") == [("kept",)]
    assert asked(copy, "SELECT name FROM card WHERE set_code = 'own'") == [("Mine",)]


def test_the_log_of_a_file_that_was_moved_away_is_kept(catalogue: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(catalogue)) as connection:
        connection.execute("UPDATE game SET name = name || '!'")
        connection.commit()
        assert has_log(catalogue)
        logged = log_files(catalogue)[0].read_bytes()
        moved = catalogue.rename(tmp_path / "moved.db")
        assert run("--catalog", catalogue, "games").status == 0
        left = catalogue.with_name("catalogue.db.left-wal")
        assert left.read_bytes() == logged
    assert settled(moved)
