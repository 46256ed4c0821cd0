"""Searches of one catalogue beside the SQL that an expert would write by hand, and Datasette's pages of the same."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from deckwright.catalog.catalogue import Catalogue
from tests.benchmarks.clock import least
from tests.benchmarks.rows import Row, at_most, versioned

Statement = tuple[str, Sequence[Any]]
"""An SQL condition on `card` and its parameters."""

RATIO = at_most(1.5)
"""What a search may take, to the SQL written by hand."""

ROUNDS, SECONDS = 100, 1.2
"""Each search is measured so often, turn by turn with its peer, or for so long."""

PAGE = 50
WORD = "kator"
PAGE_AS_JSON = f"/peer/card.json?name__contains={WORD}&_size={PAGE}"
"""Where Datasette has the cards of the table that have the word in their names."""

SEARCHES: Sequence[tuple[str, str, Sequence[Any]]] = (
    ("kator", "instr(folded, ?)", ["kator"]),
    ('"orb ka"', "instr(folded, ?)", ["orb ka"]),
    ('!"torilen gronkador"', "folded = ?", ["torilen gronkador"]),
    ("/^ka.*orb$/", "name REGEXP ?", ["^ka.*orb$"]),
    ("o:geopal", "instr(text_folded, ?)", ["geopal"]),
    ("t:unit", "type = ?", ["unit"]),
    ("s:S7", "set_key = ?", ["s00017"]),
    ("n:12..20", "number_key BETWEEN ? AND ?", ["000212", "000220"]),
    ("price=3", "fields ->> 'price' = ?", [3]),
    ("price:x", "fields ->> 'price' = ?", ["x"]),
    ("power>=9", "fields ->> 'power' >= ?", [9]),
    ("price>power", "typeof(fields ->> 'price') = 'integer' AND fields ->> 'price' > fields ->> 'power'", []),
    ("grade>=a", "fields ->> 'grade' IN ('A', 'S')", []),
    ("realm:ice,sea", "fields ->> 'realm' IN ('Ice', 'Sea')", []),
    ("tags:odd", "EXISTS (SELECT 1 FROM json_each(fields, '$.tags') WHERE value = 'odd')", []),
    ("printed:1999", "fields ->> 'printed' BETWEEN '1999-01-01' AND '1999-12-31'", []),
    ("is:foil", "fields ->> 'foil'", []),
    ("-realm:ice", "fields ->> 'realm' IS NOT 'Ice'", []),
    ("t:unit power>=9 (realm:ice or grade:s) -o:hand", "type = 'unit' AND fields ->> 'power' >= 9"
     " AND (fields ->> 'realm' = 'Ice' OR fields ->> 'grade' = 'S') AND NOT instr(text_folded, 'hand')", []),
    ("kator t:spell,relic price<=2", "instr(folded, 'kator') AND type IN ('spell', 'relic')"
     " AND typeof(fields ->> 'price') = 'integer' AND fields ->> 'price' <= 2", []),
)  # fmt: skip
"""Every kind of term, and mixes: the query, and the condition that an expert would write by hand."""


def search_rows(path: Path, quick: bool) -> Iterator[Row]:
    """A row for each search of a catalogue, in milliseconds of the processor."""
    by_hand = f"SQL by hand, SQLite {sqlite3.sqlite_version}"
    with Catalogue.open(path) as catalogue, expert(path) as counted:
        every = counted(("true", ()))
        for text, condition, parameters in SEARCHES:
            found, (ours, theirs) = compared(catalogue, counted, text, (condition, parameters), quick)
            yield Row(
                name=f"search `{text}`",
                work=f"{found:,} of {every:,} cards",
                unit="ms",
                ours=1000 * ours,
                peer=by_hand,
                theirs=1000 * theirs,
                budget=RATIO,
            )


def compared(
    catalogue: Catalogue,
    counted: Callable[[Statement], int],
    text: str,
    statement: Statement,
    quick: bool = False,
) -> tuple[int, tuple[float, float]]:
    """How many cards a search finds, and the least seconds of ours and of the SQL by hand, turn by turn."""

    def ours() -> int:
        return catalogue.count(catalogue.query(text))

    found, theirs = ours(), counted(statement)
    if found != theirs:
        raise RuntimeError(f"{text}: {found} cards, but {theirs} by hand")
    works = {"ours": ours, "theirs": lambda: counted(statement)}
    took = least(works, 3 if quick else ROUNDS, SECONDS)
    return found, (took["ours"], took["theirs"])


@contextmanager
def expert(path: Path) -> Iterator[Callable[[Statement], int]]:
    """Counts the cards of a condition, as one writes it who knows the tables."""
    import regex

    def regexp(pattern: str, text: str) -> bool:
        return bool(regex.compile(pattern, regex.IGNORECASE).search(text))

    with closing(sqlite3.connect(path)) as connection:
        connection.create_function("regexp", 2, regexp)

        def count(statement: Statement) -> int:
            found = connection.execute(f"SELECT count(*) FROM card WHERE {statement[0]}", statement[1])
            return int(found.fetchone()[0])

        yield count


def page_rows(path: Path, peer: Path, cards: int, quick: bool) -> Iterator[Row]:
    """A search page beside Datasette on a table of the same cards: from the library as JSON, from `browse` as HTML."""
    with Catalogue.open(path) as catalogue, plain_pages(peer) as theirs, our_pages(catalogue) as browse:
        works: dict[str, Callable[[], object]] = {
            "ours json": lambda: our_json(catalogue),
            "theirs json": lambda: theirs(PAGE_AS_JSON),
            "ours page": lambda: browse(f"/catalogue/card?_q={WORD}"),
            "theirs page": lambda: theirs(PAGE_AS_JSON.replace(".json", "")),
        }
        took = least(works, 2 if quick else 5)
    for kind, says in (("json", "JSON"), ("page", "HTML")):
        yield Row(
            name=f"search page `{WORD}`",
            work=f"{PAGE} of {cards:,} cards and how many there are, {says}",
            unit="ms",
            ours=1000 * took[f"ours {kind}"],
            peer=versioned("datasette"),
            theirs=1000 * took[f"theirs {kind}"],
        )


def our_json(catalogue: Catalogue) -> str:
    """How many cards the search finds in the game, and the first of them."""
    from deckwright.catalog.exporting import card_document

    query = catalogue.query(WORD)
    cards = [card_document(card) for card in catalogue.search(query, limit=PAGE)]
    return json.dumps({"count": catalogue.count(query), "cards": cards}, default=list)


@contextmanager
def our_pages(catalogue: Catalogue) -> Iterator[Callable[[str], str]]:
    """The pages of `browse`."""
    from deckwright.catalog.browse.site import site

    with _pages(site(catalogue)) as get:
        yield get


@contextmanager
def plain_pages(path: Path) -> Iterator[Callable[[str], str]]:
    """The pages of Datasette as it comes, on a file."""
    from datasette.app import Datasette

    with _pages(Datasette([str(path)])) as get:
        yield get


@contextmanager
def _pages(site: Any) -> Iterator[Callable[[str], str]]:
    loop = asyncio.new_event_loop()
    loop.run_until_complete(site.invoke_startup())

    def get(address: str) -> str:
        answer = loop.run_until_complete(site.client.get(address))
        if answer.status_code != 200:
            raise RuntimeError(f"{address}: {answer.status_code}")
        return str(answer.text)

    with closing(loop):
        yield get
