"""The standing report: what people want to know of an opening hand without asking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from deckwright.catalog.card import Card
from deckwright.catalog.fields import Field
from deckwright.decks.odds import exact
from deckwright.decks.odds.asking import Odds
from deckwright.decks.odds.basis import Basis, basis
from deckwright.decks.odds.errors import OddsError
from deckwright.decks.odds.heap import Kind
from deckwright.decks.odds.question import ByTurn, Compare, Question, Sum
from deckwright.decks.odds.run import Run

TURNS = (1, 2, 3, 4, 5)
USES = (1, 2, 3)
_MOST_VALUES = 8
_TYPE = "type"


@dataclass(frozen=True, slots=True)
class Having:
    """The cards with a value of a field, of one type if it says so."""

    field: str
    value: str
    type: str = ""

    def match(self, card: Card) -> bool:
        """Whether a card has it."""
        return self.type in ("", card.type) and self.value in _values(card, self.field)

    def __str__(self) -> str:
        return f"{self.field}={self.value}"


@dataclass(frozen=True, slots=True)
class CountRow:
    """How many of one kind there will be: `exactly[k]` is the chance of just k, up to all the cards seen."""

    label: str
    cards: int
    expected: Fraction
    exactly: tuple[Fraction, ...]

    @property
    def at_least(self) -> tuple[Fraction, ...]:
        """The chance of k or more, by k."""
        return tuple(sum(self.exactly[at:], Fraction(0)) for at in range(len(self.exactly)))


@dataclass(frozen=True, slots=True)
class FieldCount:
    """The counts of a field's values."""

    field: str
    name: str
    rows: tuple[CountRow, ...]


@dataclass(frozen=True, slots=True)
class CardChance:
    """A card's copies and its chance of being there at least once."""

    kind: Kind
    copies: int
    chance: Fraction


@dataclass(frozen=True, slots=True)
class TurnRow:
    """The chance to have seen one of a type by each of `TURNS`, so many cards being used in each turn."""

    label: str
    using: int | None
    chances: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """All of it. `none` and `alike` are the hands that lack a type, and those that have only one.

    They are told of every game, whether or not the type is among the fields that it counts.
    """

    basis: Basis
    fields: tuple[FieldCount, ...]
    none: tuple[tuple[str, Fraction], ...]
    alike: Fraction
    cards: tuple[CardChance, ...]
    turns: tuple[TurnRow, ...]


def report(odds: Odds) -> Report:
    """The report on what is looked at. Raises `OddsError`."""
    everything = Run(odds.look, _any_of(Everything()))
    everything.check()
    kinds = {kind: number for kind, number in odds.look.kinds().items() if kind.card}
    types = tuple(_rows(odds, odds.lines.game.shared[_TYPE], kinds))
    fields = tuple(
        FieldCount(field.id, field.name, types if field.id == _TYPE else tuple(_rows(odds, field, kinds)))
        for field in counted_fields(odds)
    )
    return Report(
        basis=basis(everything),
        fields=tuple(one for one in fields if one.rows),
        none=tuple((row.label, row.exactly[0]) for row in types),
        alike=_alike(types, odds.look.hand),
        cards=tuple(_cards(odds, kinds)),
        turns=tuple(_turns(odds, kinds)),
    )


@dataclass(frozen=True, slots=True)
class Everything:
    """Every card."""

    def match(self, card: Card) -> bool:
        """Always."""
        return True

    def __str__(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Just:
    """One printing."""

    card: Card

    def match(self, card: Card) -> bool:
        """Whether a card is that one."""
        return card.id == self.card.id

    def __str__(self) -> str:
        return f"id={self.card.id}"


def counted_fields(odds: Odds) -> Iterator[Field]:
    """The fields worth counting: those that the game's document names, else the type and those shown."""
    game = odds.lines.game
    named = game.document.get("odds", {}).get("count")
    if named is not None:
        yield from (field for word in named if (field := game.field(word)) is not None)
        return
    yield game.shared[_TYPE]
    kinds = [kind.card for kind in odds.look.kinds() if kind.card]
    for field in game.fields.values():
        values = {value for card in kinds for value in _values(card, field.id)}
        if (
            field.shown
            and field.type in ("enum", "ordered", "integer", "set")
            and len(values) <= _MOST_VALUES
        ):
            yield field


def _rows(odds: Odds, field: Field, kinds: dict[Kind, int]) -> Iterator[CountRow]:
    """A row for each value; where cards of several types have the field, for each value of each type."""
    hand = odds.look.hand
    for having in _havings(field, kinds):
        run = Run(odds.look, _any_of(having))
        form = run.compiler.form(Sum((having,)))
        found = exact.distribution(run.parts, form)
        cards = sum(number for kind, number in kinds.items() if kind.card and having.match(kind.card))
        exactly = tuple(found.get(at, Fraction(0)) for at in range(hand + 1))
        yield CountRow(_label(odds, field, having), cards, exact.expected(run.parts, form), exactly)


def _alike(types: Sequence[CountRow], seen: int) -> Fraction:
    """The chance that all cards seen are of one type, as no cards at all are."""
    return sum((row.exactly[seen] for row in types), Fraction(0)) if seen else Fraction(1)


def _havings(field: Field, kinds: dict[Kind, int]) -> Iterator[Having]:
    cards = [kind.card for kind in kinds if kind.card]
    types = dict.fromkeys(card.type for card in cards if _values(card, field.id))
    for type_ in types if len(types) > 1 and field.id != _TYPE else ("",):
        for value in _ordered_values(field, cards):
            having = Having(field.id, value, type_)
            if any(map(having.match, cards)):
                yield having


def _cards(odds: Odds, kinds: dict[Kind, int]) -> Iterator[CardChance]:
    for kind, number in kinds.items():
        if kind.card:
            question = _any_of(Just(kind.card))
            yield CardChance(kind, number, Run(odds.look, question).chance(question.event))


def _turns(odds: Odds, kinds: dict[Kind, int]) -> Iterator[TurnRow]:
    """By turn, if the game says what a turn draws."""
    turn = odds.look.turn or {}
    uses: Sequence[int | None] = USES if "up_to" in turn else (None,) if "draw" in turn else ()
    field = odds.lines.game.shared[_TYPE]
    for having in _havings(field, kinds):
        question = _any_of(having)
        run = Run(odds.look, question)
        for using in uses:
            seen = [_seen(odds, ByTurn(turn_, using)) for turn_ in TURNS]
            if None not in seen:
                found = by_cards(run, question, max(one or 0 for one in seen))
                yield TurnRow(_label(odds, field, having), using, tuple(found[one or 0] for one in seen))


def by_cards(run: Run, question: Question, most: int) -> list[Fraction]:
    """The chance of a question without stages in 0, 1, 2 … cards of one pile, all from one pass."""
    asked = run.compiler.asked(question.event)
    return exact.chances(run.parts[0].source, asked.but(steps=(most,)))


def _seen(odds: Odds, when: ByTurn) -> int | None:
    try:
        return odds.look.seen(when)
    except OddsError:
        return None


def _any_of(query: Having | Just | Everything) -> Question:
    return Question(Compare(Sum((query,)), ">=", 1))


def _ordered_values(field: Field, cards: Sequence[Card]) -> list[str]:
    """The values that there are, in the order declared, numbers by size."""
    there = {value for card in cards for value in _values(card, field.id)}
    declared = [value for value in field.values if value in there]
    return declared + sorted(there - set(declared), key=lambda value: (len(value), value))


def _values(card: Card, field: str) -> tuple[str, ...]:
    value = card.value(field)
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (str(value),)


def _label(odds: Odds, field: Field, having: Having) -> str:
    types = odds.lines.game.types
    if field.id == _TYPE:
        return types[having.value].name if having.value in types else having.value
    of_type = f"{types[having.type].name}, " if having.type in types else ""
    return of_type + (having.value if field.values else f"{field.name} {having.value}")
