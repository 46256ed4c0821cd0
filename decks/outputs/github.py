"""Verdicts as workflow commands: GitHub shows them beside the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from deckwright.decks.outputs.findings import Finding, Judged, Refusal, findings, refusals
from deckwright.decks.outputs.seen import seen

_COMMANDS = {"error": "error", "warning": "warning", "advice": "notice", "note": "notice"}


def written(judged: Iterable[Judged], refused: Sequence[Refusal], strict: bool) -> Iterator[str]:
    """A command a fault, each as soon as its deck is judged, then what was refused."""
    for row in judged:
        yield from map(_command, findings(row))
    yield from map(_command, refusals(refused))


def _command(finding: Finding) -> str:
    place = {"file": seen(finding.file), "line": str(finding.lines[0]) if finding.lines else ""}
    properties = {**place, "title": seen(finding.title)}
    said = ",".join(f"{key}={_property(value)}" for key, value in properties.items() if value)
    return f"::{_COMMANDS[finding.level]} {said}::{_message(finding)}\n"


def _message(finding: Finding) -> str:
    deck = f"{seen(finding.deck)}: " if finding.deck else ""
    lines = [deck + seen(finding.says)]
    if finding.mend:
        lines.append(f"mend: {seen(finding.mend)}")
    if finding.fault and finding.fault.where:
        lines.append(f"where: {seen('; '.join(finding.fault.where))}")
    return _data("\n".join(lines))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
