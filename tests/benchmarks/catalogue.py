"""A catalogue of 100,000 cards: how fast they go in, and how fast they are found. Prints Markdown tables.

The import stands beside `sqlite-utils insert` of the same rows, each search beside the SQL that an expert would
write by hand for it on the same file. Both peers are in the extra `[bench]`.
"""

from __future__ import annotations

import csv
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

CARDS = 100_000
INSERT_SHARE = 0.5
"""The least share of the speed of `sqlite-utils insert` that an import must have."""

SEARCH_RATIO = 1.5
"""The most that a search may take, as a ratio to the SQL written by hand."""

READING = 0.001
"""So many seconds a search may take beside that, to read the query; SQL by an index alone takes less."""

RUNS = 15
TURNS = 3
"""How often each search, and each import, is measured, turn by turn with its peer; the quickest counts."""

GAME: Mapping[str, Any] = {
    "deckwright": 1,
    "id": "bench",
    "name": "Bench",
    "types": [{"id": "unit"}, {"id": "spell"}, {"id": "land"}, {"id": "relic"}],
    "fields": [
        {"id": "price", "name": "Price", "type": "integer", "about": "what it costs", "special": ["x"]},
        {"id": "power", "name": "Power", "type": "integer", "about": "how strong it is", "types": ["unit"]},
        {"id": "grade", "name": "Grade", "type": "ordered", "about": "how rare", "values": list("CBAS")},
        {
            "id": "realm",
            "name": "Realm",
            "type": "enum",
            "about": "whence",
            "values": ["Ice", "Sea", "Wood"],
        },
        {
            "id": "tags",
            "name": "Tags",
            "type": "set",
            "about": "marks",
            "values": ["old", "new", "odd", "even"],
        },
        {"id": "artist", "name": "Artist", "type": "text", "about": "who drew it"},
        {"id": "printed", "name": "Printed", "type": "date", "about": "when"},
        {"id": "foil", "name": "Foil", "type": "flag", "about": "whether it shines"},
    ],
    "zones": [{"id": "deck"}],
    "formats": [{"id": "free"}],
}
_SYLLABLES = ("ka", "to", "ri", "müs", "len", "dor", "va", "shi", "orb", "éla", "gron", "pit")
_WORDS = (
    "draw",
    "a",
    "card",
    "any",
    "geopal",
    "discard",
    "two",
    "of",
    "your",
    "hand",
    "turn",
    "moves",
    "tile",
)


def rows(count: int, seed: int = 7) -> Iterator[dict[str, str]]:
    """Cards of the game, the same for each seed: names that repeat, texts, gaps."""
    chance = random.Random(seed)
    for number in range(1, count + 1):
        kind = chance.choice(("unit", "unit", "spell", "land", "relic"))
        yield {
            "set": f"S{1 + number % 40}",
            "number": str(1 + number // 40),
            "name": " ".join(_name(chance) for _ in range(2)),
            "type": kind,
            "text": " ".join(chance.choices(_WORDS, k=12)),
            "price": chance.choice(("0", "1", "2", "3", "4", "5", "x", "")),
            "power": str(chance.randrange(12)) if kind == "unit" else "",
            "grade": chance.choice("CCCBBAS"),
            "realm": chance.choice(("Ice", "Sea", "Wood", "")),
            "tags": "; ".join(sorted(chance.sample(("old", "new", "odd", "even"), chance.randrange(3)))),
            "artist": _name(chance).title(),
            "printed": f"{chance.randrange(1990, 2025)}-{chance.randrange(1, 13):02d}-15",
            "foil": chance.choice(("yes", "no")),
        }


def _name(chance: random.Random) -> str:
    return "".join(chance.choices(_SYLLABLES, k=3)).capitalize()


def write_rows(path: Path, count: int = CARDS, seed: int = 7) -> Path:
    """A CSV file of so many cards."""
    with path.open("w", encoding="utf-8", newline="") as file:
        made = rows(count, seed)
        first = next(made)
        writer = csv.DictWriter(file, list(first))
        writer.writeheader()
        writer.writerow(first)
        writer.writerows(made)
    return path


def write_game(path: Path) -> Path:
    """The game's document."""
    path.write_text(json.dumps(GAME), encoding="utf-8")
    return path


Statement = tuple[str, Sequence[Any]]
"""An SQL condition on `card` and its parameters."""

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


def main() -> int:
    """Measure, print, and say by the exit status whether both budgets are kept."""
    cards = int(sys.argv[1]) if len(sys.argv) > 1 else CARDS
    with tempfile.TemporaryDirectory(prefix="deckwright-catalogue-") as name:
        folder = Path(name)
        share = report_imports(folder, cards)
        worst = report_searches(folder / "catalogue.db")
    return 0 if share >= INSERT_SHARE and worst <= SEARCH_RATIO else 1


def report_imports(folder: Path, cards: int) -> float:
    """Import the same rows with both tools; the share of sqlite-utils' speed that we have."""
    rows_file, game = write_rows(folder / "cards.csv", cards), write_game(folder / "game.json")
    ours = [sys.executable, "-c", ENTRY, "--catalog", str(folder / "catalogue.db")]
    subprocess.run([*ours, "import", str(game)], check=True, capture_output=True)
    catalogue, other = folder / "catalogue.db", folder / "peer.db"
    empty = catalogue.read_bytes()
    peer = [sys.executable, "-m", "sqlite_utils", "insert", str(other), "card", str(rows_file), "--csv"]
    turns: list[tuple[float, float, float, float]] = []
    for _ in range(TURNS):
        catalogue.write_bytes(empty)
        other.unlink(missing_ok=True)
        mine = timed([*ours, "import", str(rows_file), "--game", str(GAME["id"])])
        turns.append((*mine, *timed([*peer, "--pk", "set", "--pk", "number"])))
    taken, memory, inserted, peer_memory = map(min, zip(*turns, strict=True))
    share: float = inserted / taken
    print(f"| {cards:,} cards from CSV | seconds | cards a second | memory |\n|---|---|---|---|")
    print(f"| deckwright import | {taken:.2f} | {cards / taken:,.0f} | {memory:.0f} MB |")
    print(f"| sqlite-utils insert | {inserted:.2f} | {cards / inserted:,.0f} | {peer_memory:.0f} MB |")
    print(f"\nimport has {share:.2f} of the speed of sqlite-utils insert (at least {INSERT_SHARE})\n")
    return share


def timed(command: Sequence[str]) -> tuple[float, float]:
    """The seconds that a command takes, and the megabytes that it had at most."""
    before = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    took = time.perf_counter() - before
    if status:
        raise RuntimeError(f"{command} failed")
    return took, used.ru_maxrss / 1024


def report_searches(path: Path) -> float:
    """Each search beside the SQL by hand, in this process, and Datasette's page; the worst ratio."""
    from deckwright.catalog.catalogue import Catalogue

    ratios: list[float] = []
    judged: list[float] = []
    with Catalogue.open(path) as catalogue:
        by_hand = expert(path)
        page = datasette_page(catalogue)
        print(
            "| search | cards | ours ms | by hand ms | ratio | Datasette's page ms |\n|---|---|---|---|---|---|"
        )
        for text, condition, parameters in SEARCHES:
            found, ours = ours_and_expert(catalogue, by_hand, text, (condition, parameters))
            ratios.append(ours[0] / ours[1])
            judged.append((ours[0] - READING) / ours[1])
            shown = text.replace("|", "\\|")
            times = f"{1000 * ours[0]:.1f} | {1000 * ours[1]:.1f} | {ratios[-1]:.2f}"
            print(f"| `{shown}` | {found:,} | {times} | {page(text)} |", flush=True)
    print(f"\nthe worst ratio, less {1000 * READING:.0f} ms to read the query, is {max(judged):.2f}", end=" ")
    print(f"(at most {SEARCH_RATIO})")
    return max(judged)


def ours_and_expert(
    catalogue: Any, by_hand: Callable[[Statement], int], text: str, statement: Statement
) -> tuple[int, tuple[float, float]]:
    """How many cards a search finds, and the least seconds of ours and of the SQL by hand, turn by turn."""

    def ours() -> int:
        return int(catalogue.count(catalogue.query(text)))

    found = ours()
    if found != by_hand(statement):
        raise RuntimeError(f"{text}: {found} cards, but {by_hand(statement)} by hand")
    times: list[tuple[float, float]] = []
    for _ in range(RUNS):
        times.append((seconds(ours), seconds(lambda: by_hand(statement))))
    mine, theirs = map(min, zip(*times, strict=True))
    return found, (mine, theirs)


def expert(path: Path) -> Callable[[Statement], int]:
    """Counts the cards of a condition, as one writes it who knows the tables."""
    import regex

    connection = sqlite3.connect(path)
    connection.create_function(
        "regexp", 2, lambda pattern, text: bool(_compiled(regex, pattern).search(text))
    )

    def count(statement: Statement) -> int:
        found = connection.execute(f"SELECT count(*) FROM card WHERE {statement[0]}", statement[1])
        return int(found.fetchone()[0])

    return count


def _compiled(regex: Any, pattern: str) -> Any:
    return regex.compile(pattern, regex.IGNORECASE)


def datasette_page(catalogue: Any) -> Callable[[str], str]:
    """The milliseconds that Datasette takes for the page of a search, facets and 50 cards included."""
    import asyncio

    from deckwright.catalog.browse.site import site

    made = site(catalogue)
    loop = asyncio.new_event_loop()
    loop.run_until_complete(made.invoke_startup())

    def page(text: str) -> str:
        statuses: list[int] = []

        def get() -> None:
            answer = loop.run_until_complete(made.client.get("/catalogue/card", params={"_q": text}))
            statuses.append(answer.status_code)

        took = min(seconds(get) for _ in range(3))
        return f"{1000 * took:.0f}" if set(statuses) == {200} else "over its time limit"

    return page


def seconds(work: Callable[[], object]) -> float:
    """How long some work takes."""
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


ENTRY = "from deckwright.cli.main import main; main()"

if __name__ == "__main__":
    sys.exit(main())
