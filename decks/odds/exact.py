"""The exact chance of what a formula says of drawn cards: whole numbers all the way, one fraction at the end.

Cards are merged into classes of one signature. One dynamic programme goes over the classes; its states are the
values of the forms, as far as the formula can tell them apart, and each state holds the number of ways to reach it
for every number of cards drawn at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, prod

from deckwright.decks.odds.errors import TooWide
from deckwright.decks.odds.formula import ALWAYS, Form, Formula, caps
from deckwright.decks.odds.packing import Draws, Packing, bits_for, ways
from deckwright.decks.odds.stock import Part, Source, Stock
from deckwright.decks.odds.values import Value

MOST_WORK = 5_000_000
"""So much is done before a question is refused as too wide, a few seconds' worth: steps from state to state, each
times the counts that a state keeps.
"""

_WORTH_SETTLING = 48

State = tuple[int, ...] | None
"""The values of the forms; None where the formula holds whatever else is drawn."""

Moves = list[tuple[tuple[int, ...], int]]
"""What the cards of a class can add to the forms, each with its packed polynomial of ways."""


class Asked(Value):
    """A formula, the forms it is about, and in how many cards: those drawn in each stage."""

    forms: tuple[Form, ...]
    formula: Formula
    steps: Draws


def chance_in_stages(source: Source[int], asked: Asked) -> Fraction:
    """The chance that the formula holds of cards drawn from one source, stage by stage. Raises `TooWide`."""
    found = _Programme(source, asked, asked.steps).accepted()
    return Fraction(found, source.makings * ways(source.size, asked.steps))


def chance_of_all(draws: Sequence[Part[int]], asked: Asked) -> Fraction:
    """The chance that the formula holds of all these cards together, drawn from sources apart from each other.

    Raises `TooWide`.
    """
    states = _all_states(draws, asked, caps(len(asked.forms), asked.formula))
    good = sum(number for state, number in states.items() if state is not None and asked.formula.holds(state))
    return Fraction(good, count_of_hands(draws))


def _all_states(draws: Sequence[Part[int]], asked: Asked, limits: tuple[int | None, ...]) -> dict[State, int]:
    states: dict[State, int] = {(0,) * len(asked.forms): 1}
    for part in draws:
        reached = _Programme(part.source, asked, (part.count,), limits).reached()
        states = _joined(states, reached, limits)
    return states


def chances(source: Source[int], asked: Asked) -> list[Fraction]:
    """The chance in 0, 1, 2 … cards, up to those that are asked in; all from one pass. Raises `TooWide`."""
    programme = _Programme(source, asked, asked.steps)
    packed = programme.accepted_packed()
    return [
        Fraction(programme.packing.at(packed, (drawn,)), source.makings * comb(source.size, drawn))
        for drawn in range(asked.steps[0] + 1)
    ]


def distribution(draws: Sequence[Part[int]], form: Form) -> dict[int, Fraction]:
    """How likely each value of a form is; values that cannot be are left out. Raises `TooWide`."""
    asked = Asked((form,), ALWAYS, (sum(part.count for part in draws),))
    states, total = _all_states(draws, asked, (None,)), count_of_hands(draws)
    found = {state[0]: Fraction(number, total) for state, number in states.items() if state and number}
    return dict(sorted(found.items()))


def expected(draws: Sequence[Part[int]], form: Form) -> Fraction:
    """The mean of a form, by linearity."""
    return sum((_mean(part.source, form) * part.count for part in draws), Fraction(0))


def _mean(source: Source[int], form: Form) -> Fraction:
    """What one random card counts on average."""
    if isinstance(source, Stock):
        return Fraction(sum(form.weight(one) * count for one, count in source.held), source.size or 1)
    whole = sum((_mean(part.source, form) * part.count for part in source.parts), Fraction(0))
    return whole / (source.size or 1)


class _Programme:
    """One run of the dynamic programme over a source."""

    def __init__(
        self,
        source: Source[int],
        asked: Asked,
        steps: Draws,
        limits: tuple[int | None, ...] | None = None,
    ) -> None:
        self.source = source
        self.asked = asked
        self.steps = steps
        self.packing = Packing(steps, bits_for(source.size, source.makings, steps))
        self.caps = caps(len(asked.forms), asked.formula) if limits is None else limits
        self.work = 0

    def accepted(self) -> int:
        """The ways in which the formula holds of just so many cards."""
        return self.packing.at(self.accepted_packed(), self.steps)

    def accepted_packed(self) -> int:
        """The same for every number of cards, packed."""
        if isinstance(self.source, Stock):
            plain, rest = _parted(self.source, self.asked.forms)
            states = self._over(plain, settle=True)
            return (self._good(states) * self._idle(rest)) & self.packing.mask
        return self._good(self._reach(self.source))

    def reached(self) -> dict[State, int]:
        """The ways to each state with just so many cards."""
        states = self._reach(self.source)
        return {state: self.packing.at(packed, self.steps) for state, packed in states.items()}

    def _good(self, states: dict[State, int]) -> int:
        holds = self.asked.formula.holds
        return sum(packed for state, packed in states.items() if state is None or holds(state))

    def _reach(self, source: Source[int]) -> dict[State, int]:
        if isinstance(source, Stock):
            plain, rest = _parted(source, self.asked.forms)
            idle, mask = self._idle(rest), self.packing.mask
            return {state: (packed * idle) & mask for state, packed in self._over(plain).items()}
        states: dict[State, int] = {(0,) * len(self.asked.forms): 1}
        for part in source.parts:
            states = _joined(states, self._weighted(part), self.caps, self.packing.mask)
        return states

    def _weighted(self, part: Part[int]) -> dict[State, int]:
        """The states of a part, each draw weighted by the ways to fill up the part with cards that are not drawn."""
        size, mask = part.source.size, self.packing.mask
        if part.count == size and isinstance(part.source, Stock):
            return self._reach(part.source)
        packed_terms = {
            state: [
                (draws, number * comb(size - sum(draws), part.count - sum(draws)))
                for draws, number in self.packing.terms(packed)
                if sum(draws) <= part.count
            ]
            for state, packed in self._reach(part.source).items()
        }
        return {state: self.packing.pack(terms) & mask for state, terms in packed_terms.items()}

    def _idle(self, count: int) -> int:
        """The polynomial of cards that no form counts."""
        fitting = (draws for draws in self.packing.all_draws() if sum(draws) <= count)
        return self.packing.pack((draws, ways(count, draws)) for draws in fitting)

    def _over(self, classes: list[tuple[int, int]], settle: bool = False) -> dict[State, int]:
        states: dict[State, int] = {(0,) * len(self.asked.forms): 1}
        bounds = list(_rests(classes, self.asked.forms, self.steps)) if settle else []
        for at, (signature, count) in enumerate(classes):
            states = self._step(states, self._moves(signature, count), self._idle(count))
            if settle and len(states) > _WORTH_SETTLING:
                states = self._settled(states, *bounds[at])
        return states

    def _step(self, states: dict[State, int], moves: Moves, idle: int) -> dict[State, int]:
        self._spend(len(states) * len(moves) * (4 + len(self.caps)))
        limits, mask = self.caps, self.packing.mask
        reached: dict[State, int] = {}
        for state, packed in states.items():
            if state is None:
                reached[None] = reached.get(None, 0) + packed * idle
                continue
            for added, polynomial in moves:
                to = _added(state, added, limits)
                reached[to] = reached.get(to, 0) + packed * polynomial
        return {state: packed & mask for state, packed in reached.items()}

    def _moves(self, signature: int, count: int) -> Moves:
        weights = [form.weight(signature) for form in self.asked.forms]
        stages = [form.stage for form in self.asked.forms]
        found: dict[tuple[int, ...], int] = {}
        zero = (0,) * len(weights)
        for draws in self.packing.all_draws():
            if sum(draws) > count:
                continue
            drawn = _running(draws)
            raw = tuple(weight * drawn[stage] for weight, stage in zip(weights, stages, strict=True))
            added = _added(zero, raw, self.caps)
            found[added] = found.get(added, 0) + (ways(count, draws) << self.packing.shift(draws))
        return list(found.items())

    def _settled(
        self, states: dict[State, int], least: tuple[int, ...], most: tuple[int, ...]
    ) -> dict[State, int]:
        """The states without those in which the formula can hold no more, and as one those in which it must."""
        kept: dict[State, int] = {}
        for state, packed in states.items():
            to = state
            if state is not None:
                lows = [value + low for value, low in zip(state, least, strict=True)]
                highs = [value + high for value, high in zip(state, most, strict=True)]
                verdict = self.asked.formula.settled(lows, highs)
                if verdict is False:
                    continue
                to = None if verdict else state
            kept[to] = kept.get(to, 0) + packed
        return kept

    def _spend(self, work: int) -> None:
        self.work += work
        if self.work > MOST_WORK:
            classes = len(self.source.held) if isinstance(self.source, Stock) else 0
            raise TooWide(classes, len(self.asked.forms))


def _parted(stock: Stock[int], forms: Sequence[Form]) -> tuple[list[tuple[int, int]], int]:
    """The classes that some form counts, those that count alike merged, and how many other cards there are."""
    merged: dict[tuple[int, ...], tuple[int, int]] = {}
    for signature, count in stock.held:
        weights = tuple(form.weight(signature) for form in forms)
        first, so_far = merged.get(weights, (signature, 0))
        merged[weights] = (first, so_far + count)
    _, rest = merged.pop((0,) * len(forms), (0, 0))
    return list(merged.values()), rest


def _rests(
    classes: list[tuple[int, int]], forms: Sequence[Form], steps: Draws
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """After each class, the least and the most that the later ones can still add to each form."""
    drawn = _running(steps)
    for at in range(1, len(classes) + 1):
        later = classes[at:]
        bounds = [_bounds(form, later, drawn[form.stage]) for form in forms]
        yield tuple(low for low, _ in bounds), tuple(high for _, high in bounds)


def _bounds(form: Form, classes: list[tuple[int, int]], drawn: int) -> tuple[int, int]:
    weights = [(form.weight(signature), min(count, drawn)) for signature, count in classes]
    least = max(
        sum(weight * count for weight, count in weights if weight < 0),
        min((weight for weight, _ in weights if weight < 0), default=0) * drawn,
    )
    most = min(
        sum(weight * count for weight, count in weights if weight > 0),
        max((weight for weight, _ in weights if weight > 0), default=0) * drawn,
    )
    return least, most


def _running(draws: Draws) -> list[int]:
    """How many cards have been drawn at the end of each stage."""
    return [sum(draws[: at + 1]) for at in range(len(draws))]


def _added(state: tuple[int, ...], added: tuple[int, ...], limits: tuple[int | None, ...]) -> tuple[int, ...]:
    return tuple(
        [
            value + more if limit is None or value + more < limit else limit
            for value, more, limit in zip(state, added, limits, strict=True)
        ]
    )


def _joined(
    ones: dict[State, int], others: dict[State, int], limits: tuple[int | None, ...], mask: int = -1
) -> dict[State, int]:
    """The states of two draws together; `mask` cuts packed ways, and -1 leaves plain numbers as they are."""
    if len(ones) * len(others) * (4 + len(limits)) > MOST_WORK:
        raise TooWide(0, len(limits))
    found: dict[State, int] = {}
    for one, number in ones.items():
        for other, more in others.items():
            assert one is not None
            assert other is not None
            to = _added(one, other, limits)
            found[to] = found.get(to, 0) + number * more
    return {state: number & mask for state, number in found.items()}


def count_of_hands(parts: Sequence[Part[int]]) -> int:
    """How many different draws there are."""
    return prod(part.source.makings * comb(part.source.size, part.count) for part in parts)
