"""`deckwright deck format`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from deckwright.catalog.text import visible
from deckwright.cli.errors import BROKEN
from deckwright.cli.options import complete_game, open_catalogue
from deckwright.cli.screen import looked_at, say
from deckwright.cli.written import write_file
from deckwright.decks.reader import DecklistReader
from deckwright.decks.sources import Source, sources
from deckwright.decks.writer import formatted


@click.command()
@click.argument("decks", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", is_flag=True, help="Only say which files are not tidy; exit 1 if any.")
@click.option("--write", "in_place", is_flag=True, help="Tidy the files in place.")
@click.option(
    "--game", metavar="NAME", shell_complete=complete_game, help="The game of lists that name none."
)
def tidy(decks: tuple[str, ...], check: bool, in_place: bool, game: str | None) -> None:
    """Tidy decklist files into the canonical order; prints the tidy text unless told otherwise.

    FILE is a text decklist, a folder of them, or - for standard input. Nothing is lost: unknown cards, headers and
    comments stay.
    """
    if check and in_place:
        raise click.UsageError("--check and --write exclude each other")
    reader = DecklistReader(open_catalogue())
    untidy = 0
    for source in _files(decks):
        text = source.read()
        neat = formatted(text, reader, source.label, game)
        if check or in_place:
            untidy += neat != text
        if not check and not in_place:
            click.echo(looked_at(neat), nl=False)
        elif neat != text:
            if in_place and source.path is not None:
                write_file(source.path, [neat])
            say(visible(f"{source.label}: {'tidied' if in_place else 'not tidy'}"))
    if check and untidy:
        click.get_current_context().exit(BROKEN)


def _files(words: tuple[str, ...]) -> Iterator[Source]:
    for word in words:
        yield from (source for source in sources(word) if isinstance(source, Source))
