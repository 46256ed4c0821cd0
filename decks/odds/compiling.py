"""From a question to a formula: which cards each query counts, in how many cards, and what must hold of the counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations

from deckwright.decks.odds.errors import TooMuchOverlap
from deckwright.decks.odds.formula import Bounded, Every, Form, Formula, Opposite, Some
from deckwright.decks.odds.programme import Asked
from deckwright.decks.odds.question import (
    Against,
    All,
    Any,
    Compare,
    Distinct,
    Event,
    Need,
    Not,
    Selects,
    Sum,
    When,
    Within,
    whens_of,
)
from deckwright.decks.odds.values import Value

MOST_OVERLAPPING = 8
"""So many needs of one `distinct` may share cards; each more doubles the counts that have to be kept."""

Seen = Callable[[When | None], int]
"""How many cards are seen by a time; None stands for where a question says nothing."""


class Compiler(Value):
    """What turns events into formulas: the queries by their text, the signatures there are, and what is seen when."""

    queries: Sequence[Selects]
    signatures: Iterable[int]
    seen: Seen
    most_overlapping: int = MOST_OVERLAPPING

    def asked(self, *events: Event) -> Asked:
        """All of the events as one formula, each a part of it, with the stages that they look at."""
        stages = sorted({self.seen(when) for event in events for when in whens_of(event)})
        work = _Work(self, {cards: stage for stage, cards in enumerate(stages)})
        formula = Every(tuple(work.event(event, None) for event in events))
        steps = tuple(cards - before for cards, before in zip(stages, (0, *stages), strict=False))
        return Asked(tuple(work.forms), formula, steps)

    def form(self, counted: Sum) -> Form:
        """The count of a sum, in one stage."""
        return Form(0, tuple(self.bit(query) for query in counted.queries))

    @cached_property
    def _bits(self) -> dict[str, int]:
        return {str(query): 1 << at for at, query in enumerate(self.queries)}

    def bit(self, query: Selects) -> int:
        """The mask of a query."""
        return self._bits[str(query)]


class _Work:
    """One formula being made, with the forms that it has needed so far."""

    def __init__(self, compiler: Compiler, stages: dict[int, int]) -> None:
        self._compiler = compiler
        self._stages = stages
        self._at: dict[Form, int] = {}

    @property
    def forms(self) -> tuple[Form, ...]:
        return tuple(self._at)

    def event(self, event: Event, when: When | None) -> Formula:
        match event:
            case Compare():
                form = self._form(event.sum, when)
                return _compared(lambda low, high: self._test(form, low, high), event.op, event.number)
            case All():
                return Every(tuple([self.event(part, when) for part in event.parts]))
            case Any():
                return Some(tuple([self.event(part, when) for part in event.parts]))
            case Not():
                return Opposite(self.event(event.part, when))
            case Within():
                return self.event(event.part, event.when)
            case Distinct():
                return Every(tuple(self._hall(event.needs, when)))
            case Against():
                form = self._form(event.sum, when, event.other)
                return _compared(lambda low, high: self._test(form, low, high), event.op, 0)
        inside = self._test(self._form(event.sum, when), event.low or 0, event.high)
        return inside if event.op == "=" else Opposite(inside)

    def _form(self, counted: Sum, when: When | None, other: Sum | None = None) -> Form:
        bit = self._compiler.bit
        takes = tuple(bit(query) for query in other.queries) if other else ()
        return Form(self._stage(when), tuple(bit(query) for query in counted.queries), takes)

    def _stage(self, when: When | None) -> int:
        return self._stages[self._compiler.seen(when)]

    def _test(self, form: Form, low: int | None, high: int | None = None) -> Bounded:
        return Bounded(form, self._at.setdefault(form, len(self._at)), low, high)

    def _hall(self, needs: Sequence[Need], when: When | None) -> Iterator[Formula]:
        """Hall's condition: any needs together find as many cards as they ask for.

        Needs that share no card with the others are asked by themselves.
        """
        stage = self._stage(when)
        for group in _sharing(_added_up(needs, self._compiler.bit), self._compiler.signatures):
            if len(group) > self._compiler.most_overlapping:
                raise TooMuchOverlap(len(group), self._compiler.most_overlapping)
            for size in range(1, len(group) + 1):
                for chosen in combinations(group, size):
                    mask = sum(bit for bit, _ in chosen)
                    yield self._test(Form(stage, (mask,)), sum(number for _, number in chosen))


def _compared(test: Callable[[int | None, int | None], Formula], op: str, number: int) -> Formula:
    match op:
        case "=":
            return test(number, number)
        case "!=":
            return Opposite(test(number, number))
        case "<":
            return test(None, number - 1)
        case "<=":
            return test(None, number)
        case ">":
            return test(number + 1, None)
    return test(number, None)


def _added_up(needs: Sequence[Need], bit: Callable[[Selects], int]) -> list[tuple[int, int]]:
    """Each need's mask and number; two needs of one query are one of both numbers."""
    found: dict[int, int] = {}
    for need in needs:
        found[bit(need.query)] = found.get(bit(need.query), 0) + need.number
    return list(found.items())


def _sharing(needs: list[tuple[int, int]], signatures: Iterable[int]) -> list[list[tuple[int, int]]]:
    """The needs in groups that share no cards."""
    groups = [[need] for need in needs]
    for signature in signatures:
        met = [group for group in groups if any(bit & signature for bit, _ in group)]
        if len(met) > 1:
            groups = [group for group in groups if group not in met]
            groups.append([need for group in met for need in group])
    return groups
