"""`deckwright deck remove`."""

from __future__ import annotations

import click

from deckwright.catalog.text import visible
from deckwright.cli.options import complete_saved, open_catalogue
from deckwright.decks.saved import find_deck
from deckwright.decks.saved import remove as remove_deck


@click.command()
@click.argument("name", shell_complete=complete_saved)
@click.option("--yes", is_flag=True, help="Do not ask.")
def remove(name: str, yes: bool) -> None:
    """Remove a saved decklist with all its versions; it asks first."""
    catalogue = open_catalogue()
    found = find_deck(catalogue, name)
    if "@" in name:
        raise click.UsageError("versions are kept together; remove takes the bare name")
    count = f"{len(found.versions)} version{'' if len(found.versions) == 1 else 's'}"
    if not yes:
        click.confirm(f"remove {visible(found.name)} with {count}?", abort=True, err=True)
    remove_deck(catalogue, found)
    click.echo(f"removed {visible(found.name)} ({count})")
