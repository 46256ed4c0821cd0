"""What every output must keep, whatever the decklists say: nothing left out, nothing that breaks its form."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckwright.catalog.spreadsheet import unguarded
from deckwright.catalog.text import visible
from deckwright.decks.outputs import OUTPUTS
from deckwright.decks.outputs.findings import Finding, findings, refusals
from deckwright.decks.validator import Validator
from deckwright.schemas import problems
from tests.decks.outputs.forms import junit_problems, sarif_problems
from tests.decks.outputs.judging import DECKS, ODD, Run

COMMAND = re.compile(r"::(error|warning|notice) ([^\n]*?)::([^\n]*)")
CELL = re.compile(r"(?<!\\)\|")


def unescaped(text: str) -> str:
    """What GitHub makes of a value of a workflow command."""
    for code, char in {"%2C": ",", "%3A": ":", "%0A": "\n", "%0D": "\r", "%25": "%"}.items():
        text = text.replace(code, char)
    return text


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """Every line as a workflow command: its kind, properties and message."""
    found = []
    for line in text.removesuffix("\n").split("\n") if text else ():
        command = COMMAND.fullmatch(line)
        assert command, line
        pairs = (pair.partition("=") for pair in command[2].split(","))
        properties = {key: unescaped(value) for key, _, value in pairs}
        found.append((command[1], properties, unescaped(command[3])))
    return found


def sheet(text: str) -> list[dict[str, str]]:
    """The rows of a CSV output as a reader has them, their guards off."""
    rows = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    return [{key: unguarded(cell) for key, cell in row.items()} for row in rows]


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a Markdown output, each as rows of cells without their edges."""
    parted = [part.strip("\n").split("\n") for part in text.split("\n\n")]
    return [[[cell.strip() for cell in CELL.split(line)[1:-1]] for line in part] for part in parted]


def every_finding(run: Run) -> list[Finding]:
    found = [finding for row in run.judged() for finding in findings(row)]
    return [*found, *refusals(run.refused)]


@pytest.fixture
def found(validator: Validator) -> list[Finding]:
    """All that there is to tell of the decklists, which is a good deal."""
    found = every_finding(Run(validator))
    assert {finding.level for finding in found} == {"error", "warning", "advice", "note"}
    assert {finding.file for finding in found} == {*DECKS} - {"good.deck"}
    return found


def test_github_has_a_command_for_every_finding(validator: Validator, found: list[Finding]) -> None:
    kinds = {"error": "error", "warning": "warning", "advice": "notice", "note": "notice"}
    expected = [
        (kinds[one.level], visible(one.file), str(one.lines[0]) if one.lines else None, visible(one.title))
        for one in found
    ]
    said = commands(Run(validator).written("github"))
    assert [
        (kind, properties["file"], properties.get("line"), properties["title"])
        for kind, properties, _ in said
    ] == expected
    for one, (_, _, message) in zip(found, said, strict=True):
        assert visible(one.says) in message
        assert visible(one.mend) in message


def test_github_says_the_faults_of_a_second_deck_by_its_name(validator: Validator) -> None:
    said = commands(Run(validator).written("github"))
    second = [message for _, properties, message in said if properties["file"] == "two.deck"]
    assert second
    assert all(message.startswith("Second: ") for message in second)


def test_csv_has_a_row_for_every_finding_and_one_for_a_good_deck(
    validator: Validator, found: list[Finding]
) -> None:
    rows = sheet(Run(validator).written("csv"))
    faulty = [row for row in rows if row["rule"]]
    assert [(row["file"], row["deck"], row["level"], row["rule"], row["says"]) for row in faulty] == [
        (one.file, one.deck, one.level, one.rule, one.says) for one in found
    ]
    assert [row["lines"].split() for row in faulty] == [[*map(str, one.lines)] for one in found]
    good = [row for row in rows if not row["rule"]]
    assert [(row["file"], row["passed"]) for row in good] == [("good.deck", "yes"), ("two.deck", "yes")]


def test_csv_guards_formulas(validator: Validator) -> None:
    rows = sheet(Run(validator, {"=1+1.deck": DECKS["good.deck"]}).written("csv"))
    assert [row["file"] for row in rows] == ["=1+1.deck"]
    raw = Run(validator, {"=1+1.deck": DECKS["good.deck"]}).written("csv")
    assert raw.splitlines()[1].startswith("'=1+1.deck,")


def test_markdown_tables_keep_their_columns(validator: Validator, found: list[Finding]) -> None:
    decks, faults = tables(Run(validator).written("markdown"))
    assert {len(row) for row in decks} == {4}
    assert {len(row) for row in faults} == {6}
    assert len(faults) - 2 == len(found)
    results = [row[3] for row in decks[2:]]
    assert sum(result.startswith("passed") for result in results) == 2
    assert sum(result == "**not understood**" for result in results) == 3
    assert sum(result.startswith("**failed**") for result in results) == 3


def test_a_header_that_cannot_be_has_its_line(found: list[Finding]) -> None:
    [finding] = [row for row in found if row.file == "option.deck"]
    assert (finding.lines, finding.says) == (
        (1,),
        "line 1: unknown value of players '9'; it has 1, 2",
    )


def test_json_keeps_its_schema(validator: Validator) -> None:
    document = json.loads(Run(validator).written("json"))
    assert problems("verdict", document) == []
    assert len(document["decks"]) == 5
    assert [row["deck"] for row in document["refused"]] == ["unread.deck", "empty.deck", "option.deck"]


@pytest.mark.parametrize("strict", [False, True])
def test_strictness_fails_warnings(validator: Validator, strict: bool) -> None:
    warned = {"warned.deck": DECKS["good.deck"].replace("1 Lazin", "1 Cindragon")}
    assert [row["passed"] for row in sheet(Run(validator, warned).written("csv", strict))][:1] == [
        "no" if strict else "yes"
    ]
    assert ("<failure" in Run(validator, warned).written("junit", strict)) == strict
    assert ("**failed**" in Run(validator, warned).written("markdown", strict)) == strict


@pytest.mark.parametrize("name", ["github", "csv", "junit"])
def test_what_can_be_written_early_is(validator: Validator, name: str) -> None:
    """These are written deck by deck, so that their memory does not grow with the number of decks."""
    many = {f"{at}.deck": DECKS[ODD] for at in range(50)}
    run = Run(validator, many)
    pieces = run.pieces(name)
    for _ in range(3):
        next(pieces)
    assert run.asked <= 3
    assert len(list(pieces)) >= 47
    assert run.asked == 50


CHECKS: Mapping[str, Callable[[str], object]] = {
    "json": lambda text: problems("verdict", json.loads(text)),
    "github": lambda text: not commands(text),
    "junit": junit_problems,
    "sarif": sarif_problems,
    "csv": lambda text: not sheet(text),
    "markdown": lambda text: [row for rows in tables(text) for row in rows if len(row) not in (4, 6)],
}
"""What is wrong with the form of each output."""


def test_every_output_is_checked() -> None:
    assert set(CHECKS) == set(OUTPUTS)


anything = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(file=anything, names=st.lists(anything, min_size=1, max_size=3), title=anything)
def test_no_text_breaks_an_output(validator: Validator, file: str, names: list[str], title: str) -> None:
    rows = [{"count": 3, "name": text} for text in names]
    document = {"deckwright": 1, "game": "geopals", "title": title, "zones": {"deck": rows}}
    decks = {
        file: json.dumps(document),
        f"{file}2": f"game: geopals\n=== {title} ===\n2 {names[0]}\n1 Inji\n",
    }
    for name, wrong in CHECKS.items():
        assert not wrong(Run(validator, decks).written(name)), name
