"""An import that is killed, two at once, readers meanwhile, a full disk: the old catalogue or the new, whole."""

from __future__ import annotations

import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from deckwright.catalog.catalogue import Catalogue
from tests.benchmarks.made_cards import GAME, write_rows
from tests.catalog.importing.bench_game import take

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals of Unix")

ENTRY = "from deckwright.cli.main import main; main()"


def command(path: Path, *args: str) -> list[str]:
    return [sys.executable, "-c", ENTRY, "--catalog", str(path), *args]


def started(path: Path, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(command(path, *args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def count(path: Path) -> int:
    """How many cards there are, and that the catalogue is whole."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    with Catalogue.open(path) as catalogue:
        return len(catalogue.cards("bench"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A catalogue that has the game of the benchmarks, without cards."""
    from deckwright.catalog.build import build
    from deckwright.catalog.game import Game
    from tests.catalog.tides import shipment

    place = tmp_path / "c.db"
    assert build(place, [shipment()])
    assert take(place, documents=[GAME]).game_news == {"bench": "new"}
    assert Game.read(GAME).id == "bench"
    return place


def kill(path: Path, file: Path, total: int, moments: int, chance: random.Random) -> set[int]:
    """Kill the import of a file at so many random moments; how many cards there were after each."""
    begun = time.monotonic()
    subprocess.run(
        command(path, "import", str(file), "--game", "bench", "--dry-run"), check=True, capture_output=True
    )
    whole = time.monotonic() - begun
    found: set[int] = set()
    for moment in range(moments):
        place = path.parent / str(moment) / "c.db"
        place.parent.mkdir()
        place.write_bytes(path.read_bytes())
        process = started(place, "import", str(file), "--game", "bench")
        time.sleep(chance.uniform(0.1, 1.0) * whole)
        process.kill()
        process.communicate()
        after = count(place)
        assert after in (0, total)
        done = subprocess.run(command(place, "cards", "--count"), check=False, capture_output=True, text=True)
        assert (done.returncode, int(done.stdout)) == (0, after + 4)
        found.add(after)
    return found


@pytest.mark.long
def test_killed_at_any_moment(path: Path) -> None:
    file = write_rows(path.parent / "cards.csv", 4_000)
    assert 0 in kill(path, file, 4_000, 4, random.Random(3))
    subprocess.run(command(path, "import", str(file), "--game", "bench"), check=True, capture_output=True)
    assert count(path) == 4_000


@pytest.mark.long
def test_killed_at_ten_moments_of_a_hundred_thousand_rows(path: Path) -> None:
    file = write_rows(path.parent / "cards.csv", 100_000)
    assert 0 in kill(path, file, 100_000, 10, random.Random(5))
    subprocess.run(command(path, "import", str(file), "--game", "bench"), check=True, capture_output=True)
    assert count(path) == 100_000


def test_two_at_once_and_readers_meanwhile(path: Path) -> None:
    files = [write_rows(path.parent / f"{seed}.csv", 3_000, seed) for seed in (1, 2)]
    writers = [started(path, "import", str(file), "--game", "bench") for file in files]
    seen = set()
    while any(writer.poll() is None for writer in writers):
        with Catalogue.open(path) as catalogue:
            seen.add(sum(cards for cards, _ in catalogue.counts("bench").values()))
    ended = [writer.communicate() for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0], ended
    first, second = sorted((out.splitlines()[0] for out, _ in ended), key=lambda line: "changed" in line)
    assert first == "3,000 cards read: 3,000 new"
    assert second.startswith("3,000 cards read: ")
    assert "changed" in second
    assert seen <= {0, 3_000}
    assert count(path) == 3_000


def test_one_that_waits_too_long_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from deckwright.catalog import tables
    from deckwright.catalog.errors import CatalogueError

    monkeypatch.setattr(tables, "BUSY_SECONDS", 0.1)
    file = write_rows(path.parent / "a.csv", 10)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CatalogueError, match="is busy: another program is writing to it; try again"):
            take(path, file, game="bench")
    assert take(path, file, game="bench").new == 10


def test_a_disk_that_is_full(path: Path) -> None:
    file = write_rows(path.parent / "cards.csv", 4_000)
    # Room for what measures the coverage of this process, not for the cards.
    size = path.stat().st_size + 500_000

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    done = subprocess.run(
        command(path, "import", str(file), "--game", "bench"),
        check=False,
        capture_output=True,
        text=True,
        preexec_fn=limit,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr
    assert count(path) == 0


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs the rights of Unix")
def test_a_catalogue_that_cannot_be_written(path: Path) -> None:
    from tests.catalog.tides import NOBODY, forked, open_folder

    with open_folder() as folder:
        place = folder / "c.db"
        place.write_bytes(path.read_bytes())
        place.chmod(0o444)
        file = write_rows(folder / "a.csv", 3)
        said = forked(lambda: take(place, file, game="bench"), user=NOBODY)
    assert said.startswith("CatalogueError: ")
    assert "cannot be written: make it and its folder writable" in said


@pytest.mark.long
def test_memory_stays_flat(path: Path) -> None:
    """Four times the rows take hardly more memory; the largest share is the interpreter's own."""
    peaks = []
    for rows in (5_000, 20_000):
        file = write_rows(path.parent / f"{rows}.csv", rows)
        program = f"{ENTRY.replace('main()', '')}\nimport resource\ntry:\n main()\nfinally:\n"
        program += " print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        args = ["--catalog", str(path), "import", str(file), "--game", "bench", "--dry-run", "--json"]
        done = subprocess.run(
            [sys.executable, "-c", program, *args], check=True, capture_output=True, text=True
        )
        peaks.append(int(done.stdout.splitlines()[-1]))
    assert peaks[1] < peaks[0] * 1.25, peaks
