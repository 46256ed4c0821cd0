"""Verdicts as Markdown: a table of the decklists, then a table of what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from deckwright.catalog.text import visible
from deckwright.decks.outputs.findings import Finding, Judged, Refusal, findings, named, refusals, relative
from deckwright.decks.wording import sizes, tally

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~$])")


def written(judged: Iterable[Judged], refused: Sequence[Refusal], strict: bool) -> Iterator[str]:
    """The table of decklists as they are judged; the table of faults, which is kept till then, behind it."""
    found: list[str] = []
    yield _table_row("Decklist", "Game", "Size", "Result")
    yield _table_row("---", "---", "---", "---")
    for row in judged:
        verdict = row.verdict
        result = f"{'passed' if verdict.passes(strict) else '**failed**'}: {_plain(tally(verdict))}"
        game = _plain(f"{verdict.game}, {verdict.format}")
        yield _table_row(_plain(_name(relative(row.file), named(row))), game, _plain(sizes(verdict)), result)
        found += map(_fault, findings(row))
    unread = list(refusals(refused))
    for file in dict.fromkeys(finding.file for finding in unread):
        yield _table_row(_plain(file), "", "", "**not understood**")
    found += map(_fault, unread)
    if found:
        yield "\n"
        yield _table_row("Decklist", "Line", "Level", "Rule", "What is wrong", "Mend")
        yield _table_row("---", "---:", "---", "---", "---", "---")
        yield from found


def _name(file: str, deck: str) -> str:
    return f"{file} ({deck})" if deck else file


def _fault(finding: Finding) -> str:
    lines = ", ".join(map(str, finding.lines))
    cells = (
        _name(finding.file, finding.deck),
        lines,
        finding.level,
        finding.title,
        finding.says,
        finding.mend,
    )
    return _table_row(*map(_plain, cells))


def _plain(text: str) -> str:
    """The text so that Markdown shows it as it is, on one line."""
    return _MARKS.sub(r"\\\1", visible(text)).replace("&", "&amp;")


def _table_row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"
