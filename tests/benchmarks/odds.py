"""Exact odds beside SciPy, urn-calculator and icepool, each from a question that was read to the chance itself.

With more kinds of card each way comes to an end of its own: SciPy's lists outgrow the memory, `urn` and `icepool` are
stopped after 15 seconds.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from deckwright.decks.odds.question import All, Question
from deckwright.decks.odds.run import Run
from tests.benchmarks import odds_peers as ways
from tests.benchmarks.clock import answered, least
from tests.benchmarks.odds_peers import Asked
from tests.benchmarks.rows import Budget, Curve, Growth, Measured, Row, at_least, at_most, versioned
from tests.benchmarks.suite import alone
from tests.decks.odds.test_exact import overlapping
from tests.decks.odds.urns import count, look, stock

HAND = 7
CLASSES = (2, 4, 8, 16, 32, 64)
DECK = 64
MOST_LISTED = 1_000_000
"""So many hands are listed at most: twelve million of 32 classes would be gigabytes."""

PATIENCE = 15
"""So many seconds of one answer, and a way is given up."""

Way = Callable[[Asked], Callable[[], Any]]

EIGHT = (4, 4, 6, 8, 8, 10, 10, 10)
SIXTEEN = (*(3,) * 15, 15)
QUESTIONS = (
    Asked("one pair of four", EIGHT, HAND, ((0, 1), (2, 3), (4, 5), (6, 7))),
    Asked("two kinds of the first four", EIGHT, HAND, ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))),
    Asked(
        "one pair of a ring",
        EIGHT,
        HAND,
        ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 0)),
    ),
)
WIDE = Asked("one pair of eight", SIXTEEN, HAND, tuple((at, at + 1) for at in range(0, 16, 2)))
PEERS: Mapping[str, tuple[str, Way]] = {
    "each": ("scipy, hand by hand", ways.scipy_each),
    "array": ("scipy, one array", ways.scipy_array),
    "arrays": ("scipy, arrays throughout", ways.scipy_arrays),
    "urn": ("urn-calculator", ways.urn),
    "icepool": ("icepool", ways.icepool),
}
FIFTY, THOUSAND = at_least(50), at_least(1_000)
BUDGETS: Mapping[int, Mapping[str, Budget]] = {
    8: {"each": FIFTY, "array": FIFTY, "urn": FIFTY},
    16: {"each": THOUSAND, "array": THOUSAND},
}
"""What the ratio to each peer must be, by the number of classes."""


def measure(quick: bool) -> Iterator[Measured]:
    """Rows in answers a second, and the time of one as the classes grow in number."""
    for asked in QUESTIONS[:1] if quick else QUESTIONS:
        yield from question_rows(asked, tuple(PEERS), quick)
    if not quick:
        yield from question_rows(WIDE, ("each", "array", "arrays", "icepool"), quick)
    yield overlapping_row()
    yield _growth(CLASSES[:3] if quick else CLASSES)


def question_rows(asked: Asked, peers: tuple[str, ...], quick: bool) -> Iterator[Row]:
    """One question, asked of us and of these peers in turn."""
    yield _row(asked, ways.ours_whole(asked), "array", "read anew", quick)
    for key in peers:
        yield _row(asked, ways.ours(asked), key, "", quick)


def _row(asked: Asked, mine: Callable[[], Fraction], peer: str, how: str, quick: bool) -> Row:
    """Us and one peer, in turn."""
    classes = len(asked.counts)
    name, way = PEERS[peer]
    theirs = way(asked)
    answered(theirs, mine())
    before = least({"ours": mine}, 100)
    took = least({"theirs": theirs}, 2 if quick else 12, 2)
    ours = min(before["ours"], *least({"ours": mine}, 100).values())
    return Row(
        name=f"exact odds: {asked.name}{', ' if how else ''}{how}",
        work=f"{classes} classes",
        unit="answers/s",
        ours=1 / ours,
        peer=_versioned(name),
        theirs=1 / took["theirs"],
        budget=None if how else BUDGETS[classes].get(peer),
    )


def overlapping_row() -> Row:
    """A question of twelve queries that share cards, held to a second."""
    seen = look(stock(**dict.fromkeys("abcdefghijklmnopqrstuvwx", 2)), HAND)
    event = All(tuple(count(query.letters, ">=", 2) for query in overlapping(12)))
    took = least({"ours": lambda: Run(seen, Question(event)).answer()}, 5)
    return Row(
        name="exact odds: 12 overlapping queries",
        work="24 kinds of card",
        unit="s",
        ours=took["ours"],
        budget=at_most(1, of="ours"),
    )


def growing(classes: int) -> Asked:
    """One pair of neighbours, each kind having one neighbour, in a deck of equal kinds."""
    pairs = tuple((at, at + 1) for at in range(0, classes, 2))
    return Asked("one pair of neighbours", (DECK // classes,) * classes, HAND, pairs)


def _growth(classes: Sequence[int]) -> Growth:
    curves = [_curve("deckwright", ways.ours, classes)]
    for key in ("arrays", "urn", "icepool"):
        name, way = PEERS[key]
        curves.append(_curve(_versioned(name), way, classes, MOST_LISTED if key == "arrays" else None))
    title = f"The exact chance of a pair of neighbours in {HAND} of {DECK} cards"
    return Growth("classes", title, "classes of card", "milliseconds", tuple(curves))


def _curve(label: str, way: Way, classes: Sequence[int], most: int | None = None) -> Curve:
    """The time of an answer as the classes grow in number, up to where this way is given up."""
    points: list[tuple[int, float]] = []
    for number in classes:
        every = comb(HAND + number - 1, HAND)
        if most is not None and every > most:
            return Curve(label, tuple(points), f"not asked of {number} classes, whose hands are {every:,}")
        took = waited_for(way(growing(number)), ways.ours(growing(number))())
        if took is None:
            note = f"given up at {number} classes after {PATIENCE} seconds"
            return Curve(label, tuple(points), note)
        points.append((number, 1000 * took))
    return Curve(label, tuple(points))


def waited_for(work: Callable[[], Any], wanted: Fraction) -> float | None:
    """The least seconds of an answer, None where the first is not there in time."""

    def stop(_signal: int, _frame: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        answered(work, wanted)
    except _TooLong:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return least({"work": work}, 100, 1)["work"]


class _TooLong(Exception):
    """An answer that is no longer waited for."""


def _versioned(peer: str) -> str:
    """A peer with its version behind the package's name."""
    package, _, how = peer.partition(", ")
    return f"{versioned(package)}, {how}" if how else versioned(package)


if __name__ == "__main__":
    sys.exit(alone(measure))
