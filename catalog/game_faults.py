"""What a game document's schema cannot say: names that clash, and names of things that there are not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckwright.catalog.fields import SHARED, SYNTAX_WORDS
from deckwright.catalog.game import cites
from deckwright.catalog.shipped import shipped_games
from deckwright.catalog.text import fold
from deckwright.schemas import Problem

LISTS = ("types", "fields", "sets", "zones", "formats", "rules", "rulebook")
"""The parts of a document whose entries have ids."""


def faults(document: Mapping[str, Any], said: Mapping[str, Any]) -> Iterator[Problem]:
    """Every fault of a completed document; `said` is what its writer wrote of it."""
    game_id = document["id"]
    if game_id in shipped_games():
        yield Problem(
            "/id", f"{game_id} ships with deckwright; give your game an id of its own (it may extend that)"
        )
    if said.get("extends") == game_id:
        yield Problem("/extends", "a game cannot extend itself")
    for key in LISTS:
        yield from _twice(key, document.get(key, ()))
    yield from _field_faults(document)
    yield from _format_faults(document)
    yield from _option_faults(document)
    yield from _citations(document)


def _twice(key: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[Problem]:
    """Entries of one id; rules of one id are versions of each other where their formats or days differ."""
    seen: dict[object, int] = {}
    for at, row in enumerate(rows):
        versions = (
            (tuple(row.get("formats", ())), row.get("since"), row.get("until")) if key == "rules" else ()
        )
        first = seen.setdefault((row["id"], *versions), at)
        if first != at:
            yield Problem(f"/{key}/{at}/id", f"{row['id']!r} is the id of entry {first} too")


def _field_faults(document: Mapping[str, Any]) -> Iterator[Problem]:
    types = [row["id"] for row in document["types"]]
    reserved = {
        fold(word) for field in SHARED.values() for word in (field.id, field.short) if word
    } | SYNTAX_WORDS
    taken: dict[str, str] = {}
    for at, row in enumerate(document.get("fields", ())):
        place = f"/fields/{at}"
        for key in ("id", "short"):
            word = fold(row.get(key, ""))
            if word in reserved:
                yield Problem(
                    f"{place}/{key}", f"{row[key]!r} is a word of every game's searches; choose another"
                )
            elif word and taken.setdefault(word, row["id"]) != row["id"]:
                yield Problem(f"{place}/{key}", f"{row[key]!r} names the field {taken[word]} already")
        for kind in row.get("types", ()):
            if kind not in types:
                yield Problem(f"{place}/types", f"{kind!r} is no card type: {', '.join(types)}")
        if row["type"] == "ordered" and not row.get("values"):
            yield Problem(place, "an ordered field lists its values, the lowest first")
        yield from _alias_faults(place, row)


def _alias_faults(place: str, row: Mapping[str, Any]) -> Iterator[Problem]:
    known = {*row.get("values", ()), *row.get("special", ())}
    for alias, value in row.get("aliases", {}).items():
        plain = row["type"] in ("integer", "flag", "text") or not known
        if not plain and value and value not in known:
            yield Problem(f"{place}/aliases/{alias}", f"{value!r} is none of the field's values")


def _format_faults(document: Mapping[str, Any]) -> Iterator[Problem]:
    bases = {row["id"]: row.get("extends") for row in document["formats"]}
    for at, row in enumerate(document["formats"]):
        seen, base = {row["id"]}, row.get("extends")
        while base is not None:
            if base not in bases:
                yield Problem(f"/formats/{at}/extends", f"{base!r} is no format: {', '.join(bases)}")
                break
            if base in seen:
                yield Problem(f"/formats/{at}/extends", "the formats extend each other in a circle")
                break
            seen.add(base)
            base = bases[base]


def _option_faults(document: Mapping[str, Any]) -> Iterator[Problem]:
    """Options whose defaults wait for each other."""
    options = document.get("options", {})
    asks = {
        name: row["default"].get("by") for name, row in options.items() if isinstance(row["default"], dict)
    }
    for name in asks:
        seen, at = {name}, asks[name]
        while isinstance(at, str) and at in asks and at not in seen:
            seen.add(at)
            at = asks[at]
        if at == name:
            yield Problem(f"/options/{name}/default", "the options' defaults decide each other in a circle")


def _citations(document: Mapping[str, Any]) -> Iterator[Problem]:
    book = {row["id"] for row in document.get("rulebook", ())}
    for place, row in _citing(document):
        for entry in cites(row):
            if entry not in book:
                yield Problem(f"{place}/cite", f"{entry!r} is not in the rulebook table")


def _citing(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for key in ("zones", "rules", "setup", "next"):
        for at, row in enumerate(document.get(key, ())):
            yield f"/{key}/{at}", row
    for name, row in document.get("options", {}).items():
        yield f"/options/{name}", row
    if "turn" in document:
        yield "/turn", document["turn"]
