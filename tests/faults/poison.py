"""A game, cards and decklists of which every text is hostile: escapes, bidi controls, SQL, formulas."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deckwright.catalog.prototype import written

ESCAPES = "\x1b[31m\x1b]0;owned\x07\u202e\u2066\x9b2J\x08\x7f"
"""Colour, the window's title, bidi override and isolate, C1, backspace, delete."""

SQL = "'); DROP TABLE card; --\" OR 1=1"

UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""What no text may show on a terminal: every control but the line break, every bidi control."""

_FREE = frozenset({"name", "about", "says", "where", "plural", "reason"})
_LISTS_OF_FREE = frozenset({"sources", "aliases", "columns"})


def poisoned(name: str, poison: str) -> dict[str, Any]:
    """The prototype game with poison in every text that is free, under an id of its own."""
    _, files = written(name)
    document: dict[str, Any] = json.loads(files[".json"])
    made: dict[str, Any] = _poisoned(document, poison)
    for row in made["rulebook"]:
        row["where"] += poison
    made["fields"].append({"id": "motto", "name": "Motto" + poison, "type": "text", "about": "m" + poison})
    made["fields"].append(
        {"id": "mood", "name": "Mood", "type": "set", "about": "m", "values": ["glad" + poison]}
    )
    made["options"]["house"] = {"about": "h" + poison, "values": ["a" + poison, "b"], "default": "b"}
    return made


def _poisoned(value: Any, poison: str, key: str = "") -> Any:
    if isinstance(value, dict):
        return {
            name: value[name] if name in ("count", "each") else _poisoned(value[name], poison, name)
            for name in value
        }
    if isinstance(value, list):
        if key in _LISTS_OF_FREE:
            return [str(one) + poison for one in value]
        return [_poisoned(one, poison) for one in value]
    return value + poison if key in _FREE and isinstance(value, str) and not value.startswith("t:") else value


def cards(poison: str, extra: Mapping[str, str] | None = None) -> str:
    """Cards of the prototype as JSON, poison in each free text."""
    _, files = written("x")
    rows = list(csv.DictReader(io.StringIO(files[".csv"])))
    made = [
        {
            **{key: value for key, value in row.items() if value},
            "points": int(row["points"]),
            "name": row["name"] + poison,
            "text": (row.get("text") or "") + poison,
            "motto": "m" + poison,
            "mood": ["glad" + poison],
            **(extra or {}),
        }
        for row in rows
    ]
    for row in made:
        row["keywords"] = [word.strip() for word in str(row.get("keywords", "")).split(";") if word.strip()]
    return json.dumps(made)


def decklist(game: str, poison: str) -> str:
    """A decklist with poison in its headers, comments, names, sections and remarks."""
    names = ("Lamplighter", "Ember Fox", "Nobody")
    lines = [
        f"# remark {poison}",
        f"name: Deck {poison}",
        f"game: {game}",
        f"author: {poison}",
        f"odd{poison}: header",
        "deck",
        *(f"2 {name}{poison}" for name in names),
        f"1 Unknown{poison} # why {poison}",
        "relics",
        f"1 Thing{poison}",
        "maybe",
        f"1 Perhaps{poison}",
    ]
    return "\n".join(lines) + "\n"


def put(folder: Path, name: str, text: str) -> Path:
    """A file of that text in a folder."""
    path = folder / name
    path.write_text(text, encoding="utf-8", newline="")
    return path
