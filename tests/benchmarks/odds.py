"""Odds beside their peers, as ratios taken in one run. Prints a Markdown table; needs the extra `bench`.

The exact engine is timed from a question that was read to its fraction, and so is `urn`; SciPy's
`multivariate_hypergeom.pmf` is asked for each hand that counts, and, beside it, for all of them in one array.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from deckwright.decks.odds.exact import chance_in_stages
from deckwright.decks.odds.formula import ALWAYS, Bounded, Form
from deckwright.decks.odds.looking import Look
from deckwright.decks.odds.question import All, Event, Question
from deckwright.decks.odds.question import Any as AnyOf
from deckwright.decks.odds.run import Run
from deckwright.decks.odds.sampling import BLOCK, HandSampler, Urn
from deckwright.decks.odds.tallying import processes, simulate
from tests.decks.odds.test_exact import overlapping
from tests.decks.odds.urns import count, look, stock

HAND = 7
EIGHT = dict(zip("ABCDEFGH", (4, 4, 6, 8, 8, 10, 10, 10), strict=True))
SIXTEEN = dict.fromkeys("ABCDEFGHIJKLMNO", 3) | {"P": 15}
Row = tuple[str, str, float, float | None]


def main() -> int:
    """Measure, print, and say by the exit status whether every figure is what it must be."""
    rows = [*exact_rows(), *simulation_rows(), *memory_rows()]
    print("| figure | measured | ratio or rate | at least |\n|---|---|---:|---:|")
    for name, measured, figure, least in rows:
        print(f"| {name} | {measured} | {figure:,.2f} | {'' if least is None else f'{least:,.2f}'} |")
    return 0 if all(least is None or figure >= least for _, _, figure, least in rows) else 1


PAIRS = {
    "one pair of four": ("AB", "CD", "EF", "GH"),
    "two kinds of the first four": ("AB", "AC", "AD", "BC", "BD", "CD"),
    "one pair of a ring": ("AB", "BC", "CD", "DE", "EF", "FG", "GH", "HA"),
}
"""Questions over the eight classes, each as the pairs of kinds of which the hand must hold one."""


def exact_rows() -> Iterator[Row]:
    """The exact engine against enumeration and against the calculator `urn`."""
    for name, pairs in PAIRS.items():
        yield from eight_rows(name, pairs)
    yield from sixteen_rows()
    deck = look(stock(**dict.fromkeys("abcdefghijklmnopqrstuvwx", 2)), HAND)
    twelve = All(tuple(count(query.letters, ">=", 2) for query in overlapping(12)))
    took, _ = best(prepared(deck, twelve), 5)
    yield "12 overlapping queries", f"{took * 1e3:.1f} ms", 1 / took, 1


def eight_rows(name: str, pairs: Sequence[str]) -> Iterator[Row]:
    """One question over eight classes."""
    event = AnyOf(tuple(All((count(pair[0], ">=", 1), count(pair[1], ">=", 1))) for pair in pairs))
    places = [("ABCDEFGH".index(pair[0]), "ABCDEFGH".index(pair[1])) for pair in pairs]
    ours, found = best(prepared(look(stock(**EIGHT), HAND), event), 500)
    holds = [hand for hand in hands(HAND, 8) if any(hand[one] and hand[two] for one, two in places)]
    each, theirs = best(lambda: scipy_each(list(EIGHT.values()), holds), 1)
    assert abs(theirs - float(found)) < 1e-12
    array, _ = best(lambda: scipy_array(list(EIGHT.values()), holds), 5)
    yield (
        f"8 classes, {name}: SciPy hand by hand",
        f"{ours * 1e3:.3f} ms and {each * 1e3:.0f} ms",
        each / ours,
        50,
    )
    yield (
        f"8 classes, {name}: SciPy as one array",
        f"{ours * 1e3:.3f} ms and {array * 1e3:.1f} ms",
        array / ours,
        None,
    )
    urn, same = best(urn_run(pairs), 3)
    assert same == found
    yield f"8 classes, {name}: urn-calculator", f"{ours * 1e3:.3f} ms and {urn * 1e3:.1f} ms", urn / ours, 50


def sixteen_rows() -> Iterator[Row]:
    """Sixteen classes: 170,544 hands."""
    event = All(tuple(count(letters, ">=", 1) for letters in ("ABCDEFGH", "EFGHIJKL", "ACEGIKMO", "P")))
    seen = look(stock(**SIXTEEN), HAND)
    ours, found = best(prepared(seen, event), 100)
    groups = [[ord(letter) - ord("A") for letter in one] for one in ("ABCDEFGH", "EFGHIJKL", "ACEGIKMO", "P")]
    holds = [hand for hand in hands(HAND, 16) if all(any(hand[at] for at in one) for one in groups)]
    each, theirs = best(lambda: scipy_each(list(SIXTEEN.values()), holds), 1)
    assert abs(theirs - float(found)) < 1e-12
    yield "16 classes, SciPy hand by hand", f"{ours * 1e3:.3f} ms and {each:.1f} s", each / ours, 1_000
    array, _ = best(lambda: scipy_array(list(SIXTEEN.values()), holds), 1)
    yield (
        "16 classes, SciPy as one array",
        f"{ours * 1e3:.3f} ms and {array * 1e3:.0f} ms",
        array / ours,
        None,
    )


def hands(cards: int, kinds: int) -> Iterator[tuple[int, ...]]:
    """Every hand of so many cards of so many kinds."""
    if kinds == 1:
        yield (cards,)
        return
    for first in range(cards + 1):
        yield from ((first, *rest) for rest in hands(cards - first, kinds - 1))


def scipy_each(counts: list[int], holds: list[tuple[int, ...]]) -> float:
    """The chances of the hands added up, asked one by one."""
    from scipy.stats import multivariate_hypergeom

    return float(sum(multivariate_hypergeom.pmf(hand, m=counts, n=HAND) for hand in holds))


def scipy_array(counts: list[int], holds: list[tuple[int, ...]]) -> float:
    """The same, asked at once."""
    import numpy as np
    from scipy.stats import multivariate_hypergeom

    return float(multivariate_hypergeom.pmf(np.array(holds), m=counts, n=HAND).sum())


def prepared(seen: Look, event: Event) -> Callable[[], Fraction]:
    """The exact engine at a question that was read."""
    run = Run(seen, Question(event))
    source, asked = run.parts[0].source, run.compiler.asked(event)
    return lambda: chance_in_stages(source, asked)


def urn_run(pairs: Sequence[str]) -> Callable[[], Fraction]:
    """The same question in `urn`, read by its own parser."""
    import lark
    from urn import cli
    from urn.evaluation import evaluate
    from urn.parsing import BuildComputation

    parser = lark.Lark.open("grammar.lark", rel_to=cli.__file__)
    held = ", ".join(f"{kind}={number}" for kind, number in EIGHT.items())
    where = " OR ".join(f"{pair[0]}>=1, {pair[1]}>=1" for pair in pairs)
    tree = parser.parse(f"PROBABILITY DRAW {HAND} FROM {held} WHERE {where};")
    computation = BuildComputation().transform(tree).computation
    computation.finalise()
    return lambda: Fraction(str(evaluate(computation)[0]))


def simulation_rows() -> Iterator[Row]:
    """Plain hands a second, on one core and on two."""
    form = Form(0, (1,))
    draws = HandSampler((Urn(((1, 24), (0, 36)), (HAND,)),), (form,), Bounded(form, 0, 2, None), ALWAYS)
    simulate(draws, "warm", BLOCK)
    wanted = 60_000_000
    one = max(rate(draws, wanted, 1) for _ in range(2))
    two = max(rate(draws, 2 * wanted, 2) for _ in range(2))
    yield "plain hands a second on a core, millions", f"hands of {HAND} of 60", one / 1e6, 15
    yield "two cores to one", f"{two / 1e6:.1f} to {one / 1e6:.1f} million a second", two / one, 1.8


def rate(draws: HandSampler, wanted: int, jobs: int) -> float:
    """Hands a second, the processes being there already."""
    with processes(jobs) as pool:
        simulate(draws, "warm", 64 * BLOCK, pool, jobs)
        began = time.perf_counter()
        simulate(draws, "x", wanted, pool, jobs)
        return wanted / (time.perf_counter() - began)


def memory_rows() -> Iterator[Row]:
    """The most memory that a run takes, its processes included, for a million hands and for a thousand million."""
    small, large = (peak(number) for number in (10**6, 10**9))
    yield "memory, 10^6 hands to 10^9", f"{small} MB and {large} MB", small / large, 0.9


def peak(number: int) -> int:
    """The peak memory of a process that draws so many hands in two others, in megabytes: the largest of the three."""
    program = (
        f"import sys; sys.path[:0] = [{str(Path(__file__).resolve().parents[2])!r}]\n"
        "import resource\nfrom tests.benchmarks.odds import draw\n"
        f"draw({number})\n"
        "who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)\n"
        "print(max(resource.getrusage(one).ru_maxrss for one in who) // 1024)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return int(done.stdout)


def draw(number: int) -> None:
    """Draw so many hands in two processes."""
    form = Form(0, (1,))
    draws = HandSampler((Urn(((1, 24), (0, 36)), (HAND,)),), (form,), Bounded(form, 0, 2, None), ALWAYS)
    with processes(2) as pool:
        assert simulate(draws, "x", number, pool, 2).hands == number


def best(run: Callable[[], Any], times: int) -> tuple[float, Any]:
    """The least time of so many runs, and what the last one gave."""
    least, found = float("inf"), None
    for _ in range(times):
        began = time.perf_counter()
        found = run()
        least = min(least, time.perf_counter() - began)
    return least, found


if __name__ == "__main__":
    sys.exit(main())
