"""`deckwright game check`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckwright.catalog.text import visible, visible_lines
from deckwright.cli.errors import BROKEN
from deckwright.cli.options import open_catalogue, shape_options
from deckwright.cli.screen import styled
from deckwright.cli.tables import Cell, Table, columns, write_table

if TYPE_CHECKING:
    from deckwright.catalog.catalogue import Catalogue
    from deckwright.decks.game_remarks import Remark

_COLUMNS = columns(severity="Severity", pointer="Where", says="What is wrong")
_BESIDE = (".csv", ".tsv", ".cards.json")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.argument("cards", nargs=-1, type=click.Path(exists=True, dir_okay=False))
@shape_options("json")
def check(file: str, cards: tuple[str, ...], shape: str) -> None:
    """Check a game document, with the cards beside it.

    CARDS are files of the game's cards, to see which rules can never match one; if none are named, the CSV file
    beside FILE is taken. Nothing is written. Exit status: 1 if something is wrong.
    """
    catalogue = open_catalogue()
    beside = cards or tuple(str(path) for path in _beside(Path(file)))
    remarks, tally = checked(catalogue, file, beside)
    wrong = sum(one.severity == "error" for one in remarks)
    if shape == "json":
        write_table(Table(_COLUMNS, [_row(one) for one in remarks], facts={"total": len(remarks)}), shape)
    else:
        for one in remarks:
            click.echo(f"{styled(f'{one.severity:<9}', one.severity)}{visible_lines(str(one))}")
        click.echo(f"{visible(file)}: {_verdict(wrong, len(remarks) - wrong, tally)}")
    click.get_current_context().exit(BROKEN if wrong else 0)


def checked(catalogue: Catalogue, file: str, cards: Sequence[str]) -> tuple[list[Remark], str]:
    """The remarks on a game document with its cards, and what it has, in words."""
    from deckwright.catalog.importing.json_rows import document
    from deckwright.catalog.importing.run import Wishes, import_all
    from deckwright.catalog.importing.sources import opened
    from deckwright.cli.importing import sound_game
    from deckwright.decks.game_check import check as check_game
    from deckwright.decks.game_remarks import GameRefused

    remarks: list[Remark] = []
    tally = ""

    def inspect(inside: Catalogue) -> None:
        nonlocal tally
        game = inside.game(sound["id"])
        remarks.extend(check_game(game, inside))
        counts = {"card types": game.types, "fields": game.fields, "rules": game.rules}
        held = sum(count for count, _ in inside.counts(game.id).values())
        tally = ", ".join([*(f"{len(part)} {name}" for name, part in counts.items()), f"{held:,} cards"])

    with ExitStack() as stack:
        source = stack.enter_context(opened(file))
        sources = [stack.enter_context(opened(one)) for one in cards]
        try:
            sound: Mapping[str, Any] = sound_game(catalogue, document(source), file)
        except GameRefused as error:
            return list(error.remarks), tally
        wishes = Wishes(game=sound["id"] if sources else None, dry_run=True)
        import_all(catalogue, [sound], sources, wishes, inspect=inspect)
    return remarks, tally


def _beside(file: Path) -> list[Path]:
    found = (file.with_suffix(ending) for ending in _BESIDE)
    return [path for path in found if path.is_file()][:1]


def _verdict(wrong: int, odd: int, tally: str) -> str:
    parts = [
        f"{count} {word}{'' if count == 1 else 's'}"
        for count, word in ((wrong, "error"), (odd, "warning"))
        if count
    ]
    return f"{', '.join(parts) or 'sound'}{f'  ({tally})' if tally else ''}"


def _row(remark: Remark) -> Mapping[str, Cell]:
    return {"severity": remark.severity, "pointer": remark.pointer, "says": remark.says}
