"""Paths of every kind, no home, no locale: the same answers, or a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.catalog.tides import beside
from tests.faults.harm import settled
from tests.faults.runs import run
from tests.faults.some import some

PATHS = {
    "blanks": "two  words/my catalogue.db",
    "quotes": 'it\'s "quoted"/c\'a"t`.db',
    "other letters": "Süß/каталог 目录 🂡.db",
    "url": "a%20b?mode=memory&x=1#y/c;d.db",
    "dashes": "-v/--help.db",
    "glob": "[a]*/{b}$HOME.db",
    "decomposed": "e\u0301/o\u0308.db",
    "200 characters": "l" * 200 + "/" + "f" * 200,
    "a line break": "a\nb/c\td.db",
    "controls": "a\x1bb/\u202ec.db",
    "not UTF-8": os.fsdecode(b"\xff\xfe/\x80.db"),
    "windows": "C:\\x/y:z.db",
    "dots": ".../..db",
}


@pytest.mark.parametrize("kind", some(PATHS, 2))
def test_a_catalogue_anywhere(kind: str, tmp_path: Path) -> None:
    path = tmp_path / PATHS[kind]
    (tmp_path / "cards.csv").write_text("set,number,name,type\nown,1,Mine,item\n")
    for args, status in (
        (("games", "--csv"), 0),
        (("deck", "save", "tide-and-sky", "--as", "mine"), 0),
        (("import", "cards.csv", "--game", "geopals"), 0),
        (("validate", "mine"), 0),
        (("doctor",), 0),
    ):
        done = run(f"--catalog={path}", *args, cwd=tmp_path).sound()
        assert done.status == status, done
    assert settled(path)
    assert beside(path) == []
    assert run("games", cwd=tmp_path, environment={"DECKWRIGHT_CATALOG": str(path)}).status == 0


@pytest.mark.parametrize("name", ["x" * 300, "a/" * 3000 + "b", "", "."], ids=["name", "path", "none", "."])
def test_no_place_for_a_catalogue(name: str, tmp_path: Path) -> None:
    done = run("--catalog", name, "games", cwd=tmp_path).sound()
    assert done.status == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "environment",
    some(
        [
            {},
            {"HOME": ""},
            {"HOME": "/nonexistent"},
            {"HOME": "relative"},
            {"HOME": "/dev/null"},
            {"XDG_DATA_HOME": ""},
        ],
        2,
    ),
    ids=str,
)
def test_no_home(environment: Mapping[str, str], tmp_path: Path) -> None:
    done = here(["games"], {"TMPDIR": str(tmp_path), **environment}, cwd=tmp_path)
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 2)
    assert done.returncode == 0 or "cannot be" in done.stderr
    if not environment:
        assert "Geopals" in done.stdout


def here(
    args: list[str], environment: Mapping[str, str], cwd: Path, text: bool = True
) -> subprocess.CompletedProcess[str]:
    """A run in an environment of nothing but this."""
    program = "from deckwright.cli.main import main; main()"
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", program, *args],
        env={**kept, **environment},
        cwd=cwd,
        capture_output=True,
        text=text,
        errors="surrogateescape",
        check=False,
        timeout=120,
    )


PLAIN = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


LOCALES = {"ASCII": PLAIN, "C": {"LC_ALL": "C"}, "none such": {"LC_ALL": "tlh_QO.KOI8"}}


@pytest.mark.parametrize("locale", some(LOCALES, 1))
def test_no_locale(locale: str, shipped: Path, tmp_path: Path) -> None:
    (tmp_path / "list.deck").write_text("game: geopals\nname: Süß\n1 Orb\n1 Nöthing 🂡\n", encoding="utf-8")
    catalogue = {"DECKWRIGHT_CATALOG": str(shipped), **LOCALES[locale]}
    done = here(["validate", "list.deck"], catalogue, tmp_path)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "Nöthing 🂡" in done.stdout or "N\\xf6thing \\U0001f0a1" in done.stdout
    done = here(["deck", "convert", "list.deck", "--output", "out.deck"], catalogue, tmp_path)
    assert done.returncode == 0
    assert "name: Süß" in (tmp_path / "out.deck").read_text(encoding="utf-8")
    done = here(["cards", "n:é"], catalogue, tmp_path)
    assert done.returncode in (0, 2)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
def test_the_catalogue_is_no_place_to_write_to(end: str, catalogue: Path, tmp_path: Path) -> None:
    before = catalogue.read_bytes()
    alias = tmp_path / "cards.csv"
    alias.symlink_to(f"{catalogue}{end}")
    for target in (f"{catalogue}{end}", alias):
        done = run("--catalog", catalogue, "export", "--game", "geopals", "-o", target).sound()
        assert (done.status, "that is the catalogue" in done.err) == (2, True), done
    assert catalogue.read_bytes() == before


def test_a_picture_takes_no_catalogues_place(catalogue: Path, tmp_path: Path) -> None:
    named = catalogue.rename(tmp_path / "catalogue.svg")
    before = named.read_bytes()
    done = run("--catalog", named, "odds", "tide-and-sky", "[!Orb]", "--plot", named).sound()
    assert (done.status, "that is the catalogue" in done.err) == (2, True), done
    assert named.read_bytes() == before


def test_a_pipe_is_refused_at_once_and_stdout_is_none(shipped: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    done = run("--catalog", shipped, "export", "-o", tmp_path / "fifo", patience=20).sound()
    assert (done.status, "is not a regular file" in done.err) == (2, True), done
    done = run("--catalog", shipped, "export", "name:Orb", "-o", "/dev/stdout").sound()
    assert (done.status, "Orb" in done.out) == (0, True), done


def test_what_is_written_keeps_the_rights_of_the_old_file(shipped: Path, tmp_path: Path) -> None:
    target = tmp_path / "cards.csv"
    target.touch(0o600)
    assert run("--catalog", shipped, "export", "name:Orb", "-o", target).status == 0
    assert (target.stat().st_mode & 0o777, [*tmp_path.iterdir()]) == (0o600, [target])
