"""Verdicts as JSON, by the published schema."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from deckwright.decks.errors import DecklistError
from deckwright.decks.verdict import Fault, Held, Mend, Verdict
from deckwright.decks.wording import mend_sentence, sentence


def verdicts_document(
    verdicts: Iterable[Verdict], refused: Sequence[DecklistError] = (), strict: bool = False
) -> str:
    """The verdicts, and what was refused while they were made, as a JSON document."""
    rows = [verdict_document(verdict, strict) for verdict in verdicts]
    document = {
        "deckwright": 1,
        "passed": all(row["passed"] for row in rows) and not refused,
        "decks": rows,
        "refused": [{"deck": error.label, "problem": str(error)} for error in refused],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def verdict_document(verdict: Verdict, strict: bool = False) -> dict[str, Any]:
    """One verdict as the `decks` of the schema hold it."""
    return {
        "deck": verdict.label,
        "game": verdict.game,
        "format": verdict.format,
        "on": verdict.on.isoformat(),
        "options": dict(verdict.options),
        "sizes": dict(verdict.sizes),
        "legal": verdict.legal,
        "passed": verdict.passes(strict),
        "incomplete": verdict.incomplete,
        "faults": [_fault(fault) for fault in verdict.faults],
        "held": list(verdict.held),
        "notes": list(verdict.notes),
    }


def _fault(fault: Fault) -> dict[str, Any]:
    bounds = {
        "min": fault.allowed.min,
        "max": fault.allowed.max,
        "one_of": list(fault.allowed.one_of) or None,
    }
    return {
        "rule": fault.rule,
        "severity": fault.severity,
        "cite": list(fault.cite),
        "where": list(fault.where),
        "says": fault.says,
        "sentence": sentence(fault),
        "zones": list(fault.zones),
        "subject": _held(fault.subject) if fault.subject else None,
        "group": fault.group,
        "cards": [_held(held) for held in fault.cards],
        "measure": fault.measure,
        "found": fault.found,
        "allowed": {key: bound for key, bound in bounds.items() if bound is not None},
        "incomplete": fault.incomplete,
        "reason": fault.reason or None,
        "mend": mend_sentence(fault.mends),
        "mends": [_mend(mend) for mend in fault.mends],
    }


def _held(held: Held) -> dict[str, Any]:
    return {
        "name": held.name,
        "card": held.card,
        "zone": held.zone,
        "count": held.count,
        "lines": [{"line": line, "count": count} for line, count in held.lines],
    }


def _mend(mend: Mend) -> dict[str, Any]:
    return {
        "do": mend.do,
        "count": mend.count,
        "unit": mend.unit or None,
        "of": mend.of or None,
        "zone": mend.zone or None,
        "cards": list(mend.cards),
        "lines": [{"line": line, "count": count} for line, count in mend.lines],
    }
