"""One import from beginning to end, in one transaction: all of it stands in the catalogue afterwards, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.errors import CatalogueError
from deckwright.catalog.game import Game
from deckwright.catalog.importing import delimited, json_rows
from deckwright.catalog.importing.batch import Batch, settle
from deckwright.catalog.importing.columns import plain
from deckwright.catalog.importing.delimited import Row
from deckwright.catalog.importing.guess import GameGuess
from deckwright.catalog.importing.printings import settle_printings
from deckwright.catalog.importing.problems import Problems, Shrinks
from deckwright.catalog.importing.report import Report
from deckwright.catalog.importing.sources import Source
from deckwright.catalog.importing.store import Store
from deckwright.catalog.importing.understood import Understanding
from deckwright.catalog.nearest import meant, nearest
from deckwright.catalog.own_games import TypesGone, drop_types, left_behind, store_game, taken_over
from deckwright.catalog.writing import raw, writing

if TYPE_CHECKING:
    from sqlalchemy import Connection

SIZE = 1000
"""So many rows are looked up and written at a time."""

LARGEST_LOSS = 0.1
"""A set that would lose a greater share of its cards is not touched without being told so."""

Progress = Callable[[str, int, int], None]
"""Told now and then: the file, the bytes read of it, and its size."""

Inspect = Callable[[Catalogue], None]


@dataclass(frozen=True, slots=True)
class Wishes:
    """How to import. `mapping` is columns by field; see the options of `deckwright import`."""

    game: str | None = None
    mapping: Mapping[str, str] = field(default_factory=dict)
    dry_run: bool = False
    skip_bad: bool = False
    replace: bool = False
    clear: bool = False
    yes: bool = False
    encoding: str | None = None


def import_all(
    catalogue: Catalogue,
    documents: Sequence[Mapping[str, Any]],
    sources: Sequence[Source],
    wishes: Wishes,
    progress: Progress | None = None,
    inspect: Inspect | None = None,
) -> Report:
    """Import games, whose documents are sound, and then the cards of open files; say what that did.

    `inspect` is shown the catalogue as it would be; what it raises undoes everything. A dry run works on a copy,
    so it needs no right to write, and nobody waits for it.
    Raises ImportRefused with every problem, Shrinks, TypesGone, UnknownGame, or CatalogueError; nothing was
    written then.
    """
    report = Report()
    with _place(catalogue, wishes.dry_run) as place, writing(place) as connection:
        inside = Catalogue(place, raw(connection))
        store = Store(connection)
        for document in documents:
            _take_game(connection, store, inside, document, report)
        if sources:
            run = _Import(inside, store, wishes, report, progress)
            run.guess = documents[0]["id"] if len(documents) == 1 else None
            for source in sources:
                run.take(source)
            run.finish()
        if inspect is not None:
            inspect(inside)
        _keep_types(connection, inside, documents)
    return report


@contextmanager
def _place(catalogue: Catalogue, dry_run: bool) -> Iterator[Path]:
    """Where to write: the catalogue's own place, or that of a copy for a dry run."""
    if not dry_run:
        yield catalogue.path
        return
    with TemporaryDirectory(prefix="deckwright-") as folder:
        copy = Path(folder) / catalogue.path.name
        catalogue.copy(copy)
        try:
            yield copy
        except CatalogueError as error:
            if error.path != copy:
                raise
            raise CatalogueError(catalogue.path, error.problem, error.remedy) from error


def _take_game(
    connection: Connection, store: Store, inside: Catalogue, document: Mapping[str, Any], report: Report
) -> None:
    """Write a game; one that extends another begins with its cards."""
    report.game_news[document["id"]] = store_game(connection, document)
    base = document.get("extends")
    if base and store.is_empty(document["id"]):
        game = Game.read(document)
        cards = list(taken_over(game, inside.cards(base)))
        for card in cards:
            report.add_new(card.id, card.name)
        store.write([(game, card) for card in cards])


def _keep_types(connection: Connection, inside: Catalogue, documents: Sequence[Mapping[str, Any]]) -> None:
    """Drop the types that no card is of any more. Raises TypesGone where cards still are."""
    for document in documents:
        game = Game.read(document)
        left = left_behind(inside, game)
        if left:
            raise TypesGone(game.id, left)
        drop_types(connection, game)


class _Import:
    """The state of one import. `guess` is the game of rows that do not say theirs, if that is known."""

    guess: str | None = None

    def __init__(
        self,
        catalogue: Catalogue,
        store: Store,
        wishes: Wishes,
        report: Report,
        progress: Progress | None,
    ) -> None:
        self._catalogue = catalogue
        self.store = store
        self._wishes = wishes
        self._progress = progress
        self._games: dict[str, tuple[Game, bool]] = {}
        self._named = catalogue.find_game(wishes.game).id if wishes.game else None
        self._readers: list[Understanding] = []
        self.problems = Problems()
        self.report = report

    def take(self, source: Source) -> None:
        """Read a file and write its cards, problems being gathered."""
        rows = self._rows(source)
        guess = GameGuess(self._catalogue, self._named, source.label, self.problems, self.guess)
        readers: dict[str, Understanding] = {}
        batches: dict[str, Batch] = {}
        while found := list(islice(rows, SIZE)):
            self.report.read += len(found)
            for game_id, part in guess.parted(found):
                if game_id not in batches:
                    self._open(game_id, source.label, readers, batches)
                batches[game_id].take(list(map(readers[game_id].wanted, part)))

    def finish(self) -> None:
        """Settle what pointed at cards still to come, refuse what is not sound, take away what is gone."""
        report = self.report
        nowhere = settle(self.store, self.problems)
        self._check_mapping()
        report.bad, report.problems = self.problems.total, self.problems.ordered()
        if self.problems.total and not self._wishes.skip_bad:
            raise self.problems.refusal()
        if self.problems.total and self._wishes.replace:
            raise self.problems.refusal("with --replace the cards of bad rows would be taken away")
        for one in nowhere:
            self.store.point_back(one)
        report.drop_pointers({(one.card, one.field) for one in nowhere})
        settle_printings(self.store, report)
        if self._wishes.replace:
            self._remove()

    def _check_mapping(self) -> None:
        """Tell the columns of `--map` that no file has."""
        there = [key for reader in self._readers for keys in reader.headings for key in keys]
        known = {plain(key) for key in there}
        for word, column in self._wishes.mapping.items() if there else ():
            if plain(column) not in known:
                near = meant(nearest(column, there))
                self.problems.add("--map", 0, f"{word}={column}", f"no file has this column{near}")

    def _open(
        self, game_id: str, label: str, readers: dict[str, Understanding], batches: dict[str, Batch]
    ) -> None:
        if game_id not in self._games:
            self._games[game_id] = self._catalogue.game(game_id), self.store.is_shipped(game_id)
        game, shipped = self._games[game_id]
        wishes = self._wishes
        reader = Understanding(game, label, wishes.mapping, self.problems, self.report, wishes.clear)
        readers[game_id] = reader
        self._readers.append(reader)
        batches[game_id] = Batch(self.store, game, shipped, reader, self.problems, self.report)

    def _rows(self, source: Source) -> Iterator[Row]:
        tell = None
        if self._progress is not None:
            progress, label, size = self._progress, source.label, source.size
            tell = lambda done: progress(label, done, size)  # noqa: E731
        if source.shape == "delimited":
            return delimited.rows(source, self.problems, tell)
        if source.shape == "lines":
            return json_rows.lines(source, self.problems, tell)
        return json_rows.rows(json_rows.document(source), source.label, self.problems)

    def _remove(self) -> None:
        """Take away the cards of the sets that were given which the files do not have."""
        sets = self.store.touched_sets()
        losing: list[tuple[str, int, int]] = []
        for game_id, code, unseen, held in sets:
            if not unseen:
                continue
            gone = self.store.unseen(game_id, code)
            own = [(id_, name) for id_, name, mine in gone if mine]
            if shipped := len(gone) - len(own):
                self.report.stays[code] += shipped
            if len(own) > held * LARGEST_LOSS:
                losing.append((code, len(own), held))
            for id_, name in own:
                self.report.add_removal(id_, name)
            self.store.remove([id_ for id_, _ in own])
        if losing and not (self._wishes.yes or self._wishes.dry_run):
            raise Shrinks(losing)
