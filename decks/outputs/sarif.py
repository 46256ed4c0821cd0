"""Verdicts as SARIF 2.1.0, the static analysis results interchange format."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from deckwright.catalog.text import visible
from deckwright.decks.outputs.findings import NOT_UNDERSTOOD, Finding, Judged, Refusal, findings, refusals

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "advice": "note", "note": "note"}
_BUILT_IN = {
    "card.unknown": "Every name is the name of a card",
    "card.ambiguous": "Every name means one card",
    "card.zone": "Every card stands in a zone that takes it",
    "note": "What else there is to say of a decklist",
    NOT_UNDERSTOOD: "The decklist can be read",
}


def written(judged: Iterable[Judged], refused: Sequence[Refusal], strict: bool) -> Iterator[str]:
    """One run with a result a fault; in ASCII, so that no stream can spoil it."""
    found = [finding for row in judged for finding in findings(row)]
    found += refusals(refused)
    rules: dict[str, Finding] = {}
    for finding in found:
        rules.setdefault(_rule_id(finding), finding)
    places = {rule: at for at, rule in enumerate(rules)}
    driver = {
        "name": "deckwright",
        "version": version("deckwright"),
        "rules": [_rule(rule, finding) for rule, finding in rules.items()],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not refused}],
        "results": [_result(finding, places) for finding in found],
    }
    yield json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _rule_id(finding: Finding) -> str:
    """The rule's id, behind the game's: two games may call a rule the same."""
    return f"{finding.game}/{finding.rule}" if finding.game else finding.rule


def _rule(rule: str, finding: Finding) -> dict[str, Any]:
    fault = finding.fault
    counted = fault.says if fault and fault.found is not None else f"The header {finding.rule} names a card"
    says = _BUILT_IN.get(finding.rule, counted)
    return {
        "id": rule,
        "shortDescription": _message(says),
        "help": _message(_help(finding) or says),
        "defaultConfiguration": {"level": _LEVELS[finding.level]},
    }


def _help(finding: Finding) -> str:
    """The ledger ids that the rule cites and the rulebook's headings where they stand, and why it is there."""
    fault = finding.fault
    if fault is None:
        return ""
    cited = (
        f"{', '.join(fault.cite)} (rulebook: {'; '.join(fault.where)})"
        if fault.where
        else ", ".join(fault.cite)
    )
    return ". ".join(part for part in (cited, fault.reason) if part)


def _result(finding: Finding, places: dict[str, int]) -> dict[str, Any]:
    rule = _rule_id(finding)
    deck = f"{finding.deck}: " if finding.deck else ""
    mend = f"\nmend: {visible(finding.mend)}" if finding.mend else ""
    result = {
        "ruleId": rule,
        "ruleIndex": places[rule],
        "level": _LEVELS[finding.level],
        "message": {"text": _message(deck + finding.says)["text"] + mend},
        "locations": [_location(finding.file, finding.lines[0] if finding.lines else 1)],
    }
    if len(finding.lines) > 1:
        result["relatedLocations"] = [_location(finding.file, line) for line in finding.lines[1:]]
    return result


def _message(text: str) -> dict[str, str]:
    """A message's text, in which nothing reads as a link."""
    return {"text": visible(text).replace("](", "] (")}


def _location(file: str, line: int) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": {"uri": uri(file)}, "region": {"startLine": line}}}


def uri(file: str) -> str:
    """A file's path as a reference that any reader of URIs takes back to that path."""
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(file), safe="/")
