"""`deckwright deck convert`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from deckwright.catalog.text import visible
from deckwright.cli.deck.reading import one_deck
from deckwright.cli.options import complete_deck, complete_game, open_catalogue
from deckwright.cli.screen import looked_at, say
from deckwright.cli.tables import dump_json
from deckwright.cli.written import write_file
from deckwright.decks.csv_decks import written as as_csv
from deckwright.decks.decklist import Decklist
from deckwright.decks.json_decks import document_of
from deckwright.decks.lines import LineReader
from deckwright.decks.markdown_decks import written as as_markdown
from deckwright.decks.reader import DecklistReader
from deckwright.decks.writer import unsaid, write

SHAPES: dict[str, Callable[[Decklist, LineReader], str]] = {
    "text": write,
    "json": lambda deck, _lines: dump_json(document_of(deck)),
    "csv": lambda deck, _lines: as_csv(deck),
    "markdown": as_markdown,
}


@click.command()
@click.argument("deck", shell_complete=complete_deck)
@click.option("--to", "shape", type=click.Choice(list(SHAPES)), default="text", show_default=True)
@click.option(
    "--game", metavar="NAME", shell_complete=complete_game, help="The game, if the decklist names none."
)
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write to FILE."
)
def convert(deck: str, shape: str, game: str | None, output: Path | None) -> None:
    """Write a decklist as text, JSON, CSV or Markdown. CSV has no place for headers and comments."""
    reader = DecklistReader(open_catalogue())
    given = one_deck(deck, reader, game)
    text = SHAPES[shape](given.deck, reader.lines_of(given.deck.game))
    if shape == "csv" and (given.deck.headers or given.deck.remarks):
        say("CSV has no place for headers and comments; they are left out")
    for said in unsaid(given.deck):
        say(visible(f"{given.deck.label}: {said}, and what is written does not say it"))
    if output is None:
        click.echo(looked_at(text), nl=False)
    else:
        write_file(output, [text])
        say(visible(f"wrote {output}"))
