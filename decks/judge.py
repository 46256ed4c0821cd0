"""The judge of one game, format, day and choice of options: from a decklist to a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from math import isqrt

from deckwright.catalog.card import Card
from deckwright.catalog.text import fold
from deckwright.decks.bounds import Surroundings
from deckwright.decks.cuts import held
from deckwright.decks.decklist import MAYBE, CardLine, Decklist, Entry
from deckwright.decks.errors import TooVaried
from deckwright.decks.lines import LineReader
from deckwright.decks.mends import Mender
from deckwright.decks.outcomes import Counting
from deckwright.decks.rules import Selection, read_rule, rules_in_force
from deckwright.decks.tally import MISPLACED, Key, Tally, Weighed
from deckwright.decks.unknown import unknown_fault
from deckwright.decks.verdict import SEVERITIES, Fault, Mend, Verdict
from deckwright.decks.wishes import IllWish, Wishes

MOST_TRIED = 5_000
"""Of a game with more cards than this, no mend names the cards to add."""

MOST_PAIRS = 5_000_000
"""So many pairs of different cards are compared by the rules that are judged for each card."""

MOST_SUGGESTED = 500
"""So many unknown names of a decklist are told with the names most like them."""

BUILT_IN = ("card.unknown", "card.ambiguous", "card.zone")
"""The rules that hold for every game: names are known, settled, and stand where their zone accepts them."""


class Judge:
    """Judges decklists of one game by the rules in force."""

    def __init__(self, lines: LineReader, format_id: str, around: Surroundings) -> None:
        self.lines = lines
        self.format = format_id
        self.around = around
        catalogue = lines.catalogue
        found = rules_in_force(around.game, format_id, around.on)
        self.rules = tuple(read_rule(row, order, around, catalogue) for order, row in found)
        self.checked = (*BUILT_IN, *lines.choices, *(rule.id for rule in self.rules))
        self._accepts = {zone: Selection((zone,), query) for zone, query in lines.accepts.items()}
        self._tally = Tally(self.rules, self._accepts)
        self._by_order = {rule.order: rule for rule in self.rules}
        self._selections = {key: row for rule in self.rules for key, row in rule.sizes.items()}
        self._careful = {rule.order for rule in self._tally.careful}
        self._crowded = False
        comparing = sum(rule.each is not None and not rule.union for rule in self.rules)
        self._most_varied = isqrt(MOST_PAIRS // comparing) if comparing else MOST_PAIRS
        self._wishes = Wishes(lines)
        self._places: dict[str, tuple[object, ...]] = {}
        self._mender = Mender(self)

    def judge(self, deck: Decklist) -> Verdict:
        """The verdict on a decklist of this judge's game."""
        counts: dict[Key, int] = {}
        unknown: dict[str, int] = {}
        notes = [*deck.notes]
        if self._crowded:
            self._tally, self._crowded = Tally(self.rules, self._accepts), False
        profiles = self._tally.profiles
        for number, _, reading, zone in deck.rows:
            if not zone or zone == MAYBE:
                continue
            assert isinstance(reading, CardLine)
            card = reading.card
            if reading.warnings:
                notes += [f"line {number}: {warning}" for warning in reading.warnings]
            if card is None:
                unknown[zone] = unknown.get(zone, 0) + reading.count
                continue
            key = (zone, card.id)
            if key not in profiles:
                self._check_varied(deck, counts)
                self._tally.profile(zone, card)
                self._crowded = self._crowded or self._tally.pairs > MOST_PAIRS
            counts[key] = counts.get(key, 0) + reading.count
        self._check_varied(deck, counts)
        broken = self._tally.broken(counts, unknown) | self._careful
        ill = self._wishes.ill(deck, counts, unknown)
        return Verdict(
            label=deck.label,
            game=self.around.game.id,
            format=self.format,
            on=self.around.on,
            options=self.around.options,
            sizes=self._sizes(counts, unknown),
            checked=self.checked,
            faults=self._faults(deck, broken, ill) if broken or unknown or ill else (),
            notes=tuple(notes),
        )

    def _check_varied(self, deck: Decklist, counts: Mapping[Key, int]) -> None:
        """Refuse a deck of so many different cards that comparing each with each would take for ever."""
        if len(counts) > self._most_varied:
            found = sum(entry.card is not None for entry in deck.cards)
            raise TooVaried(deck.label, found, self._most_varied)

    def _sizes(self, counts: Mapping[Key, int], unknown: Mapping[str, int]) -> Mapping[str, int]:
        sizes = dict.fromkeys(self.around.game.zones, 0)
        for (zone, _), count in counts.items():
            sizes[zone] += count
        for zone, count in unknown.items():
            sizes[zone] += count
        return sizes

    @cached_property
    def all_cards(self) -> tuple[Card, ...] | None:
        """Every card of the game, None where they are too many to try one by one."""
        game, catalogue = self.around.game, self.lines.catalogue
        total = sum(cards for cards, _ in catalogue.counts(game.id).values())
        return catalogue.cards(game.id) if total <= MOST_TRIED else None

    def weighed(self, entries: Iterable[Entry]) -> Weighed:
        """A deck's entries, ready for changes to them to be weighed."""
        unknown: dict[str, int] = {}
        known = []
        for entry in entries:
            if entry.card is None:
                unknown[entry.zone] = unknown.get(entry.zone, 0) + entry.count
            else:
                known.append((entry, entry.count))
        return self._tally.weighed(self._copies(known), unknown)

    def breaks(self, deck: Weighed, changes: Iterable[tuple[Entry, int]]) -> int:
        """How many bounds a change to a deck, so many copies more or fewer of entries, breaks or breaks further."""
        return self._tally.breaks(deck, self._copies(changes))

    def _copies(self, rows: Iterable[tuple[Entry, int]]) -> Mapping[Key, int]:
        """So many copies of entries by zone and card, those of known cards, their profiles known."""
        counts: dict[Key, int] = {}
        for entry, copies in rows:
            if entry.card is not None:
                self._tally.profile(entry.zone, entry.card)
                key = entry.zone, entry.card.id
                counts[key] = counts.get(key, 0) + copies
        return counts

    def _faults(self, deck: Decklist, broken: Iterable[int], ill: Iterable[IllWish]) -> tuple[Fault, ...]:
        return tuple(sorted(self._found(deck, broken, ill), key=_place))

    def _found(self, deck: Decklist, broken: Iterable[int], ill: Iterable[IllWish]) -> Iterator[Fault]:
        entries = sorted(deck.cards, key=self._entry_place)
        unknown = 0
        for entry in entries:
            unknown += not (entry.card or entry.candidates)
            yield from self._card_faults(entry, suggest=unknown <= MOST_SUGGESTED)
        yield from (self._wishes.fault(deck, wish) for wish in ill)
        counting = Counting(entries, self.around.game, self._selections)
        for order in sorted(broken):
            if order != MISPLACED:
                rule = self._by_order[order]
                outcomes = (outcome for outcome in counting.outcomes(rule) if not outcome.holds)
                yield from (self._mender.fault(rule, outcome, counting) for outcome in outcomes)

    def _entry_place(self, entry: Entry) -> tuple[object, ...]:
        """The fixed order of a deck's entries: zone, type, number; names that are no card behind them."""
        game, card = self.around.game, entry.card
        if card is None:
            return True, [*game.zones].index(entry.zone), fold(entry.name)
        key = f"{entry.zone}/{card.id}"
        if key not in self._places:
            self._places[key] = False, [*game.zones].index(entry.zone), *self.lines.place(card)
        return self._places[key]

    def _card_faults(self, entry: Entry, suggest: bool) -> Iterator[Fault]:
        if entry.card is not None:
            if not self._accepts[entry.zone].takes(entry.card):
                yield self._misplaced_fault(entry, entry.card)
        elif entry.candidates:
            settled = tuple(self._mender.written(card) for card in entry.candidates)
            yield Fault(
                rule="card.ambiguous",
                severity="error",
                says=f"{entry.name} may be any of {len(settled)} cards",
                zones=(entry.zone,),
                cards=(held(entry),),
                mends=(Mend("write", entry.count, held(entry).lines, settled, entry.zone),),
            )
        else:
            yield unknown_fault(entry, self.lines, suggest)

    def _misplaced_fault(self, entry: Entry, card: Card) -> Fault:
        zones = self.around.game.zones
        here = zones[entry.zone]
        there = next((zone for zone, query in self.lines.accepts.items() if query.match(card)), None)
        lines = held(entry).lines
        mend = Mend("move", entry.count, lines, zone=there) if there else Mend("cut", entry.count, lines)
        return Fault(
            rule="card.zone",
            severity="error",
            says=f"{card.name} does not belong in {here.name}",
            cite=here.cite,
            where=self.around.game.headings(here.cite),
            zones=(entry.zone,),
            cards=(held(entry),),
            mends=(mend,),
        )


def _place(fault: Fault) -> tuple[int, bool, int]:
    """By severity, then down the file; the sort is stable, so of one line rules stay in their fixed order."""
    line = fault.first_line
    return SEVERITIES.index(fault.severity), line is None, line or 0
