"""Files and folders that may not be written or read: reading goes on, writing is refused, nothing is left behind."""

from __future__ import annotations

import getpass  # noqa: F401 - a child that is another user may not be able to read the standard library any more
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from deckwright.catalog.prototype import written
from tests.catalog.tides import open_folder
from tests.faults.harm import NOBODY, as_nobody
from tests.faults.runs import Run, run
from tests.faults.some import some

pytestmark = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may become another user"
)

READING = [
    ("games",),
    ("cards", "orb"),
    ("show", "orb"),
    ("validate", "tide-and-sky"),
    ("deal", "tide-and-sky"),
    ("odds", "tide-and-sky"),
    ("deck", "list"),
    ("export", "orb"),
    ("import", "cards.csv", "--game", "geopals", "--dry-run"),
    ("game", "check", "tides.json", "tides.csv"),
]
WRITING = [
    ("deck", "save", "tide-and-sky", "--as", "mine"),
    ("import", "cards.csv", "--game", "geopals"),
    ("game", "remove", "geopals", "--yes"),
]


@pytest.fixture
def place(shipped: Path) -> Iterator[Path]:
    """A folder that every user can reach, with a catalogue, a decklist and cards."""
    with open_folder() as folder:
        shutil.copyfile(shipped, folder / "catalogue.db")
        (folder / "cards.csv").write_text("set,number,name,type\nown,1,Mine,item\n")
        for ending, text in written("Tides")[1].items():
            (folder / f"tides{ending}").write_text(text)
        (folder / "list.deck").write_text("game: geopals\n1 Lagoona\n1 Orb\n")
        yield folder


def frozen(place: Path, file: int, folder: int) -> dict[str, bytes]:
    """Set the rights of a folder and the files in it, and say what there is."""
    for path in place.iterdir():
        path.chmod(file)
    place.chmod(folder)
    return {path.name: path.read_bytes() for path in place.iterdir()}


def by_nobody(place: Path, *args: str) -> Run:
    return run("--catalog", "catalogue.db", *args, cwd=place, before=as_nobody).sound()


@pytest.mark.parametrize("args", some(READING, 3), ids=" ".join)
@pytest.mark.parametrize(("file", "folder"), [(0o444, 0o755), (0o444, 0o555)], ids=["file", "folder"])
def test_reading_goes_on(args: tuple[str, ...], file: int, folder: int, place: Path) -> None:
    before = frozen(place, file, folder)
    assert by_nobody(place, *args).status in (0, 1)
    assert {path.name: path.read_bytes() for path in place.iterdir()} == before


@pytest.mark.parametrize("args", WRITING, ids=" ".join)
@pytest.mark.parametrize(
    ("file", "folder"), [(0o444, 0o755), (0o444, 0o555), (0o666, 0o555)], ids=["file", "both", "folder"]
)
def test_writing_is_refused(args: tuple[str, ...], file: int, folder: int, place: Path) -> None:
    before = frozen(place, file, folder)
    done = by_nobody(place, *args)
    assert done.status == 2
    assert "catalogue.db cannot be written" in done.err
    assert {path.name: path.read_bytes() for path in place.iterdir()} == before


@pytest.mark.parametrize(
    "args",
    [
        ("deck", "format", "list.deck", "--write"),
        ("validate", "list.deck", "--fix", "--write"),
        ("deck", "convert", "list.deck", "--output", "out.txt"),
        ("export", "-o", "out.csv"),
        ("deck", "new", "geopals", "out.deck"),
        ("game", "new", "mine"),
        ("deal", "tide-and-sky", "--html", "out.html"),
    ],
    ids=" ".join,
)
def test_files_that_cannot_be_written(args: tuple[str, ...], place: Path) -> None:
    before = frozen(place, 0o444, 0o555)
    done = by_nobody(place, *args)
    assert done.status == 2 or (args[0] == "validate" and done.status in (0, 1))
    assert {path.name: path.read_bytes() for path in place.iterdir()} == before


@pytest.mark.parametrize(
    "args", [("validate", "list.deck"), ("import", "cards.csv"), ("game", "check", "cards.csv"), ("games",)]
)
def test_files_that_cannot_be_read(args: tuple[str, ...], place: Path) -> None:
    frozen(place, 0o000, 0o755)
    (place / "catalogue.db").chmod(0o644 if args[0] != "games" else 0o000)
    done = by_nobody(place, *args)
    assert done.status == 2
    assert "permission denied" in done.err or "not readable" in done.err


def test_a_folder_that_cannot_be_listed(place: Path) -> None:
    closed = place / "closed"
    closed.mkdir(0o700)
    (closed / "a.deck").write_text("1 Orb\n")
    for word in ("closed", "closed/a.deck", "."):
        done = by_nobody(place, "validate", word)
        assert done.status in (1, 2)
        assert done.err or done.out
    assert closed.stat().st_uid != NOBODY


@pytest.mark.parametrize(
    "args", [("deck", "format", "list.deck", "--write"), ("export", "-o", "cards.csv")], ids=" ".join
)
def test_a_file_without_write_permission_is_not_replaced(args: tuple[str, ...], place: Path) -> None:
    before = frozen(place, 0o444, 0o777)
    assert by_nobody(place, *args).status == 2
    assert {path.name: path.read_bytes() for path in place.iterdir() if path.name in before} == before
