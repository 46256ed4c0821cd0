"""JUnit and SARIF by their published schemas, and what readers of them rely on."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from deckwright.decks.outputs.sarif import uri
from deckwright.decks.validator import Validator
from tests.decks.outputs.forms import junit_problems, sarif_problems
from tests.decks.outputs.judging import DECKS, ODD, Run


@pytest.fixture
def sarif(validator: Validator) -> dict[str, Any]:
    text = Run(validator).written("sarif")
    assert text.isascii()
    assert sarif_problems(text) == []
    run: dict[str, Any] = json.loads(text)["runs"][0]
    return run


def test_sarif_rules_say_where_the_rulebook_says_them(sarif: dict[str, Any]) -> None:
    rules = {rule["id"]: rule for rule in sarif["tool"]["driver"]["rules"]}
    orbs = rules["geopals/copies.orb"]
    assert orbs["shortDescription"]["text"] == "Up to two Orbs in all"
    assert orbs["help"]["text"] == "GP-08 (rulebook: How many copies of a card you can run)"
    assert rules["geopals/stamina.kind"]["defaultConfiguration"]["level"] == "note"
    assert "so without any it does neither" in rules["geopals/stamina.kind"]["help"]["text"]
    for result in sarif["results"]:
        assert sarif["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]


def test_sarif_places_are_lines_of_the_files(sarif: dict[str, Any]) -> None:
    places = [
        (place["artifactLocation"]["uri"], place["region"]["startLine"])
        for result in sarif["results"]
        for place in (row["physicalLocation"] for row in result["locations"])
    ]
    assert {unquote(file) for file, _ in places} == {*DECKS} - {"good.deck"}
    for file, line in places:
        assert 1 <= line <= len(DECKS[unquote(file)].split("\n")) + 1
    [inji] = [result for result in sarif["results"] if result["ruleId"] == "geopals/copies.one"]
    lines = [
        row["physicalLocation"]["region"]["startLine"]
        for row in (*inji["locations"], *inji["relatedLocations"])
    ]
    assert [DECKS[ODD].split("\n")[line - 1] for line in lines] == ["1 Inji", "1 Inji [medal]"]


def test_sarif_messages_hold_no_links_or_controls(sarif: dict[str, Any]) -> None:
    said = [result["message"]["text"] for result in sarif["results"]]
    assert any("Evil" in text for text in said)
    for text in said:
        assert "](" not in text
        assert text.replace("\n", "").isprintable()


def test_sarif_says_that_something_could_not_be_read(sarif: dict[str, Any], validator: Validator) -> None:
    assert sarif["invocations"] == [{"executionSuccessful": False}]
    good = json.loads(Run(validator, {"good.deck": DECKS["good.deck"]}).written("sarif"))["runs"][0]
    assert good["invocations"] == [{"executionSuccessful": True}]
    assert good["results"] == []


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("a/b.deck", "a/b.deck"),
        ("a:b.deck", "a%3Ab.deck"),
        ("a b#1?.deck", "a%20b%231%3F.deck"),
        ("é.deck", "%C3%A9.deck"),
        ("\udcff.deck", "%FF.deck"),
        ("../up.deck", "../up.deck"),
        ("/tmp/a b.deck", "file:///tmp/a%20b.deck"),
    ],
)
def test_paths_are_references(file: str, expected: str) -> None:
    assert uri(file) == expected


def test_schemas_refuse_what_is_no_sarif_and_no_junit(validator: Validator) -> None:
    sarif = Run(validator).written("sarif").replace('"startLine": ', '"startLine": -')
    assert sarif_problems(sarif)
    junit = Run(validator).written("junit").replace(' classname="', ' sort="')
    assert junit_problems(junit)


@pytest.fixture
def suites(validator: Validator) -> dict[str, ElementTree.Element]:
    text = Run(validator).written("junit")
    assert text.isascii()
    assert junit_problems(text) == []
    return {suite.attrib["name"]: suite for suite in ElementTree.fromstring(text)}


def test_junit_has_a_suite_a_file(suites: dict[str, ElementTree.Element]) -> None:
    assert set(suites) == {file.replace("\n", "\\n") for file in DECKS}


def test_junit_has_a_test_a_rule(suites: dict[str, ElementTree.Element], validator: Validator) -> None:
    [verdict] = validator.text(DECKS["good.deck"])
    names = [case.attrib["name"] for case in suites["good.deck"].iter("testcase")]
    assert names == [*verdict.checked]
    twice = [(case.attrib["classname"], case.attrib["name"]) for case in suites["two.deck"].iter("testcase")]
    assert twice == [(deck, rule) for deck in ("geopals.standard", "Second") for rule in verdict.checked]


def test_junit_counts_what_it_holds(suites: dict[str, ElementTree.Element]) -> None:
    for suite in suites.values():
        assert int(suite.attrib["tests"]) == len(list(suite.iter("testcase"))) > 0
        assert int(suite.attrib["failures"]) == len(list(suite.iter("failure")))
        assert int(suite.attrib["errors"]) == len(list(suite.iter("error")))
    assert suites["two.deck"].attrib["failures"] == "2"
    assert suites["unread.deck"].attrib["errors"] == "1"


def test_junit_keeps_warnings_and_advice_as_output(suites: dict[str, ElementTree.Element]) -> None:
    cases = {case.attrib["name"]: case for case in suites["two.deck"].iter("testcase") if len(case)}
    said = cases["awakens.earlier-form"].find("system-out")
    assert said is not None
    assert said.text is not None
    assert said.text.startswith("two.deck:")
    assert "add 1 Infernex" in said.text
    remarks = suites[ODD.replace("\n", "\\n")].find("system-out")
    assert remarks is not None
    assert "nothing reads the header 'colour'" in (remarks.text or "")
