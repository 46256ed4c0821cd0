"""The quick judge: whether every rule holds, from what each card adds to each count, worked out once a game.

A rule whose bounds are settled before any deck is seen becomes slots, one for each group that it counts; a card in a
zone adds to its slots, so a deck is one addition a card and slot, and one comparison a slot. In a rule judged for each
card, cards that differ in nothing the relation looks at share a slot, and each question knows which slots answer it.
Rules that are neither (`union`, sizes by the deck itself) are left to the careful judge every time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from deckwright.catalog.card import Card
from deckwright.catalog.fields import Value
from deckwright.decks.outcomes import group_values, parts
from deckwright.decks.rules import Rule, Selection
from deckwright.decks.slots import NO_HIGH, NO_LOW, Ask, Each, Profile, ends

Key = tuple[str, str]
"""A zone and a card id."""

MISPLACED = -1
"""The place, as of a rule, of the fault that a card stands in a zone that does not accept it."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A deck's copies by zone and card, what they come to in each slot, and how many of its cards show each value."""

    held: Mapping[Key, int]
    totals: list[int]
    shown: Counter[tuple[int, object]]


class Tally:
    """Adds up what cards contribute to the settled rules of one game, format, day and choice of options."""

    def __init__(self, rules: Iterable[Rule], accepts: Mapping[str, Selection]) -> None:
        self.profiles: dict[Key, Profile] = {}
        self.careful: list[Rule] = []
        self._accepts = accepts
        self._plain: dict[object, list[Rule]] = {}
        self._each: list[Each] = []
        self._slots: dict[tuple[int, str], int] = {}
        self._bounds: list[tuple[tuple[int, int, float], ...]] = []
        self._low: list[int] = []
        self._high: list[float] = []
        self._asks: list[Ask] = []
        self._grouped: set[int] = set()
        self._whole: dict[str, tuple[int, ...]] = {}
        misplaced = self._new_slot((MISPLACED, NO_LOW, 0))
        for rule in rules:
            self._sort(rule)
        ungrouped = [rows for rows in self._plain.values() if rows[0].per is None]
        self._always = (misplaced, *(self._slot(rows, "") for rows in ungrouped))
        self._misplaced = misplaced

    @property
    def pairs(self) -> int:
        """How many pairs of offers and questions have been compared so far, over all decks."""
        return sum(len(each.offers) * len(each.asks) for each in self._each)

    def _sort(self, rule: Rule) -> None:
        if Each.fits(rule):
            self._each.append(Each(rule, self._new_slot()))
        elif rule.each is None and rule.settled and not rule.one_of:
            same = (rule.counted, rule.per, rule.distinct, rule.measure)
            self._plain.setdefault(repr(same), []).append(rule)
        else:
            self.careful.append(rule)

    def _new_slot(self, *bounds: tuple[int, int, float]) -> int:
        """A new slot, with the place and the ends of every rule that it is compared to."""
        self._bounds.append(bounds)
        self._low.append(max((low for _, low, _ in bounds), default=NO_LOW))
        self._high.append(min((high for _, _, high in bounds), default=NO_HIGH))
        return len(self._bounds) - 1

    def _slot(self, rules: list[Rule], group: str) -> int:
        """The slot of one group of rules that count alike."""
        key = (rules[0].order, group)
        if key not in self._slots:
            slot = self._new_slot(*((rule.order, *ends(rule.settled)) for rule in rules))
            self._slots[key] = slot
            if rules[0].per is not None:
                self._grouped.add(slot)
        return self._slots[key]

    def profile(self, zone: str, card: Card) -> Profile:
        """What one copy of a card in a zone means to every settled rule."""
        key = (zone, card.id)
        if key not in self.profiles:
            weights: list[tuple[int, int]] = [] if self._accepts[zone].takes(card) else [(self._misplaced, 1)]
            values: list[tuple[int, object]] = []
            for rules in self._plain.values():
                if zone in rules[0].zones and rules[0].counted.takes(card):
                    self._add_plain(rules, card, weights, values)
            asks = [ask for each in self._each for ask in self._add_each(each, zone, card, weights)]
            self.profiles[key] = Profile(
                ones=tuple(slot for slot, weight in weights if weight == 1),
                weights=tuple(row for row in weights if row[1] != 1),
                groups=tuple(slot for slot, _ in (*weights, *values) if slot in self._grouped),
                values=tuple(values),
                asks=tuple(asks),
            )
        return self.profiles[key]

    def _add_plain(
        self, rules: list[Rule], card: Card, weights: list[tuple[int, int]], values: list[tuple[int, object]]
    ) -> None:
        rule = rules[0]
        for group in group_values(rule, card) if rule.per else ("",):
            slot = self._slot(rules, group)
            if rule.distinct is None:
                weights.append((slot, rule.measure.of(card)))
            else:
                weights.append((slot, 0))  # its group is there, even if it shows no value
                values += ((slot, part) for part in parts(card.value(rule.distinct.id)))

    def _add_each(self, each: Each, zone: str, card: Card, weights: list[tuple[int, int]]) -> Iterable[int]:
        """Add what a card offers to a rule judged for each card; its own question, if it asks."""
        rule, offered = each.rule, None
        if zone in rule.zones and rule.counted.takes(card):
            offered = tuple(card.value(relation.field.id) for relation in rule.relations)
            weights.append((self._offer(each, offered), 1))
            if rule.most_share is not None:
                weights.append((each.before, 1))
        assert rule.each is not None
        if zone in rule.each.zones and rule.each.takes(card):
            yield self._ask(
                each, tuple(card.value(relation.other.id) for relation in rule.relations), offered
            )

    def _offer(self, each: Each, offered: tuple[Value | None, ...]) -> int:
        if offered not in each.offers:
            slot = each.offers[offered] = self._new_slot()
            for at in each.asks.values():
                if each.answers(offered, self._asks[at].asked):
                    self._asks[at].answers.append(slot)
        return each.offers[offered]

    def _ask(
        self, each: Each, asked: tuple[Value | None, ...], offered: tuple[Value | None, ...] | None
    ) -> int:
        own = offered is not None and each.answers(offered, asked)
        key = (asked, own)
        if key not in each.asks:
            each.asks[key] = len(self._asks)
            answers = [slot for offer, slot in each.offers.items() if each.answers(offer, asked)]
            low, high = ends(each.rule.settled)
            share = None if each.rule.most_share is None else each.rule.most_share.as_integer_ratio()
            self._asks.append(
                Ask(
                    order=each.rule.order,
                    asked=asked,
                    answers=answers,
                    before=each.before,
                    own=int(own),
                    own_before=int(offered is not None),
                    low=low,
                    high=high,
                    share=share,
                )
            )
        return each.asks[key]

    def _counts_unknown(self, zone: str) -> tuple[int, ...]:
        if zone not in self._whole:
            taking = [rows for rows in self._plain.values() if rows[0].whole and zone in rows[0].zones]
            self._whole[zone] = tuple(self._slot(rows, "") for rows in taking)
        return self._whole[zone]

    def totals(self, held: Mapping[Key, int], unknown: Mapping[str, int]) -> list[int]:
        """What a deck adds to each slot. `held` counts copies by zone and card, `unknown` those of unknown cards."""
        totals = [0] * len(self._low)
        seen: set[tuple[int, object]] = set()
        profiles = self.profiles
        for key, count in held.items():
            profile = profiles[key]
            for slot in profile.ones:
                totals[slot] += count
            for slot, weight in profile.weights:
                totals[slot] += count * weight
            if profile.values:
                seen.update(profile.values)
        for slot, _ in seen:
            totals[slot] += 1
        for zone, count in unknown.items():
            for slot in self._counts_unknown(zone):
                totals[slot] += count
        return totals

    def weighed(self, held: Mapping[Key, int], unknown: Mapping[str, int]) -> Weighed:
        """A deck, ready for changes to it to be weighed."""
        shown = Counter(value for key in held for value in self.profiles[key].values)
        return Weighed(held, self.totals(held, unknown), shown)

    def breaks(self, deck: Weighed, changes: Mapping[Key, int]) -> int:
        """How many bounds a change to a deck, copies more or fewer, breaks: the upper ones also if broken further.

        Shares are left out, as every card moves them. Every card's profile must be known.
        """
        was = deck.totals
        was += [0] * (len(self._low) - len(was))  # slots that cards looked at since have brought
        after = [key for key in {*deck.held, *changes} if deck.held.get(key, 0) + changes.get(key, 0) > 0]
        moved = self._moved(deck, changes)
        over = sum(self._high[slot] < was[slot] + by and by > 0 for slot, by in moved.items())
        short = [slot for slot, by in moved.items() if self._falls_short(slot, was[slot], was[slot] + by)]
        there = {slot for key in after for slot in self.profiles[key].groups} if short else ()
        under = sum(slot in there or slot not in self._grouped for slot in short)
        asked = {ask for key in after for ask in self.profiles[key].asks}
        if asked:
            now = was.copy()
            for slot, by in moved.items():
                now[slot] += by
            asks = map(self._asks.__getitem__, asked)
            under += sum(ask.share is None and ask.broken(now) and not ask.broken(was) for ask in asks)
        return over + under

    def _falls_short(self, slot: int, was: int, now: int) -> bool:
        """Whether a slot's total falls below a bound that it kept."""
        return now < self._low[slot] and any(now < low <= was for _, low, _ in self._bounds[slot])

    def _moved(self, deck: Weighed, changes: Mapping[Key, int]) -> Mapping[int, int]:
        """By how much a change to a deck moves each slot that it touches."""
        moved: Counter[int] = Counter()
        shown: Counter[tuple[int, object]] = Counter()
        for key, by in changes.items():
            profile, before = self.profiles[key], deck.held.get(key, 0)
            for slot in profile.ones:
                moved[slot] += by
            for slot, weight in profile.weights:
                moved[slot] += by * weight
            shows = (before + by > 0) - (before > 0)
            for value in profile.values if shows else ():
                shown[value] += shows
        for value, by in shown.items():
            moved[value[0]] += (deck.shown[value] + by > 0) - (deck.shown[value] > 0)
        return moved

    def broken(self, held: Mapping[Key, int], unknown: Mapping[str, int]) -> set[int]:
        """The places of the rules that a deck breaks, `MISPLACED` among them; every card's profile must be known."""
        totals = self.totals(held, unknown)
        low, high, profiles = self._low, self._high, self.profiles
        breached = [slot for slot in self._always if not low[slot] <= totals[slot] <= high[slot]]
        asked: set[int] = set()
        for key in held:
            profile = profiles[key]
            for slot in profile.groups:
                if not low[slot] <= totals[slot] <= high[slot]:
                    breached.append(slot)
            if profile.asks:
                asked.update(profile.asks)
        found = {ask.order for ask in map(self._asks.__getitem__, asked) if ask.broken(totals)}
        for slot in breached:
            for order, least, most in self._bounds[slot]:
                if not least <= totals[slot] <= most:
                    found.add(order)
        return found
