"""`deckwright import`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from deckwright.catalog.text import visible
from deckwright.cli.errors import BROKEN
from deckwright.cli.imported import write_report
from deckwright.cli.options import complete_game, open_catalogue, shape_options
from deckwright.cli.progress import progress
from deckwright.cli.screen import say

if TYPE_CHECKING:
    from deckwright.catalog.catalogue import Catalogue
    from deckwright.catalog.importing.sources import Source

_LARGEST_GAME = 8 << 20


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option("--game", metavar="GAME", help="The game of the cards.", shell_complete=complete_game)
@click.option("--map", "mapping", multiple=True, metavar="FIELD=COLUMN", help="A field's column, by name.")
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@click.option("--skip-bad", is_flag=True, help="Import the sound rows, and list the others.")
@click.option("--replace", is_flag=True, help="The files hold all cards of their sets: take the others away.")
@click.option("--clear", is_flag=True, help="An empty cell takes away what the card has.")
@click.option("--yes", is_flag=True, help="Even if a set loses more than a tenth of its cards.")
@click.option("--encoding", metavar="NAME", help="The files' encoding, such as latin-1; else UTF-8.")
@shape_options("json")
def importing(files: tuple[str, ...], shape: str, mapping: tuple[str, ...], **wanted: Any) -> None:
    """Take in cards from CSV, TSV and JSON files, or whole games.

    FILE is a file, or - for standard input. Columns are matched to fields by name, whatever their case and
    separators. What is said of a shipped card is kept apart, wins, and outlives an upgrade. Nothing is written
    unless every row is sound.
    """
    from deckwright.catalog.importing.run import Wishes, import_all
    from deckwright.catalog.importing.sources import opened

    catalogue = open_catalogue()
    wishes = Wishes(mapping=_mapping(mapping), **_checked(wanted))
    with ExitStack() as stack:
        sources = [stack.enter_context(opened(word, wishes.encoding)) for word in dict.fromkeys(files)]
        documents, cards = _parted(catalogue, sources)
        with progress() as tell:
            inspect = _inspecting(documents) if documents else None
            report = import_all(catalogue, [row for _, row in documents], cards, wishes, tell, inspect)
    write_report(catalogue, report, shape, wishes.dry_run)
    for problem in report.problems:
        say(visible(str(problem)))
    if report.bad:
        say(f"{report.bad:,} problem{'' if report.bad == 1 else 's'}; the rows with them were left out")
        click.get_current_context().exit(BROKEN)


def _mapping(given: Sequence[str]) -> Mapping[str, str]:
    made: dict[str, str] = {}
    for said in given:
        field, sign, column = said.partition("=")
        if not sign or not field.strip() or not column.strip():
            raise click.UsageError(f"--map takes FIELD=COLUMN, not {said!r}")
        made[field.strip()] = column.strip()
    return made


def _checked(wanted: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options, with an encoding that there is."""
    import codecs

    encoding = wanted["encoding"]
    if encoding is not None:
        try:
            codecs.lookup(encoding)
            "".encode(encoding)
        except LookupError:
            raise click.UsageError(f"no encoding is called {encoding!r}") from None
    return wanted


def _parted(
    catalogue: Catalogue, sources: Sequence[Source]
) -> tuple[list[tuple[str, Mapping[str, Any]]], list[Source]]:
    """The sound game documents among the files, with their files' names, and the files of cards."""
    from deckwright.catalog.importing.json_rows import document, is_game

    documents: list[tuple[str, Mapping[str, Any]]] = []
    cards: list[Source] = []
    for source in sources:
        found = document(source) if source.shape == "json" and source.size <= _LARGEST_GAME else None
        if is_game(found):
            documents.append((source.label, sound_game(catalogue, found, source.label)))
        else:
            cards.append(source)
    return documents, cards


def sound_game(catalogue: Catalogue, document: object, label: str) -> Mapping[str, Any]:
    """A game's document, completed by what it extends. Raises GameRefused."""
    from deckwright.catalog.own_games import read
    from deckwright.decks.game_remarks import GameRefused, Remark

    found, problems = read(document, catalogue)
    if found is None:
        raise GameRefused(label, [Remark(problem.pointer, problem.says) for problem in problems])
    return found


def _inspecting(documents: Sequence[tuple[str, Mapping[str, Any]]]) -> Callable[[Catalogue], None]:
    """Checks each game's rules and setup with its cards: what is wrong is refused, what is odd is said."""
    from deckwright.decks.game_check import check
    from deckwright.decks.game_remarks import GameRefused

    def inspect(inside: Catalogue) -> None:
        for label, document in documents:
            remarks = check(inside.game(document["id"]), inside)
            wrong = [one for one in remarks if one.severity == "error"]
            if wrong:
                raise GameRefused(label, wrong)
            for remark in remarks:
                say(visible(f"{label}: {remark}"))

    return inspect
