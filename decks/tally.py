"""The quick judge: whether every rule holds, from what each card adds to each count, worked out once a game.

A rule whose bounds are settled before any deck is seen becomes slots, one for each group that it counts. A card in a
zone adds to its slots, so a deck is one addition a card and slot, and one comparison a slot. Rules that cannot be told
so (`distinct`, sizes by the deck itself) are left to the careful judge every time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from deckwright.catalog.card import Card
from deckwright.decks.outcomes import group_values, related
from deckwright.decks.rules import Rule

Key = tuple[str, str]
"""A zone and a card id."""


class Tally:
    """Adds up what cards contribute to the settled rules of one game, format, day and choice of options."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._plain: list[Rule] = []
        self._each: list[_Each] = []
        self.careful: list[Rule] = []
        for rule in rules:
            self._sort(rule)
        self._slots: dict[tuple[int, str], int] = {}
        self._rules: list[Rule] = []
        self._low: list[int] = []
        self._high: list[float] = []
        self._gives: dict[Key, tuple[tuple[int, int], ...]] = {}
        required = [self._slot(rule, "") for rule in self._plain if rule.per is None]
        self._needed = [slot for slot in required if not self._low[slot] <= 0 <= self._high[slot]]
        self._whole: dict[str, tuple[int, ...]] = {}

    def _sort(self, rule: Rule) -> None:
        if _Each.fits(rule):
            self._each.append(_Each(rule))
        elif rule.each is None and rule.settled and rule.distinct is None and not rule.one_of:
            self._plain.append(rule)
        else:
            self.careful.append(rule)

    def _slot(self, rule: Rule, group: str) -> int:
        key = (rule.order, group)
        if key not in self._slots:
            assert rule.settled is not None
            self._slots[key] = len(self._rules)
            self._rules.append(rule)
            low, high = rule.settled.min, rule.settled.max
            self._low.append(-(10**18) if low is None else low)
            self._high.append(float("inf") if high is None else high)
        return self._slots[key]

    def gives(self, zone: str, card: Card) -> tuple[tuple[int, int], ...]:
        """The slots that one copy of a card in a zone adds to, and how much."""
        found = self._gives.get((zone, card.id))
        if found is None:
            found = self._gives[(zone, card.id)] = tuple(self._worked_out(zone, card))
        return found

    def _worked_out(self, zone: str, card: Card) -> Iterable[tuple[int, int]]:
        for rule in self._plain:
            if zone in rule.zones and rule.counted.takes(card):
                weight = rule.measure.of(card)
                for group in group_values(rule, card) if rule.per else ("",):
                    yield self._slot(rule, group), weight

    def _counts_unknown(self, zone: str) -> tuple[int, ...]:
        if zone not in self._whole:
            taking = [rule for rule in self._plain if rule.whole and zone in rule.zones]
            self._whole[zone] = tuple(self._slot(rule, "") for rule in taking)
        return self._whole[zone]

    def _totals(
        self, held: Mapping[Key, int], cards: Mapping[Key, Card], unknown: Mapping[str, int]
    ) -> dict[int, int]:
        totals: dict[int, int] = {}
        gives = self._gives
        for key, count in held.items():
            for slot, weight in gives.get(key) or self.gives(key[0], cards[key]):
                totals[slot] = totals.get(slot, 0) + count * weight
        for zone, count in unknown.items():
            for slot in self._counts_unknown(zone):
                totals[slot] = totals.get(slot, 0) + count
        return totals

    def room(self, card: Card, zone: str, held: Mapping[Key, int], cards: Mapping[Key, Card]) -> bool:
        """Whether one more copy of a card keeps every upper bound of the settled rules."""
        totals = self._totals(held, cards, {})
        return all(
            totals.get(slot, 0) + weight <= self._high[slot] for slot, weight in self.gives(zone, card)
        )

    def broken(
        self, held: Mapping[Key, int], cards: Mapping[Key, Card], unknown: Mapping[str, int]
    ) -> set[int]:
        """The places of the rules that a deck breaks. `held` counts copies by zone and card, `unknown` by zone."""
        totals = self._totals(held, cards, unknown)
        low, high, rules = self._low, self._high, self._rules
        found = {rules[slot].order for slot, total in totals.items() if not low[slot] <= total <= high[slot]}
        found.update(rules[slot].order for slot in self._needed if slot not in totals)
        found.update(each.rule.order for each in self._each if each.breaks(held, cards))
        return found


class _Each:
    """A rule judged for each card, with what each pair of cards says remembered."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self._asks: dict[Key, tuple[object, ...] | None] = {}
        self._counts: dict[Key, bool] = {}
        self._related: dict[tuple[object, ...], dict[str, bool]] = {}
        self._share = rule.share

    @staticmethod
    def fits(rule: Rule) -> bool:
        """Whether the rule is simple enough: copies in relation to a card, within settled bounds or a share."""
        plain = rule.per is None and rule.distinct is None and not rule.union and not rule.one_of
        bounded = rule.settled is not None or rule.share is not None
        return (
            plain
            and rule.each is not None
            and bool(rule.relations)
            and rule.measure.name == "copies"
            and bounded
        )

    def breaks(self, held: Mapping[Key, int], cards: Mapping[Key, Card]) -> bool:
        """Whether the count of any card that asks is out of bounds."""
        asking = [(key, ask) for key in held if (ask := self._ask(key, cards)) is not None]
        if not asking:
            return False
        counted = [key for key in held if self._is_counted(key, cards)]
        copies = sum(held[key] for key in counted)
        allowed = self.rule.settled
        low = allowed.min if allowed else None
        high = allowed.max if allowed else None
        for key, ask in asking:
            answers = self._related.setdefault(ask, {})
            found = 0
            for other in counted:
                answer = answers.get(other[1])
                if answer is None:
                    answer = answers[other[1]] = related(self.rule, cards[other], cards[key].value)
                if answer:
                    found += held[other]
            own = key in counted
            if own and answers.get(key[1]):
                found -= 1
            if self._share is not None:
                high = int(self._share * (copies - own))
            if (low is not None and found < low) or (high is not None and found > high):
                return True
        return False

    def _ask(self, key: Key, cards: Mapping[Key, Card]) -> tuple[object, ...] | None:
        """The values by which a card asks the rule's question, None if it does not ask."""
        if key not in self._asks:
            each, card = self.rule.each, cards[key]
            assert each is not None
            asks = key[0] in each.zones and each.takes(card)
            values = tuple(card.value(relation.other.id) for relation in self.rule.relations)
            self._asks[key] = values if asks else None
        return self._asks[key]

    def _is_counted(self, key: Key, cards: Mapping[Key, Card]) -> bool:
        if key not in self._counts:
            self._counts[key] = key[0] in self.rule.zones and self.rule.counted.takes(cards[key])
        return self._counts[key]
