"""Verdicts as workflow commands: GitHub shows them beside the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from deckwright.catalog.text import visible
from deckwright.decks.outputs.findings import Finding, Judged, Refusal, findings, refusals

_COMMANDS = {"error": "error", "warning": "warning", "advice": "notice", "note": "notice"}


def written(judged: Iterable[Judged], refused: Sequence[Refusal], strict: bool) -> Iterator[str]:
    """A command a fault, each as soon as its deck is judged, then what was refused."""
    for row in judged:
        yield from map(_command, findings(row))
    yield from map(_command, refusals(refused))


def _command(finding: Finding) -> str:
    place = {"file": visible(finding.file), "line": str(finding.lines[0]) if finding.lines else ""}
    properties = {**place, "title": visible(finding.title)}
    said = ",".join(f"{key}={_property(value)}" for key, value in properties.items() if value)
    return f"::{_COMMANDS[finding.level]} {said}::{_message(finding)}\n"


def _message(finding: Finding) -> str:
    deck = f"{visible(finding.deck)}: " if finding.deck else ""
    lines = [deck + visible(finding.says)]
    if finding.mend:
        lines.append(f"mend: {visible(finding.mend)}")
    if finding.fault and finding.fault.where:
        lines.append(f"where: {visible('; '.join(finding.fault.where))}")
    return _data("\n".join(lines))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
