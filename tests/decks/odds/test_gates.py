"""What is left of a formula when some of its tests are settled: alike only where the same is left open."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckwright.decks.odds.formula import Bounded, Every, Form, Formula, Opposite, Some
from deckwright.decks.odds.gates import Circuit, Rest

WIDTH = 5
TESTS = [Bounded(Form(0, (1 << at,)), at, 1, None) for at in range(WIDTH)]
A, B, C, D, E = TESTS
Settled = tuple[int | None, ...]
"""The value, 0 or 1, that each test looks at; None where it is not settled."""


def rest(circuit: Circuit, settled: Settled) -> bool | Rest:
    """What the circuit says is left."""
    word = 0
    for at, value in enumerate(settled):
        if value is not None:
            word |= circuit.final(at)[value]
    return circuit.root.rest(word & circuit.ones, word >> circuit.width)


def truths(formula: Formula, settled: Settled) -> tuple[bool, ...]:
    """Whether the formula holds for each way in which all that is not settled may come out."""
    ways = product((0, 1), repeat=WIDTH)
    return tuple(
        bool(formula.holds([one if said is None else said for one, said in zip(way, settled, strict=True)]))
        for way in ways
    )


def check(formula: Formula) -> None:
    """What is said to be left, of all ways to settle tests: certain where it is, alike only where it is."""
    circuit = Circuit(formula)
    alike: dict[bool | Rest, set[tuple[bool, ...]]] = defaultdict(set)
    for settled in product((0, 1, None), repeat=WIDTH):
        found = rest(circuit, settled)
        alike[found].add(truths(formula, settled))
        if None not in settled:
            assert isinstance(found, bool)
    for found, every in alike.items():
        [open_] = every
        if isinstance(found, bool):
            assert {*open_} == {found}
        else:
            assert deciding(open_) <= set(circuit.forms(found[-1]))


def deciding(open_: tuple[bool, ...]) -> set[int]:
    """The tests that decide, some way, whether the formula holds."""
    every = product((0, 1), repeat=WIDTH)
    ways: dict[tuple[int, ...], bool] = dict(zip(every, open_, strict=True))
    return {at for way, truth in ways.items() for at in range(WIDTH) if truth != ways[flipped(way, at)]}


def flipped(way: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*way[:at], 1 - way[at], *way[at + 1 :])


def formulas(parts: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    several = st.lists(parts, min_size=1, max_size=3).map(tuple)
    return st.one_of(st.builds(Every, several), st.builds(Some, several), st.builds(Opposite, parts))


@settings(max_examples=60)
@given(st.recursive(st.sampled_from(TESTS), formulas, max_leaves=10))
def test_what_is_left_is_alike_only_where_the_same_is_open(formula: Formula) -> None:
    check(formula)


@pytest.mark.parametrize(
    "formula",
    [
        A,
        Opposite(A),
        Opposite(Opposite(Every((A, B)))),
        Every(()),
        Some(()),
        Every((A, Some((B, C)), Some((D, E)))),
        Some((A, Every((B, C)), Every((D, E)))),
        Every((Some((A, B)), Some((B, C)), Some((A, C)))),
        Every((Some((A, C)), Some((A, B, D)), Some((Opposite(A), B)), Some((Opposite(A), C, D)))),
        Every((Some((Every((A, Some((B, C)))), D)), E)),
        Some((Every((Some((A, Every((B, C)))), D)), Every((A, E)))),
    ],
    ids=str,
)
def test_gates_of_every_shape(formula: Formula) -> None:
    check(formula)
