"""`deckwright games`."""

from __future__ import annotations

from collections.abc import Mapping

import click

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.cli.options import open_catalogue, shape_options
from deckwright.cli.tables import Cell, Table, columns, write_table

COLUMNS = columns(
    id="Game",
    name="Name",
    types="Card types",
    cards="Cards",
    pieces="Pieces in the box",
    decklist="A decklist is",
)
DECKLISTS: Mapping[str, str] = {"player": "a player's deck", "table": "what lies on the table"}
"""Whose a decklist of a game is, in words."""


@click.command()
@shape_options("json", "csv", "markdown")
def games(shape: str) -> None:
    """List the games of the catalogue."""
    catalogue = open_catalogue()
    write_table(Table(COLUMNS, [game_row(catalogue, game) for game in catalogue.games()]), shape)


def game_row(catalogue: Catalogue, game: Game) -> Mapping[str, Cell]:
    """A game in one row; pieces are told of where the box, not a player, decides what there is."""
    counts = catalogue.counts(game.id).values()
    return {
        "id": game.id,
        "name": game.name,
        "types": len(game.types),
        "cards": sum(cards for cards, _ in counts),
        "pieces": sum(pieces for _, pieces in counts) if game.decklist == "table" else None,
        "decklist": DECKLISTS[game.decklist],
    }
