"""From a broken count to a fault: which copies to cut, what to add, or where to look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from deckwright.catalog.card import Card
from deckwright.catalog.fields import Value
from deckwright.decks.decklist import CardLine, Entry
from deckwright.decks.outcomes import Counting, Outcome, group_values, parts, related
from deckwright.decks.relation import joined
from deckwright.decks.rules import Rule
from deckwright.decks.verdict import Allowed, Fault, Held, Mend
from deckwright.decks.writer import card_text

if TYPE_CHECKING:
    from deckwright.decks.judge import Judge

MOST_CUT = 500
"""A deck is tried with at most so many fewer copies, to find how many would be few enough."""

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

    def fault(self, rule: Rule, outcome: Outcome, counting: Counting) -> Fault:
        """The fault of a count that is out of bounds."""
        short = _is_short(outcome.found, outcome.allowed)
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
            mends=tuple(self._mends(rule, outcome, counting, short)),
            incomplete=short,
            reason=rule.reason,
        )

    def _mends(self, rule: Rule, outcome: Outcome, counting: Counting, short: bool) -> Iterable[Mend]:
        if short:
            yield self._addition(rule, outcome, counting)
            yield from _cuts_of_short(rule, outcome)
            yield from self._shrinking(rule, outcome, counting)
        else:
            yield from _cut(rule, outcome)
            yield from self._swap(rule, outcome, counting)
        if outcome.subjects:
            yield Mend("cut", _total(outcome.subjects), _lines(outcome.subjects))

    def _shrinking(self, rule: Rule, outcome: Outcome, counting: Counting) -> Iterable[Mend]:
        """Where a bound goes by the deck itself, the cards of which fewer would be few enough."""
        if rule.settled is not None:
            return
        for pool in _pools(rule, outcome, counting):
            for copies in range(1, min(_total(pool), MOST_CUT) + 1):
                if counting.without(copies, pool).holds(rule, outcome):
                    yield Mend("cut", copies, _lines(pool))
                    return

    def _addition(self, rule: Rule, outcome: Outcome, counting: Counting) -> Mend:
        target = _next_up(outcome.found, outcome.allowed)
        cards = self._candidates(rule, outcome, counting)
        names = tuple(self.written(card) for card in cards)
        missing = target - outcome.found
        of = "" if names or rule.counted.where is None else str(rule.counted.where)
        zone = rule.zones[0]
        if not rule.measure.plain:
            return Mend("add", None, (), names, zone, f"{missing} {rule.measure.name}", of)
        return Mend("add", missing, (), names, zone, of=of)

    def _swap(self, rule: Rule, outcome: Outcome, counting: Counting) -> Iterable[Mend]:
        """Where one value of a few is there too often, the cards of the values that are not there yet."""
        copies = rule.measure.plain and rule.distinct is None
        if not copies or rule.per is None or rule.per.id in ("id", "identity") or rule.each is not None:
            return
        counted = (entry.card for entry in counting.taken(rule.counted) if entry.card)
        taken = {value for card in counted for value in group_values(rule, card)}
        free = [card for card in self._pool(rule) or () if not taken & {*group_values(rule, card)}]
        if free and len(free) <= FEW:
            names = tuple(self.written(card) for card in free)
            excess = outcome.found - (outcome.allowed.max or 0)
            yield Mend("write", excess, _lines(outcome.rows), names, rule.zones[0])

    def _candidates(self, rule: Rule, outcome: Outcome, counting: Counting) -> Sequence[Card]:
        """The few cards of which one more copy would help and break nothing; none where they are many.

        Where each would break something, such as a full deck's size, all that would help.
        """
        pool = self._pool(rule)
        if pool is None:
            return ()
        helping = [card for card in pool if self._helps(card, rule, outcome)]
        fitting = [card for card in helping if self._fits(card, rule, counting)] or helping
        return fitting if len(fitting) <= FEW else ()

    def _helps(self, card: Card, rule: Rule, outcome: Outcome) -> bool:
        if not (rule.measure.plain or rule.measure.of(card) > 0):
            return False
        subjects = [entry.card for entry in outcome.subjects if entry.card]
        if subjects and not related(rule, card, joined(subjects, self._judge.around.game)):
            return False
        if outcome.group is not None and outcome.group not in group_values(rule, card):
            return False
        shown = {part for entry in outcome.rows if entry.card for part in _shows(entry.card, rule)}
        return rule.distinct is None or bool({*_shows(card, rule)} - shown)

    def _fits(self, card: Card, rule: Rule, counting: Counting) -> bool:
        """Whether one more copy keeps every count from above."""
        return self._judge.takes_one_more(card, rule.zones[0], counting.entries)

    def _pool(self, rule: Rule) -> tuple[Card, ...] | None:
        """The cards that the rule counts and its first zone accepts; None where they are too many to try."""
        if rule.order not in self._pools:
            lines = self._judge.lines
            accepts = lines.accepts[rule.zones[0]]
            cards = self._judge.all_cards
            taken = (card for card in cards or () if rule.counted.takes(card) and accepts.match(card))
            self._pools[rule.order] = None if cards is None else tuple(taken)
        return self._pools[rule.order]


def _shows(card: Card, rule: Rule) -> tuple[Value, ...]:
    """The values that a card shows to a rule that counts different ones."""
    return parts(card.value(rule.distinct.id)) if rule.distinct else ()


def _pools(rule: Rule, outcome: Outcome, counting: Counting) -> Iterator[Sequence[Entry]]:
    """Cards by which a bound goes: first those that add nothing to the count, then the others one by one, then all."""
    adding = {entry.key for entry in outcome.rows if _weight(rule, entry)}
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
    return Held(names, None, subjects[0].zone, _total(subjects), _lines(subjects))


def _total(entries: Iterable[Entry]) -> int:
    return sum(entry.count for entry in entries)


def _lines(entries: Iterable[Entry]) -> tuple[tuple[int, int], ...]:
    """The lines of entries in the order of the text."""
    return tuple(sorted(line for entry in entries for line in held(entry).lines))


def _choices(allowed: Allowed) -> list[int]:
    """The counts of `one_of` that the other bounds allow too."""
    return [count for count in sorted(allowed.one_of) if allowed.holds(count)]


def _is_short(found: int, allowed: Allowed) -> bool:
    """Whether the count is below what is allowed, so that adding mends it."""
    if allowed.one_of:
        return any(count > found for count in _choices(allowed))
    return allowed.min is not None and found < allowed.min


def _next_up(found: int, allowed: Allowed) -> int:
    """The nearest count above that is allowed."""
    if allowed.one_of:
        return next(count for count in _choices(allowed) if count > found)
    assert allowed.min is not None
    return allowed.min


def _next_down(found: int, allowed: Allowed) -> int | None:
    """The nearest count below that is allowed, if there is one."""
    if allowed.one_of:
        return max((count for count in _choices(allowed) if count < found), default=None)
    return allowed.max


def _cut(rule: Rule, outcome: Outcome) -> Iterable[Mend]:
    """Cutting a count down to the nearest that is allowed, else to nothing; a group that is never allowed, whole."""
    down = _next_down(outcome.found, outcome.allowed) or 0
    excess = outcome.found - (max(down, 0) if rule.distinct or rule.measure.plain else down)
    if excess > 0 and outcome.rows:
        yield from _cut_values(rule, outcome, excess) or (_cut_by(rule, outcome, excess),)
    elif outcome.group is not None:
        yield Mend("cut", _total(outcome.rows), _lines(outcome.rows))


def _cut_values(rule: Rule, outcome: Outcome, excess: int) -> list[Mend]:
    """Cutting all copies of values that are too many: any of a few if one is, else those of the fewest copies.

    None where copies do not count different values, or a card shows several.
    """
    found: dict[Value, list[Entry]] = {}
    for entry in outcome.rows if rule.distinct is not None else ():
        shows = _shows(entry.card, rule) if entry.card else ()
        if len(shows) > 1:
            return []
        for value in shows:
            found.setdefault(value, []).append(entry)
    values = sorted(found.values(), key=_total)
    if excess == 1 and len(values) <= FEW:
        return [Mend("cut", _total(entries), _lines(entries)) for entries in values]
    cut = [entry for entries in values[:excess] for entry in entries]
    return [Mend("cut", _total(cut), _lines(cut))] if cut else []


def _measure(rule: Rule) -> str:
    """What a rule counts, in words."""
    if rule.distinct is None:
        return rule.measure.name
    cards = rule.distinct.id in ("id", "identity")
    return "different cards" if cards else f"different values of {rule.distinct.name}"


def _cut_by(rule: Rule, outcome: Outcome, excess: int, sign: int = 1) -> Mend:
    """Cutting copies, or of another measure the cards that add to it; those that take from it with the sign -1."""
    adding = [entry for entry in outcome.rows if _weight(rule, entry) * sign > 0]
    lines = _lines(adding or outcome.rows)
    zone = rule.zones[0]
    if rule.distinct is not None:
        return Mend("cut", None, lines, zone=zone, unit=f"{excess} {rule.distinct.name}")
    if not rule.measure.plain:
        return Mend("cut", None, lines, zone=zone, unit=f"{excess * sign} {rule.measure.name}")
    return Mend("cut", excess, () if rule.whole and len(rule.zones) == 1 else lines, zone=zone)


def _weight(rule: Rule, entry: Entry) -> int:
    """What one copy adds to a count; of different values each adds something."""
    if rule.distinct is not None:
        return len(_shows(entry.card, rule)) if entry.card else 0
    return rule.measure.of(entry.card) if entry.card else 1


def _cuts_of_short(rule: Rule, outcome: Outcome) -> Iterable[Mend]:
    """What is too few is also mended by cutting a whole group, down to a smaller size, or what counts below zero."""
    if outcome.group is not None:
        yield Mend("cut", _total(outcome.rows), _lines(outcome.rows))
    down = _next_down(outcome.found, outcome.allowed) if outcome.allowed.one_of else None
    if down is not None:
        yield _cut_by(rule, outcome, outcome.found - down)
    if any(_weight(rule, entry) < 0 for entry in outcome.rows):
        yield _cut_by(rule, outcome, _next_up(outcome.found, outcome.allowed) - outcome.found, sign=-1)
