"""`deckwright deck history`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from deckwright.cli.options import complete_saved, open_catalogue, shape_options
from deckwright.cli.tables import Cell, Table, columns, write_table
from deckwright.decks.compare_lists import Change, changes
from deckwright.decks.reader import DecklistReader
from deckwright.decks.saved import find_saved, saved_decks

_MOST = 5
"""Of so many cards at most a table for people tells the names; `deck diff` tells them all."""

COLUMNS = columns(version="Version", saved="Saved (UTC)", copies="Cards", cards_in="In", cards_out="Out")


@click.command()
@click.argument("name", shell_complete=complete_saved)
@shape_options("json", "csv", "markdown")
def history(name: str, shape: str) -> None:
    """List the versions of a saved decklist, with what each one changed."""
    catalogue = open_catalogue()
    found = find_saved(catalogue, name)
    [deck] = [row for row in saved_decks(catalogue) if row.name == found.name]
    reader = DecklistReader(catalogue)
    rows: list[Mapping[str, Cell]] = []
    before = None
    for version in deck.versions:
        now = reader.read(catalogue.saved_text(version), f"{deck.name}@{version.version}", version.game)
        changed: tuple[Change, ...] = changes(before, now, reader) if before else ()
        rows.append(
            {
                "version": version.version,
                "saved": version.saved_at.replace("+00:00", "").replace("T", " "),
                "copies": version.copies,
                "cards_in": _told([(one.name, one.after - one.before) for one in changed], shape),
                "cards_out": _told([(one.name, one.before - one.after) for one in changed], shape),
            }
        )
        before = now
    write_table(Table(COLUMNS, rows, facts={"name": deck.name}), shape)


def _told(moved: Sequence[tuple[str, int]], shape: str) -> tuple[str, ...]:
    """The cards of which there are more, with how many."""
    told = [f"{count} {name}" for name, count in moved if count > 0]
    if shape != "table" or len(told) <= _MOST:
        return tuple(told)
    return (*told[:_MOST], f"and {len(told) - _MOST} more")
