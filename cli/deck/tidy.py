"""`deckwright deck format`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from deckwright.catalog.text import visible
from deckwright.cli.judging import Run
from deckwright.cli.options import complete_game, open_catalogue
from deckwright.cli.screen import looked_at, say
from deckwright.decks.errors import DecklistError, NotADecklist
from deckwright.decks.jobs import Settings, decks_in
from deckwright.decks.reader import shape_of
from deckwright.decks.sources import Source
from deckwright.decks.validator import Validator
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

    FILE is a text decklist, a folder of them, or - for standard input, of which --write too prints the tidy text.
    Nothing is lost: unknown cards, headers and comments stay, and a file is left as it is that says sets or numbers
    which no card has. JSON and CSV are no such text: a folder's are passed over. What is not understood is told, and
    the other files are tidied all the same.
    """
    if check and in_place:
        raise click.UsageError("--check and --write exclude each other")
    catalogue = open_catalogue()
    run = Run(catalogue, Settings(catalogue.path, catalogue.find_game(game).id if game else None))
    validator = run.settings.validator(catalogue)
    for word in decks:
        named = not Path(word).is_dir()
        for source in run.sources([word]):
            try:
                neat = _neat(source, named, in_place, validator)
            except DecklistError as error:
                run.refuse(source.label, error)
                continue
            if neat is not None:
                _settle(neat, check, in_place, run)
    click.get_current_context().exit(run.status)


@dataclass(frozen=True, slots=True)
class _Neat:
    """A source's text, the tidy one, and what that would not say."""

    source: Source
    before: str
    text: str
    lost: tuple[str, ...]


def _neat(source: Source, named: bool, in_place: bool, validator: Validator) -> _Neat | None:
    """A source as it is and tidy; None for what is passed over. Raises `DecklistError`."""
    label = source.label
    if in_place and source.path is None and not _is_input(source):
        raise NotADecklist(label, "is no file to write to", "leave --write out, and its tidy text is printed")
    text = source.read()
    if not _is_lines(text, label, named):
        return None
    read = decks_in(text, label, validator)
    return _Neat(
        source, text, formatted(read, validator.reader), tuple(s for deck in read for s in unsaid(deck))
    )


def _settle(neat: _Neat, check: bool, in_place: bool, run: Run) -> None:
    """Print a tidy text, write it, or say what is not tidy, and count its file."""
    label, path = neat.source.label, neat.source.path
    for said in neat.lost:
        say(visible(f"{label}: {said}, and tidy text would not say it"))
    if check:
        run.count(neat.text == neat.before)
        if neat.text != neat.before:
            say(visible(f"{label}: not tidy"))
    elif not in_place or path is None:
        click.echo(looked_at(neat.text), nl=False)
    elif neat.lost:
        run.count(False)
        say(visible(f"{label}: left as it is"))
    elif neat.text != neat.before and run.write(path, label, neat.text):
        say(visible(f"{label}: tidied"))


def _is_input(source: Source) -> bool:
    return source.path is None and source.text is None


def _is_lines(text: str, label: str, named: bool) -> bool:
    """Whether a text is lines, not a table or JSON, which would lose its columns: told, or refused where named."""
    shape = shape_of(text, label)
    if shape == "text":
        return True
    if named:
        raise NotADecklist(label, f"is {shape}, not lines of cards", "write it as text with deck convert")
    say(visible(f"{label}: passed over, since it is {shape}"))
    return False
