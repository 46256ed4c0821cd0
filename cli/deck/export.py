"""`deckwright deck export`."""

from __future__ import annotations

from pathlib import Path

import click

from deckwright.catalog.text import visible
from deckwright.cli.deck.reading import complete_saved
from deckwright.cli.errors import NotFound
from deckwright.cli.options import open_catalogue
from deckwright.cli.written import write_file
from deckwright.decks.saved import find_saved, saved_decks


@click.command()
@click.argument("names", nargs=-1, shell_complete=complete_saved, metavar="[NAME]...")
@click.option("--to", "folder", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="The folder to write to; made if it is not there.")  # fmt: skip
@click.option("--force", is_flag=True, help="Write over files that are there.")
def export(names: tuple[str, ...], folder: Path | None, force: bool) -> None:
    """Write saved decklists to files, as they were given; all of them if none is named."""
    if folder is None:
        raise click.UsageError(_no_folder(names))
    catalogue = open_catalogue()
    wanted = [find_saved(catalogue, name) for name in names] or [
        deck.newest for deck in saved_decks(catalogue)
    ]
    if not wanted:
        raise NotFound("nothing is saved yet; deck save FILE does that")
    files = [(folder / f"{version.name}.deck", version) for version in wanted]
    there = [path.name for path, _ in files if path.exists()]
    if there and not force:
        raise NotFound(f"{folder} holds {', '.join(there)} already; --force writes over them")
    folder.mkdir(parents=True, exist_ok=True)
    for path, version in files:
        write_file(path, [catalogue.saved_text(version)])
        click.echo(f"{visible(str(path))}  version {version.version}")


def _no_folder(names: tuple[str, ...]) -> str:
    """What to write where no folder is named: the last of several words was likely meant for it."""
    *decks, last = (*names, "FOLDER") if len(names) < 2 else names
    return f"--to names the folder to write to: deck export {' '.join([*decks, '--to', last])}"
