"""A game of every type of field, and as many cards of it as wanted: the same each time, names that repeat, gaps."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

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


def write_rows(path: Path, count: int, seed: int = 7) -> Path:
    """A CSV file of so many cards."""
    with path.open("w", encoding="utf-8", newline="") as file:
        made = rows(count, seed)
        first = next(made)
        writer = csv.DictWriter(file, list(first))
        writer.writeheader()
        writer.writerow(first)
        writer.writerows(made)
    return path


def document(count: int) -> dict[str, Any]:
    """A document of so many cards, as the JSON Schema of cards describes it."""
    return {"deckwright": 1, "game": GAME["id"], "cards": [_card(row) for row in rows(count)]}


def _card(row: dict[str, str]) -> dict[str, Any]:
    fields: dict[str, Any] = {
        name: row[name] for name in ("grade", "realm", "artist", "printed") if row[name]
    }
    fields |= {name: int(row[name]) for name in ("price", "power") if row[name].isdigit()}
    fields |= {"tags": row["tags"].split("; ") if row["tags"] else [], "foil": row["foil"] == "yes"}
    shared = {name: row[name] for name in ("set", "number", "name", "type", "text")}
    return {**shared, "fields": fields}


def write_game(path: Path) -> Path:
    """The game's document."""
    path.write_text(json.dumps(GAME), encoding="utf-8")
    return path
