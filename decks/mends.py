"""From a broken count to a fault: which copies to cut, what to add, or where to look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckwright.catalog.card import Card
from deckwright.decks.cuts import (
    FEW,
    changed_by,
    copies_of,
    cut_whole,
    cuts,
    cuts_of_short,
    held,
    is_short,
    lines_of,
    missing,
    shows,
    weight,
)
from deckwright.decks.decklist import Entry
from deckwright.decks.outcomes import Counting, Outcome, group_values, related
from deckwright.decks.relation import joined
from deckwright.decks.rules import Rule, Selection
from deckwright.decks.verdict import Fault, Held, Mend
from deckwright.decks.writer import card_text

if TYPE_CHECKING:
    from deckwright.decks.judge import Judge
    from deckwright.decks.tally import Weighed

MOST_CUT = 500
"""A deck is tried with at most so many fewer copies, to find how many would be few enough."""


MOST_WEIGHED = 200
"""In a deck of more different cards than this, cuts are offered without a look at what else they break."""


class Mender:
    """Makes faults of the counts that a judge finds out of bounds."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._pools: dict[tuple[int, bool], tuple[Card, ...] | None] = {}

    def written(self, card: Card) -> str:
        """A card as a decklist would name it."""
        return card_text(card, self._judge.lines)

    def fault(self, rule: Rule, outcome: Outcome, counting: Counting) -> Fault:
        """The fault of a count that is out of bounds."""
        short = is_short(outcome.found, outcome.allowed)
        return Fault(
            rule=rule.id,
            severity=rule.severity,
            says=rule.says,
            cite=rule.cite,
            where=self._judge.around.game.headings(rule.cite),
            zones=rule.zones,
            subject=_subject(outcome.subjects),
            group=outcome.group,
            cards=tuple(held(entry) for entry in outcome.rows) if not rule.whole else (),
            found=outcome.found,
            allowed=outcome.allowed,
            measure=_measure(rule),
            mends=tuple(self._harmless(rule, outcome, counting, short)),
            incomplete=short,
            reason=rule.reason,
        )

    def _harmless(self, rule: Rule, outcome: Outcome, counting: Counting, short: bool) -> list[Mend]:
        """The mends without the cuts that break what holds, unless there are no others.

        A card in the place of the one that was judged is offered where that one cannot just go.
        """
        mends = list(self._mends(rule, outcome, counting, short))
        entries, whole = counting.entries, [mend for mend in mends if cut_whole(mend)]
        if not whole or len(entries) > MOST_WEIGHED:
            return mends
        deck = self._judge.weighed(entries)
        harmful = [mend for mend in whole if self._judge.breaks(deck, changed_by(mend, entries))]
        kept = [mend for mend in mends if mend not in harmful]
        if any(mend.lines == lines_of(outcome.subjects) for mend in harmful):
            kept += self._replacement(rule, outcome, counting)
        return kept or mends

    def _mends(self, rule: Rule, outcome: Outcome, counting: Counting, short: bool) -> Iterable[Mend]:
        if short:
            yield self._addition(rule, outcome, counting)
            yield from cuts_of_short(rule, outcome)
            yield from self._shrinking(rule, outcome, counting)
        else:
            yield from cuts(rule, outcome)
            yield from self._swap(rule, outcome, counting)
        if outcome.subjects:
            yield Mend("cut", copies_of(outcome.subjects), lines_of(outcome.subjects))

    def _shrinking(self, rule: Rule, outcome: Outcome, counting: Counting) -> Iterable[Mend]:
        """Where a bound goes by the deck itself, the cards of which fewer would be few enough."""
        if rule.settled is not None:
            return
        for pool in _pools(rule, outcome, counting):
            for copies in range(1, min(copies_of(pool), MOST_CUT) + 1):
                if counting.without(copies, pool).holds(rule, outcome):
                    yield Mend("cut", copies, lines_of(pool))
                    return

    def _addition(self, rule: Rule, outcome: Outcome, counting: Counting) -> Mend:
        cards = self._candidates(rule, outcome, counting)
        names = tuple(self.written(card) for card in cards)
        amount = missing(rule, outcome)
        of = "" if names or rule.counted.where is None else str(rule.counted.where)
        zone = rule.zones[0]
        if not rule.measure.plain:
            return Mend("add", None, (), names, zone, f"{amount} {rule.measure.name}", of)
        return Mend("add", amount, (), names, zone, _shown_by(rule) if amount > 1 else "", of)

    def _swap(self, rule: Rule, outcome: Outcome, counting: Counting) -> Iterable[Mend]:
        """Where one value of a few is there too often, the cards of the values that are not there yet."""
        copies = rule.measure.plain and rule.distinct is None
        if not copies or rule.per is None or rule.per.id in ("id", "identity") or rule.each is not None:
            return
        counted = (entry.card for entry in counting.taken(rule.counted) if entry.card)
        taken = {value for card in counted for value in group_values(rule, card)}
        free = [card for card in self._pool(rule) or () if not taken & {*group_values(rule, card)}]
        excess = outcome.found - (outcome.allowed.max or 0)
        fitting = self._fittest(free, rule, counting.without(excess, outcome.rows))
        if fitting and len(fitting) <= FEW:
            names = tuple(self.written(card) for card in fitting)
            yield Mend("write", excess, lines_of(outcome.rows), names, rule.zones[0])

    def _replacement(self, rule: Rule, outcome: Outcome, counting: Counting) -> Iterator[Mend]:
        """The few cards that could stand in the place of the one card that a rule was judged for, and break nothing."""
        pool = self._pool(rule, rule.each)
        if pool is None or len(outcome.subjects) != 1:
            return
        [judged] = outcome.subjects
        deck = self._judge.weighed(counting.entries)
        fitting = [card for card in pool if self._replaces(card, judged, deck, rule, counting)]
        if fitting and len(fitting) <= FEW:
            names = tuple(self.written(card) for card in fitting)
            yield Mend("write", judged.count, lines_of((judged,)), names, judged.zone)

    def _replaces(self, card: Card, judged: Entry, deck: Weighed, rule: Rule, counting: Counting) -> bool:
        new = Entry(judged.zone, judged.count, card.name, card)
        if any(entry.key == new.key for entry in counting.entries):
            return False
        if self._judge.breaks(deck, ((judged, -judged.count), (new, new.count))):
            return False
        rest = [entry for entry in counting.entries if entry is not judged]
        return replace(counting, entries=[*rest, new]).holds_for(rule, new)

    def _candidates(self, rule: Rule, outcome: Outcome, counting: Counting) -> Sequence[Card]:
        """The few cards of which one more copy would help and break nothing, or least; none where they are many."""
        pool = self._pool(rule)
        if pool is None:
            return ()
        helping = [card for card in pool if self._helps(card, rule, outcome)]
        fitting = self._fittest(helping, rule, counting)
        return fitting if len(fitting) <= FEW else ()

    def _fittest(self, cards: Sequence[Card], rule: Rule, counting: Counting) -> Sequence[Card]:
        """Those cards of which one more copy breaks nothing, else those that break least."""
        zone, deck = rule.zones[0], self._judge.weighed(counting.entries)
        broken = [self._judge.breaks(deck, [(Entry(zone, 1, card.name, card), 1)]) for card in cards]
        return [card for card, count in zip(cards, broken, strict=True) if count == min(broken)]

    def _helps(self, card: Card, rule: Rule, outcome: Outcome) -> bool:
        if not (rule.measure.plain or rule.measure.of(card) > 0):
            return False
        subjects = [entry.card for entry in outcome.subjects if entry.card]
        if subjects and not related(rule, card, joined(subjects, self._judge.around.game)):
            return False
        if outcome.group is not None and outcome.group not in group_values(rule, card):
            return False
        shown = {part for entry in outcome.rows if entry.card for part in shows(entry.card, rule)}
        return rule.distinct is None or bool({*shows(card, rule)} - shown)

    def _pool(self, rule: Rule, of: Selection | None = None) -> tuple[Card, ...] | None:
        """The cards that the rule counts, or another selection of it, and that the first zone of those accepts.

        None where they are too many to try.
        """
        key = rule.order, of is None
        if key not in self._pools:
            selection = of or rule.counted
            accepts = self._judge.lines.accepts[selection.zones[0]]
            cards = self._judge.all_cards
            taken = (card for card in cards or () if selection.takes(card) and accepts.match(card))
            self._pools[key] = None if cards is None else tuple(taken)
        return self._pools[key]


def _pools(rule: Rule, outcome: Outcome, counting: Counting) -> Iterator[Sequence[Entry]]:
    """Cards by which a bound goes: first those that add nothing to the count, then the others one by one, then all."""
    adding = {entry.key for entry in outcome.rows if weight(rule, entry)}
    for selection in (*rule.sizes.values(), *((rule.counted,) if rule.relations else ())):
        deciding = [entry for entry in counting.taken(selection) if entry not in outcome.subjects]
        yield [entry for entry in deciding if entry.key not in adding]
        yield from ([entry] for entry in deciding if entry.key in adding)
    yield from ([entry] for entry in outcome.rows)
    yield outcome.rows


def _subject(subjects: Sequence[Entry]) -> Held | None:
    """The card for which a rule was judged, or several as the one that they count as."""
    if len(subjects) <= 1:
        return held(subjects[0]) if subjects else None
    names = " and ".join(dict.fromkeys(entry.name for entry in subjects))
    return Held(names, None, subjects[0].zone, copies_of(subjects), lines_of(subjects))


def _measure(rule: Rule) -> str:
    """What a rule counts, in words."""
    if rule.distinct is None:
        return rule.measure.name
    shown = _shown_by(rule)
    return "different cards" if shown == "card" else f"different values of {shown}"


def _shown_by(rule: Rule) -> str:
    """Of what a rule counts the different values, '' if it counts none."""
    if rule.distinct is None:
        return ""
    return "card" if rule.distinct.id in ("id", "identity") else rule.distinct.name
