"""`deckwright game new`."""

from __future__ import annotations

from pathlib import Path

import click

from deckwright.catalog.text import visible
from deckwright.cli.options import open_catalogue
from deckwright.cli.written import write_file


@click.command()
@click.argument("name", nargs=-1, required=True)
@click.option(
    "--folder", type=click.Path(file_okay=False), default=".", metavar="FOLDER", help="Write there."
)
def new(name: tuple[str, ...], folder: str) -> None:
    """Start a game of your own: a document and cards to change.

    Writes a small sound game document, in which every part says what it is for, and a CSV file of 20 cards.
    """
    from deckwright.catalog.prototype import written

    words = " ".join(name)
    catalogue = open_catalogue()
    game_id, files = written(words)
    if game_id in catalogue.game_ids():
        raise click.UsageError(f"a game has the id {game_id} already; take another name")
    targets = [(Path(folder) / f"{game_id}{ending}", text) for ending, text in files.items()]
    for path, _ in targets:
        if path.exists():
            raise click.UsageError(f"{visible(str(path))} is there already; take another name or --folder")
    Path(folder).mkdir(parents=True, exist_ok=True)
    for path, text in targets:
        write_file(path, [text], new=True)
    document, cards = (visible(str(path)) for path, _ in targets)
    click.echo(f"{document}  the game: types, fields, zones, rules, setup")
    click.echo(f"{cards}  20 cards")
    click.echo(f"Next: deckwright game check {document}")
    click.echo(f"      deckwright import {document} {cards}")
