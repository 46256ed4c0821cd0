"""Verdicts as JUnit XML: a test suite a file, a test a rule of each of its decklists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from deckwright.catalog.text import visible
from deckwright.decks.outputs.findings import (
    Finding,
    Judged,
    Refusal,
    fails,
    findings,
    named,
    refusals,
    relative,
)


def written(judged: Iterable[Judged], refused: Sequence[Refusal], strict: bool) -> Iterator[str]:
    """The suites as their files are judged, then one for each file that was refused.

    In characters of ASCII alone, so that no stream can spoil them. No times: the same decks give the same text.
    """
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="deckwright">\n'
    for file, rows in groupby(judged, key=lambda row: row.file):
        yield _text(_suite(relative(file), rows, strict))
    for file, unread in groupby(refusals(refused), key=lambda finding: finding.file):
        yield _text(_unread_suite(file, list(unread)))
    yield "</testsuites>\n"


def _text(suite: Element) -> str:
    ElementTree.indent(suite, " ")
    ascii_only: bytes = ElementTree.tostring(suite, "us-ascii")
    return ascii_only.decode("ascii") + "\n"


def _suite(file: str, rows: Iterable[Judged], strict: bool) -> Element:
    suite = Element("testsuite", name=visible(file))
    remarks: list[str] = []
    tests = failures = 0
    for row in rows:
        found = list(findings(row))
        remarks += (visible(finding.says) for finding in found if finding.fault is None)
        for rule in row.verdict.checked:
            broken = [finding for finding in found if finding.fault and finding.rule == rule]
            failures += _case(suite, row, rule, broken, strict)
            tests += 1
    for key, count in {"tests": tests, "failures": failures, "errors": 0}.items():
        suite.set(key, str(count))
    if remarks:
        SubElement(suite, "system-out").text = "\n".join(remarks)
    return suite


def _case(suite: Element, judged: Judged, rule: str, broken: Sequence[Finding], strict: bool) -> bool:
    """Add the test of one rule, and say whether it failed; what does not fail the deck is its output."""
    verdict = judged.verdict
    deck = named(judged) or f"{verdict.game}.{verdict.format}"
    case = SubElement(suite, "testcase", classname=visible(deck), name=visible(rule))
    said = "\n".join(map(_said, broken))
    failed = any(finding.fault and fails(finding.fault.severity, strict) for finding in broken)
    if failed:
        first = broken[0]
        SubElement(case, "failure", type=first.level, message=visible(first.says)).text = said
    elif broken:
        SubElement(case, "system-out").text = said
    return failed


def _unread_suite(file: str, unread: Sequence[Finding]) -> Element:
    suite = Element("testsuite", name=visible(file), tests="1", failures="0", errors="1")
    case = SubElement(suite, "testcase", classname="decklist", name=visible(unread[0].rule))
    error = SubElement(case, "error", type="error", message=visible(unread[0].says))
    error.text = "\n".join(map(_said, unread))
    return suite


def _said(finding: Finding) -> str:
    lines = f"{visible(finding.file)}:{finding.lines[0]}: " if finding.lines else ""
    mend = f" (mend: {visible(finding.mend)})" if finding.mend else ""
    return f"{lines}{finding.level} {finding.title}: {visible(finding.says)}{mend}"
