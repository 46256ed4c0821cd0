"""A catalogue of up to 100,000 cards: how fast they go in beside sqlite-utils, and how fast they are found.

Imports are whole runs; the same rows from the same CSV file go into a table with the same key. Searches are counted in
one process, which has the catalogue open and has read the query before.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from deckwright.catalog.catalogue import Catalogue
from tests.benchmarks.clock import least, watched
from tests.benchmarks.made_cards import GAME, write_game, write_rows
from tests.benchmarks.rows import Curve, Growth, Measured, Row, at_least, versioned
from tests.benchmarks.searching import (
    PAGE_AS_JSON,
    WORD,
    compared,
    expert,
    page_rows,
    plain_pages,
    search_rows,
)
from tests.benchmarks.suite import alone

SIZES = (10, 100, 1_000, 10_000, 100_000)
ROUNDS = 2
"""How often each import is measured, turn by turn with its peer; the quickest counts."""

INSERT_SHARE = at_least(0.5)
"""The share of the speed of `sqlite-utils insert` that an import must have."""


@dataclass(frozen=True, slots=True)
class Imported:
    """The same cards in a catalogue and in a table of the peer; what each took, in seconds and in megabytes."""

    cards: int
    catalogue: Path
    table: Path
    ours: tuple[float, float]
    theirs: tuple[float, float]


def measure(quick: bool) -> Iterator[Measured]:
    """Imports and searches of the most cards, and both as the cards grow in number."""
    sizes = SIZES[:3] if quick else SIZES
    with tempfile.TemporaryDirectory(prefix="deckwright-catalogue-") as name:
        every = list(_imports(Path(name), sizes, 1 if quick else ROUNDS))
        last = every[-1]
        yield from import_rows(last)
        yield _import_growth(every)
        yield from search_rows(last.catalogue, quick)
        yield from page_rows(last.catalogue, last.table, last.cards, quick)
        yield _search_growth(every, quick)


def _imports(folder: Path, sizes: Sequence[int], rounds: int) -> Iterator[Imported]:
    empty = folder / "empty.db"
    watched("deckwright.cli.main", "--catalog", str(empty), "import", str(write_game(folder / "game.json")))
    for cards in sizes:
        place = folder / str(cards)
        place.mkdir()
        yield imported(place, empty.read_bytes(), cards, rounds)


def imported(folder: Path, empty: bytes, cards: int, rounds: int) -> Imported:
    """Import so many cards with both tools."""
    rows = str(write_rows(folder / "cards.csv", cards))
    catalogue, table = folder / "catalogue.db", folder / "peer.db"
    turns: list[tuple[float, float, float, float]] = []
    for _ in range(rounds):
        catalogue.write_bytes(empty)
        table.unlink(missing_ok=True)
        ours = watched(
            "deckwright.cli.main", "--catalog", str(catalogue), "import", rows, "--game", str(GAME["id"])
        )
        keys = ("--pk", "set", "--pk", "number")
        theirs = watched("sqlite_utils", "insert", str(table), "card", rows, "--csv", *keys)
        turns.append((*ours, *theirs))
    took, memory, inserted, peer_memory = map(min, zip(*turns, strict=True))
    return Imported(cards, catalogue, table, (took, memory), (inserted, peer_memory))


def import_rows(one: Imported) -> Iterator[Row]:
    """The speed of an import, and its memory."""
    peer, work = f"{versioned('sqlite-utils')} insert", f"{one.cards:,} cards from CSV"
    yield Row(
        name="import",
        work=work,
        unit="cards/s",
        ours=one.cards / one.ours[0],
        peer=peer,
        theirs=one.cards / one.theirs[0],
        budget=INSERT_SHARE,
    )
    yield Row(name="import: memory", work=work, unit="MB", ours=one.ours[1], peer=peer, theirs=one.theirs[1])


def _import_growth(every: Sequence[Imported]) -> Growth:
    ours = Curve("deckwright import", tuple((one.cards, one.ours[0]) for one in every))
    theirs = Curve(f"{versioned('sqlite-utils')} insert", tuple((one.cards, one.theirs[0]) for one in every))
    return Growth("imported", "Cards imported from CSV, whole runs", "cards", "seconds", (ours, theirs))


def _search_growth(every: Sequence[Imported], quick: bool) -> Growth:
    took = {one.cards: _searched(one, quick) for one in every}
    labels = (f"deckwright, {_TEXT}", "SQL by hand", f"{versioned('datasette')}, a page as JSON")
    curves = (
        Curve(label, tuple((cards, 1000 * each[at]) for cards, each in took.items()))
        for at, label in enumerate(labels)
    )
    title = "A word looked for in the names of cards"
    return Growth("searched", title, "cards", "milliseconds", tuple(curves))


def _searched(one: Imported, quick: bool) -> tuple[float, float, float]:
    """The seconds of our search, of the SQL by hand and of Datasette's page."""
    statement = ("game = ? AND instr(folded, ?)", (GAME["id"], WORD))
    with Catalogue.open(one.catalogue) as catalogue, expert(one.catalogue) as counted:
        _, (ours, by_hand) = compared(catalogue, counted, _TEXT, statement, quick)
    with plain_pages(one.table) as get:
        page = least({"page": lambda: get(PAGE_AS_JSON)}, 2 if quick else 4)["page"]
    return ours, by_hand, page


_TEXT = f"game:{GAME['id']} {WORD}"

if __name__ == "__main__":
    sys.exit(alone(measure))
