"""The quick judge: whether every rule holds, from what each card adds to each count, worked out once a game.

A rule whose bounds are settled before any deck is seen becomes slots, one for each group that it counts. A card in a
zone adds to its slots, so a deck is one addition a card and slot, and one comparison a slot. A rule judged for each
card remembers what every pair of cards says. Rules that are neither (`union`, sizes by the deck itself) are left to the
careful judge every time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from deckwright.catalog.card import Card
from deckwright.decks.outcomes import group_values, parts, related
from deckwright.decks.rules import Rule

Key = tuple[str, str]
"""A zone and a card id."""

Gives = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, object], ...]]
"""What one copy adds to slots, and which values it shows to slots that count different ones."""

_NO_LOW = -(10**18)


class Tally:
    """Adds up what cards contribute to the settled rules of one game, format, day and choice of options."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._plain: list[Rule] = []
        self._each: list[_Each] = []
        self.careful: list[Rule] = []
        self._slots: dict[tuple[int, str], int] = {}
        self._rules: list[Rule] = []
        self._low: list[int] = []
        self._high: list[float] = []
        self._gives: dict[Key, Gives] = {}
        self._whole: dict[str, tuple[int, ...]] = {}
        for rule in rules:
            self._sort(rule)
        required = [self._slot(rule, "") for rule in self._plain if rule.per is None]
        self._needed = [slot for slot in required if not self._low[slot] <= 0 <= self._high[slot]]

    def _sort(self, rule: Rule) -> None:
        if _Each.fits(rule):
            self._each.append(_Each(rule))
        elif rule.each is None and rule.settled and not rule.one_of:
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
            self._low.append(_NO_LOW if low is None else low)
            self._high.append(float("inf") if high is None else high)
        return self._slots[key]

    def gives(self, zone: str, card: Card) -> Gives:
        """What one copy of a card in a zone adds to which slots."""
        found = self._gives.get((zone, card.id))
        if found is None:
            found = self._gives[(zone, card.id)] = self._worked_out(zone, card)
        return found

    def _worked_out(self, zone: str, card: Card) -> Gives:
        weights: list[tuple[int, int]] = []
        values: list[tuple[int, object]] = []
        for rule in self._plain:
            if zone not in rule.zones or not rule.counted.takes(card):
                continue
            for group in group_values(rule, card) if rule.per else ("",):
                slot = self._slot(rule, group)
                if rule.distinct is None:
                    weights.append((slot, rule.measure.of(card)))
                else:
                    values += ((slot, part) for part in parts(card.value(rule.distinct.id)))
        return tuple(weights), tuple(values)

    def _counts_unknown(self, zone: str) -> tuple[int, ...]:
        if zone not in self._whole:
            taking = [rule for rule in self._plain if rule.whole and zone in rule.zones]
            self._whole[zone] = tuple(self._slot(rule, "") for rule in taking)
        return self._whole[zone]

    def _totals(
        self, held: Mapping[Key, int], cards: Mapping[Key, Card], unknown: Mapping[str, int]
    ) -> dict[int, int]:
        totals: dict[int, int] = {}
        seen: set[tuple[int, object]] = set()
        gives = self._gives
        for key, count in held.items():
            weights, values = gives.get(key) or self.gives(key[0], cards[key])
            for slot, weight in weights:
                totals[slot] = totals.get(slot, 0) + count * weight
            seen.update(values)
        for slot, _ in seen:
            totals[slot] = totals.get(slot, 0) + 1
        for zone, count in unknown.items():
            for slot in self._counts_unknown(zone):
                totals[slot] = totals.get(slot, 0) + count
        return totals

    def room(self, card: Card, zone: str, held: Mapping[Key, int], cards: Mapping[Key, Card]) -> bool:
        """Whether one more copy of a card keeps every upper bound of the settled rules."""
        key = (zone, card.id)
        grown = {**held, key: held.get(key, 0) + 1}
        totals = self._totals(grown, {**cards, key: card}, {})
        touched = {slot for given in self.gives(zone, card) for slot, _ in given}
        return all(totals.get(slot, 0) <= self._high[slot] for slot in touched)

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
    """A rule judged for each card: copies in relation to it, with what each pair of cards says remembered."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self._roles: dict[Key, tuple[dict[str, bool] | None, bool]] = {}
        self._answers: dict[tuple[object, ...], dict[str, bool]] = {}

    @staticmethod
    def fits(rule: Rule) -> bool:
        """Whether the rule is simple enough: copies in relation to a card, within settled bounds or a share."""
        plain = rule.per is None and rule.distinct is None and not rule.union and not rule.one_of
        bounded = rule.settled is not None or rule.share is not None
        return (
            plain
            and rule.each is not None
            and bool(rule.relations)
            and rule.measure.plain
            and bounded
        )

    def breaks(self, held: Mapping[Key, int], cards: Mapping[Key, Card]) -> bool:
        """Whether the count of any card that asks is out of bounds."""
        roles = self._roles
        asking: list[tuple[Key, dict[str, bool]]] = []
        counted: list[tuple[Key, int]] = []
        for key, count in held.items():
            answers, is_counted = roles.get(key) or self._role(key, cards[key])
            if answers is not None:
                asking.append((key, answers))
            if is_counted:
                counted.append((key, count))
        return any(self._out_of_bounds(key, answers, counted, cards) for key, answers in asking)

    def _out_of_bounds(
        self, key: Key, answers: dict[str, bool], counted: list[tuple[Key, int]], cards: Mapping[Key, Card]
    ) -> bool:
        found = before = 0
        for other, count in counted:
            answer = answers.get(other[1])
            if answer is None:
                answer = answers[other[1]] = related(self.rule, cards[other], cards[key].value)
            copies = count - (other == key)
            before += copies
            if answer:
                found += copies
        if self.rule.settled is not None:
            return not self.rule.settled.holds(found)
        assert self.rule.share is not None
        return found > int(self.rule.share * before)

    def _role(self, key: Key, card: Card) -> tuple[dict[str, bool] | None, bool]:
        """The answers that a card's question has had so far (None if it asks none), and whether it is counted."""
        each = self.rule.each
        assert each is not None
        answers = None
        if key[0] in each.zones and each.takes(card):
            asked = tuple(card.value(relation.other.id) for relation in self.rule.relations)
            answers = self._answers.setdefault(asked, {})
        counted = key[0] in self.rule.zones and self.rule.counted.takes(card)
        self._roles[key] = answers, counted
        return answers, counted
