"""Ctrl-C at many moments of long work: nothing lost, no traceback, the status that means it was stopped."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.catalog.tides import beside
from tests.faults.harm import asked, settled
from tests.faults.runs import Run, Running, run

pytestmark = pytest.mark.long  # kills and interruptions race the machine, by nature

STOPPED = 130
FEW = (0.3, 0.8)
TEN = tuple((2 * at + 1) / 20 for at in range(10))

moments = pytest.mark.parametrize("share", [*FEW, *(pytest.param(at, marks=pytest.mark.long) for at in TEN)])


def interrupted(
    seconds: float, *args: str | os.PathLike[str], cwd: Path | None = None, columns: int = 0
) -> Run:
    """A run that is sent what Ctrl-C sends: SIGINT, to it and to all processes that work for it."""
    running = Running(*args, cwd=cwd, columns=columns)
    time.sleep(seconds)
    try:
        os.killpg(running.pid, signal.SIGINT)
    except ProcessLookupError:
        running.send(signal.SIGINT)
    done = running.wait().sound()
    assert done.status in (STOPPED, 0, 1)
    if done.status == STOPPED:
        assert "stopped" in done.err
    return done


def took(work: Callable[[], Run]) -> float:
    done = work().sound()
    assert done.status in (0, 1), done
    return done.seconds


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files that take a while: many cards, many decklists."""
    made = tmp_path_factory.mktemp("long")
    rows = "".join(f"own,I{number},Interrupt {number},item\n" for number in range(4_000))
    (made / "cards.csv").write_text("set,number,name,type\n" + rows)
    (made / "decks").mkdir()
    for number in range(120):
        names = "".join(f"{count} Orb\n1 Nothing {number} {count}\n" for count in range(1, 9))
        (made / "decks" / f"{number:04}.deck").write_text(f"game: geopals\n{names}")
    return made


WORK = {
    "import": ("import", "cards.csv", "--game", "geopals"),
    "deal --hands": ("deal", "tide-and-sky", "--hands", "60000", "--json", "--seed", "x"),
    "odds --simulate": ("odds", "tide-and-sky", "[t:item] >= 2", "--simulate", "3000000", "--jobs", "1"),
    "odds --jobs": ("odds", "tide-and-sky", "[t:item] >= 2", "--simulate", "6000000", "--jobs", "2"),
    "validate": ("validate", "decks"),
    "validate --jobs": ("validate", "decks", "--jobs", "2"),
}
seconds_of: dict[str, float] = {}


@moments
@pytest.mark.parametrize("work", WORK)
def test_long_work(work: str, share: float, shipped: Path, tmp_path: Path, folder: Path) -> None:
    if work not in seconds_of:
        spare = shutil.copyfile(shipped, tmp_path / "spare.db")
        seconds_of[work] = took(lambda: run("--catalog", spare, *WORK[work], cwd=folder))
    before = asked(shipped, "SELECT count(*) FROM card")
    for attempt in range(5):
        own = tmp_path / str(attempt)
        own.mkdir()
        catalogue = shutil.copyfile(shipped, own / "catalogue.db")
        done = interrupted(share * seconds_of[work], "--catalog", catalogue, *WORK[work], cwd=folder)
        assert settled(catalogue)
        cards = asked(catalogue, "SELECT count(*) FROM card WHERE set_code = 'own'")
        if work == "import" and done.status == STOPPED:
            assert cards in ([(0,)], [(4_000,)])
        else:
            assert cards == [(4_000 if work == "import" else 0,)]
        assert asked(catalogue, "SELECT count(*) FROM card WHERE set_code <> 'own'") == before
        assert beside(catalogue) == []
        if done.status == STOPPED or share > 0.5:
            return
        seconds_of[work] *= share  # it was measured while the machine had more to do
    pytest.fail("it was never stopped, however early")


@pytest.fixture(scope="module")
def build_seconds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[float]:
    path = tmp_path_factory.mktemp("timed") / "catalogue.db"
    return took(lambda: run("--catalog", path, "games"))  # type: ignore[return-value]


@moments
def test_a_first_build(share: float, build_seconds: float, tmp_path: Path) -> None:
    path = tmp_path / "new" / "catalogue.db"
    done = interrupted(share * build_seconds, "--catalog", path, "games")
    assert path.exists() == (done.status == 0) or settled(path)
    if path.parent.exists():
        assert set(beside(path)) <= {".catalogue.db.building"}
    assert run("--catalog", path, "games").status == 0
    assert beside(path) == []


@pytest.mark.parametrize(
    "args", [("import", "-"), ("validate", "-"), ("game", "remove", "geopals")], ids=" ".join
)
def test_waiting_for_input(args: tuple[str, ...], catalogue: Path) -> None:
    out, into = os.pipe()
    running = Running("--catalog", catalogue, *args, stdin=out)
    time.sleep(0.4)
    os.killpg(running.pid, signal.SIGINT)
    done = running.wait(10).sound()
    os.close(out)
    os.close(into)
    assert done.status == STOPPED
    assert "stopped" in done.err
    assert settled(catalogue)


def test_a_fifo_that_nobody_writes_to(catalogue: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    done = interrupted(0.4, "--catalog", catalogue, "import", "fifo", cwd=tmp_path)
    assert done.status == STOPPED
    assert settled(catalogue)


@pytest.mark.long
def test_a_second_time(catalogue: Path, folder: Path) -> None:
    """Someone impatient presses it many times."""
    for pause in (0.0, 0.01, 0.05, 0.1):
        running = Running("--catalog", catalogue, *WORK["odds --jobs"], cwd=folder)
        time.sleep(0.7)
        for _ in range(4):
            running.send(signal.SIGINT)
            time.sleep(pause)
        done = running.wait()
        assert done.status in (STOPPED, 0, -signal.SIGINT)
        assert "Traceback" not in done.out
    assert settled(catalogue)
