"""The catalogue as readers see it, and every file that is none: refused in one line and left as it was."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckwright.catalog import connection, header
from deckwright.catalog.build import build
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.connection import reader, uri
from deckwright.catalog.errors import CatalogueError, UnknownGame
from deckwright.catalog.place import catalogue_path
from deckwright.catalog.query.errors import QueryError
from deckwright.catalog.tables import engine
from tests.catalog.tides import CARDS, NOBODY, beside, built, card, forked, open_folder, shipment

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="another user's rights need fork and setuid")

PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a49444154")


@dataclass
class Chosen:
    """A query, as far as the reader needs one."""

    sql: str
    parameters: Sequence[Any] = field(default_factory=list)

    def clause(self) -> tuple[str, Sequence[Any]]:
        """The condition and its parameters."""
        return self.sql, self.parameters


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A catalogue of the small game."""
    return built(tmp_path / "catalogue.db")


@pytest.fixture
def tides(path: Path) -> Iterator[Catalogue]:
    """The small game's catalogue, open."""
    with Catalogue.open(path) as catalogue:
        yield catalogue


class TestReading:
    """What is in the catalogue comes out as it went in."""

    def test_games(self, tides: Catalogue) -> None:
        game = shipment()[0]
        assert tides.game_ids() == ("tides",)
        assert tides.games() == (game,)
        assert tides.game("tides") is tides.game("tides")

    @pytest.mark.parametrize("word", ["tides", "TIDES", "High Tides", " high  tides ", "High Tïdes"])
    def test_a_game_is_found_by_id_or_name(self, tides: Catalogue, word: str) -> None:
        assert tides.find_game(word).id == "tides"

    @pytest.mark.parametrize(
        ("word", "nearest", "says"),
        [
            ("tydes", ("tides",), "no game is called 'tydes'; did you mean tides?"),
            ("Chess", (), "no game is called 'Chess'"),
            ("", (), "no game is called ''"),
            ("\ud800", (), r"no game is called '\ud800'"),
        ],
    )
    def test_an_unknown_game(self, tides: Catalogue, word: str, nearest: tuple[str, ...], says: str) -> None:
        for ask in (tides.game, tides.find_game):
            with pytest.raises(UnknownGame) as caught:
                ask(word)
            assert (caught.value.word, caught.value.nearest, str(caught.value)) == (word, nearest, says)

    def test_a_card_is_the_card_that_was_stored(self, tides: Catalogue) -> None:
        assert len(CARDS) == 4
        for stored in CARDS:
            read = tides.card(stored.id)
            assert read == stored
            assert read is not None
            assert read.folded == stored.folded
            assert vars(read).keys() == {*vars(stored), "folded"}

    @pytest.mark.parametrize("card_id", ["tides/S1-3", "", "TIDES/S1-1", "\ud800", "x" * 100_000])
    def test_no_such_card(self, tides: Catalogue, card_id: str) -> None:
        assert tides.card(card_id) is None

    def test_named_in_natural_order_and_remembered(self, tides: Catalogue) -> None:
        found = tides.named("tides", "hai")
        assert [each.number for each in found] == ["10", "82"]
        assert tides.named("tides", "hai") is found
        assert (
            tides.named("tides", "Hai") == tides.named("other", "hai") == tides.named("tides", "\ud800") == ()
        )

    def test_all_cards_in_natural_order(self, tides: Catalogue) -> None:
        assert [each.number for each in tides.cards("tides")] == ["1", "2", "10", "82"]
        assert tides.cards("tides") is tides.cards("tides")
        assert tides.cards("other") == ()

    def test_which_game_knows_the_names(self, tides: Catalogue) -> None:
        assert tides.knowing(["hai", "riff", "orb", "hai", "Hai"]) == {"tides": 2}
        assert tides.knowing([]) == tides.knowing(["orb", "\ud800", "a\0b"]) == {}
        assert tides.knowing([*map(str, range(50_000)), "riff"]) == {"tides": 1}

    def test_names(self, tides: Catalogue) -> None:
        assert tides.names() == tides.names("tides") == ("Hai", "Öl-Fisch", "Riff")
        assert tides.names("other") == ()

    @pytest.mark.parametrize(
        ("name", "near"),
        [
            ("Rif", ("Riff",)),
            ("Olfisch", ("Öl-Fisch",)),
            ("Fisch", ("Öl-Fisch",)),
            ("Hay", ("Hai",)),
            ("Leviathan", ()),
            ("", ()),
            ("\ud800", ()),
            ("x" * 100_000, ()),
        ],
    )
    def test_the_nearest_names(self, tides: Catalogue, name: str, near: tuple[str, ...]) -> None:
        assert tides.nearest(name) == tides.nearest(name, "tides") == near

    @pytest.mark.parametrize("word", ["Hai", "HAI", "10", "82", "tides/S1-82", "010"])
    def test_identities_by_name_number_and_id(self, tides: Catalogue, word: str) -> None:
        assert tides.identities("tides", word) == ("tides/S1-10",)

    @pytest.mark.parametrize("word", ["8", "Ha", "", "tides/S1-9", "\ud800"])
    def test_no_identity(self, tides: Catalogue, word: str) -> None:
        assert tides.identities("tides", word) == ()

    def test_counts_of_cards_and_pieces(self, tides: Catalogue) -> None:
        assert tides.counts("tides") == {"fish": (3, 5), "rock": (1, 4), "wreck": (0, 0)}
        assert tides.counts("other") == {}


class TestSearch:
    """Searching with the conditions that queries make."""

    @pytest.mark.parametrize(
        ("sql", "parameters", "numbers"),
        [
            ("1", [], ["1", "2", "10", "82"]),
            ("folded = ?", ["hai"], ["10", "82"]),
            ("json_extract(fields, '$.fins') > ?", [4], ["10"]),
            ("0", [], []),
        ],
    )
    def test_cards_and_their_number(
        self, tides: Catalogue, sql: str, parameters: list[Any], numbers: list[str]
    ) -> None:
        query = Chosen(sql, parameters)
        assert [found.number for found in tides.search(query)] == numbers
        assert tides.count(query) == len(numbers)

    @pytest.mark.parametrize(
        ("limit", "offset", "numbers"),
        [(2, 0, ["1", "2"]), (2, 1, ["2", "10"]), (0, 0, []), (None, 3, ["82"]), (10**30, 10**30, [])],
    )
    def test_pages(self, tides: Catalogue, limit: int | None, offset: int, numbers: list[str]) -> None:
        found = tides.search(Chosen("1"), limit=limit, offset=offset)
        assert [each.number for each in found] == numbers

    def test_a_text_is_read_once_in_each_game(self, tides: Catalogue) -> None:
        game = tides.game_ids()[0]
        everywhere, there = tides.query("name:hai"), tides.query("name:hai", game)
        assert tides.query("name:hai") is everywhere is not there
        assert tides.query("name:hai", game) is there
        assert [found.number for found in tides.search(there)] == ["10", "82"]

    def test_order(self, tides: Catalogue) -> None:
        found = tides.search(Chosen("1"), order="card.folded DESC, card.id")
        assert [each.number for each in found] == ["1", "2", "10", "82"]

    def test_a_regex_that_takes_too_long_says_so_itself(self, tmp_path: Path) -> None:
        build(tmp_path / "slow.db", [shipment([card("1", "a" * 5_000 + "!")])])
        query = Chosen("regexp(?, name)", ["(a|aa)+$"])
        with Catalogue.open(tmp_path / "slow.db") as catalogue:
            for ask in (catalogue.search, catalogue.count):
                with pytest.raises(QueryError, match="takes too long"):
                    ask(query)

    def test_games_stand_in_the_catalogues_order(self, tmp_path: Path) -> None:
        other = card("1", "Ahoi", id="a/S1-1", game="a", identity="a/S1-1")
        build(tmp_path / "two.db", [shipment(), shipment([other], id="a")])
        with Catalogue.open(tmp_path / "two.db") as catalogue:
            assert catalogue.game_ids() == ("tides", "a")
            assert [each.game for each in catalogue.search(Chosen("1"))] == ["tides"] * 4 + ["a"]
            assert catalogue.knowing(["hai", "ahoi", "riff"]) == {"tides": 2, "a": 1}


class TestOpening:
    """Where the file is, what happens when it is missing, and what a reader may not do."""

    def test_a_missing_one_is_built_and_said_so(self, tmp_path: Path) -> None:
        path, said = tmp_path / "new" / "catalogue.db", list[str]()
        with Catalogue.open(path, said.append) as catalogue:
            assert len(catalogue.game_ids()) == 5
        assert said == [f"building the catalogue at {path}"]
        with Catalogue.open(path, said.append) as catalogue:
            assert catalogue.card("geopals/S1-13") is not None
        assert len(said) == 1
        assert beside(path) == []

    @pytest.mark.parametrize(
        "name",
        ["a b", "it's", '"q"', "#1", "a?b=c", "100%", "%41", "é漢字", "a&mode=rwc", "-x", ":memory:", "a\nb"],
    )
    def test_any_path_will_do(self, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        folder = tmp_path / name
        path = built(folder / f"{name}.db")
        monkeypatch.chdir(folder)
        for way in (path, Path(path.name)):
            with Catalogue.open(way) as catalogue:
                assert len(catalogue.cards("tides")) == len(CARDS)
        assert [found.name for found in folder.iterdir()] == [path.name]

    def test_it_cannot_be_written_through(self, path: Path) -> None:
        with closing(reader(path)) as connection, pytest.raises(sqlite3.OperationalError, match="readonly"):
            connection.execute("DELETE FROM card")

    @needs_fork
    def test_in_a_folder_that_cannot_be_written(self) -> None:
        with open_folder() as folder:
            path = built(folder / "it's 100%.db")
            path.chmod(0o444)
            folder.chmod(0o555)
            assert forked(lambda: _read_all(path), NOBODY) == str(len(CARDS))
            assert beside(path) == []

    @needs_fork
    def test_a_file_that_cannot_be_read(self) -> None:
        with open_folder() as folder:
            path = built(folder / "catalogue.db")
            path.chmod(0o000)
            said = forked(lambda: Catalogue.open(path), NOBODY)
            assert said.startswith(f"CatalogueError: {path} cannot be used (Permission denied): ")
            assert beside(path) == []

    def test_a_frozen_file_is_opened_as_such(self, path: Path) -> None:
        with closing(sqlite3.connect(uri(path, "ro", immutable=True), uri=True)) as connection:
            assert connection.execute("SELECT count(*) FROM card").fetchone() == (len(CARDS),)
            assert beside(path) == []

    def test_reading_goes_on_while_another_writes(self, path: Path) -> None:
        with Catalogue.open(path) as before, engine(path).connect() as writer:
            writer.begin()
            writer.exec_driver_sql("UPDATE card SET name = 'Shark' WHERE folded = 'hai'")
            assert before.names() == ("Hai", "Öl-Fisch", "Riff")
            writer.commit()
            assert before.names() == ("Shark", "Öl-Fisch", "Riff")
            with Catalogue.open(path) as after:
                assert after.names() == before.names()
        with Catalogue.open(path) as later:
            assert later.names() == ("Shark", "Öl-Fisch", "Riff")
        assert header.has_log(path), "a reader must not move what was written"

    def test_the_log_of_a_writer_that_died_counts(self, path: Path, tmp_path: Path) -> None:
        copy = tmp_path / "copy" / "catalogue.db"
        copy.parent.mkdir()
        with engine(path).connect() as writer:
            writer.exec_driver_sql("UPDATE card SET name = 'Shark' WHERE folded = 'hai'")
            writer.commit()
            for name in (path.name, *beside(path)):
                if not name.endswith("-shm") and (path.parent / name).is_file():
                    (copy.parent / name).write_bytes((path.parent / name).read_bytes())
        with Catalogue.open(copy) as catalogue:
            assert catalogue.names() == ("Shark", "Öl-Fisch", "Riff")


def _read_all(path: Path) -> int:
    with Catalogue.open(path) as catalogue:
        return sum(len(catalogue.cards(game)) for game in catalogue.game_ids())


def _cut(share: float) -> Callable[[Path], None]:
    def cut(path: Path) -> None:
        whole = built(path).read_bytes()
        path.write_bytes(whole[: int(len(whole) * share)])

    return cut


def _put(content: bytes) -> Callable[[Path], None]:
    def put(path: Path) -> None:
        path.write_bytes(content)

    return put


def _asked(*statements: str, of: Callable[[Path], object] = built) -> Callable[[Path], None]:
    def ask(path: Path) -> None:
        of(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)

    return ask


def _overwritten(at: int, content: bytes) -> Callable[[Path], None]:
    def overwrite(path: Path) -> None:
        whole = bytearray(built(path).read_bytes())
        whole[at : at + len(content)] = content
        path.write_bytes(whole)

    return overwrite


def _nothing(_path: Path) -> None:
    """Make no file first."""


REFUSED: dict[str, tuple[Callable[[Path], None], str]] = {
    "empty": (_put(b""), "is empty"),
    "text": (_put(b"1 Nilgie\n" * 100), "is not a catalogue (nor any SQLite file)"),
    "one byte": (_put(b"x"), "is not a catalogue (nor any SQLite file)"),
    "PNG": (_put(PNG), "is not a catalogue (nor any SQLite file)"),
    "zeros": (_put(bytes(5_000)), "is not a catalogue (nor any SQLite file)"),
    "another's SQLite": (
        _asked("CREATE TABLE game (id)", of=_nothing),
        "is an SQLite file, but not a catalogue",
    ),
    "another's, in WAL": (
        _asked("PRAGMA journal_mode = WAL", "CREATE TABLE game (id)", of=_nothing),
        "is an SQLite file, but not a catalogue",
    ),
    "newer": (
        _asked("PRAGMA user_version = 7"),
        "is a catalogue of version 7, and this deckwright knows version 1",
    ),
    "version 0": (_asked("PRAGMA user_version = 0"), "is damaged (its header makes no sense)"),
    "version -1": (_asked("PRAGMA user_version = -1"), "is damaged (its header makes no sense)"),
    "page size 3": (_overwritten(16, b"\0\3"), "is damaged (its header makes no sense)"),
    "half": (_cut(0.5), "is damaged ("),
    "nearly whole": (_cut(0.99), "is damaged ("),
    "50 bytes": (
        lambda path: _put(built(path).read_bytes()[:50])(path),
        "is damaged (cut off after 50 bytes)",
    ),
    "no schema": (_overwritten(100, bytes(3_000)), "is damaged ("),
    "schema overwritten": (_overwritten(100, b"\xea" * 3_996), "is damaged ("),
    "no table": (_asked("PRAGMA foreign_keys = OFF", "DROP TABLE card"), "cannot be read ("),
    "a document that is none": (_asked("UPDATE game SET document = '[]'"), "is damaged ("),
    "a document cut off": (_asked("UPDATE game SET document = substr(document, 9)"), "is damaged ("),
    "text that is none": (_asked("UPDATE card SET name = CAST(x'ff' AS TEXT)"), "is damaged ("),
    "fields that are none": (_asked("UPDATE card SET fields = '{'"), "is damaged ("),
    "fields that are a list": (_asked("UPDATE card SET fields = '[1]'"), "is damaged ("),
}


@pytest.mark.parametrize(("make", "problem"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_catalogue_is_refused_and_left_untouched(
    tmp_path: Path, make: Callable[[Path], None], problem: str
) -> None:
    path = tmp_path / "catalogue.db"
    make(path)
    assert beside(path) == []
    before, moment = path.read_bytes(), path.stat().st_mtime_ns
    with pytest.raises(CatalogueError) as caught:
        _read_everything(path)
    assert (path.read_bytes(), path.stat().st_mtime_ns, beside(path)) == (before, moment, [])
    assert caught.value.path == path
    assert caught.value.problem.startswith(problem)
    assert str(caught.value) == f"{path} {caught.value.problem}: {caught.value.remedy}"
    assert "--catalog" in caught.value.remedy
    assert len(str(caught.value).splitlines()) == 1


def _read_everything(path: Path) -> None:
    with Catalogue.open(path) as catalogue:
        for game in catalogue.games():
            catalogue.cards(game.id)
            catalogue.counts(game.id)
        catalogue.names()
        catalogue.knowing(["hai"])


PLACES: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "a folder": (Path.mkdir, "", "is a folder"),
    "below a file": (Path.touch, "below", "cannot be used (Not a directory)"),
    "a device": (lambda path: path.symlink_to("/dev/zero"), "", "is no ordinary file"),
    "a pipe": (lambda path: os.mkfifo(path), "", "is no ordinary file"),
    "a circle": (
        lambda path: path.symlink_to(path),
        "",
        "cannot be used (Too many levels of symbolic links)",
    ),
    "a long name": (lambda _: None, "x" * 300, "cannot be used (File name too long)"),
    "a null byte": (lambda _: None, "a\0b", "embedded null"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="pipes, devices and messages of POSIX")
@pytest.mark.parametrize(("make", "below", "problem"), PLACES.values(), ids=PLACES.keys())
def test_places_that_hold_no_catalogue(
    tmp_path: Path, make: Callable[[Path], object], below: str, problem: str
) -> None:
    path = tmp_path / "place"
    make(path)
    with pytest.raises(CatalogueError) as caught:
        Catalogue.open(path / below)
    assert problem in caught.value.problem
    assert len(str(caught.value).splitlines()) == 1


def test_a_sqlite_that_is_too_old_is_named_and_the_catalogue_is_not_given_up(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "OLDEST", (99, 1))
    with pytest.raises(CatalogueError) as caught:
        Catalogue.open(path)
    assert f"cannot be read safely by SQLite {sqlite3.sqlite_version}" in str(caught.value)
    assert "use a Python that is built with SQLite 99.1 or later" in str(caught.value)
    assert "move it away" not in str(caught.value)


ASKED: dict[str, Callable[[Catalogue], object]] = {
    "all games": Catalogue.games,
    "a game of this name": lambda catalogue: catalogue.find_game("Tides"),
    "no such game": lambda catalogue: catalogue.game("nope"),
    "the names of cards": Catalogue.names,
    "the nearest name": lambda catalogue: catalogue.nearest("hay"),
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED.keys())
def test_a_name_that_is_no_text_is_damage(tmp_path: Path, ask: Callable[[Catalogue], object]) -> None:
    path = built(tmp_path / "catalogue.db")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE game SET name = x'ff', id = x'ff'")
        connection.execute("UPDATE card SET name = x'ff'")
    with Catalogue.open(path) as catalogue, pytest.raises(CatalogueError, match="is damaged"):
        ask(catalogue)


@given(seed=st.integers(0, 2**32), kind=st.sampled_from(["bytes", "page", "zeros"]))
@settings(max_examples=60)
def test_damage_anywhere_is_refused_or_harmless(
    tmp_path_factory: pytest.TempPathFactory, seed: int, kind: str
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "catalogue.db"
    whole, chance = bytearray(built(path).read_bytes()), random.Random(seed)
    page = 4096 * chance.randrange(len(whole) // 4096)
    if kind == "bytes":
        for at in chance.sample(range(len(whole)), 20):
            whole[at] = chance.randrange(256)
    else:
        start = max(page, 100)
        content = bytes(page + 4096 - start) if kind == "zeros" else chance.randbytes(page + 4096 - start)
        whole[start : page + 4096] = content
    path.write_bytes(whole)
    with suppress(CatalogueError, UnknownGame):
        _read_everything(path)
    assert path.read_bytes() == whole
    assert beside(path) == []


def test_a_short_file_with_a_log_is_not_called_damaged(path: Path) -> None:
    """A file may be shorter than its header says while another process moves the log into it."""
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    header.log_files(path)[0].write_bytes(b"a log")
    header.check(path)


def test_the_page_count_of_an_unsettled_header_is_not_believed(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[28:32] = (10**6).to_bytes(4, "big")
    path.write_bytes(whole)
    with pytest.raises(CatalogueError, match="are left of 4,096,000,000"):
        header.check(path)
    whole[24:28] = b"\0\0\1\0"
    path.write_bytes(whole)
    header.check(path)


class TestPlace:
    """Where the catalogue is."""

    def test_given_before_named_before_the_users_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        monkeypatch.setenv("DECKWRIGHT_CATALOG", "named.db")
        assert catalogue_path(Path("given.db")) == Path("given.db")
        assert catalogue_path() == Path("named.db")
        monkeypatch.setenv("DECKWRIGHT_CATALOG", "")
        assert catalogue_path().name == "catalogue.db"
        if sys.platform == "linux":
            assert catalogue_path() == tmp_path / "deckwright" / "catalogue.db"

    @needs_fork
    @pytest.mark.skipif(sys.platform == "win32" or os.getuid() != 0, reason="only root may become a stranger")
    def test_a_user_without_a_home(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("HOME", "XDG_DATA_HOME", "DECKWRIGHT_CATALOG"):
            monkeypatch.delenv(name, raising=False)
        catalogue_path()
        place = Path(forked(catalogue_path, 54_321))
        assert place.is_absolute()
        assert place.name == "catalogue.db"


READ = """
import sys
from pathlib import Path
from deckwright.catalog.catalogue import Catalogue
with Catalogue.open(Path(sys.argv[1])) as catalogue:
    for game in catalogue.games():
        assert catalogue.cards(game.id) and catalogue.counts(game.id)
    assert catalogue.named("tides", "hai") and catalogue.knowing(["hai"])
heavy = {"sqlmodel", "sqlalchemy", "pydantic", "jsonschema", "numpy", "rapidfuzz", "platformdirs", "lark", "regex"}
print(sorted(heavy & set(sys.modules)))
"""


def test_reading_imports_nothing_heavy(path: Path) -> None:
    ran = subprocess.run([sys.executable, "-c", READ, str(path)], capture_output=True, text=True, check=False)
    assert (ran.stderr, ran.stdout) == ("", "[]\n")


def test_names_that_are_none_do_not_fill_the_memory(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deckwright.catalog.catalogue._MOST_NAMES", 10)
    with Catalogue.open(path) as catalogue:
        (known, *_) = catalogue.named("tides", "hai")
        for number in range(25):
            assert catalogue.named("tides", f"nothing {number}") == ()
            assert len(catalogue._named) <= 10
        assert catalogue.named("tides", "hai")[0] == known
