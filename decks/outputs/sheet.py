"""Verdicts as CSV: a row a fault, and one row for a decklist without any."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from deckwright.catalog.spreadsheet import guarded
from deckwright.decks.outputs.findings import Finding, Judged, Refusal, findings, refusals, relative

COLUMNS = (
    "file",
    "deck",
    "game",
    "format",
    "passed",
    "level",
    "rule",
    "cite",
    "where",
    "lines",
    "found",
    "min",
    "max",
    "one_of",
    "says",
    "mend",
)
"""The columns, by which readers know the cells; later versions add others behind these."""


def written(judged: Iterable[Judged], refused: Sequence[Refusal], strict: bool) -> Iterator[str]:
    """The column names, the rows of each deck as soon as it is judged, then what was refused."""
    yield _row(dict(zip(COLUMNS, COLUMNS, strict=True)))
    for row in judged:
        yield from _deck(row, strict)
    yield from (_row({**_cells(finding), "passed": "no"}) for finding in refusals(refused))


def _deck(judged: Judged, strict: bool) -> Iterator[str]:
    verdict = judged.verdict
    facts = {
        "file": relative(judged.file),
        "game": verdict.game,
        "format": verdict.format,
        "passed": "yes" if verdict.passes(strict) else "no",
    }
    rows = [_row({**_cells(finding), **facts}) for finding in findings(judged)]
    yield from rows or [_row(facts)]


def _cells(finding: Finding) -> dict[str, str | int | None]:
    fault = finding.fault
    cells: dict[str, str | int | None] = {
        "file": finding.file,
        "deck": finding.deck,
        "level": finding.level,
        "rule": finding.rule,
        "lines": " ".join(map(str, finding.lines)),
        "says": finding.says,
        "mend": finding.mend,
    }
    if fault is not None:
        cells |= {"cite": " ".join(fault.cite), "where": "; ".join(fault.where), "found": fault.found}
        cells |= {"min": fault.allowed.min, "max": fault.allowed.max}
        cells |= {"one_of": " ".join(map(str, fault.allowed.one_of))}
    return cells


def _row(cells: dict[str, str | int | None] | dict[str, str]) -> str:
    out = io.StringIO()
    values = (cells.get(column, "") for column in COLUMNS)
    rows = csv.writer(out, lineterminator="\r\n")  # a cell is quoted for the characters of this only
    rows.writerow(guarded(value) if isinstance(value, str) else value for value in values)
    return out.getvalue().removesuffix("\r\n") + "\n"
