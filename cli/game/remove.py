"""`deckwright game remove`."""

from __future__ import annotations

import click

from deckwright.catalog.text import visible
from deckwright.cli.options import complete_game, open_catalogue


@click.command()
@click.argument("name", shell_complete=complete_game)
@click.option("--yes", is_flag=True, help="Do not ask.")
def remove(name: str, yes: bool) -> None:
    """Remove a game of your own, or what you said of a shipped one.

    A game of your own goes with its cards. A shipped game stays, without your own cards and the fields that you
    imported.
    """
    from deckwright.catalog.own_games import forget, removal

    catalogue = open_catalogue()
    game = catalogue.find_game(name)
    what = removal(catalogue, game.id)
    if not yes:
        click.confirm(f"{visible(game.name)}: {what}. Go on?", abort=True, err=True)
    forget(catalogue.path, game.id)
    click.echo(f"{visible(game.name)}: {what}")
