"""The frame: commands by name, errors in one line, exit statuses, streams that fail."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from deckwright.cli import errors
from deckwright.cli.main import COMMANDS, cli

ENTRY = "from deckwright.cli.main import main; main()"


@pytest.mark.parametrize("name", COMMANDS)
def test_short_help_is_the_commands_own(name: str) -> None:
    _, says = COMMANDS[name]
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str(limit=200) == says


@pytest.mark.parametrize("args", [(), ("--help",), ("-h",)])
def test_help_names_every_command(args: tuple[str, ...], run: Any) -> None:
    done = run(*args)
    assert (done.status, done.err) == (0, "")
    assert all(f"  {name} " in done.out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help(name: str, run: Any) -> None:
    done = run(name, "--help")
    assert done.status == 0
    assert f"deckwright {name}" in done.out


def test_version(run: Any) -> None:
    done = run("--version")
    assert done.status == 0
    assert done.out.startswith("deckwright 0")


@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        (["shwo"], 2, "deckwright: no command is called 'shwo'; did you mean show?  (deckwright --help)\n"),
        (["zzzz"], 2, "deckwright: no command is called 'zzzz'  (deckwright --help)\n"),
        (["games", "--jsno"], 2, "'--json'"),
        (["--catalgo", "x", "games"], 2, "'--catalog'"),
        (["games", "--json", "--csv"], 2, "exclude each other"),
        (["games", "extra"], 2, "extra"),
        (["game"], 2, "NAME"),
        (["game", "geopal"], 2, "deckwright: no game is called 'geopal'; did you mean Geopals?\n"),
        (["game", "gekos"], 2, "deckwright: no game is called 'gekos'; did you mean Garden Geckos?\n"),
        (["game", "\x1b[31m"], 2, "\\x1b[31m"),
        (["game", "\udcff"], 2, "no game is called"),
        (["rules", ""], 2, "no game is called ''\n"),
        (["games", "--catalog"], 2, "--catalog"),
        *(
            ([*words], 2, f"Option '{words[-1]}' requires an argument")
            for words in (
                ("cards", "--by"),
                ("cards", "orb", "--sort"),
                ("odds", "tide-and-sky", "--seen"),
                ("export", "-o"),
            )
        ),
    ],
    ids=str,
)
def test_errors_are_one_line_on_stderr(args: list[str], status: int, said: str, run: Any) -> None:
    done = run(*args)
    assert (done.status, done.out) == (status, "")
    assert done.err.startswith("deckwright: ")
    assert done.err.count("\n") == 1
    assert said in done.err


@pytest.mark.parametrize("place", ["before", "after", "joined"])
def test_catalog_stands_anywhere(place: str, run: Any, tmp_path: Path) -> None:
    foreign = tmp_path / "notes.txt"
    foreign.write_text("not a catalogue", encoding="utf-8")
    args = {
        "before": ("--catalog", str(foreign), "games"),
        "after": ("games", "--catalog", str(foreign)),
        "joined": ("games", f"--catalog={foreign}"),
    }[place]
    done = run(*args)
    assert done.status == 2
    assert str(foreign) in done.err
    assert foreign.read_text(encoding="utf-8") == "not a catalogue"
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_missing_catalogue_is_built_and_told_on_stderr(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "new" / "catalogue.db"
    done = run("games", "--csv", "--catalog", str(path))
    assert done.status == 0
    assert "building" in done.err
    assert done.out.startswith("id,name,")
    assert "building" not in done.out


class Ours(Exception):
    """Stands for an error of the library's."""


Ours.__module__ = "deckwright.catalog.anything"


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (KeyboardInterrupt(), 130, "deckwright: stopped\n"),
        (click.Abort(), 130, "deckwright: stopped\n"),
        (RecursionError("deep"), 2, "deckwright: the input is nested too deeply\n"),
        (MemoryError(), 2, "deckwright: the input is too large for this machine's memory\n"),
        (
            FileNotFoundError(errno.ENOENT, "No such file or directory", "x\x1b"),
            2,
            "deckwright: x\\x1b: no such",
        ),
        (PermissionError(errno.EACCES, "Permission denied", b"x"), 2, "deckwright: x: permission denied\n"),
        (OSError(errno.ENOSPC, "No space left on device"), 2, "deckwright: no space left on device\n"),
        (OSError("odd"), 2, "deckwright: odd\n"),
        (Ours("the fact"), 2, "deckwright: the fact\n"),
        (Ours("one\ntwo \x07"), 2, "deckwright: one\ntwo \\x07\n"),
        (errors.CannotAnswer("which?"), 1, "deckwright: which?\n"),
        (errors.NotFound("nothing"), 2, "deckwright: nothing\n"),
        (ZeroDivisionError("x"), 2, "deckwright: a fault of deckwright's own (ZeroDivisionError: x)"),
        (BrokenPipeError(errno.EPIPE, "Broken pipe"), 141, ""),
    ],
    ids=repr,
)
def test_each_error_has_its_sentence_and_status(
    error: BaseException, status: int, said: str, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_ctx: click.Context) -> None:
        raise error

    monkeypatch.setattr(cli, "invoke", fail)
    done = run("games")
    assert (done.status, done.out) == (status, "")
    assert done.err.startswith(said)
    assert bool(done.err) == bool(said)


def test_a_fault_of_our_own_shows_where_on_request(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKWRIGHT_DEBUG", "1")
    assert errors.tell(ZeroDivisionError("x")) == 2
    assert "ZeroDivisionError: x" in capsys.readouterr().err.splitlines()[-1]


def spawned(catalogue: Path, shell: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A shell's run of a line in which `$deckwright` is the command."""
    command = f"{sys.executable} -c '{ENTRY}' --catalog {catalogue}"
    return subprocess.run(
        ["bash", "-c", shell.replace("$deckwright", command)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONUNBUFFERED": "", **environment},
    )


needs_shell = pytest.mark.skipif(os.name == "nt", reason="a POSIX shell")


@needs_shell
@pytest.mark.parametrize(
    ("line", "status", "out", "said"),
    [
        ("$deckwright game geopals | head -1", 0, "Geopals  geopals\n", ""),
        ("set -o pipefail; $deckwright rules geopals --all --json | true", None, "", ""),
        ("$deckwright games >&-", 0, "", ""),
        ("$deckwright games 2>&- >/dev/null", 0, "", ""),
        ("$deckwright nonsense 2>&-", 2, "", ""),
        ("$deckwright nonsense 2>/dev/full", 2, "", ""),
        ("DECKWRIGHT_DEBUG=1 $deckwright validate nosuch.deck 2>/dev/full", 2, "", ""),
        ("$deckwright games > /dev/full", 2, "", "deckwright: no space left on device\n"),
    ],
)
def test_streams_that_fail(line: str, status: int | None, out: str, said: str, catalogue: Path) -> None:
    if "/dev/full" in line and not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    done = spawned(catalogue, line)
    assert status is None or done.returncode == status
    assert (done.stdout, done.stderr) == (out, said)


@needs_shell
def test_what_the_terminal_cannot_write_is_written_out(catalogue: Path) -> None:
    done = spawned(catalogue, "$deckwright game 龍", PYTHONIOENCODING="cp1252")
    assert (done.returncode, done.stderr) == (2, "deckwright: no game is called '\\u9f8d'\n")


@needs_shell
@pytest.mark.parametrize(
    ("words", "completed"),
    [("deckwright sh", "show"), ("deckwright game geop", "geopals"), ("deckwright show Infer", "Infernex")],
)
def test_the_shell_is_answered(words: str, completed: str, catalogue: Path) -> None:
    asking = {
        "_DECKWRIGHT_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
        "DECKWRIGHT_CATALOG": str(catalogue),
    }
    done = subprocess.run(
        [sys.executable, "-c", ENTRY],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **asking},
    )
    assert f"plain,{completed}" in done.stdout.splitlines()
