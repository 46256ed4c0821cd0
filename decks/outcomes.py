"""What one rule finds in one deck: a count for each card and group that it looks at, and its bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from deckwright.catalog.card import Card
from deckwright.catalog.fields import Value
from deckwright.catalog.game import Game
from deckwright.decks.bounds import Terms
from deckwright.decks.decklist import Entry
from deckwright.decks.relation import Lookup, joined
from deckwright.decks.rules import Rule, Selection
from deckwright.decks.verdict import Allowed


@dataclass(frozen=True, slots=True)
class Outcome:
    """A count that a rule made: for which card and group, over which entries, what it found, what is allowed.

    `before` is what was counted before `with` and `per`, of which a share is one.
    """

    found: int
    allowed: Allowed
    rows: tuple[Entry, ...]
    subjects: tuple[Entry, ...] = ()
    group: str | None = None
    before: int = 0

    @property
    def holds(self) -> bool:
        """Whether the count keeps its bounds."""
        return self.allowed.holds(self.found)


@dataclass(frozen=True, slots=True)
class Counting:
    """A deck as rules count it: its entries, and how to count a selection for a bound by size."""

    entries: Sequence[Entry]
    game: Game
    selections: Mapping[int, Selection]

    def copies_in(self, declared: Mapping[str, Any]) -> int:
        """The copies of a document's selection."""
        return sum(entry.count for entry in self.taken(self.selections[id(declared)]))

    def without(self, copies: int, pool: Sequence[Entry]) -> Counting:
        """The same deck with so many copies fewer of some entries, from the last on."""
        cut: dict[tuple[str, str], int] = {}
        for entry in reversed(pool):
            # Of a card that a rule is judged for the pool may hold one copy less than the deck.
            cut[entry.key] = min(copies, entry.count)
            copies -= cut[entry.key]
        counts = ((entry, entry.count - cut.get(entry.key, 0)) for entry in self.entries)
        return replace(self, entries=[replace(entry, count=count) for entry, count in counts if count])

    def holds(self, rule: Rule, outcome: Outcome) -> bool:
        """Whether the count that had an outcome keeps its bounds in this deck."""
        wanted = [entry.key for entry in outcome.subjects]
        same = (
            again
            for again in self.outcomes(rule)
            if again.group == outcome.group and [entry.key for entry in again.subjects] == wanted
        )
        return all(again.holds for again in same)

    def holds_for(self, rule: Rule, judged: Entry) -> bool:
        """Whether a rule holds for one of the cards that it is judged for."""
        return all(outcome.holds for outcome in self.outcomes(rule) if judged in outcome.subjects)

    def outcomes(self, rule: Rule) -> Iterator[Outcome]:
        """Every count of a rule."""
        if rule.each is None:
            yield from self._counts(rule, self._counted(rule), (), None)
        elif not rule.union:
            for entry in self.taken(rule.each, known=True):
                assert entry.card is not None
                yield from self._counts(rule, self._counted(rule, (entry,)), (entry,), entry.card.value)
        elif subjects := tuple(self.taken(rule.each, known=True)):
            as_one = joined((entry.card for entry in subjects if entry.card), self.game)
            yield from self._counts(rule, self._counted(rule, subjects), subjects, as_one)

    def taken(self, selection: Selection, known: bool = False) -> Iterator[Entry]:
        """The entries of a selection; unknown cards are of it where it takes whole zones, unless all must be known."""
        for entry in self.entries:
            if entry.zone in selection.zones:
                if entry.card is not None:
                    if selection.takes(entry.card):
                        yield entry
                elif selection.whole and not known:
                    yield entry

    def _counted(self, rule: Rule, subjects: tuple[Entry, ...] = ()) -> list[Entry]:
        """The counted entries; of each card that the rule is judged for, one copy is left out."""
        left_out = {entry.key for entry in subjects}
        rows = []
        for entry in self.taken(rule.counted, known=not rule.whole):
            count = entry.count - (entry.key in left_out)
            if count:
                rows.append(entry if count == entry.count else replace(entry, count=count))
        return rows

    def _counts(
        self, rule: Rule, rows: list[Entry], subjects: tuple[Entry, ...], look: Lookup | None
    ) -> Iterator[Outcome]:
        before = _found(rule, rows)
        if look is not None and rule.relations:
            rows = [entry for entry in rows if entry.card and related(rule, entry.card, look)]
        for group, members in _groups(rule, rows):
            allowed = rule.settled
            if allowed is None:
                counted = sorted((entry.card for entry in members if entry.card), key=attrgetter("id"))
                terms = Terms(look, counted, before, self.copies_in)
                allowed = Allowed(rule.low(terms), rule.high(terms), rule.one_of)
            yield Outcome(_found(rule, members), allowed, tuple(members), subjects, group, before)


def related(rule: Rule, card: Card, look: Lookup) -> bool:
    """Whether a card stands in every relation of a rule to the card it is judged for."""
    return all(relation.holds(card.value, look) for relation in rule.relations)


def group_values(rule: Rule, card: Card) -> tuple[str, ...]:
    """The groups that a card counts in: one a value; none where the value is missing."""
    assert rule.per is not None
    value = card.value(rule.per.id)
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (shown(value),)


def shown(value: Value) -> str:
    """A value as a word."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _groups(rule: Rule, rows: list[Entry]) -> Iterator[tuple[str | None, list[Entry]]]:
    """The groups that are there, each with its entries; without `per` all of them as one, even if there are none."""
    if rule.per is None:
        yield None, rows
        return
    found: dict[str, list[Entry]] = {}
    for entry in rows:
        for value in group_values(rule, entry.card) if entry.card else ():
            found.setdefault(value, []).append(entry)
    yield from found.items()


def _found(rule: Rule, rows: list[Entry]) -> int:
    if rule.distinct is not None:
        values = (entry.card.value(rule.distinct.id) for entry in rows if entry.card)
        return len({part for value in values for part in parts(value)})
    if rule.measure.plain:
        return sum(entry.count for entry in rows)
    return sum(entry.count * rule.measure.of(entry.card) for entry in rows if entry.card)


def parts(value: Value | None) -> tuple[Value, ...]:
    """The different values of a field on one card: those of a set, else the one, if there is one."""
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)
