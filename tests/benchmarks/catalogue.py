"""A catalogue of 100,000 cards: how fast they go in, and how fast they are found. Prints Markdown tables.

The import stands beside `sqlite-utils insert` of the same rows, each search beside the SQL that an expert would
write by hand for it on the same file. Both peers are in the extra `[bench]`.
"""

from __future__ import annotations

import csv
import json
import os
import random
import resource
import sqlite3
import statistics
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

RUNS = 7
GAME: Mapping[str, Any] = {
    "deckwright": 1,
    "id": "bench",
    "name": "Bench",
    "types": [{"id": "unit"}, {"id": "spell"}, {"id": "land"}, {"id": "relic"}],
    "fields": [
        {"id": "cost", "name": "Cost", "type": "integer", "about": "what it costs", "special": ["x"]},
        {"id": "power", "name": "Power", "type": "integer", "about": "how strong it is", "types": ["unit"]},
        {"id": "rarity", "name": "Rarity", "type": "ordered", "about": "how rare", "values": list("CBAS")},
        {"id": "region", "name": "Region", "type": "enum", "about": "whence", "values": ["Ice", "Sea", "Wood"]},
        {"id": "tags", "name": "Tags", "type": "set", "about": "marks", "values": ["old", "new", "odd", "even"]},
        {"id": "artist", "name": "Artist", "type": "text", "about": "who drew it"},
        {"id": "printed", "name": "Printed", "type": "date", "about": "when"},
        {"id": "foil", "name": "Foil", "type": "flag", "about": "whether it shines"},
    ],
    "zones": [{"id": "deck"}],
    "formats": [{"id": "free"}],
}
_SYLLABLES = ("ka", "to", "ri", "müs", "len", "dor", "va", "shi", "orb", "éla", "gron", "pit")
_WORDS = ("draw", "a", "card", "any", "geopal", "discard", "two", "of", "your", "hand", "turn", "moves", "tile")


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
            "cost": chance.choice(("0", "1", "2", "3", "4", "5", "x", "")),
            "power": str(chance.randrange(12)) if kind == "unit" else "",
            "rarity": chance.choice("CCCBBAS"),
            "region": chance.choice(("Ice", "Sea", "Wood", "")),
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
