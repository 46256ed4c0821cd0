"""Saved decklists that another program changes meanwhile, and names that are no names of files."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from deckwright.catalog import shelf
from deckwright.catalog.build import build
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.errors import CatalogueError
from deckwright.decks.saved import ChangedMeanwhile, find_deck, remove
from tests.cli.conftest import Run

Runner = Callable[..., Run]


@pytest.fixture
def path(tmp_path: Path, run: Runner, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A catalogue of its own, which the command line uses too."""
    path = tmp_path / "own" / "catalogue.db"
    path.parent.mkdir()
    assert build(path)
    monkeypatch.setenv("DECKWRIGHT_CATALOG", str(path))
    return path


def save(path: Path, name: str, text: str = "game: geopals\n") -> int:
    return shelf.store(path, name, "geopals", text, ())


def names(path: Path) -> list[str]:
    with Catalogue.open(path) as catalogue:
        return [f"{row.name}@{row.version}" for row in catalogue.saved()]


def change(path: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql, values)


@pytest.mark.parametrize("name", ["{folder}/ESCAPED", "../../ESCAPED", "..", "a\nb"])
def test_an_export_writes_only_to_its_folder(run: Runner, path: Path, tmp_path: Path, name: str) -> None:
    save(path, "Bad")
    save(path, "Good")
    change(path, "UPDATE deck SET name = ? WHERE name = 'Bad'", name.format(folder=tmp_path))
    ended = run("deck", "export", "--to", str(tmp_path / "a" / "out"))
    assert (ended.status, ended.err.count("not exported")) == (2, 1)
    assert [file.name for file in tmp_path.rglob("*.deck")] == ["Good.deck"]


def test_an_export_of_two_versions_makes_two_files(run: Runner, path: Path, tmp_path: Path) -> None:
    for text in ("game: geopals\n", "game: geopals\n\n"):
        save(path, "Tuesday", text)
    assert run("deck", "export", "Tuesday@1", "Tuesday@2", "--to", str(tmp_path / "out")).status == 0
    assert (tmp_path / "out" / "Tuesday@1.deck").read_text() == "game: geopals\n"
    assert (tmp_path / "out" / "Tuesday@2.deck").read_text() == "game: geopals\n\n"


def test_a_name_too_long_for_a_file_does_not_stop_the_rest(run: Runner, path: Path, tmp_path: Path) -> None:
    save(path, "\N{GRINNING FACE}" * 80)
    save(path, "a")
    save(path, "\N{GRINNING FACE}")
    ended = run("deck", "export", "--to", str(tmp_path / "out"))
    assert (ended.status, ended.err.count("not exported")) == (2, 1)
    assert len(list((tmp_path / "out").iterdir())) == 2


@pytest.mark.parametrize("meanwhile", ["save", "rename", "remove"])
def test_only_what_was_told_is_removed(path: Path, meanwhile: str) -> None:
    save(path, "Mine")
    with Catalogue.open(path) as catalogue:
        told = find_deck(catalogue, "mine")
        match meanwhile:
            case "save":
                save(path, "Mine", "another")
            case "rename":
                shelf.rename(path, "Mine", "Yours")
            case "remove":
                shelf.remove(path, told.versions)
        before = names(path)
        with pytest.raises(ChangedMeanwhile):
            remove(catalogue, told)
    assert names(path) == before


def test_a_name_in_another_case_is_the_same_decklist(path: Path) -> None:
    assert [save(path, name) for name in ("race", "Race", "RACE")] == [1, 2, 3]
    assert names(path) == ["race@1", "race@2", "race@3"]


def test_a_rename_holds_to_what_is_there(path: Path) -> None:
    save(path, "One")
    save(path, "Two")
    with pytest.raises(shelf.Taken):
        shelf.rename(path, "One", "TWO")
    shelf.rename(path, "One", "Three")
    with pytest.raises(shelf.Gone):
        shelf.rename(path, "One", "Four")
    assert names(path) == ["Three@1", "Two@1"]


def test_a_decklist_of_a_game_that_is_gone_is_refused_in_words(path: Path) -> None:
    with pytest.raises(
        CatalogueError, match="changed by another program meanwhile: nothing of this was kept"
    ):
        shelf.store(path, "Mine", "no-such-game", "", ())
