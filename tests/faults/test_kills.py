"""kill -9 in the middle of what writes: afterwards the catalogue is whole, with all of it or none."""

from __future__ import annotations

import os
import select
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.catalog.tides import beside
from tests.faults.harm import asked, settled
from tests.faults.runs import Running, run

pytestmark = pytest.mark.long  # kills and interruptions race the machine, by nature

ROWS = 4_000
FEW = (0.25, 0.6, 0.9)
MANY = tuple(at / 20 for at in range(1, 21))

moments = pytest.mark.parametrize("share", [*FEW, *(pytest.param(at, marks=pytest.mark.long) for at in MANY)])


def killed(share: float, whole: float, *args: str | os.PathLike[str]) -> None:
    """Run the command line and kill it after a share of the time that it takes when it is left alone."""
    running = Running(*args)
    time.sleep(max(share * whole, 0.001))
    running.send(signal.SIGKILL)
    assert running.wait().status in (-signal.SIGKILL, 0)


def timed(work: Callable[[], object]) -> float:
    """How long something takes."""
    began = time.monotonic()
    work()
    return time.monotonic() - began


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of many cards of a shipped game."""
    path = tmp_path_factory.mktemp("cards") / "cards.csv"
    rows = "".join(f"own,K{number},Kill {number},item\n" for number in range(ROWS))
    path.write_text("set,number,name,type\n" + rows)
    return path


def imported(catalogue: Path) -> int:
    (count,) = asked(catalogue, "SELECT count(*) FROM card WHERE set_code = 'own'")[0]
    assert isinstance(count, int)
    return count


@pytest.fixture(scope="module")
def import_seconds(shipped: Path, cards: Path, tmp_path_factory: pytest.TempPathFactory) -> float:
    """How long an import of the cards takes when nobody kills it."""
    path = shutil.copyfile(shipped, tmp_path_factory.mktemp("timed") / "catalogue.db")
    seconds = timed(lambda: run("--catalog", path, "import", cards, "--game", "geopals"))
    assert imported(path) == ROWS
    return seconds


@moments
def test_import(share: float, import_seconds: float, catalogue: Path, cards: Path) -> None:
    others = asked(catalogue, "SELECT count(*) FROM card")
    killed(share, import_seconds, "--catalog", catalogue, "import", cards, "--game", "geopals")
    assert run("--catalog", catalogue, "cards", "orb").status == 0
    assert settled(catalogue)
    assert imported(catalogue) in (0, ROWS)
    assert asked(catalogue, "SELECT count(*) FROM card WHERE set_code <> 'own'") == others
    assert run("--catalog", catalogue, "import", cards, "--game", "geopals").status == 0
    assert imported(catalogue) == ROWS
    assert beside(catalogue) == []


def versions(catalogue: Path) -> list[tuple[object, ...]]:
    """Every saved version with its copies."""
    return asked(
        catalogue,
        "SELECT deck.name, deck.version, (SELECT sum(count) FROM deck_entry WHERE deck_entry.deck = deck.id)"
        " FROM deck ORDER BY deck.version",
    )


@moments
def test_save(share: float, catalogue: Path, tmp_path: Path) -> None:
    text = "game: geopals\n" + "".join(f"{count} Orb\n{count} Lagoona\n" for count in range(1, 200))
    whole = 2 * sum(range(1, 200))
    deck = tmp_path / "big.deck"
    deck.write_text(text)
    seconds = timed(lambda: run("--catalog", catalogue, "deck", "save", deck, "--as", "kept"))
    deck.write_text(f"{text}# another\n")
    killed(share, seconds, "--catalog", catalogue, "deck", "save", deck, "--as", "kept")
    assert settled(catalogue)
    assert versions(catalogue) in (
        [("kept", 1, whole)],
        [("kept", 1, whole), ("kept", 2, whole)],
    )
    assert run("--catalog", catalogue, "deck", "save", deck, "--as", "kept").status == 0
    assert versions(catalogue) == [("kept", 1, whole), ("kept", 2, whole)]


def aged(catalogue: Path) -> None:
    """Make the catalogue one of an older package: its shipped games are stale."""
    with closing(sqlite3.connect(catalogue)) as connection, connection:
        connection.execute("UPDATE shipped SET stamp = 'older'")
        connection.execute("UPDATE game SET digest = 'older'")
        connection.execute("UPDATE card SET name = 'stale' WHERE set_code <> 'own'")


@moments
def test_upgrade(share: float, catalogue: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.csv"
    own.write_text("set,number,name,type\nown,U1,Mine,item\n")
    assert run("--catalog", catalogue, "import", own, "--game", "geopals").status == 0
    aged(catalogue)
    spare = shutil.copyfile(catalogue, tmp_path / "spare.db")
    seconds = timed(lambda: run("--catalog", spare, "games"))
    assert asked(spare, "SELECT count(*) FROM card WHERE name = 'stale'") == [(0,)]
    killed(share, seconds, "--catalog", catalogue, "games")
    assert settled(catalogue)
    (stale,) = asked(catalogue, "SELECT count(*) FROM card WHERE name = 'stale'")[0]
    (count,) = asked(catalogue, "SELECT count(*) FROM card")[0]
    assert isinstance(count, int)
    assert stale in (0, count - 1)
    assert run("--catalog", catalogue, "games").status == 0
    assert asked(catalogue, "SELECT count(*) FROM card WHERE name = 'stale'") == [(0,)]
    assert asked(catalogue, "SELECT count(*) FROM card WHERE name = 'Mine'") == [(1,)]


@pytest.fixture(scope="module")
def build_seconds(tmp_path_factory: pytest.TempPathFactory) -> float:
    """How long a first build takes."""
    path = tmp_path_factory.mktemp("timed") / "catalogue.db"
    return timed(lambda: run("--catalog", path, "games"))


@moments
def test_first_build(share: float, build_seconds: float, tmp_path: Path) -> None:
    path = tmp_path / "new" / "catalogue.db"
    killed(share, build_seconds, "--catalog", path, "games")
    assert not path.exists() or settled(path)
    done = run("--catalog", path, "games", "--csv").sound()
    assert done.status == 0
    assert len(done.out.splitlines()) == 6
    assert beside(path) == []


@pytest.mark.parametrize(
    "args",
    [
        ("odds", "tide-and-sky", "[t:item] >= 2", "--simulate", "900000000", "--jobs", "2"),
        ("validate", "decks", "--jobs", "2"),
    ],
    ids=lambda args: args[0],
)
def test_processes_that_work_for_one_that_is_killed(
    args: tuple[str, ...], shipped: Path, tmp_path: Path
) -> None:
    """They end as well, whatever they are at, and nothing waits for ever."""
    (tmp_path / "decks").mkdir()
    for number in range(600):
        (tmp_path / "decks" / f"{number}.deck").write_text(
            f"game: geopals\n{number % 9 + 1} Orb\n1 Nothing\n"
        )
    out, into = os.pipe()
    running = Running("--catalog", shipped, *args, cwd=tmp_path)
    os.close(into)
    time.sleep(0.6)
    running.send(signal.SIGKILL)
    running.wait()
    assert select.select([out], [], [], 20)[0], "a process is left"
    assert os.read(out, 1) == b""
    os.close(out)
