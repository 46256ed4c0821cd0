"""Hands dealt from one pile: as JSON lines beside a bare loop over the same pile, and in Python beside other ways.

`deal --hands` is held to five times the loop of `random.sample` and `json.dumps`, whole runs both. In Python, our hands
are those of the seed's deals, the same on every machine and for every number of them, which the others are not.
"""

from __future__ import annotations

import json
import platform
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.deal.engine import Dealer
from deckwright.decks.deal.hands import Sampler, sampler
from deckwright.decks.deal.start import settle
from deckwright.decks.reader import DecklistReader
from tests.benchmarks.clock import ROOT, least, processor, watched
from tests.benchmarks.rows import Curve, Growth, Measured, Row, at_most, versioned
from tests.benchmarks.suite import alone

SIZES = (10, 100, 1_000, 10_000, 100_000)
ROUNDS = 5
BUDGET = at_most(5)
"""The command may take at most so many times the bare loop, both as whole runs of Python."""

FLAT = at_most(1.1)
"""A hundred times as many hands may take at most so many times the memory."""

BARE = """\
import json, random, sys
pile, size, hands = json.loads(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
for _ in range(hands):
    print(json.dumps(random.sample(pile, size)))
"""
LOOP = f"random.sample, Python {platform.python_version()}"


def measure(quick: bool) -> Iterator[Measured]:
    """Rows of whole runs, of memory and of hands in Python, and the seconds as the hands grow in number."""
    sizes = SIZES[:3] if quick else SIZES
    sample = min((ROOT / "decks" / "samples").glob("*-and-*.deck"))
    with tempfile.TemporaryDirectory(prefix="deckwright-deal-") as folder:
        catalogue = Path(folder) / "catalogue.db"
        drawn = hand_of(sample, catalogue)
        ours = ["--catalog", str(catalogue), "deal", str(sample), "--seed", "bench", "--json", "--hands"]
        yield command_row(ours, drawn, sizes[-1], 1 if quick else ROUNDS)
        yield memory_row(ours, sizes[-1])
    took = {size: least(ways(drawn, size), 3) for size in sizes}
    for peer, seconds in took[sizes[-1]].items():
        if peer != "deckwright":
            yield Row(
                name="hands dealt",
                work=f"{sizes[-1]:,} hands of {drawn.size} of {len(drawn.pile)}",
                unit="hands/s",
                ours=sizes[-1] / took[sizes[-1]]["deckwright"],
                peer=peer,
                theirs=sizes[-1] / seconds,
            )
    curves = (Curve(way, tuple((size, each[way]) for size, each in took.items())) for way in took[sizes[0]])
    title = f"Hands of {drawn.size} of {len(drawn.pile)} cards dealt"
    yield Growth("hands", title, "hands", "seconds", tuple(curves))


def hand_of(sample: Path, catalogue: Path) -> Sampler:
    """What deals the hands of a sample: its pile, and the size of a hand."""
    with Catalogue.open(catalogue) as opened:
        reader = DecklistReader(opened)
        deck = reader.read(sample.read_text(encoding="utf-8"))
        terms, _ = settle(reader.lines_of(deck.game), [deck], {})
        found = sampler(Dealer(terms, [deck]), "bench")
    if found is None:
        raise RuntimeError(f"{sample} has no hand of one shuffle")
    return found


def command_row(ours: Sequence[str], drawn: Sampler, hands: int, rounds: int) -> Row:
    """The command beside the bare loop, in seconds of the processor."""
    names = json.dumps([piece.name for piece in drawn.pile])
    bare = [sys.executable, "-c", BARE, names, str(drawn.size), str(hands)]
    command = [sys.executable, "-m", "deckwright.cli.main", *ours, str(hands)]
    turns = [(processor(command), processor(bare)) for _ in range(rounds)]
    took, loop = map(min, zip(*turns, strict=True))
    return Row(
        name="`deal --hands`",
        work=f"{hands:,} hands as JSON lines, whole runs",
        unit="s",
        ours=took,
        peer=f"a loop of {LOOP}",
        theirs=loop,
        budget=BUDGET,
    )


def memory_row(ours: Sequence[str], hands: int) -> Row:
    """The most memory of a run of few hands, and of one of a hundred times as many."""
    few = hands // 100
    small, large = (watched("deckwright.cli.main", *ours, str(count))[1] for count in (few, hands))
    return Row(
        name="`deal --hands`: memory",
        work=f"{hands:,} hands as JSON lines",
        unit="MB",
        ours=large,
        peer=f"deckwright, {few:,} hands",
        theirs=small,
        budget=FLAT,
    )


def ways(drawn: Sampler, hands: int) -> dict[str, Callable[[], object]]:
    """Each way to draw so many hands in this process."""
    import numpy as np

    pile, size = drawn.pile, drawn.size
    order = np.arange(len(pile))
    made = np.random.default_rng(1)
    chance = random.Random(1)

    def ours() -> None:
        for places in drawn.places(1, hands):
            [pile[at] for at in places]

    def one_by_one(draw: Callable[[], object]) -> Callable[[], None]:
        def loop() -> None:
            for _ in range(hands):
                draw()

        return loop

    return {
        "deckwright": ours,
        LOOP: one_by_one(partial(chance.sample, pile, size)),
        f"{versioned('numpy')} choice": one_by_one(partial(made.choice, order, size, replace=False)),
        f"{versioned('numpy')} permutation": one_by_one(lambda: made.permutation(order)[:size]),
    }


if __name__ == "__main__":
    sys.exit(alone(measure))
