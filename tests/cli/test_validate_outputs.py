"""`validate --output` as scripts and continuous integration call it."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from deckwright.cli.main import COMMANDS
from deckwright.decks.outputs import OUTPUTS
from tests.decks.decks import geopals
from tests.decks.outputs.forms import junit_problems, sarif_problems

ROOT = Path(__file__).resolve().parents[2]
RECIPE = ROOT / "tests" / "decks" / "outputs" / "decklists.yml"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of decklists: one good, one bad."""
    decks = tmp_path / "decks"
    decks.mkdir()
    (decks / "good.deck").write_text(geopals(), encoding="utf-8")
    (decks / "bad.deck").write_text(geopals("3 Orb"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("absolute", [False, True])
@pytest.mark.parametrize("name", OUTPUTS)
def test_each_output_names_the_file_from_where_one_stands(
    name: str, absolute: bool, folder: Path, run: Any
) -> None:
    done = run("validate", str(folder / "decks") if absolute else "decks", "--output", name)
    assert (done.status, done.err) == (1, "")
    assert "decks/bad.deck" in done.out
    if name != "json":
        assert str(folder) not in done.out


def test_github_in_full(folder: Path, run: Any) -> None:
    line = geopals("3 Orb").split("\n").index("3 Orb") + 1
    done = run("validate", "decks", "--output", "github")
    assert done.out == (
        f"::error file=decks/bad.deck,line={line},title=GP-08::Up to two Orbs in all: found 3, allowed 2"
        f"%0Amend: cut 1 from line {line}%0Awhere: How many copies of a card you can run\n"
    )


def test_json_is_short_for_output_json(folder: Path, run: Any) -> None:
    short = run("validate", "decks", "--json")
    assert short == run("validate", "decks", "--output", "json")
    assert json.loads(short.out)["passed"] is False
    done = run("validate", "decks", "--json", "--output", "csv")
    assert (done.status, done.out) == (2, "")
    assert "exclude each other" in done.err


@pytest.mark.parametrize(
    ("words", "status"),
    [(["decks/good.deck"], 0), (["decks"], 1), (["decks", "nowhere.deck"], 2)],
)
@pytest.mark.parametrize("name", OUTPUTS)
def test_exit_status_is_that_of_the_text(
    name: str, words: list[str], status: int, folder: Path, run: Any
) -> None:
    assert run("validate", *words).status == status
    done = run("validate", *words, "--output", name)
    assert done.status == status
    assert (status == 2) == bool(done.err)


def test_junit_and_sarif_keep_their_schemas(folder: Path, run: Any) -> None:
    (folder / "decks" / "unread.deck").write_text("0 Orb\n", encoding="utf-8")
    assert junit_problems(run("validate", "decks", "--output", "junit").out) == []
    assert sarif_problems(run("validate", "decks", "--output", "sarif").out) == []


def recipe_commands() -> list[list[str]]:
    """The words of each line of the recipe that runs this tool, up to where its output goes."""
    workflow = yaml.safe_load(RECIPE.read_text(encoding="utf-8"))
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    lines = [step["run"].partition(">>")[0] for step in steps if "run" in step]
    return [shlex.split(line)[1:] for line in lines if line.startswith("deckwright ")]


def test_the_recipe_fails_on_a_bad_deck_alone(folder: Path, run: Any) -> None:
    commands = recipe_commands()
    assert len(commands) == 2
    assert [run(*words).status for words in commands] == [1, 1]
    (folder / "decks" / "bad.deck").unlink()
    assert [run(*words).status for words in commands] == [0, 0]


def hooks() -> list[dict[str, Any]]:
    """The hooks that pre-commit finds here."""
    found: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    return found


needs_checkout = pytest.mark.skipif(not (ROOT / ".pre-commit-hooks.yaml").exists(), reason="no checkout")


@needs_checkout
def test_hooks_say_what_pre_commit_needs(folder: Path) -> None:
    assert [hook["id"] for hook in hooks()] == ["deckwright-validate", "deckwright-format"]
    for hook in hooks():
        assert {"id", "name", "description", "entry", "language", "files"} <= set(hook)
        assert hook["language"] == "python"
        there = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.*"))]
        assert [path for path in there if re.search(hook["files"], path)] == [
            "decks/bad.deck",
            "decks/good.deck",
        ]


@needs_checkout
def test_hooks_run_commands_that_there_are(folder: Path, run: Any) -> None:
    good, bad = "decks/good.deck", "decks/bad.deck"
    entries = {hook["id"]: shlex.split(hook["entry"]) for hook in hooks()}
    assert {words[0] for words in entries.values()} == {"deckwright"}
    assert {words[1] for words in entries.values()} <= set(COMMANDS)
    validate, tidy = entries["deckwright-validate"][1:], entries["deckwright-format"][1:]
    assert run(*validate, good, bad).status == 1
    assert run(*validate, good).status == 0
    untidy = (folder / good).read_text("utf-8")
    assert run(*tidy, good).status == 0
    assert (folder / good).read_text("utf-8") != untidy
    assert run(*validate, good).status == 0
