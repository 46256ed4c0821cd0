"""Checking the steps of a setup: their words, and whether the piles can hold what they take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from deckwright.decks.game_check.contradictions import plain, together
from deckwright.decks.game_check.notes import Notes, Place

Step = Mapping[str, Any]


def check_step(notes: Notes, place: Place, step: Step) -> None:
    """Note what is wrong in a step by itself."""
    for key in ("from", "pile", "to"):
        for word in _words(step.get(key)):
            notes.known((*place, key), word, notes.piles, "pile")
    for word in step.get("formats", ()):
        notes.known((*place, "formats"), word, notes.game.formats, "format")
    notes.queries(place, step)
    for key in ("per", "order"):
        if key in step:
            notes.field((*place, key), step[key].removeprefix("-"))
    related = {} if step.get("of") in ("seat", "next seat") else step.get("with", {})
    notes.relation((*place, "with"), related)
    for key in ("n", "how"):
        notes.bound((*place, key), step.get(key))
    board = step["at"].get("board") if isinstance(step.get("at"), Mapping) else None
    if board:
        squares = notes.game.document.get("board", {}).get("squares", {})
        notes.known((*place, "at", "board"), board, squares, "group of squares")
    _when(notes, (*place, "when"), step.get("when", {}))


def check_flow(notes: Notes) -> None:
    """Note steps of the setup that take from piles which are empty still, or more than a legal deck has."""
    filled = set(notes.game.zones)
    taken: Counter[str] = Counter()
    returned: set[str] = set()
    for at, step in enumerate(notes.game.document.get("setup", ())):
        for key in ("from", "pile"):
            for word in _words(step.get(key)):
                if word in notes.piles and word not in filled:
                    says = f"nothing lies in {word} yet: no zone is called so, and no step before fills it"
                    notes.say(("setup", at, key), says, "warning")
        _take(notes, at, step, taken, returned)
        filled.update(_words(step.get("to")))
        returned.update(_words(step.get("to")))


def _take(notes: Notes, at: int, step: Step, taken: Counter[str], returned: set[str]) -> None:
    """Add up what every player takes of a zone, and note where that is more than its rules let in."""
    pile, n = step.get("from"), step.get("n")
    if not (step["do"] == "deal" and isinstance(n, int) and pile in notes.game.zones) or "when" in step:
        return
    found = _most(notes, str(pile), step)
    before = taken[str(pile)]
    if not step.get("formats"):
        taken[str(pile)] += n
    if found is None or pile in returned or before + n <= found[0] or before > found[0]:
        return
    so_far = f", {before + n} with those before," if before else ","
    says = f"deals {n} from {pile}{so_far} and {found[1]} lets in at most {found[0]}: no legal deck is enough"
    notes.say(("setup", at, "n"), says, "warning")


def _most(notes: Notes, zone: str, step: Step) -> tuple[int, str] | None:
    """The most cards that a rule lets into a zone, and the rule's id."""
    found = [
        (rule["count"]["max"], rule["id"])
        for rule in notes.game.rules
        if zone in rule["count"]["in"]
        and plain(rule)
        and isinstance(rule["count"].get("max"), int)
        and not ({"where", "unless"} & set(rule["count"]))
        and together(rule, step)
    ]
    return min(found, default=None)


def _when(notes: Notes, place: Place, when: Mapping[str, Any]) -> None:
    for word in when.get("in", ()):
        notes.known((*place, "in"), word, notes.piles, "pile")
    notes.queries(place, when, must_match=False)
    for word in sorted(set(when) - {"in", "face", "where", "min", "max"}):
        notes.known((*place, word), word, notes.game.options, "option")


def _words(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value or ())
