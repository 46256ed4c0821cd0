"""What an import did, in one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from deckwright.catalog.text import visible
from deckwright.cli.screen import say, styled
from deckwright.cli.tables import Cell, Table, columns, write_table

if TYPE_CHECKING:
    from deckwright.catalog.catalogue import Catalogue
    from deckwright.catalog.fields import Value
    from deckwright.catalog.importing.report import Report

SHOWN = 40
"""So many new cards, changes and removals each are listed for people; JSON has all that were kept."""

_LONGEST = 70
_COLUMNS = columns(what="", id="Card", name="Name", field="Field", before="Before", after="After")

Row = Mapping[str, Cell]


def write_report(catalogue: Catalogue, report: Report, shape: str, dry_run: bool) -> None:
    """Write the tally of an import, and every card that it touched, as a table or as JSON."""
    for_people = shape == "table"
    rows = list(_rows(report, SHOWN if for_people else None))
    if not for_people:
        rows += _passed_over(report)
        write_table(Table(_COLUMNS, rows, facts=_facts(report, dry_run)), shape)
        return
    for game, news in report.game_news.items():
        click.echo(f"{styled(game, 'head')}  {_GAME_NEWS[news]}")
    if report.read or not report.game_news:
        click.echo(_tally(report, dry_run))
    shown = [{key: _short(cell) for key, cell in row.items()} for row in rows]
    if shown:
        click.echo()
        write_table(Table(_COLUMNS, shown).filled())
    for file, why in report.passed_over():
        say(visible(f"{file}: {why}"))


_GAME_NEWS = {"new": "a new game", "changed": "the game's document changed", "same": "the game is unchanged"}


def _tally(report: Report, dry_run: bool) -> str:
    counts = [(report.new, "new"), (report.changed, "changed"), (report.removed, "removed")]
    said = [f"{count:,} {word}" for count, word in counts if count]
    cards = f"{_cards(report.read)} read"
    if not report.read:
        return "no cards in it"
    if not said:
        return f"{cards}: nothing {'would change' if dry_run else 'changed'}"
    said += [f"{report.same:,} the same"] if report.same else []
    dry = "  (a dry run: nothing was written)" if dry_run else ""
    return f"{cards}: {', '.join(said)}{dry}"


def _rows(report: Report, most: int | None) -> Iterator[Row]:
    new: list[Row] = [{"what": "new", "id": card, "name": name} for card, name in report.new_cards]
    yield from _some(new, report.new, "new", most)
    changes: list[Row] = [
        {
            "what": "changed",
            "id": one.id,
            "name": one.name,
            "field": one.field,
            "before": _cell(one.before),
            "after": _cell(one.after),
        }
        for one in report.changes
    ]
    yield from _some(changes, report.changed_fields, "changed", most)
    gone: list[Row] = [{"what": "removed", "id": card, "name": name} for card, name in report.removals]
    yield from _some(gone, report.removed, "removed", most)
    for code, count in report.stays.items():
        yield {
            "what": "stays",
            "field": "set",
            "before": code,
            "after": f"{_cards(count)} that ship{'s' if count == 1 else ''} with the game",
        }
    if report.same and (report.touched or report.passed):
        yield {"what": "the same", "id": _cards(report.same)}


def _passed_over(report: Report) -> Iterator[Row]:
    for (file, column, kind), count in report.passed.items():
        why = f"no {kind} has such a field" if kind else f"no field is called so{report.hint(file, column)}"
        yield {"what": "passed over", "id": _cards(count), "field": column, "after": why, "name": file}


def _some(rows: list[Row], total: int, what: str, most: int | None) -> Iterator[Row]:
    kept = rows if most is None else rows[:most]
    yield from kept
    if total > len(kept):
        yield {"what": what, "id": f"and {total - len(kept):,} more"}


def _cards(count: int) -> str:
    return f"{count:,} card{'' if count == 1 else 's'}"


def _cell(value: Value | None) -> Cell:
    return "no" if value is False else value


def _short(cell: Cell) -> Cell:
    if isinstance(cell, tuple):
        cell = ", ".join(cell)
    return cell[: _LONGEST - 1] + "…" if isinstance(cell, str) and len(cell) > _LONGEST else cell


def _facts(report: Report, dry_run: bool) -> dict[str, Any]:
    names = ("read", "new", "changed", "same", "removed", "bad")
    return {
        **{name: getattr(report, name) for name in names},
        "dry_run": dry_run,
        "games": dict(report.game_news),
    }
