"""Simulated hands: how many a second, on one core and on two, and that memory does not grow with their number.

A plain hand is seven of sixty cards of which 24 count. NumPy's own `hypergeometric` draws how many of them a hand holds
by a formula; ours draws the cards one by one, so that it can check what formulas say. Two cores are timed by the clock
on the wall and one by the processor's, so that others who use the machine can only make the ratio less.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from deckwright.decks.odds.formula import ALWAYS, Bounded, Form
from deckwright.decks.odds.sampling import BLOCK, HandSampler, Urn
from deckwright.decks.odds.tallying import processes, simulate
from tests.benchmarks.clock import least, seconds, watched
from tests.benchmarks.rows import Row, at_least, at_most, versioned
from tests.benchmarks.suite import alone

HAND, COUNTING, OTHERS = 7, 24, 36
HANDS = 60_000_000
ROUNDS = 8
"""Several turns, so that one of them finds both cores free."""

RATE = at_least(15, of="ours")
"""Millions of plain hands a second on one core."""

TWO = at_least(1.8)
FLAT = at_most(1.1)


def measure(quick: bool) -> Iterator[Row]:
    """Rows in millions of hands a second, and in megabytes."""
    hands = 20 * BLOCK if quick else HANDS
    yield rate_row(hands, quick)
    yield two_cores_row(hands, quick)
    yield memory_row(10**6, 10**7 if quick else 10**9)


def plain() -> HandSampler:
    """Draws plain hands, and counts those with two or more of the cards that count."""
    form = Form(0, (1,))
    held = ((1, COUNTING), (0, OTHERS))
    return HandSampler((Urn(held, (HAND,)),), (form,), Bounded(form, 0, 2, None), ALWAYS)


def rate_row(hands: int, quick: bool) -> Row:
    """One core, by the processor's time."""
    draws = plain()
    took = least(
        {"ours": lambda: simulate(draws, "x", hands), "theirs": lambda: drawn_by_numpy(hands)},
        1 if quick else ROUNDS // 3,
    )
    return Row(
        name="simulation: one core",
        work=f"hands of {HAND} of {COUNTING + OTHERS}",
        unit="million hands/s",
        ours=hands / took["ours"] / 1e6,
        peer=f"{versioned('numpy')} hypergeometric",
        theirs=hands / took["theirs"] / 1e6,
        budget=RATE,
    )


def drawn_by_numpy(hands: int) -> int:
    """In how many hands NumPy draws two or more."""
    import numpy as np

    chance = np.random.default_rng(1)
    hits = 0
    for _ in range(hands // BLOCK):
        hits += int((chance.hypergeometric(COUNTING, OTHERS, HAND, BLOCK) >= 2).sum())
    return hits


def two_cores_row(hands: int, quick: bool) -> Row:
    """Two processes beside one, turn by turn."""
    draws = plain()
    one = two = float("inf")
    with processes(2) as pool:
        simulate(draws, "warm", 64 * BLOCK, pool, 2)
        for _ in range(1 if quick else ROUNDS):
            one = min(one, seconds(lambda: simulate(draws, "x", hands)))
            two = min(two, seconds(lambda: simulate(draws, "x", 2 * hands, pool, 2), time.perf_counter))
    return Row(
        name="simulation: two cores",
        work=f"hands of {HAND} of {COUNTING + OTHERS}",
        unit="million hands/s",
        ours=2 * hands / two / 1e6,
        peer="deckwright on one core",
        theirs=hands / one / 1e6,
        budget=TWO,
    )


def memory_row(few: int, many: int) -> Row:
    """The most memory of the processes of a short run and of a long one."""
    small, large = (watched("tests.benchmarks.long_runs", "draw", str(hands))[1] for hands in (few, many))
    return Row(
        name="simulation: memory",
        work=f"{many:,} hands in two processes",
        unit="MB",
        ours=large,
        peer=f"deckwright, {few:,} hands",
        theirs=small,
        budget=FLAT,
    )


if __name__ == "__main__":
    sys.exit(alone(measure))
