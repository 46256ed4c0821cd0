"""`deckwright deck`: decklists, saved and in files."""

from __future__ import annotations

import click

from deckwright.cli.lazy import Commands, LazyGroup

COMMANDS: Commands = {
    "new": ("deckwright.cli.deck.new", "Start a decklist: headers and sections to fill in."),
    "save": ("deckwright.cli.deck.save", "Save a decklist under a name, as a new version."),
    "list": ("deckwright.cli.deck.listing", "List the saved decklists and the shipped samples."),
    "show": ("deckwright.cli.deck.show", "Print a decklist as it was given."),
    "history": ("deckwright.cli.deck.history", "List the versions of a saved decklist."),
    "diff": ("deckwright.cli.deck.diff", "Show what differs between two decklists or versions."),
    "rename": ("deckwright.cli.deck.rename", "Rename a saved decklist."),
    "remove": ("deckwright.cli.deck.remove", "Remove a saved decklist with all its versions."),
    "export": ("deckwright.cli.deck.export", "Write saved decklists to files."),
    "convert": ("deckwright.cli.deck.convert", "Write a decklist as text, JSON, CSV or Markdown."),
    "format": ("deckwright.cli.deck.tidy", "Tidy decklist files into the canonical order."),
}
"""The commands of the group."""


@click.group(cls=LazyGroup, table=COMMANDS, invoke_without_command=True)
@click.pass_context
def deck(ctx: click.Context) -> None:
    """Decklists, saved and in files: new, save, list, diff, format and more."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
