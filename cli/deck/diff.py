"""`deckwright deck diff`."""

from __future__ import annotations

from collections.abc import Mapping

import click

from deckwright.cli.deck.reading import complete_deck, one_deck
from deckwright.cli.options import complete_game, open_catalogue, shape_options
from deckwright.cli.screen import say
from deckwright.cli.tables import Cell, Table, columns, write_table
from deckwright.decks.compare_lists import changes
from deckwright.decks.reader import DecklistReader
from deckwright.decks.saved import find_saved, is_saved

COLUMNS = columns(zone="Zone", change="Change", card="Card", before="Before", after="After")


@click.command()
@click.argument("one", metavar="A", shell_complete=complete_deck)
@click.argument("other", metavar="[B]", required=False, shell_complete=complete_deck)
@click.option(
    "--game", metavar="NAME", shell_complete=complete_game, help="The game, if a decklist names none."
)
@shape_options("json", "csv", "markdown")
def diff(one: str, other: str | None, game: str | None, shape: str) -> None:
    """Show what differs between two decklists or versions, by zone.

    A and B are files, saved names, NAME@VERSION or samples. Of one saved name alone, its last two versions.
    """
    catalogue = open_catalogue()
    if other is None:
        if not is_saved(catalogue, one):
            raise click.UsageError("diff takes two decklists, or one saved name with two versions")
        newest = find_saved(catalogue, one)
        if newest.version < 2:
            raise click.UsageError(f"{newest.name} has one version only")
        one, other = f"{newest.name}@{newest.version - 1}", f"{newest.name}@{newest.version}"
    reader = DecklistReader(catalogue)
    before, after = one_deck(one, reader, game).deck, one_deck(other, reader, game).deck
    rows: list[Mapping[str, Cell]] = [
        {"zone": row.zone, "change": row.kind, "card": row.name, "before": row.before, "after": row.after}
        for row in changes(before, after)
    ]
    if not rows:
        say("no card differs")
    write_table(Table(COLUMNS, rows), shape)
