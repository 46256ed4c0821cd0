"""Older versions of the tables brought to the newest: everything is there afterwards, and a copy as it was."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from deckwright.catalog.beside import fitted
from deckwright.catalog.build import build
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.connection import reader
from deckwright.catalog.copies import kept
from deckwright.catalog.errors import CatalogueError
from deckwright.catalog.header import has_log, unusable
from deckwright.catalog.migrate import Migration, migrate
from deckwright.catalog.opening import answer
from deckwright.catalog.refresh import refresh
from deckwright.catalog.shelf import store as save
from deckwright.catalog.versions import STEPS, Step, newest
from tests.catalog.tides import beside, shipment
from tests.catalog.versions import GAME, NEXT, NOW, age, another, dumped, redesign, step, told

Register = Callable[..., None]


@pytest.fixture
def path(used: Path, tmp_path: Path) -> Path:
    """A catalogue of one's own."""
    return shutil.copyfile(used, tmp_path / "catalogue.db")


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Register:
    """Be a later deckwright, which knows these steps from the version that there is."""

    def register(*steps: Step | str, start: int = NOW) -> None:
        for at, one in enumerate(steps, start):
            monkeypatch.setitem(STEPS, at, one)

    return register


@pytest.fixture
def forget(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Be the deckwright of now again."""

    def forget() -> None:
        for at in [at for at in STEPS if at >= NOW]:
            monkeypatch.delitem(STEPS, at)

    return forget


def as_it_is(path: Path) -> None:
    """Change nothing of the version that there is."""


def asked(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


WAYS: dict[str, tuple[Callable[[Path], None], tuple[Step | str, ...]]] = {
    "a column and a table": (as_it_is, (step,)),
    "two versions at once": (as_it_is, (step, another)),
    "by a module's name": (as_it_is, ("tests.catalog.versions",)),
    "a redesign": (age, (redesign,)),
    "a redesign, and one more": (age, (redesign, step)),
}
ways = pytest.mark.parametrize(("older", "steps"), WAYS.values(), ids=WAYS)


@ways
def test_everything_is_still_there(
    older: Callable[[Path], None], steps: tuple[Step, ...], path: Path, register: Register
) -> None:
    before = told(path)
    assert len(before["decks"]) == 3
    assert len(before["entries"]) == 4
    assert len(before["said"]) == 2
    older(path)
    as_it_was = dumped(path)
    register(*steps)
    news: list[str] = []
    with Catalogue.open(path, news.append) as catalogue:
        assert catalogue.game_ids()
    copy = path.with_name(f"catalogue-v{NOW}.db")
    assert news == [f"upgraded the catalogue to version {newest()}; as it was, it is kept as {copy}"]
    assert told(path) == before
    assert dumped(copy) == as_it_was
    assert beside(path) == [copy.name]
    assert asked(path, "PRAGMA user_version") == [(NOW + len(steps),)]
    assert asked(path, "PRAGMA integrity_check") == [("ok",)]
    assert asked(path, "PRAGMA foreign_key_check") == []
    assert asked(path, "PRAGMA journal_mode") == [("wal",)]
    with Catalogue.open(path, news.append):
        assert len(news) == 1


def test_what_the_step_says_is_done(path: Path, register: Register) -> None:
    register(step, another)
    assert migrate(path) == Migration(NOW, NEXT + 1, path.with_name(f"catalogue-v{NOW}.db"))
    assert asked(path, "SELECT DISTINCT length(note) > 14 FROM deck") == [(1,)]
    assert asked(path, "SELECT sum(count) FROM zone") == asked(path, "SELECT sum(count) FROM deck_entry")
    assert migrate(path) is None


def test_the_old_copy_opens_with_the_old_deckwright(
    path: Path, register: Register, forget: Callable[[], None]
) -> None:
    before = told(path)
    register(step)
    assert told(path) == before
    forget()
    (copy, _) = kept(path)[0]
    assert told(copy) == before
    assert save(copy, "mine", GAME.id, "another", []) == 3
    assert refresh(copy) == ()
    with pytest.raises(CatalogueError, match=f"of version {NEXT}, and this deckwright knows version {NOW}:"):
        Catalogue.open(path)


def test_the_old_copy_put_back_is_upgraded_again(path: Path, register: Register) -> None:
    register(step)
    before = told(path)
    (copy, _) = kept(path)[0]
    copy.replace(path)
    assert told(path) == before
    assert beside(path) == [copy.name]


def test_shipped_games_are_brought_up_to_date_after_it(path: Path, register: Register) -> None:
    before = told(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE shipped SET stamp = 'older'")
        connection.execute("UPDATE game SET digest = 'older' WHERE id = ?", [GAME.id])
        connection.execute("UPDATE card SET text = 'older' WHERE game = ?", [GAME.id])
    register(step)
    news: list[str] = []
    with Catalogue.open(path, news.append):
        assert [one.split()[0] for one in news] == ["upgraded", "brought"]
    assert told(path) == before


class TestTheLog:
    """What stands in SQLite's log counts, though the file does not hold it."""

    def test_it_is_copied(self, path: Path, register: Register) -> None:
        with closing(sqlite3.connect(path)) as reading:
            reading.execute("BEGIN")
            reading.execute("SELECT * FROM deck").fetchall()
            save(path, "late", GAME.id, "1 anything", [])
            assert has_log(path)
            register(step)
            done = migrate(path)
            assert done is not None
            assert asked(done.copy, "SELECT name FROM deck WHERE version = 1 ORDER BY id") == [
                ("mine",),
                ("other",),
                ("late",),
            ]

    def test_a_newer_version_in_it_alone_is_refused(
        self, path: Path, register: Register, forget: Callable[[], None]
    ) -> None:
        with closing(sqlite3.connect(path)) as reading:
            reading.execute("BEGIN")
            reading.execute("SELECT * FROM deck").fetchall()
            register(step)
            assert migrate(path) is not None
            assert migrate(path) is None
            assert path.read_bytes()[60:64] == NOW.to_bytes(4, "big")
            forget()
            with pytest.raises(CatalogueError, match=f"is a catalogue of version {NEXT}"):
                Catalogue.open(path)

    def test_a_file_without_one_gets_one(self, path: Path, register: Register) -> None:
        assert asked(path, "PRAGMA journal_mode = DELETE") == [("delete",)]
        register(step)
        assert migrate(path) is not None
        assert asked(path, "PRAGMA journal_mode") == [("wal",)]


def test_a_deckwright_that_was_overtaken_does_not_write(
    path: Path, register: Register, forget: Callable[[], None]
) -> None:
    with Catalogue.open(path):
        register(step)
        assert migrate(path) is not None
        forget()
        before = dumped(path)
        with pytest.raises(CatalogueError, match=f"is a catalogue of version {NEXT}"):
            save(path, "mine", GAME.id, "another", [])
        assert dumped(path) == before


def test_nor_does_it_take_newer_tables_for_broken_ones(
    path: Path, register: Register, forget: Callable[[], None]
) -> None:
    def renaming(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE card RENAME COLUMN folded TO key_of_name")

    with Catalogue.open(path) as catalogue:
        register(renaming)
        assert migrate(path) is not None
        forget()
        with pytest.raises(CatalogueError, match=f"version {NEXT}, and this deckwright knows version {NOW}"):
            catalogue.named(GAME.id, "orb")


@pytest.mark.parametrize("end", [".db", "-v1.catalogue", ".building"])
def test_no_two_names_are_cut_to_the_same(end: str) -> None:
    names = ["f" * 100, "f" * 200, "f" * 300, "f" * 300 + "g", "ü" * 150, "ü" * 151, "\udcff" * 300]
    cut = [fitted(name, end) for name in names]
    assert cut[:2] == [names[0] + end, names[1] + end]
    assert len(set(cut)) == len(names)
    assert all(one.endswith(end) and len(os.fsencode(one + "-journal")) <= 255 for one in cut)


class TestCopies:
    def names(self, path: Path) -> list[str]:
        return [copy.name for copy, _ in kept(path)]

    def test_an_earlier_one_is_never_overwritten(self, path: Path, used: Path, register: Register) -> None:
        register(step)
        for wanted in ([""], ["", "-2"], ["", "-2", "-3"]):
            shutil.copyfile(used, path)
            with closing(sqlite3.connect(path)) as connection, connection:
                connection.execute("UPDATE deck SET text = ?", [str(wanted)])
            assert migrate(path) is not None
            found = [path.with_name(f"catalogue-v{NOW}{end}.db") for end in wanted]
            assert [copy for copy, _ in kept(path)] == sorted(found)
        texts = [asked(copy, "SELECT DISTINCT text FROM deck") for copy in sorted(found)]
        assert len(set(map(str, texts))) == 3

    def test_something_else_of_that_name_is_left_alone(self, path: Path, register: Register) -> None:
        mine = path.with_name(f"catalogue-v{NOW}.db")
        mine.write_text("mine")
        path.with_name(f"catalogue-v{NOW}-2.db").mkdir()
        register(step)
        done = migrate(path)
        assert done is not None
        assert done.copy.name == f"catalogue-v{NOW}-3.db"
        assert mine.read_text() == "mine"
        assert [copy for copy, _ in kept(path)] == [done.copy]

    def test_the_same_one_serves_again(self, path: Path, used: Path, register: Register) -> None:
        register(step)
        for _ in range(3):
            assert migrate(path) is not None
            shutil.copyfile(used, path)
        assert self.names(path) == [f"catalogue-v{NOW}.db"]

    @pytest.mark.parametrize(
        ("name", "copy"),
        [
            ("cards.catalogue", f"cards-v{NOW}.catalogue"),
            ("geo.database", f"geo-v{NOW}.database"),
            ("no suffix", f"no suffix-v{NOW}"),
            (".hidden", f".hidden-v{NOW}"),
            ("f" * 200, "f" * 200 + f"-v{NOW}"),
            ("a.b.c" + "d" * 90, f"a.b-v{NOW}.c" + "d" * 90),
            ("ü" * 120 + ".db", None),
            ("f" * 251, None),
        ],
    )
    def test_names(self, name: str, copy: str | None, used: Path, tmp_path: Path, register: Register) -> None:
        path = shutil.copyfile(used, tmp_path / name)
        register(step)
        done = migrate(path)
        assert done is not None
        assert copy is None or done.copy.name == copy
        assert done.copy.suffix == path.suffix
        assert kept(path) == ((done.copy, NOW),)
        assert beside(path) == [done.copy.name]

    def test_long_names_with_a_common_beginning(self, used: Path, tmp_path: Path, register: Register) -> None:
        register(step)
        for end in "ab":
            path = shutil.copyfile(used, tmp_path / ("f" * 250 + end))
            done = migrate(path)
            assert done is not None
            assert kept(path) == ((done.copy, NOW),)
        assert len(list(tmp_path.iterdir())) == 4

    def test_a_name_that_leaves_no_room_for_one(self, used: Path, tmp_path: Path, register: Register) -> None:
        path = shutil.copyfile(used, tmp_path / ("f." + "x" * 246))
        register(step)
        with pytest.raises(CatalogueError) as caught:
            migrate(path)
        assert caught.value.problem.endswith("but no copy of it can be kept (File name too long)")
        assert caught.value.remedy == "make room on the disk, make its folder writable, and try again"
        assert (path.read_bytes(), beside(path)) == (used.read_bytes(), [])

    def test_it_stands_beside_the_file_that_a_link_points_to(
        self, path: Path, tmp_path: Path, register: Register
    ) -> None:
        link = tmp_path / "elsewhere" / "link.db"
        link.parent.mkdir()
        link.symlink_to(path)
        register(step)
        with Catalogue.open(link):
            assert self.names(link) == self.names(path) == [f"catalogue-v{NOW}.db"]
        assert beside(link) == []

    @pytest.mark.skipif(os.name != "posix", reason="rights of Unix")
    @pytest.mark.parametrize("rights", [0o600, 0o640, 0o644])
    def test_its_rights_are_those_of_the_catalogue(self, rights: int, path: Path, register: Register) -> None:
        path.chmod(rights)
        register(step)
        done = migrate(path)
        assert done is not None
        assert done.copy.stat().st_mode & 0o777 == rights


def boom(connection: sqlite3.Connection) -> None:
    another(connection)
    raise ValueError("boom")


def without_its_file(connection: sqlite3.Connection) -> None:
    another(connection)
    raise OSError("x")


def silent(connection: sqlite3.Connection) -> None:
    another(connection)
    raise KeyError


def committing(connection: sqlite3.Connection) -> None:
    another(connection)
    connection.commit()


def rolling_back(connection: sqlite3.Connection) -> None:
    another(connection)
    connection.rollback()


def script(connection: sqlite3.Connection) -> None:
    another(connection)
    connection.executescript("CREATE TABLE one (x); CREATE TABLE two (x);")


def orphaning(connection: sqlite3.Connection) -> None:
    another(connection)
    connection.execute("DELETE FROM card_type")


def breaking(connection: sqlite3.Connection) -> None:
    another(connection)
    connection.execute("CREATE TABLE broken (x CHECK (x > 0))")
    connection.execute("PRAGMA ignore_check_constraints = ON")
    connection.execute("INSERT INTO broken VALUES (-1)")
    connection.execute("PRAGMA ignore_check_constraints = OFF")


def said(*sql: str) -> Step:
    def said(connection: sqlite3.Connection) -> None:
        another(connection)
        for statement in sql:
            connection.execute(statement)

    return said


FAILING: dict[str, tuple[Step | str, str]] = {
    "it raises": (boom, f"the step from version {NEXT} fails (boom)"),
    "it raises and says nothing": (silent, f"the step from version {NEXT} fails (KeyError)"),
    "the system refuses it something": (without_its_file, f"the step from version {NEXT} fails (x)"),
    "wrong SQL": (said("SELEKT"), 'fails (near "SELEKT": syntax error)'),
    "no such column": (said("UPDATE deck SET nobody = 1"), "fails (no such column: nobody)"),
    "a key twice": (said("UPDATE deck SET id = 1"), "fails (UNIQUE constraint failed: deck.id)"),
    "it conflicts and rolls back": (said("UPDATE OR ROLLBACK deck SET id = 1"), "fails (UNIQUE"),
    "it commits": (committing, "fails (not authorized)"),
    "it commits in SQL": (said("COMMIT"), "fails (not authorized)"),
    "it rolls back": (rolling_back, "fails (not authorized)"),
    "it is a script": (script, "fails (not authorized)"),
    "it orphans rows": (orphaning, "rows of card would then point at nothing"),
    "it breaks a constraint": (breaking, "it would then not be whole (CHECK constraint failed in broken)"),
    "no module": ("deckwright.catalog.nothing", "fails (No module named"),
    "no step": ("deckwright.catalog.text", f"the step from version {NEXT} fails (module"),
}


@pytest.mark.parametrize(("bad", "says"), FAILING.values(), ids=FAILING)
def test_a_step_that_fails_leaves_the_catalogue_as_it_was(
    bad: Step | str, says: str, path: Path, register: Register, forget: Callable[[], None]
) -> None:
    before, whole = told(path), path.read_bytes()
    register(step, bad)
    for _ in range(2):
        with pytest.raises(CatalogueError) as caught:
            Catalogue.open(path)
        assert f"of version {NOW}, to be upgraded to version {NEXT + 1}, but " in caught.value.problem
        assert says in caught.value.problem
        assert "it is as it was" in caught.value.remedy
        assert "\n" not in str(caught.value)
        assert (path.read_bytes(), beside(path)) == (whole, [])
    forget()
    assert told(path) == before
    register(step, another)
    assert told(path) == before


def test_a_failing_step_takes_no_copy_away_that_was_there(path: Path, used: Path, register: Register) -> None:
    register(step)
    assert migrate(path) is not None
    shutil.copyfile(used, path)
    register(step, boom)
    with pytest.raises(CatalogueError, match="boom"):
        migrate(path)
    assert [version for _, version in kept(path)] == [NOW]


def test_rows_that_pointed_at_nothing_before_do_not_keep_it_back(path: Path, register: Register) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE deck_entry SET card = 'gone' WHERE name = 'My card'")
    assert len(asked(path, "PRAGMA foreign_key_check")) == 1
    register(step)
    assert migrate(path) is not None


def test_damage_is_told_and_nothing_written(path: Path, register: Register) -> None:
    size = 4096
    (root,) = asked(path, "SELECT rootpage FROM sqlite_schema WHERE name = 'card_by_identity'")[0]
    assert isinstance(root, int)
    whole = bytearray(path.read_bytes())
    whole[(root - 1) * size : root * size] = b"\xff" * size
    path.write_bytes(whole)
    register(step)
    with pytest.raises(CatalogueError, match="but "):
        Catalogue.open(path)
    assert path.read_bytes() == whole
    assert beside(path) == []


class TestVersions:
    def test_one_that_is_older_than_any_step(self, path: Path, register: Register) -> None:
        register(step, start=NEXT)
        whole = path.read_bytes()
        with pytest.raises(CatalogueError) as caught:
            Catalogue.open(path)
        assert caught.value.problem == (
            f"is a catalogue of version {NOW}, which is older than this deckwright can upgrade"
        )
        assert (path.read_bytes(), beside(path)) == (whole, [])

    @pytest.mark.parametrize(
        ("version", "says"),
        [
            (0, "is damaged (its header makes no sense)"),
            (-7, "is damaged (its header makes no sense)"),
            (NEXT + 1, f"is a catalogue of version {NEXT + 1}, and this deckwright knows version {NEXT}"),
            (2**31 - 1, "is a catalogue of version 2147483647"),
        ],
    )
    @pytest.mark.parametrize("opened", [Catalogue.open, migrate], ids=["open", "migrate"])
    def test_those_that_are_none_and_newer_ones(
        self, opened: Callable[[Path], object], version: int, says: str, path: Path, register: Register
    ) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA user_version = {version}")
        register(step)
        whole = path.read_bytes()
        with pytest.raises(CatalogueError) as caught:
            opened(path)
        assert caught.value.problem.startswith(says)
        assert (path.read_bytes(), beside(path)) == (whole, [])

    def test_the_steps_lead_to_the_newest_without_a_gap(self) -> None:
        assert newest() == NOW
        assert sorted(STEPS) == list(range(NOW - len(STEPS), NOW))


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="nothing tells which files are open")
def test_no_file_stays_open_where_it_cannot_be_written_to(tmp_path: Path, register: Register) -> None:
    path = tmp_path / "c.db"
    path.write_bytes(b"no catalogue" * 100)
    register(step)
    with pytest.raises(CatalogueError) as caught:
        migrate(path)
    assert caught.value.__cause__ is not None, "which holds what the failing function held"
    assert str(path) not in {os.path.realpath(one) for one in Path("/proc/self/fd").iterdir()}


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (OSError(2, "No such file or directory"), "No such file or directory"),
        (OSError("x"), "x"),
        (OSError(), "OSError"),
        (ValueError("embedded null byte"), "embedded null byte"),
    ],
)
def test_the_reason_of_the_system(error: OSError | ValueError, says: str) -> None:
    assert unusable(Path("c.db"), error).problem == f"cannot be used ({says})"


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (sqlite3.DatabaseError("a page is gone"), "cannot be read (a page is gone)"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no text"), "is damaged (text in it is no text)"),
        (CatalogueError(Path("c.db"), "is too new", "upgrade"), "is too new"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_a_connection_that_fails_to_answer_is_closed(fault: Exception, says: str, path: Path) -> None:
    def fails() -> bool:
        raise fault

    connection = reader(path)
    with pytest.raises(CatalogueError) as caught:
        answer(path, connection, fails)
    assert caught.value.problem == says
    assert beside(path) == []
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")


def test_a_catalogue_of_now_imports_nothing_of_this(path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from deckwright.catalog.catalogue import Catalogue\n"
        f"with Catalogue.open(Path({str(path)!r})) as catalogue: catalogue.games()\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "deckwright.catalog.connection" in loaded
    assert not {f"deckwright.catalog.{name}" for name in ("migrate", "copies", "refresh", "tables")} & loaded


def test_a_catalogue_of_other_games_too(tmp_path: Path, register: Register) -> None:
    path = tmp_path / "tides.db"
    assert build(path, [shipment()])
    register(step)
    with Catalogue.open(path) as catalogue:
        assert catalogue.game_ids() == ("tides",)
