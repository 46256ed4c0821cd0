"""Bounds of a count: a number, or where to find it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from deckwright.catalog.card import Card
from deckwright.catalog.game import Game
from deckwright.catalog.text import fold
from deckwright.decks.relation import Lookup

_BAND = re.compile(r"(\d*)\.\.(\d*)")


@dataclass(frozen=True, slots=True)
class Listed:
    """The edition of a dated list that holds on a day: a number for each card named in it."""

    name: str
    since: str
    numbers: Mapping[str, int]

    def number(self, card: Card) -> int | None:
        """The number of a card, found by its id, its identity or its name; None if the list leaves it out."""
        for key in (card.id, card.identity, card.folded):
            if key in self.numbers:
                return self.numbers[key]
        return None


def edition(game: Game, name: str, on: date) -> Listed:
    """The newest edition of a list that is not after a day; empty before the first."""
    valid = [row for row in game.lists.get(name, ()) if row["from"] <= on.isoformat()]
    newest: Mapping[str, Any] = max(valid, key=lambda row: row["from"], default={})
    cards = newest.get("cards", {})
    numbers = {key if key.startswith(game.id + "/") else fold(key): number for key, number in cards.items()}
    return Listed(name, newest.get("from", ""), numbers)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a bound may look at: the card it is for, the copies counted before `with`, and counts of the deck."""

    subject: Lookup | None = None
    counted: Card | None = None
    before: int = 0
    copies_in: Callable[[Mapping[str, Any]], int] = lambda _selection: 0


Bound = Callable[[Terms], int | None]
"""A bound is asked under terms; None is no bound."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is settled before any deck is looked at: the game, its options' values, and the day."""

    game: Game
    options: Mapping[str, int | str]
    on: date


def constant(declared: Any, around: Surroundings) -> tuple[bool, int | None]:
    """Whether a bound is the same for every deck and card, and then its number (None: no bound)."""
    if declared is None or isinstance(declared, int):
        return True, declared
    if "option" in declared:
        return True, _whole(around.options.get(declared["option"]))
    if isinstance(declared.get("by"), str):
        return True, _in_table(declared, around.options.get(declared["by"]))
    return False, None


def bound(declared: Any, around: Surroundings) -> Bound:
    """The bound of a document's `min` or `max`."""
    settled, number = constant(declared, around)
    if settled:
        return lambda _terms: number
    if "field" in declared:
        return _by_field(declared["field"], declared.get("or"))
    if "list" in declared:
        return _by_list(edition(around.game, declared["list"], around.on), declared.get("or"))
    if "share" in declared:
        share = declared["share"]
        return lambda terms: math.floor(share * terms.before)
    return lambda terms: _in_table(declared, terms.copies_in(declared["by"]))


def _by_field(field: str, otherwise: int | None) -> Bound:
    def find(terms: Terms) -> int | None:
        for look in (terms.subject, terms.counted.value if terms.counted else None):
            value = look(field) if look else None
            if value is not None:
                return _whole(value)
        return otherwise

    return find


def _by_list(listed: Listed, otherwise: int | None) -> Bound:
    def find(terms: Terms) -> int | None:
        number = listed.number(terms.counted) if terms.counted else None
        return otherwise if number is None else number

    return find


def _whole(value: Any) -> int | None:
    """The number of a value; a special value is no bound."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _in_table(table: Mapping[str, Any], key: int | str | None) -> int | None:
    """The number of a table's row: the row of just that key, else the band that holds it."""
    if key is None:
        return None
    if key != "by" and str(key) in table:
        return _whole(table[str(key)])
    return next((number for row, number in table.items() if isinstance(key, int) and _holds(row, key)), None)


def _holds(row: str, key: int) -> bool:
    band = _BAND.fullmatch(row)
    if band is None:
        return False
    low, high = (int(end) if end else None for end in band.groups())
    return (low is None or low <= key) and (high is None or key <= high)
