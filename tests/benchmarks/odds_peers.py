"""One question asked of the exact engine and of its peers: how likely a hand holds one of some pairs of kinds.

Each way starts from the question made ready as its library makes it (ours, a formula; `urn`, a computation; SciPy's
and icepool's, a function), and ends with the chance. `ours_whole` has the making ready in its time as well. SciPy
knows the chance of one hand alone, so the hands that count are listed first, which is part of the answer: one by
one as one writes it at first, or all in arrays as one does who knows NumPy well. `icepool` is given the question as
steps from kind to kind, with what is behind forgotten. `urn` reads it in its own language.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from string import ascii_letters, digits
from typing import Any

from deckwright.decks.odds.exact import chance_in_stages
from deckwright.decks.odds.looking import Look
from deckwright.decks.odds.question import All, Event, Question
from deckwright.decks.odds.question import Any as AnyOf
from deckwright.decks.odds.run import Run
from deckwright.decks.odds.stock import Stock
from tests.decks.odds.urns import count, kind, look

LETTERS = ascii_letters + digits + "+-"
Hand = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """How many cards of each kind there are, how many are drawn, and the pairs of which one must be among them."""

    name: str
    counts: tuple[int, ...]
    drawn: int
    pairs: tuple[tuple[int, int], ...]

    def holds(self, hand: Sequence[int]) -> bool:
        """Whether a hand, as its number of each kind, has a pair."""
        return any(hand[one] and hand[two] for one, two in self.pairs)


def ours(asked: Asked) -> Callable[[], Fraction]:
    """The exact engine."""
    run = Run(_seen(asked), Question(pairs_event(asked)))
    formula = run.compiler.asked(run.question.event)
    return lambda: chance_in_stages(run.parts[0].source, formula)


def ours_whole(asked: Asked) -> Callable[[], Fraction]:
    """The same, the cards told apart and the question made a formula each time."""
    seen, event = _seen(asked), pairs_event(asked)
    return lambda: Run(seen, Question(event)).answer()


def _seen(asked: Asked) -> Look:
    held = zip(LETTERS, asked.counts, strict=False)
    return look(Stock(tuple((kind(letter), number) for letter, number in held)), asked.drawn)


def pairs_event(asked: Asked) -> Event:
    """The question in our own words."""
    pairs = [tuple(count(LETTERS[at], ">=", 1) for at in pair) for pair in asked.pairs]
    return AnyOf(tuple(All(pair) for pair in pairs)) if len(pairs) > 1 else All(pairs[0])


def scipy_each(asked: Asked) -> Callable[[], float]:
    """SciPy, asked for each hand that counts."""
    from scipy.stats import multivariate_hypergeom

    counts = list(asked.counts)

    def chance() -> float:
        counting = filter(asked.holds, hands(asked.drawn, len(counts)))
        return float(sum(multivariate_hypergeom.pmf(hand, m=counts, n=asked.drawn) for hand in counting))

    return chance


def scipy_array(asked: Asked) -> Callable[[], float]:
    """SciPy, asked for all hands that count at once."""
    import numpy as np
    from scipy.stats import multivariate_hypergeom

    counts = list(asked.counts)

    def chance() -> float:
        counting = list(filter(asked.holds, hands(asked.drawn, len(counts))))
        return float(multivariate_hypergeom.pmf(np.array(counting), m=counts, n=asked.drawn).sum())

    return chance


def scipy_arrays(asked: Asked) -> Callable[[], float]:
    """SciPy, the hands listed and chosen in arrays too."""
    import numpy as np
    from scipy.stats import multivariate_hypergeom

    def chance() -> float:
        every = hands_array(asked.drawn, len(asked.counts))
        held = every > 0
        counting = np.zeros(len(every), bool)
        for one, two in asked.pairs:
            counting |= held[:, one] & held[:, two]
        return float(multivariate_hypergeom.pmf(every[counting], m=list(asked.counts), n=asked.drawn).sum())

    return chance


def hands(cards: int, kinds: int) -> Iterator[Hand]:
    """Every hand of so many cards of so many kinds."""
    if kinds == 1:
        yield (cards,)
        return
    for first in range(cards + 1):
        yield from ((first, *rest) for rest in hands(cards - first, kinds - 1))


def hands_array(cards: int, kinds: int) -> Any:
    """The same as an array: bars set between the cards part the kinds."""
    import numpy as np

    places = cards + kinds - 1
    flat = itertools.chain.from_iterable(itertools.combinations(range(places), kinds - 1))
    bars = np.fromiter(flat, np.int16, comb(places, kinds - 1) * (kinds - 1)).reshape(-1, kinds - 1)
    return np.diff(np.pad(bars, ((0, 0), (1, 1)), constant_values=((0, 0), (-1, places))), axis=1) - 1


def urn(asked: Asked) -> Callable[[], Fraction]:
    """`urn-calculator`, from the tree that its parser makes."""
    import lark
    from urn import cli
    from urn.evaluation import evaluate
    from urn.parsing import BuildComputation

    parser = lark.Lark.open("grammar.lark", rel_to=cli.__file__)
    held = ", ".join(f"k{at}={number}" for at, number in enumerate(asked.counts))
    where = " OR ".join(f"k{one}>=1, k{two}>=1" for one, two in asked.pairs)
    tree = parser.parse(f"PROBABILITY DRAW {asked.drawn} FROM {held} WHERE {where};")

    def chance() -> Fraction:
        computation = BuildComputation().transform(tree).computation
        computation.finalise()
        return Fraction(str(evaluate(computation)[0]))

    return chance


def icepool(asked: Asked) -> Callable[[], Fraction]:
    """`icepool`, with an evaluator that remembers the kinds held whose partners are still to come."""
    import icepool as library

    partners: dict[int, set[int]] = {}
    for pair in asked.pairs:
        partners.setdefault(min(pair), set()).add(max(pair))

    class Paired(library.MultisetEvaluator):  # type: ignore[misc] # it has no types
        def initial_state(self, order: Any, _kinds: Any, _size: Any) -> frozenset[int]:
            if order < 0:
                raise library.UnsupportedOrder
            return frozenset()

        def next_state(self, wanted: Any, _order: Any, at: int, number: int) -> Any:
            """The kinds that would now make a pair; None once there is one."""
            if wanted is None or (number and at in wanted):
                return None
            return (wanted | partners.get(at, set()) if number else wanted) - {at}

        def final_outcome(self, wanted: Any, *_: Any) -> bool:
            return wanted is None

    deck = dict(enumerate(asked.counts))

    def chance() -> Fraction:
        found = Paired().evaluate(library.Deck(deck).deal(asked.drawn))
        return Fraction(found.probability(True))

    return chance
