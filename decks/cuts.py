"""Counts out of bounds: how far off they are, and which copies to cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil

from deckwright.catalog.card import Card
from deckwright.catalog.fields import Value
from deckwright.decks.decklist import CardLine, Entry
from deckwright.decks.outcomes import Outcome, parts
from deckwright.decks.rules import Rule
from deckwright.decks.verdict import Allowed, Held, Mend

FEW = 8
"""At most so many cards are named in a mend; of more, the rule's own words must do."""


def held(entry: Entry) -> Held:
    """An entry as a verdict shows it."""
    lines = tuple((line.number, _copies(line.reading)) for line in entry.lines)
    return Held(entry.name, entry.card.id if entry.card else None, entry.zone, entry.count, lines)


def _copies(reading: object) -> int:
    return reading.count if isinstance(reading, CardLine) else 0


def shows(card: Card, rule: Rule) -> tuple[Value, ...]:
    """The values that a card shows to a rule that counts different ones."""
    return parts(card.value(rule.distinct.id)) if rule.distinct else ()


def copies_of(entries: Iterable[Entry]) -> int:
    """How many copies entries are in all."""
    return sum(entry.count for entry in entries)


def lines_of(entries: Iterable[Entry]) -> tuple[tuple[int, int], ...]:
    """The lines of entries in the order of the text."""
    return tuple(sorted(line for entry in entries for line in held(entry).lines))


def _choices(allowed: Allowed) -> list[int]:
    """The counts of `one_of` that the other bounds allow too."""
    return [count for count in sorted(allowed.one_of) if allowed.holds(count)]


def is_short(found: int, allowed: Allowed) -> bool:
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


def missing(rule: Rule, outcome: Outcome) -> int:
    """How much is to be added to a count that is too low; to a share more, for what is added raises that too."""
    share = rule.least_share
    if share is not None and share < 1:
        return ceil((share * outcome.before - outcome.found) / (1 - share))
    return _next_up(outcome.found, outcome.allowed) - outcome.found


def _excess(rule: Rule, outcome: Outcome) -> int:
    """How much is to be cut of a count that is too high; of a share more, for what is cut lowers that too."""
    share = rule.most_share
    if share is not None and share < 1 and rule.distinct is None:
        return ceil((outcome.found - share * outcome.before) / (1 - share))
    down = _next_down(outcome.found, outcome.allowed) or 0
    return outcome.found - (max(down, 0) if rule.distinct or rule.measure.plain else down)


def cuts(rule: Rule, outcome: Outcome) -> Iterable[Mend]:
    """Cutting a count down to the nearest that is allowed, else to nothing; a group that is never allowed, whole."""
    excess = _excess(rule, outcome)
    if excess > 0 and outcome.rows:
        yield from _cut_values(rule, outcome, excess) or _cut_by(rule, outcome, excess)
    elif outcome.group is not None:
        yield Mend("cut", copies_of(outcome.rows), lines_of(outcome.rows))


def _cut_values(rule: Rule, outcome: Outcome, excess: int) -> list[Mend]:
    """Cutting all copies of values that are too many: any of a few if one is, else those of the fewest copies.

    None where copies do not count different values, or a card shows several.
    """
    found: dict[Value, list[Entry]] = {}
    for entry in outcome.rows if rule.distinct is not None else ():
        shown = shows(entry.card, rule) if entry.card else ()
        if len(shown) > 1:
            return []
        for value in shown:
            found.setdefault(value, []).append(entry)
    values = sorted(found.values(), key=copies_of)
    if excess == 1 and len(values) <= FEW:
        return [Mend("cut", copies_of(entries), lines_of(entries)) for entries in values]
    cut = [entry for entries in values[:excess] for entry in entries]
    return [Mend("cut", copies_of(cut), lines_of(cut))] if cut else []


def _cut_by(rule: Rule, outcome: Outcome, excess: int, sign: int = 1) -> Iterator[Mend]:
    """Cutting copies, or of another measure the cards that add to it; those that take from it with the sign -1.

    Nothing where all of them together are not enough.
    """
    adding = [entry for entry in outcome.rows if weight(rule, entry) * sign > 0]
    if sum(weight(rule, entry) * sign * entry.count for entry in adding) < excess:
        return
    lines, zone = lines_of(adding), rule.zones[0]
    if rule.distinct is not None:
        yield Mend("cut", None, lines, zone=zone, unit=f"{excess} {rule.distinct.name}")
    elif not rule.measure.plain:
        yield Mend("cut", None, lines, zone=zone, unit=f"{excess * sign} {rule.measure.name}")
    else:
        yield Mend("cut", excess, () if rule.whole and len(rule.zones) == 1 else lines, zone=zone)


def weight(rule: Rule, entry: Entry) -> int:
    """What one copy adds to a count; of different values each adds something."""
    if rule.distinct is not None:
        return len(shows(entry.card, rule)) if entry.card else 0
    return rule.measure.of(entry.card) if entry.card else 1


def cuts_of_short(rule: Rule, outcome: Outcome) -> Iterable[Mend]:
    """What is too few is also mended by cutting a whole group, down to a smaller size, or what counts below zero."""
    if outcome.group is not None:
        yield Mend("cut", copies_of(outcome.rows), lines_of(outcome.rows))
    down = _next_down(outcome.found, outcome.allowed) if outcome.allowed.one_of else None
    if down is not None:
        yield from _cut_by(rule, outcome, outcome.found - down)
    yield from _cut_by(rule, outcome, _next_up(outcome.found, outcome.allowed) - outcome.found, sign=-1)


def cut_whole(mend: Mend) -> bool:
    """Whether a mend settles what is cut: every copy on its lines."""
    return mend.do == "cut" and bool(mend.lines) and mend.count == sum(copies for _, copies in mend.lines)


def changed_by(mend: Mend, entries: Iterable[Entry]) -> Iterator[tuple[Entry, int]]:
    """By how many copies entries change once every copy on the lines of a mend is cut."""
    cut = dict(mend.lines)
    for entry in entries:
        copies = sum(cut.get(number, 0) for number in entry.numbers)
        if copies:
            yield entry, -copies
