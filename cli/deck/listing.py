"""`deckwright deck list`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

import click

from deckwright.cli.options import complete_game, open_catalogue, shape_options
from deckwright.cli.tables import Cell, Table, columns, write_table
from deckwright.decks.errors import DecklistError
from deckwright.decks.saved import saved_decks
from deckwright.decks.sources import sample_names, sample_text
from deckwright.decks.validator import Validator
from deckwright.decks.wording import sizes, tally

COLUMNS = columns(name="Name", game="Game", size="Size", verdict="Verdict", version="Versions", age="Saved")


@click.command()
@click.option("--game", metavar="NAME", shell_complete=complete_game, help="Only decklists of this game.")
@shape_options("json", "csv", "markdown")
def listing(game: str | None, shape: str) -> None:
    """List the saved decklists and the shipped samples."""
    catalogue = open_catalogue()
    wanted = catalogue.find_game(game).id if game else None
    validator = Validator(catalogue)
    rows: list[Mapping[str, Cell]] = []
    for deck in saved_decks(catalogue):
        text = catalogue.saved_text(deck.newest)
        facts: dict[str, Cell] = {"version": deck.newest.version, "age": age(deck.newest.saved_at)}
        rows += _rows(deck.name, text, validator, {**facts, "game": deck.newest.game})
    for name in sample_names():
        rows += _rows(name, sample_text(name), validator, {"age": "shipped sample"})
    write_table(Table(COLUMNS, [row for row in rows if wanted in (None, row.get("game"))]), shape)


def _rows(
    name: str, text: str, validator: Validator, facts: Mapping[str, Cell]
) -> Iterator[Mapping[str, Cell]]:
    try:
        for verdict in validator.text(text, name):
            yield {
                "name": name,
                **facts,
                "game": verdict.game,
                "size": sizes(verdict),
                "verdict": tally(verdict),
            }
    except (DecklistError, LookupError) as error:
        yield {"name": name, **facts, "verdict": str(error)}


def age(saved_at: str, now: datetime | None = None) -> str:
    """How long ago something was saved, in the largest unit that fits."""
    seconds = ((now or datetime.now(UTC)) - datetime.fromisoformat(saved_at)).total_seconds()
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= length:
            count = int(seconds // length)
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    return "just now"
