"""Checking one rule: its formats and days, what it counts, and its bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckwright.decks.game_check.notes import Notes, Place

_SIDES = ("min", "max")


def check_rule(notes: Notes, place: Place, rule: Mapping[str, Any]) -> None:
    """Note what is wrong in a rule by itself."""
    count = rule["count"]
    for word in rule.get("formats", ()):
        notes.known((*place, "formats"), word, notes.game.formats, "format")
    if rule.get("since", "") > rule.get("until", "9999-12-31"):
        notes.say((*place, "until"), "comes before since, so the rule never holds")
    if "each" in rule:
        notes.selection((*place, "each"), rule["each"])
    inside = (*place, "count")
    notes.selection(inside, count)
    for key in ("per", "distinct"):
        if key in count and count[key] != "card":
            notes.field((*inside, key), count[key])
    _sum(notes, (*inside, "sum"), count.get("sum"))
    notes.relation((*inside, "with"), count.get("with", {}))
    if "with" in count and "each" not in rule:
        notes.say((*inside, "with"), "has no other card to compare to, as the rule has no `each`")
    _bounds(notes, inside, count)


def _sum(notes: Notes, place: Place, declared: Any) -> None:
    if isinstance(declared, str):
        notes.field(place, declared, integer=True)
    elif declared:
        notes.known((*place, "list"), declared["list"], notes.game.lists, "list")


def _bounds(notes: Notes, place: Place, count: Mapping[str, Any]) -> None:
    low, high = count.get("min"), count.get("max")
    if low is None and high is None and "one_of" not in count:
        notes.say(place, "has no bound: min, max or one_of says how many there may be")
    for side in _SIDES:
        notes.bound((*place, side), count.get(side))
    if isinstance(low, int) and isinstance(high, int) and low > high:
        notes.say((*place, "min"), f"at least {low} and at most {high} cannot both be")
    if "sum" not in count:
        _below_zero(notes, place, low, high)
    allowed = [one for one in count.get("one_of", ()) if _within(one, low, high)]
    if "one_of" in count and not allowed:
        notes.say((*place, "one_of"), "none of these numbers lies between min and max")


def _below_zero(notes: Notes, place: Place, low: Any, high: Any) -> None:
    """Bounds below zero on a number of cards, which is none."""
    if isinstance(high, int) and high < 0:
        notes.say((*place, "max"), f"at most {high} can never be")
    if isinstance(low, int) and low < 0:
        notes.say((*place, "min"), f"at least {low} asks for nothing: no deck has fewer than 0", "warning")


def _within(number: int, low: Any, high: Any) -> bool:
    return not (isinstance(low, int) and number < low) and not (isinstance(high, int) and number > high)
