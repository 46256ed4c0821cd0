"""`deckwright deck format`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from deckwright.catalog.text import visible
from deckwright.cli.errors import BROKEN
from deckwright.cli.options import complete_game, open_catalogue
from deckwright.cli.screen import looked_at, say
from deckwright.cli.written import write_file
from deckwright.decks.decklist import Decklist
from deckwright.decks.errors import NotADecklist
from deckwright.decks.reader import DecklistReader, shape_of
from deckwright.decks.sources import Source, sources
from deckwright.decks.writer import formatted, unsaid


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
    comments stay, and a file is left as it is that says sets or numbers which no card has. JSON and CSV are no such
    text: a folder's are passed over.
    """
    if check and in_place:
        raise click.UsageError("--check and --write exclude each other")
    reader = DecklistReader(open_catalogue())
    untidy = 0
    for source, named in _files(decks):
        text = source.read()
        if not _is_lines(text, source.label, named):
            continue
        read = reader.read_all(text, source.label, game)
        neat = formatted(read, reader)
        if _loses(read, source.label) and in_place:
            say(visible(f"{source.label}: left as it is"))
            untidy += 1
            continue
        untidy += check and neat != text
        if not check and not in_place:
            click.echo(looked_at(neat), nl=False)
        elif neat != text:
            if in_place and source.path is not None:
                write_file(source.path, [neat])
            say(visible(f"{source.label}: {'tidied' if in_place else 'not tidy'}"))
    if untidy and (check or in_place):
        click.get_current_context().exit(BROKEN)


def _loses(read: Sequence[Decklist], label: str) -> bool:
    """Whether tidy text would not say all that decklists say; what it would not is told."""
    lost = [said for deck in read for said in unsaid(deck)]
    for said in lost:
        say(visible(f"{label}: {said}, and tidy text would not say it"))
    return bool(lost)


def _files(words: tuple[str, ...]) -> Iterator[tuple[Source, bool]]:
    """Every source, and whether it was named itself, not its folder."""
    for word in words:
        named = not Path(word).is_dir()
        yield from ((source, named) for source in sources(word) if isinstance(source, Source))


def _is_lines(text: str, label: str, named: bool) -> bool:
    """Whether a text is lines, not a table or JSON, which would lose its columns: told, or refused where named."""
    shape = shape_of(text, label)
    if shape == "text":
        return True
    if named:
        raise NotADecklist(label, f"is {shape}, not lines of cards", "write it as text with deck convert")
    say(visible(f"{label}: passed over, since it is {shape}"))
    return False
