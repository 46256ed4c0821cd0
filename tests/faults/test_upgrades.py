"""Upgrades of the tables that are killed, interrupted, out of room or not allowed: the old file or the new one, whole.

A run is made that of a later deckwright by registering steps in it. It is killed at moments that it shows itself, by
what it opens, renames or asks of SQLite, or by how much it has written; none of them is a matter of time.
"""

from __future__ import annotations

import os
import resource
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.copies import kept
from deckwright.catalog.versions import STEPS, Step
from tests.catalog.tides import beside, open_folder
from tests.catalog.versions import NEXT, NOW, another, dumped, step, told
from tests.faults.harm import as_nobody, asked, limited, settled
from tests.faults.runs import PATIENCE, Run, Running, run

Before = Callable[[], object]

COPY = f"catalogue-v{NOW}.db"
HIDDEN = ".catalogue.db.copy"
LAST = NEXT + 1


@pytest.fixture
def path(used: Path, tmp_path: Path) -> Path:
    """A catalogue of one's own."""
    (tmp_path / "own").mkdir()
    return shutil.copyfile(used, tmp_path / "own" / "catalogue.db")


def later(*steps: Step, also: Before | None = None) -> Before:
    """Be a later deckwright, that knows these steps (else two) from the version that there is."""

    def be() -> None:
        STEPS.update(enumerate(steps or (step, rewrite), NOW))
        if also is not None:
            also()

    return be


def rewrite(connection: sqlite3.Connection) -> None:
    """A step that writes more than the whole file, in pages that do not wait in memory."""
    connection.execute("PRAGMA cache_size = 10")
    another(connection)
    connection.execute("CREATE TABLE heap (x TEXT)")
    connection.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)"
        " INSERT INTO heap SELECT printf('%02000d', i) FROM n"
    )


def die() -> None:
    """End at once, with nothing tidied up."""
    os.kill(os.getpid(), signal.SIGKILL)


def dying(*_: object) -> None:
    die()


class Watch:
    """Dies as soon as the run does something for the nth time: Python tells of each file that is opened or renamed."""

    def __init__(self, event: str, name: str, time: int = 1) -> None:
        self._event, self._name, self._left = event, name, time

    def __call__(self) -> None:
        sys.addaudithook(self._heard)

    def _heard(self, event: str, args: tuple[Any, ...]) -> None:
        if event == self._event and any(self._name in os.fsdecode(one) for one in args if _is_name(one)):
            self._left -= 1
            if not self._left:
                die()


def _is_name(one: object) -> bool:
    return isinstance(one, str | bytes | os.PathLike)


def asking(start: str) -> Step:
    """A last step, after which the run dies as it asks this of SQLite."""

    def watch(connection: sqlite3.Connection) -> None:
        rewrite(connection)
        connection.set_trace_callback(lambda sql: die() if sql.startswith(start) else None)

    return watch


def done(connection: sqlite3.Connection) -> None:
    """A last step, after which the run dies as it next opens a file of the catalogue's once all is committed."""
    rewrite(connection)

    def asked(sql: str) -> None:
        if sql == "COMMIT":
            Watch("sqlite3.connect", "catalogue.db")()

    connection.set_trace_callback(asked)


def halfway(connection: sqlite3.Connection) -> None:
    """A step that dies when much of it is written."""
    rewrite(connection)
    assert Path(connection.execute("PRAGMA database_list").fetchone()[2] + "-wal").stat().st_size > 100_000
    die()


def written(size: int) -> Before:
    """Die as a file grows beyond a size: in the middle of writing it."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


OLD, NEW = NOW, LAST
MOMENTS: dict[str, tuple[Before, int]] = {
    "before the copy": (later(also=Watch("open", HIDDEN)), OLD),
    "an empty copy": (later(also=Watch("sqlite3.connect", HIDDEN)), OLD),
    "a page of the copy": (later(also=written(4_096)), OLD),
    "half of the copy": (later(also=written(150_000)), OLD),
    "the copy, before it lasts": (later(also=Watch("open", HIDDEN, 2)), OLD),
    "the copy, before it has its name": (later(also=Watch("os.link", HIDDEN)), OLD),
    "the copy, under both names": (later(also=Watch("os.remove", HIDDEN, 2)), OLD),
    "after the copy": (later(dying), OLD),
    "after the first step": (later(step, dying), OLD),
    "in the middle of the second": (later(step, halfway), OLD),
    "as the log grows": (later(also=written(700_000)), OLD),
    "before the version": (later(step, asking("PRAGMA user_version =")), OLD),
    "before the check": (later(step, asking("PRAGMA integrity_check")), OLD),
    "before the commit": (later(step, asking("COMMIT")), OLD),
    "after the commit": (later(step, done), NEW),
}
moments = pytest.mark.parametrize(("before", "version"), MOMENTS.values(), ids=MOMENTS)


@moments
def test_killed(before: Before, version: int, path: Path) -> None:
    everything, as_it_was = told(path), dumped(path)
    for _ in range(2):
        died = run("--catalog", path, "games", before=before)
        assert died.status in (-signal.SIGKILL, -signal.SIGXFSZ), died
        assert "Traceback" not in died.err
        if version == NEW:
            break
    left = shutil.copytree(path.parent, path.parent.with_name("left")) / path.name
    assert settled(left)
    assert asked(left, "PRAGMA user_version") == [(version,)]
    if version == OLD:
        assert dumped(left) == as_it_was
        assert told(left) == everything
        assert run("--catalog", left, "deck", "show", "mine").sound().status == 0
    finished = run("--catalog", path, "deck", "show", "mine", before=later(step, rewrite)).sound()
    assert finished.status == 0
    assert finished.err.count("upgraded the catalogue to version") == (version == OLD)
    assert beside(path) == [COPY]
    assert dumped(path.with_name(COPY)) == as_it_was
    assert asked(path, "PRAGMA user_version") == [(LAST,)]
    assert asked(path, "SELECT name FROM deck ORDER BY id") == [("mine",), ("mine",), ("other",)]
    assert settled(path)


def test_the_kills_leave_what_they_say(path: Path) -> None:
    """The moments are what they are called, by the files that stand there afterwards."""
    left = {}
    for name in ("before the copy", "an empty copy", "half of the copy", "the copy, before it has its name"):
        run("--catalog", path, "games", before=MOMENTS[name][0])
        hidden = path.with_name(HIDDEN)
        left[name] = hidden.stat().st_size if hidden.exists() else None
        hidden.unlink(missing_ok=True)
    assert left == {
        "before the copy": None,
        "an empty copy": 0,
        "half of the copy": 150_000,
        "the copy, before it has its name": path.stat().st_size,
    }
    assert run("--catalog", path, "games", before=MOMENTS["as the log grows"][0]).status == -signal.SIGXFSZ
    assert Path(f"{path}-wal").stat().st_size == 700_000


def hooked(event: str, act: Callable[[], object]) -> Before:
    """Act whenever Python tells of something that is about to be done with the hidden copy."""

    def heard(told: str, args: tuple[Any, ...]) -> None:
        if told == event and HIDDEN in os.fsdecode(args[0]):
            act()

    return lambda: sys.addaudithook(heard)


def no_links() -> None:
    raise PermissionError("no links are made here")


def test_what_comes_to_have_the_name_of_the_copy_is_not_overwritten(path: Path) -> None:
    """Somebody saves a file of that name at the last moment."""
    theirs = path.with_name(COPY)

    def save() -> None:
        if not theirs.exists():
            theirs.write_text("theirs")

    assert run("--catalog", path, "games", before=later(also=hooked("os.link", save))).sound().status == 0
    assert theirs.read_text() == "theirs"
    assert kept(path) == ((path.with_name(f"catalogue-v{NOW}-2.db"), NOW),)


@pytest.mark.parametrize("there", [False, True])
def test_a_disk_that_knows_no_links(there: bool, path: Path) -> None:
    as_it_was = dumped(path)
    if there:
        path.with_name(COPY).write_text("theirs")
    assert run("--catalog", path, "games", before=later(also=hooked("os.link", no_links))).sound().status == 0
    [(copy, _)] = kept(path)
    assert copy.name == (f"catalogue-v{NOW}-2.db" if there else COPY)
    assert dumped(copy) == as_it_was
    assert beside(path) == sorted({COPY, copy.name})


class Gate:
    """A step of one run that says when it has begun, and goes on when it is told to.

    The run is `entered` by what forks it and `left` by the test, each of which keeps its own ends of the pipes
    only: whoever waits for the other is told if that one is gone, and waits no longer than is patient anyway.
    """

    def __init__(self) -> None:
        self._begun, self._say = os.pipe()
        self._wait, self._go = os.pipe()
        self._open = {self._begun, self._say, self._wait, self._go}

    def entered(self) -> None:
        """Be the run."""
        self._close(self._begun, self._go)

    def left(self) -> None:
        """Be the test, which has begun the run."""
        self._close(self._say, self._wait)

    def step(self, connection: sqlite3.Connection) -> None:
        step(connection)
        self.tell()
        assert heard(self._wait), "nobody let it go on"

    def tell(self) -> None:
        """Say that something has begun."""
        os.write(self._say, b"x")

    def reached(self) -> bool:
        """Wait until it has begun; False where the run ends before, or takes too long."""
        return heard(self._begun)

    def open(self) -> None:
        """Let it go on."""
        os.write(self._go, b"x")

    def __enter__(self) -> Gate:
        return self

    def __exit__(self, *_: object) -> None:
        self._close(*self._open)

    def _close(self, *ends: int) -> None:
        for end in ends:
            os.close(end)
        self._open -= set(ends)


def heard(end: int) -> bool:
    """Whether something is said at the other end of a pipe, which is waited for."""
    ready, _, _ = select.select([end], [], [], PATIENCE / 2)
    return bool(ready) and os.read(end, 1) == b"x"


@pytest.fixture
def gate() -> Iterator[Gate]:
    with Gate() as made:
        yield made


def upgrading(path: Path, gate: Gate, *args: str) -> Running:
    """A later deckwright in the middle of its first step."""
    before = later(gate.step, another, also=gate.entered)
    running = Running("--catalog", path, *(args or ("games",)), before=before)
    gate.left()
    assert gate.reached(), running.wait()
    return running


def test_a_gate_that_no_step_comes_to(path: Path, gate: Gate) -> None:
    with pytest.raises(AssertionError, match="status=0"):
        upgrading(path, gate, "--version")


def test_a_gate_that_nobody_opens(path: Path, gate: Gate) -> None:
    running = upgrading(path, gate)
    gate.__exit__()
    assert "nobody let it go on" in ended(running, 2).err


def ended(running: Running, status: int = 0) -> Run:
    done = running.wait().sound()
    assert done.status == status, done
    return done


def test_several_at_once(path: Path, gate: Gate) -> None:
    """One upgrades, the others wait for it and find it done."""

    def once_more(_: sqlite3.Connection) -> None:
        raise AssertionError("it is taken a second time")

    first = upgrading(path, gate)
    others = [Running("--catalog", path, "games", before=later(once_more, another)) for _ in range(3)]
    gate.open()
    said = [ended(one).err for one in (first, *others)]
    assert [text.count("upgraded") for text in said] == [1, 0, 0, 0]
    assert set(beside(path)) - {f"{path.name}-wal", f"{path.name}-shm"} == {COPY}
    assert asked(path, "PRAGMA user_version") == [(LAST,)]


def test_an_earlier_deckwright_reads_on_meanwhile_and_is_refused_afterwards(path: Path, gate: Gate) -> None:
    newer = upgrading(path, gate)
    assert "MY" in run("--catalog", path, "cards", "set:my", "--csv").sound().out
    gate.open()
    ended(newer)
    refused = run("--catalog", path, "cards", "set:my").sound()
    assert refused.status == 2
    assert f"is a catalogue of version {LAST}, and this deckwright knows version {NOW}" in refused.err


def test_an_earlier_deckwright_that_waits_to_write_is_refused(path: Path, gate: Gate) -> None:
    """It has opened the old version, and gets the right to write when there is a newer one."""

    with Gate() as writing:

        def writes() -> None:
            writing.entered()
            sys.addaudithook(lambda event, args: writing.tell() if _plain(event, args) else None)

        def _plain(event: str, args: tuple[Any, ...]) -> bool:
            """Readers open the catalogue by an address, writers by its path."""
            return event == "sqlite3.connect" and os.fspath(args[0]) == str(path)

        newer = upgrading(path, gate)
        older = Running("--catalog", path, "deck", "save", "tide-and-sky", "--as", "late", before=writes)
        writing.left()
        assert writing.reached(), older.wait()
        gate.open()
        ended(newer)
        assert f"is a catalogue of version {LAST}" in ended(older, 2).err
    assert asked(path, "SELECT count(*) FROM deck WHERE name = 'late'") == [(0,)]


def test_interrupted(path: Path, gate: Gate) -> None:
    whole = path.read_bytes()
    running = upgrading(path, gate)
    assert beside(path) == sorted([COPY, "catalogue.db-shm", "catalogue.db-wal"])
    running.send(signal.SIGINT)
    assert ended(running, 130).err == "deckwright: stopped\n"
    assert (path.read_bytes(), beside(path)) == (whole, [])
    assert run("--catalog", path, "games", before=later()).status == 0


ROOM: dict[str, tuple[Callable[[Path], int], list[str]]] = {
    "the copy": (lambda path: 100_000, []),
    "the end of the copy": (lambda path: path.stat().st_size - 1, []),
    "the steps": (lambda path: 700_000, []),
    # Where to commit fails, only the next opening shows what came of it: the copy stays for that.
    "the commit": (lambda path: logged(path), [COPY]),
}


@pytest.mark.parametrize(("room", "left"), ROOM.values(), ids=ROOM)
def test_a_full_disk(room: Callable[[Path], int], left: list[str], path: Path) -> None:
    whole, size = path.read_bytes(), room(path)
    for _ in range(2):
        refused = run("--catalog", path, "games", before=later(also=limited(size))).sound()
        assert (refused.status, refused.out) == (2, "")
        assert refused.err.startswith(
            f"deckwright: {path} is a catalogue of version {NOW}, to be upgraded to version {LAST},"
            " but cannot be written (disk I/O error): nothing was changed; make room on the disk"
        )
        assert refused.err.count("\n") == 1
        assert (path.read_bytes(), beside(path)) == (whole, left)
    assert run("--catalog", path, "deck", "show", "mine").sound().status == 0
    assert run("--catalog", path, "deck", "show", "mine", before=later()).status == 0
    assert beside(path) == [COPY]


@pytest.fixture
def small_disk(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A disk of so many bytes."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root may mount a small disk")
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={request.param}", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk may be mounted here")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


@pytest.mark.parametrize("small_disk", [600_000, 1_200_000], ids=["the copy", "the steps"], indirect=True)
def test_a_small_disk(small_disk: Path, used: Path) -> None:
    path = shutil.copyfile(used, small_disk / "catalogue.db")
    whole = path.read_bytes()
    refused = run("--catalog", path, "games", before=later()).sound()
    assert refused.status == 2
    assert "but cannot be written (" in refused.err
    assert "make room on the disk" in refused.err
    assert (path.read_bytes(), beside(path)) == (whole, [])
    assert run("--catalog", path, "deck", "show", "mine").sound().status == 0


@pytest.mark.parametrize("pages", [0, 1])
def test_killed_as_it_commits(pages: int, path: Path) -> None:
    as_it_was, size = dumped(path), logged(path) + pages * 4_096
    died = run("--catalog", path, "games", before=later(also=written(size)))
    assert died.status == -signal.SIGXFSZ
    assert Path(f"{path}-wal").stat().st_size == size
    assert settled(path)
    assert dumped(path) == as_it_was
    assert run("--catalog", path, "deck", "show", "mine", before=later()).sound().status == 0
    assert beside(path) == [COPY]


def test_killed_as_the_log_is_taken_in(path: Path) -> None:
    """What is committed holds, however far the log was taken into the file."""
    before, size = dumped(path), logged(path) + 3 * 4_096
    died = run("--catalog", path, "games", before=later(also=written(size)))
    assert died.status == -signal.SIGXFSZ
    assert Path(f"{path}-wal").stat().st_size < size == path.stat().st_size
    assert run("--catalog", path, "deck", "show", "mine", before=later()).sound().err == ""
    assert asked(path, "PRAGMA user_version") == [(LAST,)]
    assert settled(path)
    assert beside(path) == [COPY]
    assert dumped(path.with_name(COPY)) == before


def logged(path: Path) -> int:
    """How much of an upgrade stands in the log just before it is committed; the rest is written by the commit."""
    place = shutil.copytree(path.parent, path.parent.with_name("logged")) / path.name
    died = run("--catalog", place, "games", before=MOMENTS["before the commit"][0])
    assert died.status == -signal.SIGKILL
    return Path(f"{place}-wal").stat().st_size


def by_nobody(place: Path, before: Before | None = None) -> Run:
    """A run of a user who may write nothing, be it of a later deckwright."""

    def be() -> None:
        if before is not None:
            before()
        as_nobody()

    return run("--catalog", place, "deck", "show", "mine", before=be).sound()


RIGHTS = {"the file": (0o444, 0o777), "the folder": (0o666, 0o555), "both": (0o444, 0o555)}


@pytest.mark.parametrize(("file", "folder"), RIGHTS.values(), ids=RIGHTS)
def test_what_cannot_be_written(file: int, folder: int, used: Path) -> None:
    with open_folder() as place:
        path = shutil.copyfile(used, place / "catalogue.db")
        path.chmod(file)
        place.chmod(folder)
        assert by_nobody(path).status == 0
        whole, there = path.read_bytes(), beside(path)
        refused = by_nobody(path, later())
        assert (refused.status, refused.out) == (2, "")
        assert refused.err == (
            f"deckwright: {path} is a catalogue of version {NOW}, to be upgraded to version {LAST}, but cannot be"
            " written: make it and its folder writable, or give another file with --catalog\n"
        )
        assert (path.read_bytes(), beside(path)) == (whole, there)
        assert by_nobody(path).status == 0


def test_completion_upgrades_nothing(path: Path) -> None:
    whole = path.read_bytes()
    asking = {"_DECKWRIGHT_COMPLETE": "bash_complete", "COMP_WORDS": "deckwright show My", "COMP_CWORD": "2"}
    environment = {"DECKWRIGHT_CATALOG": str(path), **asking}
    assert "My card" in run(environment=environment).out
    assert run(environment=environment, before=later()).out.strip() == ""
    assert (path.read_bytes(), beside(path)) == (whole, [])


def test_the_next_command_that_runs_says_it_in_one_line(path: Path) -> None:
    done = run("--catalog", path, "validate", "mine", "--json", before=later()).sound()
    assert done.err.splitlines() == [
        f"upgraded the catalogue to version {LAST}; as it was, it is kept as {path.with_name(COPY)}"
    ]
    assert kept(path) == ((path.with_name(COPY), NOW),)
