"""A full disk: what was there is there, nothing is half written, and what to do is said."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.catalog.tides import beside
from tests.faults.harm import asked, limited, settled
from tests.faults.runs import run
from tests.faults.some import some
from tests.faults.test_kills import aged

CARDS = "set,number,name,type,text\n" + "".join(
    f"own,F{number},Full {number},item,{'x' * 400}\n" for number in range(3_000)
)
SMALL = 6 << 20
DECK = "game: geopals\n1 Orb\n" + "".join(f"# a remark on card {number}\n" for number in range(5_000))
CARDLIST = "game: geopals\n" + "".join(f"1 Nothing {number}\n" for number in range(3_000))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with files that are too large for what is left of the disk."""
    (tmp_path / "cards.csv").write_text(CARDS)
    (tmp_path / "big.deck").write_text(DECK)
    (tmp_path / "cards.deck").write_text(CARDLIST)
    return tmp_path


KEPT = [("import", "cards.csv", "--game", "geopals"), ("deck", "save", "cards.deck", "--as", "mine")]


@pytest.mark.parametrize("args", some(KEPT, 1), ids=" ".join)
def test_writing_to_the_catalogue(args: tuple[str, ...], catalogue: Path, folder: Path) -> None:
    assert run("--catalog", catalogue, "deck", "save", "tide-and-sky", "--as", "mine").status == 0
    before = asked(catalogue, "SELECT count(*) FROM card"), asked(catalogue, "SELECT name, version FROM deck")
    done = run("--catalog", catalogue, *args, cwd=folder, before=limited(100_000)).sound()
    assert done.status == 2
    assert str(catalogue) in done.err
    assert "nothing was changed" in done.err
    assert settled(catalogue)
    assert (
        asked(catalogue, "SELECT count(*) FROM card"),
        asked(catalogue, "SELECT name, version FROM deck"),
    ) == before
    assert run("--catalog", catalogue, *args, cwd=folder).status == 0
    assert beside(catalogue) == []


def test_an_upgrade(catalogue: Path, folder: Path) -> None:
    aged(catalogue)
    done = run("--catalog", catalogue, "cards", "g:geopals", "--count", before=limited(50_000)).sound()
    assert done.status == 0
    assert "another version" in done.err
    assert settled(catalogue)
    assert run("--catalog", catalogue, "games").status == 0
    assert asked(catalogue, "SELECT count(*) FROM card WHERE name = 'stale'") == [(0,)]


def test_a_first_build(tmp_path: Path) -> None:
    path = tmp_path / "new" / "catalogue.db"
    done = run("--catalog", path, "games", before=limited(200_000)).sound()
    assert done.status == 2
    assert "cannot be built" in done.err
    assert not path.exists()
    assert run("--catalog", path, "games").status == 0
    assert beside(path) == []


WRITERS = [
    ("deck", "format", "big.deck", "--write"),
    ("deck", "convert", "big.deck", "--to", "json", "--output", "out.json"),
    ("export", "-o", "out.csv"),
    ("deal", "tide-and-sky", "--html", "out.html"),
    ("deck", "export", "--to", ".", "--force"),
    ("deck", "new", "geopals", "out.deck"),
    ("game", "new", "other"),
]


@pytest.mark.parametrize("args", some(WRITERS, 2), ids=" ".join)
def test_files_are_whole_or_as_before(args: tuple[str, ...], catalogue: Path, folder: Path) -> None:
    there = {"big.deck": DECK, "out.json": "mine", "out.csv": "mine", "out.html": "mine", "mine.deck": "mine"}
    if args[:2] == ("deck", "export"):
        saved = run("--catalog", catalogue, "deck", "save", "big.deck", "--as", "mine", cwd=folder)
        assert saved.status == 0
    for name, text in there.items():
        (folder / name).write_text(text)
    size = 100 if "new" in args else 2_000
    done = run("--catalog", catalogue, *args, cwd=folder, before=limited(size)).sound()
    assert done.status == 2
    assert "file too large" in done.err or "no space" in done.err, done
    assert {name: (folder / name).read_text() for name in there} == there
    assert sorted(path.name for path in folder.glob("[.o]*")) == [
        "out.csv",
        "out.html",
        "out.json",
        "own",
    ]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of six megabytes."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root may mount a small disk")
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("no disk may be mounted here")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def fill(path: Path) -> None:
    """Write until the disk is full."""
    with path.open("wb", buffering=0) as more, contextlib.suppress(OSError):
        while more.write(b"x" * 4096):
            pass


def test_a_small_disk(small_disk: Path, shipped: Path, folder: Path) -> None:
    path = shutil.copyfile(shipped, small_disk / "catalogue.db")
    before = asked(path, "SELECT count(*) FROM card")
    (small_disk / "filler").write_bytes(b"x" * (SMALL - path.stat().st_size - 300_000))
    done = run("--catalog", path, "import", "cards.csv", "--game", "geopals", cwd=folder).sound()
    assert done.status == 2
    assert "make room on the disk" in done.err
    assert asked(path, "SELECT count(*) FROM card") == before
    kept = small_disk / "big.deck"
    kept.write_text("game: geopals\n2 Orb\n1 Lagoona\n")
    fill(small_disk / "more")
    done = run("--catalog", path, "deck", "format", kept, "--write").sound()
    assert done.status in (0, 2)
    assert kept.read_text().count("Orb") == 1
    new = run("--catalog", small_disk / "new.db", "games").sound()
    assert new.status == 2
    assert not (small_disk / "new.db").exists()
    assert run("--catalog", path, "cards", "orb").sound().status == 0
    (small_disk / "more").unlink()
    (small_disk / "filler").unlink()
    assert run("--catalog", path, "cards", "orb").status == 0
    assert settled(path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full")
@pytest.mark.parametrize(
    "args", some([("games",), ("cards", "g:geopals"), ("export",), ("deck", "show", "tide-and-sky")], 1)
)
def test_output_that_cannot_be_written(args: tuple[str, ...], shipped: Path) -> None:
    import sys

    program = "from deckwright.cli.main import main; main()"
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", program, "--catalog", str(shipped), *args],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "deckwright: no space left on device\n"
