"""`deckwright game check`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckwright.catalog.text import visible, visible_lines
from deckwright.cli.errors import BROKEN, NOT_UNDERSTOOD
from deckwright.cli.options import open_catalogue, shape_options
from deckwright.cli.screen import styled
from deckwright.cli.tables import Cell, Table, columns, write_table

if TYPE_CHECKING:
    from deckwright.catalog.catalogue import Catalogue
    from deckwright.decks.game_remarks import Remark

_COLUMNS = columns(
    severity="Severity", file="File", line="Line", pointer="Where", entry="Entry", says="What is wrong"
)
_BESIDE = (".csv", ".tsv", ".cards.json")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.argument("cards", nargs=-1, type=click.Path(exists=True, dir_okay=False))
@shape_options("json")
def check(file: str, cards: tuple[str, ...], shape: str) -> None:
    """Check a game document, with the cards beside it.

    CARDS are files of the game's cards, to see which rules can never match one; if none are named, the file beside
    FILE that is named like it and ends in .csv, .tsv or .cards.json is taken. Nothing is written.

    Exit status: 1 if something is wrong, 2 if FILE is no JSON.
    """
    catalogue = open_catalogue()
    beside = cards or tuple(str(path) for path in _beside(Path(file)))
    remarks, tally, read = checked(catalogue, file, beside)
    wrong = sum(one.severity == "error" for one in remarks)
    if shape == "json":
        write_table(Table(_COLUMNS, [_row(one) for one in remarks], facts={"total": len(remarks)}), shape)
    else:
        for one in remarks:
            click.echo(f"{styled(f'{one.severity:<9}', one.severity)}{visible_lines(str(one))}")
        click.echo(f"{visible(file)}: {_verdict(wrong, len(remarks) - wrong, tally)}")
    click.get_current_context().exit((BROKEN if read else NOT_UNDERSTOOD) if wrong else 0)


def checked(catalogue: Catalogue, file: str, cards: Sequence[str]) -> tuple[list[Remark], str, bool]:
    """The remarks on a game document with its cards, what it has, in words, and whether it could be read at all."""
    from deckwright.catalog.importing.json_rows import LARGEST, document
    from deckwright.catalog.importing.problems import ImportRefused
    from deckwright.catalog.importing.sources import opened
    from deckwright.cli.game.whole_check import WholeCheck
    from deckwright.decks.game_remarks import Remark

    with ExitStack() as stack:
        source = stack.enter_context(opened(file))
        sources = [stack.enter_context(opened(one)) for one in cards]
        try:
            said = document(source)
        except ImportRefused as error:
            return [Remark("", one.says, line=one.row) for one in error.problems], "", False
        run = WholeCheck(catalogue, said, source.whole(LARGEST), sources)
        return run.remarks(), run.tally, True


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
    return {
        "severity": remark.severity,
        "file": remark.file or None,
        "line": remark.line or None,
        "pointer": remark.pointer,
        "entry": remark.entry or None,
        "says": remark.says,
    }
