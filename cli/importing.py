"""`deckwright import`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
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
    from deckwright.decks.game_check.places import Places
    from deckwright.decks.game_remarks import GameRefused, Remark

_LARGEST_GAME = 8 << 20


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option("--game", metavar="GAME", help="The game of the cards.", shell_complete=complete_game)
@click.option("--map", "mapping", multiple=True, metavar="FIELD=COLUMN", help="A field's column, by name.")
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@click.option(
    "--skip-bad", is_flag=True, help="Import the sound rows, and list the others; not with --replace."
)
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
            report = import_all(catalogue, [one.made for one in documents], cards, wishes, tell, inspect)
    write_report(catalogue, report, shape, wishes.dry_run)
    for problem in report.problems:
        say(visible(str(problem)))
    if report.bad:
        but = "; of a field that points at no card, that field alone" if report.pointing_nowhere else ""
        say(f"{report.bad:,} problem{'' if report.bad == 1 else 's'}; the rows with them were left out{but}")
        click.get_current_context().exit(BROKEN)


def _mapping(given: Sequence[str]) -> Mapping[str, str]:
    made: dict[str, str] = {}
    for said in given:
        field, sign, column = said.partition("=")
        if not sign or not field.strip() or not column.strip():
            raise click.UsageError(f"--map takes FIELD=COLUMN, not {said!r}")
        if field.strip() in made:
            raise click.UsageError(f"--map names two columns for {field.strip()}; a field has one")
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


@dataclass(frozen=True)
class _Document:
    """A sound game document, completed by what it extends, and the file that it came from."""

    made: Mapping[str, Any]
    said: object
    source: Source

    def refusal(self, remarks: Sequence[Remark]) -> GameRefused:
        """The refusal of the file for these remarks."""
        from deckwright.decks.game_remarks import GameRefused

        return GameRefused(self.source.label, [self.located(remark) for remark in remarks])

    def located(self, remark: Remark) -> Remark:
        """A remark with its line in the file."""
        return self._places.located_made(remark)

    @cached_property
    def _places(self) -> Places:
        return _places(self.source, self.said, self.made)


def _parted(catalogue: Catalogue, sources: Sequence[Source]) -> tuple[list[_Document], list[Source]]:
    """The sound game documents among the files, and the files of cards. Raises GameRefused."""
    from deckwright.catalog.importing.json_rows import document, is_game

    documents: list[_Document] = []
    cards: list[Source] = []
    for source in sources:
        found = document(source) if source.shape == "json" and source.size <= _LARGEST_GAME else None
        if is_game(found):
            documents.append(_sound(catalogue, found, source))
        else:
            cards.append(source)
    return documents, cards


def _sound(catalogue: Catalogue, document: object, source: Source) -> _Document:
    from deckwright.catalog.own_games import examined
    from deckwright.decks.game_remarks import GameRefused, Remark

    made, problems = examined(document, catalogue)
    if made is not None and not problems:
        return _Document(made, document, source)
    places = _places(source, document, made)
    remarks = [Remark(problem.pointer, problem.says) for problem in problems]
    raise GameRefused(source.label, [places.located_made(remark) for remark in remarks])


def _places(source: Source, document: object, made: Mapping[str, Any] | None) -> Places:
    from deckwright.decks.game_check.places import Places

    return Places(source.whole(_LARGEST_GAME).lstrip("\ufeff"), document, made)


def _inspecting(documents: Sequence[_Document]) -> Callable[[Catalogue], None]:
    """Checks each game's rules and setup with its cards: what is wrong is refused, what is odd is said."""
    from deckwright.decks.game_check import check

    def inspect(inside: Catalogue) -> None:
        for document in documents:
            remarks = check(inside.game(document.made["id"]), inside)
            wrong = [one for one in remarks if one.severity == "error"]
            if wrong:
                raise document.refusal(wrong)
            for remark in remarks:
                say(visible(f"{document.source.label}: {document.located(remark)}"))

    return inspect
