"""The composition of a decklist: what each zone holds by type and field, and what its cards ask of each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from deckwright.catalog.fields import Field
from deckwright.decks.decklist import Decklist, Entry
from deckwright.decks.judge import Judge
from deckwright.decks.outcomes import parts, shown
from deckwright.decks.rules import Rule

MOST_VALUES = 12
"""A field with more different values in a deck than this is not worth counting."""

_COUNTED = frozenset({"enum", "ordered", "integer", "set", "flag"})


@dataclass(frozen=True, slots=True)
class Count:
    """Copies by value of one field in one zone; cards without the field are not counted."""

    zone: str
    field: str
    copies: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Demand:
    """What a rule's cards ask for, by value: how many cards ask, and how many copies answer."""

    rule: str
    says: str
    rows: tuple[tuple[str, int, int], ...]


def counts(deck: Decklist, judge: Judge) -> Iterator[Count]:
    """The copies by type, then by each field worth counting, zone by zone."""
    game = judge.around.game
    fields = [game.shared["type"], *(row for row in game.fields.values() if _is_telling(row, judge))]
    for zone in game.zones:
        held = [entry for entry in deck.cards if entry.zone == zone and entry.card]
        for declared in fields:
            found = _by_value(held, declared)
            if 0 < len(found) <= MOST_VALUES:
                yield Count(zone, declared.name, found)


def _is_telling(declared: Field, judge: Judge) -> bool:
    """Whether players look at a field: it is shown unasked, or a rule groups or compares by it."""
    ruled = {
        part.id for rule in judge.rules for part in (rule.per, rule.distinct, rule.measure.field) if part
    }
    ruled |= {part.id for rule in judge.rules for row in rule.relations for part in (row.field, row.other)}
    return declared.type in _COUNTED and (declared.shown or declared.id in ruled)


def _by_value(held: list[Entry], declared: Field) -> tuple[tuple[str, int], ...]:
    tally: Counter[str] = Counter()
    order: dict[str, object] = {}
    for entry in held:
        assert entry.card is not None
        for part in parts(entry.card.value(declared.id)):
            tally[shown(part)] += entry.count
            order[shown(part)] = _place(declared, part)
    return tuple((value, tally[value]) for value in sorted(tally, key=lambda value: (order[value], value)))


def _place(declared: Field, value: object) -> tuple[int, int]:
    """Declared values in their order, numbers by size, special values behind them."""
    if value in declared.values:
        return declared.values.index(str(value)), 0
    return (value, 0) if isinstance(value, int) else (10**9, 1)


def demands(deck: Decklist, judge: Judge) -> Iterator[Demand]:
    """For each rule that asks cards for equal values of others, such as Stamina of a Geopal's kind."""
    for rule in judge.rules:
        if rule.each is None or len(rule.relations) != 1:
            continue
        relation = rule.relations[0]
        if relation.op == "=" and not relation.denied and relation.field.type in _COUNTED:
            rows = tuple(_rows(deck, rule))
            if rows:
                yield Demand(rule.id, rule.says, rows)


def _rows(deck: Decklist, rule: Rule) -> Iterator[tuple[str, int, int]]:
    relation = rule.relations[0]
    assert rule.each is not None
    asking: Counter[str] = Counter()
    answering: Counter[str] = Counter()
    for entry in deck.cards:
        card = entry.card
        if card is None:
            continue
        if entry.zone in rule.each.zones and rule.each.takes(card):
            asking.update(dict.fromkeys(map(shown, parts(card.value(relation.other.id))), entry.count))
        if entry.zone in rule.zones and rule.counted.takes(card):
            answering.update(dict.fromkeys(map(shown, parts(card.value(relation.field.id))), entry.count))
    for value in sorted(asking | answering):
        yield value, asking[value], answering[value]
