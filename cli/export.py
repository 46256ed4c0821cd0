"""`deckwright export`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckwright.catalog.text import visible
from deckwright.cli.options import QueryCommand, complete_game, open_catalogue, shape_options
from deckwright.cli.screen import looked_at, on_terminal, say
from deckwright.cli.written import write_file

if TYPE_CHECKING:
    from deckwright.catalog.card import Card
    from deckwright.catalog.catalogue import Catalogue
    from deckwright.catalog.game import Game

_ENDINGS = {".json": "json", ".csv": "csv", ".md": "markdown", ".markdown": "markdown"}


@click.command(cls=QueryCommand)
@click.argument("query", nargs=-1)
@click.option("--game", metavar="GAME", help="Only cards of this game.", shell_complete=complete_game)
@click.option("--output", "-o", type=click.Path(dir_okay=False), metavar="FILE", help="Write to FILE.")
@click.option("--document", is_flag=True, help="Write the game's document, not its cards.")
@shape_options("json", "csv", "markdown")
def export(query: tuple[str, ...], game: str | None, output: str | None, document: bool, shape: str) -> None:
    """Write cards as CSV, JSON or Markdown.

    The cards are those that QUERY finds, else all. Import takes CSV and JSON in again; Markdown is to read.
    Without --json, --csv or --markdown the ending of FILE decides, else it is CSV.
    """
    if shape == "table":
        shape = _ENDINGS.get(Path(output).suffix.lower(), "csv") if output else "csv"
    if document:
        found = _one_game(open_catalogue(), game)
        pieces: Iterable[str] = [
            json.dumps(found.document, indent=1, ensure_ascii=False, default=dict) + "\n"
        ]
        _write(pieces, output)
        return
    from deckwright.cli.search import Search

    search = Search.of(query, game)
    cards = search.found()
    _write(_pieces(search.catalogue, cards, shape), output)
    if output or not cards:
        say(
            f"{len(cards):,} card{'' if len(cards) == 1 else 's'}{f' to {visible(output)}' if output else ''}"
        )


def _one_game(catalogue: Catalogue, word: str | None) -> Game:
    if word is None:
        raise click.UsageError("--document needs --game GAME")
    return catalogue.find_game(word)


def _pieces(catalogue: Catalogue, cards: list[Card], shape: str) -> Iterator[str]:
    from deckwright.catalog.exporting import as_csv, as_json

    games = {game_id: catalogue.game(game_id) for game_id in dict.fromkeys(card.game for card in cards)}
    if shape == "csv":
        return as_csv(cards, games)
    return as_json(cards, games) if shape == "json" else _markdown(catalogue, cards, games)


def _markdown(catalogue: Catalogue, cards: list[Card], games: dict[str, Game]) -> Iterator[str]:
    """A heading and a table for each game, all that a reader wants to know of a card in a row."""
    from deckwright.catalog.fields import SHARED
    from deckwright.cli.columns import card_rows, default_fields, heads
    from deckwright.cli.tables import Table, as_markdown

    for at, game in enumerate(games.values()):
        own = [card for card in cards if card.game == game.id]
        shown = [*default_fields(own, {game.id: game}, whole=False), SHARED["text"]]
        table = Table(heads(shown), list(card_rows(catalogue, own, shown, exact=False)))
        yield ("\n" if at else "") + f"# {visible(game.name)}\n\n"
        yield as_markdown(table.filled())


def _write(pieces: Iterable[str], output: str | None) -> None:
    """Write the pieces as UTF-8 to stdout, or to a file that appears whole or not at all."""
    if output is None:
        for piece in pieces:
            click.echo(looked_at(piece) if on_terminal() else piece.encode(), nl=False)
        return
    write_file(output, pieces)
