"""`deckwright deck show`."""

from __future__ import annotations

import click

from deckwright.cli.deck.reading import complete_deck, one_source
from deckwright.cli.options import open_catalogue
from deckwright.cli.screen import looked_at


@click.command()
@click.argument("deck", shell_complete=complete_deck, metavar="DECK")
def show(deck: str) -> None:
    """Print a decklist as it was given.

    DECK is a saved name, NAME@VERSION, a shipped sample or a file.
    """
    text = one_source(deck, open_catalogue()).read()
    click.echo(looked_at(text), nl=not text.endswith("\n"))
