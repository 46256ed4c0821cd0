"""Shipped games brought up to date: the user's cards, fields and decklists outlive it."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.build import digest, shipped
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.health import examine
from deckwright.catalog.own_games import CannotForget, forget, removal
from deckwright.catalog.refresh import refresh
from deckwright.catalog.shelf import store as save
from deckwright.catalog.stamp import stale, stamp
from tests.catalog.importing.bench_game import DOCUMENT, take, whole
from tests.catalog.tides import built as built_of_others

FIRST = next(iter(shipped()))
GAME = FIRST[0].id
CARD = FIRST[1][0]


def age(path: Path, *statements: str) -> None:
    """Make the catalogue one of an older package, in which the first shipped game was different."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE shipped SET stamp = 'older'")
        connection.execute(
            "UPDATE game SET digest = 'older', name = 'Older', document = ? WHERE id = ?", [_older(), GAME]
        )
        for statement in statements:
            connection.execute(statement)


def _older() -> str:
    return json.dumps({**FIRST[0].document, "name": "Older"})


def user_file(path: Path, *rows: dict[str, Any]) -> Path:
    file = path.parent / "mine.json"
    file.write_text(json.dumps(rows), encoding="utf-8")
    return file


OLD = (
    f"UPDATE card SET name = 'Older', copies = 4 WHERE id = '{CARD.id}'",
    f"DELETE FROM card WHERE id = '{FIRST[1][1].id}'",
    f"INSERT INTO card_type (game, id, name, plural, position) VALUES ('{GAME}', 'gone', 'Gone', 'Gone', 99)",
    f"INSERT INTO card SELECT '{GAME}/Z-1', game, 'gone', NULL, NULL, 'Z', 'z', '1', '00011', 'Gone', 'gone',"
    f" '{GAME}/Z-1', '', '', NULL, 'publisher', '[]', '{{}}', '{{}}' FROM card WHERE id = '{CARD.id}'",
)


def test_a_fresh_catalogue_is_current(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert not stale(connection)
    assert refresh(path) == ()


def test_opening_brings_the_shipped_games_up_to_date(path: Path) -> None:
    before = whole(path)
    age(path, *OLD)
    news: list[str] = []
    with Catalogue.open(path, news.append) as catalogue:
        assert catalogue.game(GAME) == FIRST[0]
    assert news == [f"brought up to date: {GAME}"]
    assert whole(path) == before
    with Catalogue.open(path, news.append):
        assert len(news) == 1


def test_what_the_user_said_is_laid_over_again(path: Path) -> None:
    field = next(one.id for one in FIRST[0].fields.values() if one.type == "text")
    mine = {"set": CARD.set, "number": CARD.number, "text": "My own words", field: "Me"}
    added = {"set": CARD.set, "number": "MY-1", "name": "My card", "type": CARD.type}
    take(path, user_file(path, mine, added), game=GAME)
    before = whole(path)
    assert before[CARD.id].text == "My own words"
    age(path, *OLD)
    after = whole(path)
    assert after == before
    assert after[f"{GAME}/{CARD.set}-MY-1"].source == "user"


def test_a_type_that_the_user_said_and_that_is_gone_is_the_cards_own_again(path: Path) -> None:
    age(path, *OLD)
    saying = json.dumps({"type": "gone", "text": "Mine", "fields": {}})
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO user_card VALUES (?, ?, ?)", [CARD.id, GAME, saying])
        connection.execute("UPDATE card SET type = 'gone' WHERE id = ?", [CARD.id])
    card = whole(path)[CARD.id]
    assert (card.type, card.text) == (CARD.type, "Mine")


def test_what_the_new_games_do_not_fit_is_told_and_the_old_ones_go_on(path: Path) -> None:
    age(path, *OLD)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(
            "CREATE TABLE held (game TEXT, type TEXT, FOREIGN KEY (game, type) REFERENCES card_type (game, id))"
        )
        connection.execute("INSERT INTO held VALUES (?, 'gone')", [GAME])
    news: list[str] = []
    with Catalogue.open(path, news.append) as catalogue:
        assert catalogue.game(GAME).name == "Older"
    assert "cannot take the new ones (FOREIGN KEY constraint failed)" in news[0]


def test_games_stand_in_the_order_in_which_they_ship(path: Path) -> None:
    with Catalogue.open(path) as catalogue:
        order = catalogue.game_ids()
    age(path, "UPDATE game SET position = 20 - position")
    with Catalogue.open(path) as catalogue:
        assert catalogue.game_ids() == order
    found = {one.what: one for one in examine(path)}
    assert [game for game in order if not found[f"game {game}"].sound] == []


def test_what_is_said_of_a_card_that_is_gone_waits(path: Path) -> None:
    age(path, *OLD)
    gone = f"{GAME}/Z-1"
    document = json.dumps({"fields": {"x": 1}})
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO user_card VALUES (?, ?, ?)", [gone, GAME, document])
    assert gone not in whole(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT document FROM user_card WHERE id = ?", [gone]).fetchall() == [
            (document,)
        ]


def test_the_users_games_and_decklists_are_untouched(path: Path) -> None:
    file = path.parent / "m.json"
    file.write_text('[{"number": "1", "name": "Hare", "type": "beast"}]')
    take(path, file, documents=[DOCUMENT])
    assert save(path, "mine", GAME, "1 anything", []) == 1
    age(path, *OLD)
    with Catalogue.open(path) as catalogue:
        assert catalogue.game("moors").document == DOCUMENT
        assert [card.name for card in catalogue.cards("moors")] == ["Hare"]
        assert [version.name for version in catalogue.saved()] == ["mine"]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("SELECT stamp FROM shipped").fetchall() == [(stamp(),)]
        kept = connection.execute("SELECT digest FROM game WHERE id = ?", [GAME]).fetchone()[0]
    assert kept == digest(*FIRST)


def test_a_game_that_is_the_users_own_is_not_overwritten(path: Path) -> None:
    age(path, f"UPDATE game SET shipped = 0 WHERE id = '{GAME}'")
    with Catalogue.open(path) as catalogue:
        assert catalogue.game(GAME).name == "Older"


def test_a_catalogue_of_before_there_were_stamps(path: Path) -> None:
    before = whole(path)
    age(path, *OLD, "DROP TABLE shipped", "DROP INDEX card_by_game")
    assert whole(path) == before
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_schema WHERE name = 'card_by_game'").fetchall()


def test_a_catalogue_of_other_games_is_left_alone(tmp_path: Path) -> None:
    path = built_of_others(tmp_path / "tides.db")
    assert refresh(path) == ()
    with Catalogue.open(path) as catalogue:
        assert catalogue.game_ids() == ("tides",)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs the rights of Unix")
def test_where_it_cannot_be_written_the_old_games_go_on(path: Path) -> None:
    from tests.catalog.tides import NOBODY, forked, open_folder

    age(path, *OLD)
    with open_folder() as folder:
        place = folder / "c.db"
        place.write_bytes(path.read_bytes())
        place.chmod(0o444)
        news = forked(lambda: _open_and_tell(place), user=NOBODY)
    assert "Older" in news
    assert "the shipped games are of another version" in news


def _open_and_tell(place: Path) -> str:
    news: list[str] = []
    with Catalogue.open(place, news.append) as catalogue:
        return f"{catalogue.game(GAME).name} {news}"


class TestForgetting:
    def test_a_shipped_game_is_as_it_ships_again(self, path: Path) -> None:
        before = whole(path)
        mine = {"set": CARD.set, "number": CARD.number, "text": "My own words"}
        added = {"set": CARD.set, "number": "MY-1", "name": "My card", "type": CARD.type}
        take(path, user_file(path, mine, added), game=GAME)
        assert whole(path) != before
        forget(path, GAME)
        assert whole(path) == before

    def test_a_game_of_ones_own_goes_with_its_cards(self, path: Path) -> None:
        before = whole(path)
        file = user_file(path, {"number": "1", "name": "Hare", "type": "beast"})
        take(path, file, documents=[DOCUMENT])
        with Catalogue.open(path) as catalogue:
            assert removal(catalogue, "moors") == "the game and its 1 card are removed"
        forget(path, "moors")
        assert whole(path) == before
        with Catalogue.open(path) as catalogue:
            assert "moors" not in catalogue.game_ids()

    def test_not_while_decklists_of_it_are_saved(self, path: Path) -> None:
        take(path, user_file(path, {"number": "1", "name": "Hare", "type": "beast"}), documents=[DOCUMENT])
        save(path, "mine", "moors", "1 Hare", [])
        with (
            Catalogue.open(path) as catalogue,
            pytest.raises(CannotForget, match="a saved decklist is of moors"),
        ):
            removal(catalogue, "moors")
