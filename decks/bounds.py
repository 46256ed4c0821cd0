"""Bounds of a count: a number, or where to find it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
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
    """What a bound may look at: the card it is for, those counted, what was counted before `with`, the deck's counts.

    The counted cards stand in a fixed order; the first that says anything of a field or list is heard.
    """

    subject: Lookup | None = None
    counted: Sequence[Card] = ()
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
        return True, in_table(declared, around.options.get(declared["by"]))
    return False, None


def bound(declared: Any, around: Surroundings, least: bool = False) -> Bound:
    """The bound of a document's `max`, or with `least` of its `min`, which rounds a share up."""
    settled, number = constant(declared, around)
    if settled:
        return lambda _terms: number
    if "field" in declared:
        return _by_field(declared["field"], declared.get("or"))
    if "list" in declared:
        return _by_list(edition(around.game, declared["list"], around.on), declared.get("or"))
    if "share" in declared:
        share = exact_share(declared["share"])
        rounded = math.ceil if least else math.floor
        return lambda terms: rounded(share * terms.before)
    return lambda terms: in_table(declared, terms.copies_in(declared["by"]))


def exact_share(share: float) -> Fraction:
    """A share as the document writes it: 0.29 of 100 is 29, whatever floating point makes of it."""
    return Fraction(str(share))


def _by_field(field: str, otherwise: int | None) -> Bound:
    def find(terms: Terms) -> int | None:
        looks = (*((terms.subject,) if terms.subject else ()), *(card.value for card in terms.counted))
        values = (look(field) for look in looks)
        value = next((value for value in values if value is not None), None)
        return otherwise if value is None else _whole(value)

    return find


def _by_list(listed: Listed, otherwise: int | None) -> Bound:
    def find(terms: Terms) -> int | None:
        numbers = (listed.number(card) for card in terms.counted)
        return next((number for number in numbers if number is not None), otherwise)

    return find


def _whole(value: Any) -> int | None:
    """The number of a value; a special value is no bound."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def in_table(table: Mapping[str, Any], key: int | str | None) -> int | None:
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
