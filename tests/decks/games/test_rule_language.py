"""The rule language in full, proved by three invented games that together use every key of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.game_check import check
from deckwright.decks.outcomes import Counting, Outcome
from deckwright.decks.rules import Rule, Selection
from deckwright.decks.tally import Tally
from deckwright.decks.validator import Validator
from deckwright.schemas import problems, schema
from tests.decks.games.cases import CASES, Case
from tests.decks.games.invented import DOCUMENTS

EVERY = [(game, name, case) for game, cases in CASES.items() for name, case in cases.items()]


@pytest.fixture(scope="module")
def validators(invented: Catalogue) -> dict[str, Validator]:
    """A validator for each day that a case asks for."""
    return {day: Validator(invented, on=date.fromisoformat(day)) for day in {case.on for _, _, case in EVERY}}


@pytest.mark.parametrize("game", DOCUMENTS)
def test_documents_are_sound(game: str, invented: Catalogue) -> None:
    document, cards = DOCUMENTS[game]
    assert problems("game", document) == []
    assert problems("cards", cards) == []
    assert check(invented.game(game), invented) == []


def keys_used(kind: str) -> set[str]:
    """The keys that the rules, or zones, of the three games use at one place of the schema."""
    games = [document for document, _ in DOCUMENTS.values()]
    rules = [rule for document in games for rule in document["rules"]]
    rows: dict[str, list[dict[str, Any]]] = {
        "rule": rules,
        "count": [rule["count"] for rule in rules],
        "each": [rule["each"] for rule in rules if "each" in rule],
        "zone": [zone for document in games for zone in document["zones"]],
        "format": [format for document in games for format in document["formats"]],
        "dated": [row for document in games for rows in document.get("lists", {}).values() for row in rows],
        "selection": [bound["by"] for bound in bounds_used() if isinstance(bound.get("by"), dict)],
    }
    return {key for row in rows[kind] for key in row}


def bounds_used() -> list[dict[str, Any]]:
    """Every bound of the three games that is more than a number."""
    rules = [rule for document, _ in DOCUMENTS.values() for rule in document["rules"]]
    found = [rule["count"].get(side) for rule in rules for side in ("min", "max")]
    return [bound for bound in found if isinstance(bound, dict)]


@pytest.mark.parametrize("kind", ["rule", "count", "each", "zone", "selection"])
def test_every_key_of_the_schema_is_used(kind: str) -> None:
    declared = set(schema("game")["$defs"][kind]["properties"])
    assert len(declared) >= 3
    assert keys_used(kind) == declared


def test_every_form_of_bound_is_used() -> None:
    forms = [form for form in schema("game")["$defs"]["bound"]["oneOf"] if form.get("type") == "object"]
    declared = {frozenset(form["properties"]) for form in forms}
    assert {key for form in declared for key in form} == {"option", "field", "or", "share", "list"}
    used = [set(bound) for bound in bounds_used()]
    for form in declared:
        assert any(keys == form for keys in used), form
        if "or" in form:
            assert any(keys == form - {"or"} for keys in used), f"{form} without `or`"
    assert {type(bound["by"]) for bound in bounds_used() if "by" in bound} == {str, dict}
    rules = [rule for document, _ in DOCUMENTS.values() for rule in document["rules"]]
    assert any(isinstance(rule["count"].get("min"), int) for rule in rules)
    sums = [rule["count"]["sum"] for rule in rules if "sum" in rule["count"]]
    assert {type(row) for row in sums} == {str, dict}


def test_every_relation_is_used() -> None:
    pattern = schema("game")["$defs"]["relation"]["additionalProperties"]["pattern"]
    declared = {"=", "!=", "<", "<=", ">", ">=", "has"}
    assert all(f"|{op}|" in pattern.replace("(", "|").replace(")", "|") for op in declared)
    rules = [rule for document, _ in DOCUMENTS.values() for rule in document["rules"]]
    said = [text for rule in rules for text in rule["count"].get("with", {}).values()]
    assert {text.removeprefix("not ").split()[0] for text in said} == declared
    assert any(text.startswith("not ") for text in said)


def test_every_severity_is_used() -> None:
    declared = set(schema("game")["$defs"]["rule"]["properties"]["severity"]["enum"])
    used = {rule.get("severity", "error") for document, _ in DOCUMENTS.values() for rule in document["rules"]}
    assert used == declared


@pytest.mark.parametrize(("game", "name", "case"), EVERY, ids=[f"{game}: {name}" for game, name, _ in EVERY])
def test_rules_hold_or_break(game: str, name: str, case: Case, validators: dict[str, Validator]) -> None:
    [verdict] = validators[case.on].text(case.text)
    assert verdict.game == game
    assert {fault.rule for fault in verdict.faults} == set(case.broken.split())
    assert set(verdict.held) == set(verdict.checked) - set(case.broken.split())


@pytest.mark.parametrize(
    ("game", "name", "careful"),
    [
        ("starfall", "sixty cards, no side", "size.side copies limited leader.follows"),
        ("starfall", "small: 30", "size.deck size.side copies limited leader.follows"),
        ("vault", "forty-five, twenty points", "size.least influence points skills"),
        ("warband", "five elves", "size loyal"),
    ],
)
def test_other_rules_are_not_left_to_the_careful_judge(
    game: str, name: str, careful: str, validators: dict[str, Validator]
) -> None:
    case = CASES[game][name]
    [deck] = validators[case.on].reader.read_all(case.text)
    judge = validators[case.on].judge_of(deck)
    accepts = {zone: Selection((zone,), query) for zone, query in judge.lines.accepts.items()}
    assert [rule.id for rule in Tally(judge.rules, accepts).careful] == careful.split()


def outcomes(game: str, validators: dict[str, Validator]) -> Iterator[tuple[Rule, Outcome]]:
    """Every count that the rules of a game make of its cases."""
    for case in CASES[game].values():
        validator = validators[case.on]
        [deck] = validator.reader.read_all(case.text)
        judge = validator.judge_of(deck)
        sizes = {key: row for rule in judge.rules for key, row in rule.sizes.items()}
        counting = Counting(deck.cards, judge.around.game, sizes)
        yield from ((rule, outcome) for rule in judge.rules for outcome in counting.outcomes(rule))


@pytest.mark.parametrize("game", CASES)
def test_both_sides_of_every_bound_are_tried(game: str, validators: dict[str, Validator]) -> None:
    edges: dict[tuple[str, int, str], set[int]] = {}
    for rule, outcome in outcomes(game, validators):
        for side, bound in (("min", outcome.allowed.min), ("max", outcome.allowed.max)):
            if bound is not None:
                edges.setdefault((rule.id, rule.order, side), set()).add(outcome.found - bound)
        for choice in outcome.allowed.one_of:
            edges.setdefault((rule.id, rule.order, f"one of {choice}"), set()).add(outcome.found - choice)
    declared = {
        (rule["id"], order, side)
        for order, rule in enumerate(DOCUMENTS[game][0]["rules"])
        for side in ("min", "max")
        if side in rule["count"]
    }
    assert declared <= set(edges)
    for (rule_id, order, side), found in edges.items():
        assert 0 in found, f"{rule_id} ({order}) has no deck on its {side}"
        if side != "min":
            assert 1 in found, f"{rule_id} ({order}) has no deck just above its {side}"
        if side not in ("max", "one of 0"):
            assert -1 in found, f"{rule_id} ({order}) has no deck just below its {side}"
