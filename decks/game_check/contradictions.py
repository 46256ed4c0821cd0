"""Rules that no deck can keep together: bounds against bounds, and minimums against copy limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckwright.catalog.query import Query, QueryError
from deckwright.decks.game_check.notes import Notes

Rule = Mapping[str, Any]

_GROUPED = {"per", "with", "sum", "distinct"}


def contradictions(notes: Notes) -> None:
    """Note each minimum that another rule, or the copy limits, keep a deck from reaching."""
    for at, rule in enumerate(notes.game.rules):
        low = rule["count"].get("min")
        if not (isinstance(low, int) and plain(rule)):
            continue
        place = ("rules", at, "count", "min")
        others = [one for one in notes.game.rules if one["id"] != rule["id"] and plain(one)]
        for other in others:
            high = other["count"].get("max")
            if isinstance(high, int) and high < low and _same_cards(rule, other) and together(rule, other):
                notes.say(place, f"at least {low} here and at most {high} in {other['id']} cannot both be")
        allowed = _allowed(notes, rule)
        if allowed is not None and allowed[0] < low:
            most, kinds, limits = allowed
            kept = f" by {' and '.join(limits)}" if limits else ""
            says = (
                f"at least {low} here, but the {kinds} different cards that it counts allow only {most}{kept}"
            )
            notes.say(place, says, "warning")


def plain(rule: Rule) -> bool:
    """Whether a rule simply counts cards, and breaking it is an error."""
    return not (_GROUPED & set(rule["count"]) or "each" in rule) and rule.get("severity", "error") == "error"


def together(rule: Rule, other: Rule) -> bool:
    """Whether two rules or steps hold in one format on one day."""
    formats = [set(one.get("formats", ())) for one in (rule, other)]
    meet = not all(formats) or bool(formats[0] & formats[1])
    days = rule.get("since", "") <= other.get("until", "9999") and other.get("since", "") <= rule.get(
        "until", "9999"
    )
    return meet and days


def _same_cards(rule: Rule, other: Rule) -> bool:
    same = all(rule["count"].get(key) == other["count"].get(key) for key in ("where", "unless"))
    return same and set(rule["count"]["in"]) == set(other["count"]["in"])


def _allowed(notes: Notes, rule: Rule) -> tuple[int, int, tuple[str, ...]] | None:
    """The most copies that a rule can count, of how many identities, by which rules; None if there is no end."""
    limits = [one for one in notes.game.rules if _is_limit(one, rule)]
    if not (limits and notes.cards):
        return None
    counting = _Counting(notes)
    identities = {card.identity: card for card in notes.cards if counting.counts(rule, card)}
    total, by = 0, []
    for card in identities.values():
        found = [(one["count"]["max"], one["id"]) for one in limits if counting.counts(one, card)]
        if not found:
            return None
        most, limit = min(found)
        total += most
        by.append(limit)
    return total, len(identities), tuple(dict.fromkeys(by))


def _is_limit(one: Rule, rule: Rule) -> bool:
    """Whether a rule bounds the copies of each card wherever another rule counts, and whenever it holds."""
    count, formats = one["count"], set(one.get("formats", ()))
    always = not ({"since", "until"} & set(one)) and (
        not formats or set() < set(rule.get("formats", ())) <= formats
    )
    alone = not ({"with", "sum", "distinct"} & set(count) or "each" in one)
    return (
        always
        and alone
        and count.get("per") == "identity"
        and isinstance(count.get("max"), int)
        and one.get("severity", "error") == "error"
        and set(rule["count"]["in"]) <= set(count["in"])
    )


class _Counting:
    """Which cards rules count, each query read once."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._read: dict[str, Query | None] = {}

    def counts(self, rule: Rule, card: Any) -> bool:
        """Whether a rule counts a card in a zone that takes it in."""
        count = rule["count"]
        where, unless = (self._match(count.get(key), card) for key in ("where", "unless"))
        zones = (self._notes.game.zones.get(word) for word in count["in"])
        accepted = any(zone is not None and self._match(zone.accepts, card) is not False for zone in zones)
        return where is not False and not unless and accepted

    def _match(self, text: str | None, card: Any) -> bool | None:
        """Whether a card matches; None where there is no query, or none that can be read."""
        if not text:
            return None
        if text not in self._read:
            try:
                self._read[text] = self._notes.catalogue.query(text, self._notes.game.id, whole=True)
            except QueryError:
                self._read[text] = None
        query = self._read[text]
        return None if query is None else query.match(card)
