"""Drawing hands by the block with NumPy: all hands of a block at once, one card after another, without any formula.

A block's stream depends on the seed and the block's number alone, so tallies are the same however blocks are shared
out, and a longer run extends a shorter one.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deckwright.decks.odds.formula import Form, Formula

if TYPE_CHECKING:
    import numpy as np

BLOCK = 65_536
"""How many hands are drawn at once."""

_SCHEME = "deckwright odds 1"


@dataclass(frozen=True, slots=True)
class Tally:
    """How many hands were drawn, in how many what is given held, and in how many of these the event."""

    hands: int = 0
    given: int = 0
    hits: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.hands + other.hands, self.given + other.given, self.hits + other.hits)


@dataclass(frozen=True, slots=True)
class Urn:
    """A pile as its classes (signature and count), and how many cards of it are drawn in each stage."""

    classes: tuple[tuple[int, int], ...]
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandSampler:
    """Hands off piles of known cards, and what is counted in them: the event, and what is given."""

    urns: tuple[Urn, ...]
    forms: tuple[Form, ...]
    event: Formula
    given: Formula
    block: int = BLOCK

    def tally(self, seed: str, number: int, hands: int) -> Tally:
        """The tally of the first so many hands of a block."""
        values = self._values(stream(seed, number))
        given = self._held(self.given.holds(values), hands)
        hits = self._held(self.given.holds(values) & self.event.holds(values), hands)
        return Tally(hands, given, hits)

    def _held(self, held: Any, hands: int) -> int:
        return hands * int(held) if isinstance(held, bool) else int(held[:hands].sum())

    def _values(self, rng: np.random.Generator) -> list[Any]:
        """The value of each form in each hand."""
        totals: list[Any] = [0] * len(self.forms)
        for urn in self.urns:
            counting = [
                (bits, count) for bits, count in urn.classes if any(form.weight(bits) for form in self.forms)
            ]
            size = sum(count for _, count in urn.classes)
            drawn = _drawn(rng, counting, size, urn.steps, self.block)
            for at, form in enumerate(self.forms):
                for (bits, _), count in zip(counting, drawn[form.stage], strict=True):
                    totals[at] = _plus(totals[at], form.weight(bits), count, narrow=len(self.urns) == 1)
        return [total if hasattr(total, "shape") else _nothing(self.block) for total in totals]


def _plus(total: Any, weight: int, count: Any, narrow: bool) -> Any:
    """A form's value with so many more cards of a class; bytes suffice for the cards of one small pile."""
    if not weight:
        return total
    import numpy as np

    more = count if narrow and weight == 1 else count.astype(np.int32) * weight
    return more if isinstance(total, int) else total + more


def _nothing(size: int) -> Any:
    import numpy as np

    return np.zeros(size, np.uint16)


def _drawn(
    rng: np.random.Generator, classes: Sequence[tuple[int, int]], size: int, steps: Sequence[int], hands: int
) -> list[list[Any]]:
    """For each stage, how many cards of each class each hand has seen by its end.

    A card is drawn as its place among those left: the classes lie behind each other, and `left[c]` is how many cards
    of the classes up to c there still are.
    """
    import numpy as np

    places = np.uint16 if size < 2**16 else np.uint32
    # Where a byte holds every number, comparing and subtracting bytes needs no conversion and is the quickest.
    kind = np.uint8 if size < 2**8 else places
    ends = [sum(count for _, count in classes[: at + 1]) for at in range(len(classes))]
    left = [np.full(hands, end, kind) for end in ends]
    hit = np.empty(hands, np.bool_)
    stages: list[list[Any]] = []
    taken = 0
    for step in steps:
        for _ in range(step):
            place = rng.integers(0, size - taken, size=hands, dtype=places).astype(kind, copy=False)
            for one in left:
                np.less(place, one, out=hit)
                np.subtract(one, hit.view(np.uint8), out=one)
            taken += 1
        stages.append(_apart(ends, left))
    return stages


def _apart(ends: Sequence[int], left: Sequence[Any]) -> list[Any]:
    """The number drawn of each class, from what is left of the classes up to each."""
    gone = [end - one for end, one in zip(ends, left, strict=True)]
    return [gone[0], *(one - before for before, one in itertools.pairwise(gone))] if gone else []


def stream(seed: str, number: int) -> np.random.Generator:
    """The random numbers of a block."""
    import numpy as np

    key = int.from_bytes(
        hashlib.sha256(f"{_SCHEME}\n{seed}".encode("utf-8", "surrogatepass")).digest()[:16], "big"
    )
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence([key, number])))
