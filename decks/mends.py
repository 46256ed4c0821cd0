"""From a broken count to a fault: which copies to cut, what to add, or where to look."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from deckwright.catalog.card import Card
from deckwright.decks.decklist import CardLine, Decklist, Entry
from deckwright.decks.outcomes import Outcome, group_values, related
from deckwright.decks.rules import Rule
from deckwright.decks.verdict import Allowed, Fault, Held, Mend
from deckwright.decks.writer import card_text

if TYPE_CHECKING:
    from deckwright.decks.judge import Judge

FEW = 8
"""At most so many cards are named in a mend; of more, the rule's own words must do."""


def held(entry: Entry) -> Held:
    """An entry as a verdict shows it."""
    lines = tuple((line.number, _copies(line.reading)) for line in entry.lines)
    return Held(entry.name, entry.card.id if entry.card else None, entry.zone, entry.count, lines)


def _copies(reading: object) -> int:
    return reading.count if isinstance(reading, CardLine) else 0


class Mender:
    """Makes faults of the counts that a judge finds out of bounds."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._pools: dict[int, tuple[Card, ...] | None] = {}

    def written(self, card: Card) -> str:
        """A card as a decklist would name it."""
        return card_text(card, self._judge.lines)

    def fault(self, rule: Rule, outcome: Outcome, deck: Decklist) -> Fault:
        """The fault of a count that is out of bounds."""
        short = _is_short(outcome.found, outcome.allowed)
        return Fault(
            rule=rule.id,
            severity=rule.severity,
            says=rule.says,
            cite=rule.cite,
            where=self._judge.around.game.headings(rule.cite),
            zones=rule.zones,
            subject=held(outcome.subject) if outcome.subject else None,
            group=outcome.group,
            cards=tuple(held(entry) for entry in outcome.rows) if not rule.whole else (),
            found=outcome.found,
            allowed=outcome.allowed,
            measure=rule.distinct.name if rule.distinct else rule.measure.name,
            mends=tuple(self._mends(rule, outcome, deck, short)),
            incomplete=short,
            reason=rule.reason,
        )

    def _mends(self, rule: Rule, outcome: Outcome, deck: Decklist, short: bool) -> Iterable[Mend]:
        if short:
            yield self._addition(rule, outcome, deck)
            yield from _cut_to_none(outcome)
        else:
            yield _cut(rule, outcome)
            yield from self._swap(rule, outcome, deck)
        if outcome.subject is not None and not rule.union:
            yield Mend("cut", outcome.subject.count, held(outcome.subject).lines)

    def _addition(self, rule: Rule, outcome: Outcome, deck: Decklist) -> Mend:
        target = _next_up(outcome.found, outcome.allowed)
        cards = self._candidates(rule, outcome, deck)
        names = tuple(self.written(card) for card in cards)
        missing = target - outcome.found
        if not rule.measure.plain:
            return Mend("add", None, (), names, rule.zones[0], f"{missing} {rule.measure.name}")
        return Mend("add", missing, (), names, rule.zones[0])

    def _swap(self, rule: Rule, outcome: Outcome, deck: Decklist) -> Iterable[Mend]:
        """Where one value of a few is there too often, the cards of the values that are not there yet."""
        if rule.per is None or rule.per.id in ("id", "identity") or rule.each is not None:
            return
        counted = (
            e.card for e in deck.cards if e.zone in rule.zones and e.card and rule.counted.takes(e.card)
        )
        taken = {value for card in counted for value in group_values(rule, card)}
        free = [card for card in self._pool(rule) or () if not taken & {*group_values(rule, card)}]
        if free and len(free) <= FEW:
            names = tuple(self.written(card) for card in free)
            excess = outcome.found - (outcome.allowed.max or 0)
            lines = tuple(line for entry in outcome.rows for line in held(entry).lines)
            yield Mend("write", excess, lines, names, rule.zones[0])

    def _candidates(self, rule: Rule, outcome: Outcome, deck: Decklist) -> Sequence[Card]:
        """The few cards of which one more copy would help and break nothing; none where they are many."""
        pool = self._pool(rule)
        if pool is None:
            return ()
        fitting = [card for card in pool if self._helps(card, rule, outcome) and self._fits(card, rule, deck)]
        return fitting if len(fitting) <= FEW else ()

    def _helps(self, card: Card, rule: Rule, outcome: Outcome) -> bool:
        subject = outcome.subject
        if subject is not None and subject.card is not None and not related(rule, card, subject.card.value):
            return False
        if outcome.group is not None:
            return outcome.group in group_values(rule, card)
        if rule.distinct is not None:
            value = card.value(rule.distinct.id)
            return value is not None and value not in {_value(entry, rule) for entry in outcome.rows}
        return True

    def _fits(self, card: Card, rule: Rule, deck: Decklist) -> bool:
        """Whether one more copy keeps every count from above."""
        zone = rule.zones[0]
        return self._judge.takes_one_more(card, zone, deck)

    def _pool(self, rule: Rule) -> tuple[Card, ...] | None:
        """The cards that the rule counts and its first zone accepts; None where they are too many to try."""
        if rule.order not in self._pools:
            lines = self._judge.lines
            accepts = lines.accepts[rule.zones[0]]
            cards = self._judge.all_cards
            taken = (card for card in cards or () if rule.counted.takes(card) and accepts.match(card))
            self._pools[rule.order] = None if cards is None else tuple(taken)
        return self._pools[rule.order]


def _value(entry: Entry, rule: Rule) -> object:
    assert rule.distinct is not None
    return entry.card.value(rule.distinct.id) if entry.card else None


def _is_short(found: int, allowed: Allowed) -> bool:
    """Whether the count is below what is allowed, so that adding mends it."""
    if allowed.one_of:
        return found < max(allowed.one_of)
    return allowed.min is not None and found < allowed.min


def _next_up(found: int, allowed: Allowed) -> int:
    """The nearest count above that is allowed."""
    if allowed.one_of:
        return min(count for count in allowed.one_of if count > found)
    assert allowed.min is not None
    return allowed.min


def _next_down(found: int, allowed: Allowed) -> int | None:
    """The nearest count below that is allowed."""
    if allowed.one_of:
        return max((count for count in allowed.one_of if count < found), default=None)
    return allowed.max


def _cut(rule: Rule, outcome: Outcome) -> Mend:
    lines = tuple(line for entry in outcome.rows if entry.lines for line in held(entry).lines)
    down = _next_down(outcome.found, outcome.allowed)
    excess = outcome.found - max(down or 0, 0)
    if rule.distinct is not None:
        return Mend("cut", None, lines, zone=rule.zones[0], unit=f"{excess} {rule.distinct.name}")
    if not rule.measure.plain:
        return Mend("cut", None, lines, zone=rule.zones[0], unit=f"{excess} {rule.measure.name}")
    return Mend("cut", excess, () if rule.whole else lines, zone=rule.zones[0])


def _cut_to_none(outcome: Outcome) -> Iterable[Mend]:
    """A group that is too small is also mended by taking it out, if anything of it is there."""
    if outcome.group is not None:
        lines = tuple(line for entry in outcome.rows for line in held(entry).lines)
        yield Mend("cut", outcome.found, lines)
    down = _next_down(outcome.found, outcome.allowed) if outcome.allowed.one_of else None
    if down is not None:
        lines = tuple(line for entry in outcome.rows for line in held(entry).lines)
        yield Mend("cut", outcome.found - down, lines)
