"""Completion: what click answers for each shell, and the scripts in the shells themselves."""

from __future__ import annotations

import os
import select
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.shipped import shipped_games
from deckwright.catalog.text import fold
from deckwright.catalog.usage import names_beginning
from deckwright.cli.completion import SHELLS
from deckwright.cli.main import COMMANDS

ENTRY = "from deckwright.cli.main import main; main()"
GAME = shipped_games()[0]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory, catalogue: Path) -> bytes:
    """A catalogue with a saved decklist."""
    own = tmp_path_factory.mktemp("saved") / "own.db"
    own.write_bytes(catalogue.read_bytes())
    words = ["--catalog", str(own), "deck", "save", "repello", "--as", "Büchse 1"]
    subprocess.run([sys.executable, "-c", ENTRY, *words], check=True)
    return own.read_bytes()


@pytest.fixture
def tool(tmp_path: Path, saved: bytes) -> dict[str, str]:
    """An environment in which `deckwright` is this checkout's, on a catalogue with a saved decklist."""
    own = tmp_path / "own.db"
    own.write_bytes(saved)
    script = tmp_path / "bin" / "deckwright"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{ENTRY}" "$@"\n')
    script.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{script.parent}:{os.environ['PATH']}",
        "DECKWRIGHT_CATALOG": str(own),
        "HOME": str(tmp_path),
    }


def shell(tool: dict[str, str], *command: str, script: str) -> list[str]:
    """The lines that a shell writes for a script."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run([*command, script], env=tool, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout.splitlines()


BASH = """
eval "$(deckwright completion bash)"
compopt() { :; }
complete -p deckwright >/dev/null
COMP_WORDS=(%s); COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
_deckwright_completion deckwright
printf '%%s\\n' "${COMPREPLY[@]}"
"""

CASES = [
    ("deckwright ru", ["rules"]),
    ("deckwright game che", ["check"]),
    (f"deckwright game {GAME[:6]}", [GAME]),
    (f"deckwright rules {GAME[:6]}", [GAME]),
    ("deckwright cards --gam", ["--game"]),
    ("deckwright validate tide-a", ["tide-and-sky"]),
    ("deckwright show ÍNJ", ["Inji", r"Inji\ \[medal\]"]),
    ("deckwright validate a --format sta", ["standard"]),
    ("deckwright show qqqq", [""]),
    ("deckwright completion z", ["zsh"]),
    ("deckwright vary tide-and-sky Sk", [r"Skippy\ #10", r"Sky\ Berry"]),
    ("deckwright compare tide-and-sky nope --start Skip", [r"Skippy\ #10"]),
    ("deckwright vary no-such-deck Inj", ["Inji", r"Inji\ \[medal\]"]),
    ("deckwright deal tide-and-sky --start Sk", [r"Skippy\ #10", r"Sky\ Berry"]),
]


@pytest.mark.parametrize(("words", "expected"), CASES)
def test_bash(tool: dict[str, str], words: str, expected: list[str]) -> None:
    assert shell(tool, "bash", "--norc", "-c", script=BASH % words) == expected


def test_bash_escapes_a_saved_name_but_not_within_quotes(tool: dict[str, str]) -> None:
    assert shell(tool, "bash", "--norc", "-c", script=BASH % "deckwright deck show Bü") == [r"Büchse\ 1"]
    assert shell(tool, "bash", "--norc", "-c", script=BASH % 'deckwright deck show \\"Bü') == ["Büchse 1"]


@pytest.mark.parametrize(
    "words", ["validate", "deal", "odds", "vary", "compare tide-and-sky", "deck diff", "deck save"]
)
def test_a_saved_decklist_is_offered_wherever_a_decklist_is_asked_for(
    tool: dict[str, str], words: str
) -> None:
    line = f"deckwright {words} Bü"
    asking = {
        "_DECKWRIGHT_COMPLETE": "bash_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(line.split()) - 1),
    }
    done = subprocess.run(["deckwright"], env={**tool, **asking}, capture_output=True, text=True, check=False)
    assert done.stdout == "plain,Büchse 1\n"


def typed(tool: dict[str, str], keys: str, folder: Path) -> str:
    """What an interactive bash shows as these keys are pressed; `show` prints its words as they are."""
    import pty

    script = folder / "rc"
    shown = 'deckwright() { [[ -z $_DECKWRIGHT_COMPLETE ]] || { command deckwright; return; }; printf "<%s>" "$@"; }\n'
    script.write_text(f'eval "$(command deckwright completion bash)"\n{shown}PS1=ready:\n')
    near, far = pty.openpty()
    args = ["bash", "--noprofile", "--rcfile", str(script), "-i"]
    with subprocess.Popen(
        args, stdin=far, stdout=far, stderr=far, env=tool, cwd=folder, start_new_session=True
    ) as bash:
        os.close(far)
        said = _read_to(near, b"ready:")
        os.write(near, keys.encode())
        said += _read_to(near, b">")
        bash.kill()
    os.close(near)
    return said.decode(errors="replace")


def _read_to(terminal: int, end: bytes) -> bytes:
    said = b""
    while end not in said:
        if not select.select([terminal], [], [], 10)[0]:
            break
        try:
            more = os.read(terminal, 4096)
        except OSError:  # the shell has left
            break
        said += more
    return said


HOSTILE = [
    "Evil $(touch pwned) card",
    "Evil `touch pwned` card",
    'Evil"; touch pwned; echo "',
    "Evil'; touch pwned; echo '",
    "Evil\\",
    "Evil! & ; touch pwned",
]


@pytest.mark.parametrize("quote", ["", '"', "'"])
@pytest.mark.parametrize("name", HOSTILE)
def test_bash_runs_nothing_that_a_name_says(
    tool: dict[str, str], tmp_path: Path, quote: str, name: str
) -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    with closing(sqlite3.connect(tool["DECKWRIGHT_CATALOG"])) as connection, connection:
        connection.execute("UPDATE card SET name = ?, folded = ? WHERE name = 'Orb'", [name, fold(name)])
    said = typed(tool, f"deckwright show {quote}Evil\t\r", tmp_path)
    assert f"<show><{name}>" in said
    assert not (tmp_path / "pwned").exists()


def test_fish(tool: dict[str, str]) -> None:
    script = 'deckwright completion fish | source; complete -C "deckwright %s"'
    assert shell(tool, "fish", "--no-config", "-c", script=script % "show inj") == ["Inji", "Inji [medal]"]
    assert shell(tool, "fish", "--no-config", "-c", script=script % "deck show Bü") == ["Büchse 1"]
    assert shell(tool, "fish", "--no-config", "-c", script=script % "rul") == [f"rules\t{_short('rules')}"]


def test_zsh(tool: dict[str, str]) -> None:
    script = (
        'autoload -U compinit; compinit -u -D; eval "$(deckwright completion zsh)"; print $_comps[deckwright];'
        'compadd() { print -l -- "${plain[@]}" }; _describe() { print -l -- "${described[@]}" };'
        "words=(%s); CURRENT=$#words; _deckwright_completion"
    )
    found = shell(tool, "zsh", "-f", "-c", script=script % "deckwright show inj")
    assert found == ["_deckwright_completion", "Inji", "Inji [medal]"]
    found = shell(tool, "zsh", "-f", "-c", script=script % "deckwright rul")
    assert found == ["_deckwright_completion", f"rules:{_short('rules')}"]


def _short(name: str) -> str:
    says = COMMANDS[name][1]
    return says if len(says) <= 45 else says[: says[:43].rindex(" ")] + "..."


@pytest.mark.parametrize("name", SHELLS)
def test_the_script_says_where_it_goes(run: Callable[..., Any], name: str) -> None:
    done = run("completion", name)
    assert done.status == 0
    assert f"deckwright completion {name}" in done.out.split("_deckwright_completion")[0]


def test_a_shell_is_named(run: Callable[..., Any]) -> None:
    done = run("completion")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("deckwright: completion takes the name of a shell: bash, zsh or fish")
    assert "\\t" not in done.err


def test_a_shell_that_is_none(run: Callable[..., Any]) -> None:
    assert run("completion", "tcsh").status == 2


def test_nothing_is_said_where_there_is_no_catalogue(tool: dict[str, str], tmp_path: Path) -> None:
    tool["DECKWRIGHT_CATALOG"] = str(tmp_path / "none.db")
    assert shell(tool, "bash", "--norc", "-c", script=BASH % "deckwright show a") == [""]
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize("start", ["", "z", "PAN", "inji [", "ñ"])
def test_names_that_begin_so_are_all_found(catalogue: Path, start: str) -> None:
    with Catalogue.open(catalogue) as opened:
        everything = [name for name in opened.names() if fold(name).startswith(fold(start))]
        found = names_beginning(opened, start, limit=10_000)
    assert list(found) == sorted(everything, key=lambda name: (fold(name), name))
    assert found or start == "ñ"


def test_completion_writes_nothing_into_a_catalogue_of_earlier_games(tool: dict[str, str]) -> None:
    own = Path(tool["DECKWRIGHT_CATALOG"])
    with closing(sqlite3.connect(own)) as connection:
        connection.execute("UPDATE shipped SET stamp = 'older'")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = own.read_bytes()
    asking = {
        "_DECKWRIGHT_COMPLETE": "bash_complete",
        "COMP_WORDS": "deckwright show Teles",
        "COMP_CWORD": "2",
    }
    done = subprocess.run(["deckwright"], env={**tool, **asking}, capture_output=True, text=True, check=False)
    assert "Telesage" in done.stdout
    assert own.read_bytes() == before


ASKED_WRONGLY = [
    ({"_DECKWRIGHT_COMPLETE": "junk"}, "not 'junk'"),
    ({"_DECKWRIGHT_COMPLETE": "bash_junk"}, "not 'bash_junk'"),
    ({"_DECKWRIGHT_COMPLETE": "bash_complete"}, "takes words in COMP_WORDS"),
    (
        {"_DECKWRIGHT_COMPLETE": "zsh_complete", "COMP_WORDS": "deckwright", "COMP_CWORD": "abc"},
        "a number in",
    ),
    (
        {"_DECKWRIGHT_COMPLETE": "bash_complete", "COMP_WORDS": "deckwright", "COMP_CWORD": "-9"},
        "a number in",
    ),
    ({"_DECKWRIGHT_COMPLETE": "fish_complete", "COMP_WORDS": "deckwright"}, "takes words in COMP_WORDS"),
]


@pytest.mark.parametrize(("asking", "says"), ASKED_WRONGLY)
def test_a_question_that_no_shell_asks(asking: dict[str, str], says: str) -> None:
    args = [sys.executable, "-c", ENTRY, "games"]
    done = subprocess.run(args, env={**os.environ, **asking}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_name_makes_no_line_of_its_own_on_the_terminal(tool: dict[str, str]) -> None:
    name = "Orb\ndeckwright: all is well\n"
    with closing(sqlite3.connect(tool["DECKWRIGHT_CATALOG"])) as connection, connection:
        two = "SELECT id FROM card WHERE id = identity LIMIT 2"
        connection.execute(
            f"UPDATE card SET name = ?, folded = ?, game = ? WHERE id IN ({two})", [name, fold(name), GAME]
        )
    asked = ["deckwright", "show", name]
    done = subprocess.run(asked, env=tool, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 3
    assert "\ndeckwright: all is well" not in done.stderr
