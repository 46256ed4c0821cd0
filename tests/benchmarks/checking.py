"""Cards held against their JSON Schema, beside jsonschema's `validate` called for each card, and a validator kept.

`validate` checks the schema itself each time, so it stops at 10,000 cards. The validator that is kept stops at a card's
first fault and says nothing of JSON's limits; ours looks at the whole document and tells every fault with its place.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from deckwright.schemas import problems, schema
from tests.benchmarks.clock import least
from tests.benchmarks.made_cards import document
from tests.benchmarks.rows import Curve, Growth, Measured, Row, versioned
from tests.benchmarks.suite import alone

SIZES = (10, 100, 1_000, 10_000, 100_000)
MOST_NAIVE = 10_000
OURS, NAIVE, KEPT = "deckwright", "validate for each card", "one validator kept"


def measure(quick: bool) -> Iterator[Measured]:
    """Rows of cards a second for the most cards that all check, and the seconds as the cards grow in number."""
    sizes = SIZES[:2] if quick else SIZES
    took = {cards: checked(cards, quick) for cards in sizes}
    common = max(cards for cards, seconds in took.items() if NAIVE in seconds)
    jsonschema = versioned("jsonschema")
    for peer in (NAIVE, KEPT):
        yield Row(
            name="cards checked",
            work=f"{common:,} cards, JSON Schema",
            unit="cards/s",
            ours=common / took[common][OURS],
            peer=f"{jsonschema}, {peer}",
            theirs=common / took[common][peer],
        )
    yield Growth("checked", "Cards checked by their JSON Schema", "cards", "seconds", _curves(took))


def checked(cards: int, quick: bool) -> dict[str, float]:
    """The least seconds of each way that serves for so many cards."""
    works = ways(cards)
    rounds = 1 if quick or cards >= MOST_NAIVE else 3
    return least(works, rounds)


def ways(cards: int) -> Mapping[str, Callable[[], object]]:
    """Each way to check so many cards, all sound."""
    import jsonschema

    made = document(cards)
    whole = schema("cards")
    one = {"$schema": whole["$schema"], "$defs": whole["$defs"], "$ref": "#/$defs/card"}
    validator = jsonschema.Draft202012Validator(one)

    def ours() -> None:
        found = problems("cards", made)
        if found:
            raise RuntimeError(f"{found[0]}")

    def each(validate: Callable[[Any], None]) -> Callable[[], None]:
        def work() -> None:
            for card in made["cards"]:
                validate(card)

        return work

    found: dict[str, Callable[[], object]] = {OURS: ours, KEPT: each(validator.validate)}
    if cards <= MOST_NAIVE:
        found[NAIVE] = each(lambda card: jsonschema.validate(card, one))
    return found


def _curves(took: Mapping[int, Mapping[str, float]]) -> tuple[Curve, ...]:
    def points(way: str) -> tuple[tuple[int, float], ...]:
        return tuple((cards, seconds[way]) for cards, seconds in took.items() if way in seconds)

    jsonschema = versioned("jsonschema")
    note = f"not asked beyond {MOST_NAIVE:,} cards; it grows in step with them"
    return (
        Curve(OURS, points(OURS)),
        Curve(f"{jsonschema}, {NAIVE}", points(NAIVE), note),
        Curve(f"{jsonschema}, {KEPT}", points(KEPT)),
    )


if __name__ == "__main__":
    sys.exit(alone(measure))
