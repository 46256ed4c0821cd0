"""`deckwright deck export`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

import click

from deckwright.catalog.shelf import SavedVersion
from deckwright.catalog.text import visible
from deckwright.cli.errors import NOT_UNDERSTOOD, NotFound
from deckwright.cli.options import complete_saved, open_catalogue
from deckwright.cli.screen import say
from deckwright.cli.written import write_file
from deckwright.decks.saved import find_saved, may_be_named, saved_decks


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
    asked = [find_saved(catalogue, name) for name in names] or [
        deck.newest for deck in saved_decks(catalogue)
    ]
    if not asked:
        raise NotFound("nothing is saved yet; deck save FILE does that")
    wanted = dict.fromkeys(version for version in asked if may_be_named(version.name))
    files = {folder / name: version for name, version in _file_names(wanted)}
    there = [path.name for path in files if os.path.exists(path)]  # noqa: PTH110 - a name too long is none
    if there and not force:
        raise NotFound(f"{folder} holds {', '.join(there)} already; --force writes over them")
    refused = [version for version in asked if version not in wanted]
    for version in refused:
        say(visible(f"not exported: {version.name!r} cannot be the name of a file"))
    folder.mkdir(parents=True, exist_ok=True)
    whole = [
        _written(path, catalogue.saved_text(version), version.version) for path, version in files.items()
    ]
    if refused or not all(whole):
        click.get_current_context().exit(NOT_UNDERSTOOD)


def _file_names(versions: Collection[SavedVersion]) -> Iterator[tuple[str, SavedVersion]]:
    """A file name for each version: the decklist's, with the version where there are several of it."""
    counts = Counter(version.name for version in versions)
    for version in versions:
        number = f"@{version.version}" if counts[version.name] > 1 else ""
        yield f"{version.name}{number}.deck", version


def _written(path: Path, text: str, version: int) -> bool:
    """Whether a decklist could be written, which is said; one that cannot does not stop the rest."""
    try:
        write_file(path, [text])
    except OSError as error:
        say(visible(f"not exported: {path}: {(error.strerror or str(error)).lower()}"))
        return False
    click.echo(f"{visible(str(path))}  version {version}")
    return True


def _no_folder(names: tuple[str, ...]) -> str:
    """What to write where no folder is named: the last of several words was likely meant for it."""
    *decks, last = (*names, "FOLDER") if len(names) < 2 else names
    return f"--to names the folder to write to: deck export {' '.join([*decks, '--to', last])}"
