"""`deckwright deck rename`."""

from __future__ import annotations

import click

from deckwright.catalog.text import visible
from deckwright.cli.deck.reading import tell_hidden
from deckwright.cli.options import complete_saved, open_catalogue
from deckwright.decks.saved import rename as rename_deck


@click.command()
@click.argument("old", metavar="NAME", shell_complete=complete_saved)
@click.argument("new", metavar="NEW")
def rename(old: str, new: str) -> None:
    """Rename a saved decklist with all its versions."""
    was = rename_deck(open_catalogue(), old, new)
    click.echo(f"{visible(was)} is now {visible(new)}")
    tell_hidden(new)
