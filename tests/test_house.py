"""The house: which folder may import which, what stands at the top, what a command must not import."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ORDER = ("cli", "decks", "catalog", "schemas")
"""Each folder may import itself and those behind it."""

TOP = {
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "cli",
    "catalog",
    "schemas",
    "decks",
    "tests",
    ".ci",
    ".dev",
    ".gitattributes",
    ".gitignore",
    ".pre-commit-hooks.yaml",
}
HEAVY = {"sqlmodel", "sqlalchemy", "pydantic", "jsonschema", "numpy"}


def modules(folder: str) -> list[Path]:
    """The folder's Python files."""
    return sorted((ROOT / folder).rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Each name that a module imports, with its level: 0 where it is absolute."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            whole = node.module or ""
            yield from ((node.level, f"{whole}.{alias.name}") for alias in node.names)


def every_module() -> list[Path]:
    """The Python files of all four folders."""
    return [path for folder in ORDER for path in modules(folder)]


def test_every_folder_has_modules() -> None:
    assert all(modules(folder) for folder in ORDER)


@pytest.mark.parametrize("path", every_module(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_one_way_and_are_absolute(path: Path) -> None:
    folder = path.relative_to(ROOT).parts[0]
    behind = ORDER[ORDER.index(folder) :]
    for level, name in imports(path):
        parts = name.split(".")
        assert level == 0, f"{name} is imported relatively"
        assert parts[0] not in ORDER, f"{name} must be imported as deckwright.{name}"
        if parts[0] == "deckwright":
            assert parts[1] in behind, f"{folder} imports {name}"


@pytest.mark.parametrize("folder", ORDER)
def test_every_folder_is_marked_as_typed(folder: str) -> None:
    assert (ROOT / folder / "py.typed").is_file()


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no checkout")
def test_top_level_is_fixed() -> None:
    listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    tops = {name.split("/")[0] for name in listed if name}
    assert {"pyproject.toml", *ORDER} <= tops
    assert tops <= TOP


def game_ids() -> set[str]:
    """The ids of the shipped games: their folders."""
    return {path.parent.name for path in (ROOT / "catalog" / "games").glob("*/game.json")}


def strings(path: Path) -> Iterator[str]:
    """The string constants of a module, docstrings left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def test_no_module_knows_a_game() -> None:
    ids = game_ids()
    assert ids
    for path in every_module():
        named = {game for text in strings(path) for game in ids if game in text.lower()}
        assert not named, f"{path.relative_to(ROOT)} names {named}"


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue that is already built."""
    path = tmp_path_factory.mktemp("house") / "catalogue.db"
    imported(path, "games")
    return path


def imported(catalogue: Path, *args: str) -> set[str]:
    """The modules that a run of the command line has imported when it ends well."""
    program = (
        "import sys, json, atexit\n"
        "atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr))\n"
        "from deckwright.cli.main import main\n"
        f"main({['--catalog', str(catalogue), *args]!r})\n"
    )
    # What measures coverage imports things of its own.
    alone = {key: value for key, value in os.environ.items() if not key.startswith("COVERAGE_")}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=alone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stderr.splitlines()[-1]))


def sample() -> str:
    """A shipped decklist."""
    return samples()[0]


def samples() -> list[str]:
    """The shipped decklists."""
    return [str(path) for path in sorted((ROOT / "decks" / "samples").glob("*.deck"))]


@pytest.mark.parametrize(
    "args",
    [
        ["--help"],
        ["games"],
        ["games", "--json"],
        ["game", "{game}"],
        ["rules", "{game}", "--all"],
        ["cards", "a", "-/zzz/"],
        ["show", "{card}"],
        ["validate", "{sample}"],
        ["odds", "{last}", "[] >= 2"],
    ],
    ids=" ".join,
)
def test_reading_imports_nothing_heavy(args: list[str], catalogue: Path) -> None:
    game = min(game_ids())
    cards = json.loads((ROOT / "catalog" / "games" / game / "cards.json").read_text(encoding="utf-8"))
    card = f"{game}/{cards['set']}-{cards['cards'][0]['number']}"
    known = [arg.format(game=game, card=card, sample=sample(), last=samples()[-1]) for arg in args]
    loaded = imported(catalogue, *known)
    assert "click" in loaded
    assert not HEAVY & loaded


def test_help_imports_no_command(catalogue: Path) -> None:
    from deckwright.cli.main import COMMANDS

    loaded = imported(catalogue, "--help")
    assert "deckwright.cli.main" in loaded
    assert not {module for module, _ in COMMANDS.values()} & loaded
    assert not {"tabulate", "lark", "sqlite3", "regex", "rapidfuzz"} & loaded


def git(*args: str) -> str:
    """What git says about this checkout."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    done = subprocess.run(
        ["git", "-C", str(ROOT), "-c", f"safe.directory={ROOT}", *args],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout
