"""Checking a game's rules and setup: queries, names, bounds, and what can never come about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.catalog.nearest import meant
from deckwright.catalog.text import fold
from deckwright.decks.bounds import in_table
from deckwright.decks.game_check.contradictions import contradictions
from deckwright.decks.game_check.notes import Notes, Place
from deckwright.decks.game_check.rules import check_rule
from deckwright.decks.game_check.setup import check_flow, check_step
from deckwright.decks.game_remarks import Remark


def check(game: Game, catalogue: Catalogue) -> list[Remark]:
    """Every remark on a game that the catalogue holds with its cards, in the order of the document."""
    notes = Notes(game, catalogue)
    document = game.document
    for at, row in enumerate(document["zones"]):
        notes.queries(("zones", at), row)
    for at, row in enumerate(document["formats"]):
        _format(notes, ("formats", at), row["id"])
    for at, rule in enumerate(document.get("rules", ())):
        check_rule(notes, ("rules", at), rule)
    contradictions(notes)
    _others(notes, document)
    return notes.remarks


def _others(notes: Notes, document: Mapping[str, Any]) -> None:
    """What stands beside the rules: lists, setup, seats and options."""
    for name, rows in document.get("lists", {}).items():
        for at, row in enumerate(rows):
            _listed(notes, ("lists", name, at, "cards"), row["cards"])
    for key in ("setup", "next"):
        for at, step in enumerate(document.get(key, ())):
            check_step(notes, (key, at), step)
    check_flow(notes)
    for name in document.get("seats", {}):
        notes.field(("seats", name), name)
    for name, option in document.get("options", {}).items():
        _option(notes, ("options", name), option)


def _format(notes: Notes, place: Place, format_id: str) -> None:
    """A format extends one that there is, and in the end none."""
    formats = notes.game.formats
    *_, last = notes.game.lineage(format_id)
    word = formats[last].extends
    if word is not None and notes.known((*place, "extends"), word, formats, "format"):
        notes.say((*place, "extends"), f"{format_id!r} extends itself, by way of {last!r}")


def _listed(notes: Notes, place: Place, cards: Mapping[str, int]) -> None:
    """Names of a dated list that no card has: it may be for cards to come, so it is only odd."""
    if not notes.cards:
        return
    known = {card.folded for card in notes.cards} | {card.id for card in notes.cards}
    for name in cards:
        if fold(name) not in known and name not in known:
            near = notes.catalogue.nearest(name, notes.game.id)
            notes.say((*place, name), f"no card is called so{meant(near)}", "warning")


def _option(notes: Notes, place: Place, option: Mapping[str, Any]) -> None:
    default, values = option["default"], option.get("values")
    if isinstance(default, Mapping):
        _default(notes, (*place, "default"), default)
    elif values and default not in values:
        notes.say((*place, "default"), f"{default!r} is none of the values {', '.join(map(repr, values))}")


def _default(notes: Notes, place: Place, default: Mapping[str, Any]) -> None:
    """A default that another option decides, by a row for each value that this one may have."""
    by = default["by"]
    if not isinstance(by, str):
        notes.say((*place, "by"), "an option's default is by another option: there are no cards to count yet")
    elif notes.known((*place, "by"), by, notes.game.options, "option"):
        deciding = notes.game.options[by]
        usual = () if isinstance(deciding.default, Mapping) else (deciding.default,)
        missing = [value for value in deciding.values or usual if in_table(default, value) is None]
        if missing:
            listed = ", ".join(map(str, missing))
            notes.say(place, f"has no row for {by} {listed}: there the option must be said")
