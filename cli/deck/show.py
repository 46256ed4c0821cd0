"""`deckwright deck show`."""

from __future__ import annotations

import click

from deckwright.cli.deck.reading import one_source
from deckwright.cli.options import complete_deck, open_catalogue
from deckwright.cli.screen import looked_at
from deckwright.decks.saved import find_saved


@click.command()
@click.argument("deck", shell_complete=complete_deck, metavar="DECK")
@click.option("--version", type=click.IntRange(1), hidden=True)
def show(deck: str, version: int | None) -> None:
    """Print a decklist as it was given.

    DECK is a saved name, NAME@VERSION, a shipped sample or a file.
    """
    catalogue = open_catalogue()
    if version is not None:
        if "@" in deck:
            raise click.UsageError(f"{deck} names a version already; --version is not needed")
        find_saved(catalogue, deck := f"{deck}@{version}")
    text = one_source(deck, catalogue).read()
    click.echo(looked_at(text), nl=not text.endswith("\n"))
