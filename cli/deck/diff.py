"""`deckwright deck diff`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from deckwright.catalog.catalogue import Catalogue
from deckwright.cli.deck.reading import one_deck
from deckwright.cli.options import complete_deck, complete_game, open_catalogue, shape_options
from deckwright.cli.screen import say
from deckwright.cli.tables import Cell, Table, columns, write_table
from deckwright.decks.compare_lists import changes
from deckwright.decks.reader import DecklistReader
from deckwright.decks.saved import find_saved, is_saved
from deckwright.decks.sources import sample_names

COLUMNS = columns(zone="Zone", change="Change", card="Card", before="Before", after="After")


@click.command()
@click.argument("decks", metavar="A [B]", nargs=-1, required=True, shell_complete=complete_deck)
@click.option(
    "--game", metavar="NAME", shell_complete=complete_game, help="The game, if a decklist names none."
)
@shape_options("json", "csv", "markdown")
def diff(decks: tuple[str, ...], game: str | None, shape: str) -> None:
    """Show what differs between two decklists or versions, by zone.

    A and B are files, saved names, NAME@VERSION or samples. Of one saved name alone, its last two versions.
    """
    catalogue = open_catalogue()
    one, other = _two(catalogue, decks)
    reader = DecklistReader(catalogue)
    before, after = one_deck(one, reader, game).deck, one_deck(other, reader, game).deck
    rows: list[Mapping[str, Cell]] = [
        {"zone": row.zone, "change": row.kind, "card": row.name, "before": row.before, "after": row.after}
        for row in changes(before, after, reader)
    ]
    if before.game != after.game:
        [game_of_one, game_of_other] = (catalogue.game(deck.game).name for deck in (before, after))
        say(f"{one} is of {game_of_one}, {other} of {game_of_other}")
    if not rows:
        say("no card differs")
    write_table(Table(COLUMNS, rows), shape)


def _two(catalogue: Catalogue, decks: Sequence[str]) -> tuple[str, str]:
    """The two decklists that the words mean; `NAME 1 2` means two versions of NAME."""
    name, *rest = decks
    numbers = bool(rest) and all(word.isdecimal() and not Path(word).exists() for word in rest)
    if numbers and "@" not in name and is_saved(catalogue, name):
        if len(rest) == 2:
            return f"{name}@{rest[0]}", f"{name}@{rest[1]}"
        if not is_saved(catalogue, rest[0]):
            raise click.UsageError(f"a version is {name}@{rest[0]}: deck diff {name}@{rest[0]} {name}")
    if len(rest) == 1:
        return name, rest[0]
    if rest or name in sample_names() or Path(name).exists():
        raise click.UsageError("diff takes two decklists, or one saved name with two versions")
    newest = find_saved(catalogue, name)
    if "@" in name:
        raise click.UsageError(f"diff takes another version too: deck diff {name} {newest.name}")
    if newest.version < 2:
        raise click.UsageError(f"{newest.name} has one version only")
    return f"{newest.name}@{newest.version - 1}", f"{newest.name}@{newest.version}"
