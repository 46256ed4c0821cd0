"""Building the catalogue: whole or not at all, whoever else is at it, whatever was left behind."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, SQLModel, select

from deckwright.catalog.build import build, card_row, digest, shipped
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.errors import CatalogueError
from deckwright.catalog.header import APPLICATION_ID, log_files
from deckwright.catalog.rows import COLUMNS
from deckwright.catalog.tables import TABLES, CardRow, DeckEntryRow, DeckRow, engine
from deckwright.catalog.versions import newest
from deckwright.schemas import problems
from tests.catalog.tides import CARDS, DOCUMENT, NOBODY, beside, built, card, forked, open_folder, shipment

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="another user's rights need fork and setuid")

BUILD = """
import sys
from pathlib import Path
from deckwright.catalog.build import build
print(build(Path(sys.argv[1])))
"""


def asked(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """The answer of a plain connection, which leaves nothing behind."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def building(path: Path) -> subprocess.Popen[str]:
    """Another process that builds the catalogue of the shipped games."""
    return subprocess.Popen([sys.executable, "-c", BUILD, str(path)], stdout=subprocess.PIPE, text=True)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogue of the shipped games."""
    path = tmp_path_factory.mktemp("shipped") / "catalogue.db"
    assert build(path) is True
    return path


def test_the_small_game_is_sound() -> None:
    assert problems("game", DOCUMENT) == []


@pytest.mark.parametrize(
    ("pragma", "is_"),
    [
        ("application_id", APPLICATION_ID),
        ("user_version", newest()),
        ("journal_mode", "wal"),
        ("integrity_check", "ok"),
    ],
)
def test_what_a_catalogue_is(whole: Path, pragma: str, is_: object) -> None:
    assert asked(whole, f"PRAGMA {pragma}") == [(is_,)]
    assert asked(whole, "PRAGMA foreign_key_check") == []
    assert beside(whole) == []


def test_it_holds_every_shipped_game_and_card(whole: Path) -> None:
    shipments = list(shipped())
    assert len(shipments) == 5
    with Catalogue.open(whole) as catalogue:
        assert catalogue.game_ids() == tuple(game.id for game, _ in shipments)
        for game, cards in shipments:
            assert catalogue.game(game.id) == game
            assert len(cards) > 5
            assert {held.id: held for held in catalogue.cards(game.id)} == {each.id: each for each in cards}


def test_shipped_games_are_marked_with_their_digest(whole: Path) -> None:
    found = asked(whole, "SELECT id, shipped, digest FROM game ORDER BY position")
    assert found == [(game.id, 1, digest(game, cards)) for game, cards in shipped()]


@pytest.mark.parametrize(
    "changed",
    [
        shipment(name="Low Tides"),
        shipment(CARDS[1:]),
        shipment([*CARDS[:-1], card("1", "Riff", "rock", copies=4, fields={"size": "small"})]),
    ],
)
def test_the_digest_tells_games_apart(changed: Any) -> None:
    assert digest(*shipment()) == digest(*shipment())
    assert digest(*changed) != digest(*shipment())


def test_the_columns_of_a_card() -> None:
    game, _ = shipment()
    shark, oil = card_row(game, CARDS[0]), card_row(game, CARDS[1])
    assert {name: shark[name] for name in ("folded", "set_key", "number_key", "identity", "copies")} == {
        "folded": "hai",
        "set_key": "s00011",
        "number_key": "000210",
        "identity": "tides/S1-10",
        "copies": None,
    }
    assert json.loads(str(shark["fields"])) == {
        "fins": 5,
        "seas": ["Süd", "nord"],
        "size": "big",
        "motto": "Ça VA",
    }
    assert json.loads(str(shark["keys"])) == {"seas": ["sud", "nord"], "size": 1, "motto": "ca va"}
    assert (oil["folded"], oil["subtype"], oil["subtype_key"]) == ("ol-fisch", "b2", "b00012")
    assert (oil["text"], oil["text_folded"], oil["assumed"]) == ("“Glitters”", '"glitters"', '["fins"]')
    assert card_row(game, CARDS[3])["keys"] == "{}"


def test_writer_and_reader_agree_on_the_columns() -> None:
    columns = [column.name for column in TABLES.tables["card"].columns]
    assert list(card_row(shipment()[0], CARDS[0])) == columns
    assert [name for name in columns if name in COLUMNS] == list(COLUMNS)
    assert sorted(TABLES.tables) == [
        "card",
        "card_type",
        "deck",
        "deck_entry",
        "game",
        "shipped",
        "user_card",
    ]


def test_our_tables_are_apart_from_those_of_a_program_that_uses_us() -> None:
    assert not set(TABLES.tables) & set(SQLModel.metadata.tables)


def test_what_is_there_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.db"
    path.write_text("mine")
    assert build(path, [shipment()]) is False
    assert path.read_text() == "mine"
    assert beside(path) == []


def test_folders_are_made_and_links_followed(tmp_path: Path) -> None:
    target = tmp_path / "new" / "deep" / "catalogue.db"
    link = tmp_path / "link.db"
    link.symlink_to(target)
    built(link)
    assert link.is_symlink()
    assert asked(target, "SELECT count(*) FROM card") == [(len(CARDS),)]


def test_several_processes_at_once(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    processes = [building(path) for _ in range(4)]
    said = sorted(process.communicate(timeout=120)[0].strip() for process in processes)
    assert [process.returncode for process in processes] == [0] * 4
    assert said == ["False", "False", "False", "True"]
    assert asked(path, "PRAGMA integrity_check") == [("ok",)]
    assert asked(path, "SELECT count(*) FROM game") == [(5,)]
    assert beside(path) == []


def test_what_a_dead_build_left_is_cleared_away(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    for left in (".catalogue.db.new", ".catalogue.db.new-wal", ".catalogue.db.new-journal"):
        (tmp_path / left).write_bytes(b"half a catalogue")
    (tmp_path / ".catalogue.db.building").touch()
    built(path)
    assert asked(path, "PRAGMA integrity_check") == [("ok",)]
    assert beside(path) == []


def test_the_log_of_a_file_that_is_gone_is_not_taken_for_the_new_ones(tmp_path: Path) -> None:
    path = built(tmp_path / "catalogue.db")
    log = log_files(path)[0]
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE card SET name = 'stale'")
        connection.commit()
        stale = log.read_bytes()
    path.unlink()
    log.write_bytes(stale)
    built(path)
    assert asked(path, "SELECT count(*) FROM card WHERE name = 'stale'") == [(0,)]


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.parametrize("after", [n / 20 for n in range(4, 24)])
def test_a_killed_build_leaves_nothing_or_everything(tmp_path: Path, after: float) -> None:
    path = tmp_path / "catalogue.db"
    process = building(path)
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    build(path)
    assert asked(path, "PRAGMA integrity_check") == [("ok",)]
    assert asked(path, "SELECT count(*) FROM game") == [(5,)]
    assert beside(path) == []


@needs_fork
def test_a_folder_that_cannot_be_written() -> None:
    with open_folder() as folder:
        folder.chmod(0o555)
        path = folder / "catalogue.db"
        said = forked(lambda: build(path, [shipment()]), NOBODY)
        assert said.startswith(f"CatalogueError: {path} cannot be built, as its folder cannot be written: ")
        assert list(folder.iterdir()) == []
        said = forked(lambda: build(folder / "below" / "catalogue.db", [shipment()]), NOBODY)
        assert said.startswith(
            f"CatalogueError: {folder}/below/catalogue.db cannot be used (Permission denied)"
        )


@needs_fork
def test_a_full_disk(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    cards = [card(str(number), "Hai", text="x" * 500) for number in range(1_000)]

    def cramped() -> object:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        return build(path, [shipment(cards)])

    said = forked(cramped)
    assert said.startswith(f"CatalogueError: {path} cannot be built (")
    assert not path.exists()
    assert set(beside(path)) <= {".catalogue.db.building"}
    assert build(path, [shipment(cards)])
    assert beside(path) == []


@pytest.mark.parametrize("name", ["file/catalogue.db", "x" * 300, "a\0b"])
def test_places_where_no_file_can_be(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CatalogueError, match="cannot be used"):
        build(tmp_path / name, [shipment()])


def test_a_broken_game_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    with pytest.raises(CatalogueError, match="cannot be built"):
        build(path, [shipment([card("1", "Hai", "no such type")])])
    assert not path.exists()


class TestWriting:
    """What the tables hold a writer to."""

    def test_foreign_keys_are_on(self, tmp_path: Path) -> None:
        with Session(engine(built(tmp_path / "catalogue.db"))) as session:
            session.add(CardRow.model_validate(card_row(shipment()[0], card("9", "Hai", "no such type"))))
            with pytest.raises(IntegrityError):
                session.commit()

    def test_a_saved_deck_outlives_a_card_of_it(self, tmp_path: Path) -> None:
        with Session(engine(built(tmp_path / "catalogue.db"))) as session:
            session.add(
                DeckRow(id=1, name="d", version=1, game="tides", saved_at="now", text="1 Hai", sha="")
            )
            session.flush()
            session.add(DeckEntryRow(deck=1, zone="deck", card="tides/S1-10", name="Hai", count=1))
            session.commit()
            session.delete(session.exec(select(CardRow).where(CardRow.id == "tides/S1-10")).one())
            session.commit()
            (entry,) = session.exec(select(DeckEntryRow)).all()
            assert (entry.card, entry.name, entry.lines) == (None, "Hai", "[]")

    def test_a_transaction_takes_back_tables_too(self, tmp_path: Path) -> None:
        path = built(tmp_path / "catalogue.db")
        connection = engine(path).connect()
        connection.begin()
        connection.exec_driver_sql("CREATE TABLE extra (x)")
        connection.exec_driver_sql("DELETE FROM card")
        connection.rollback()
        connection.close()
        assert asked(path, "SELECT count(*) FROM sqlite_schema WHERE name = 'extra'") == [(0,)]
        assert asked(path, "SELECT count(*) FROM card") == [(len(CARDS),)]
