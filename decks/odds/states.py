"""States of the dynamic programme: values of the forms, what classes of cards add to them, and how they join."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from deckwright.decks.odds.errors import TooWide
from deckwright.decks.odds.formula import Form
from deckwright.decks.odds.packing import Draws
from deckwright.decks.odds.stock import Stock

MOST_WORK = 5_000_000
"""So much `work` is done before a question is refused as too wide: a few seconds' worth."""

MOST_BITS = 600_000_000
"""So many bits of packed ways are held at once before a question is refused: less than a hundred megabytes."""

_SHORT = 4096
"""Ways of so many bits take no longer than the rest of a step does."""
_PIECE = 256
"""Of longer ones so many bits take as long as one form does, measured."""

State = tuple[int, ...]
"""The values of the forms."""

Limits = tuple[int | None, ...]
"""From which value on each form is as good as any larger one."""


class CardClass(NamedTuple):
    """Cards that every form counts alike: what one of them counts in each, and which forms count it at all."""

    weights: tuple[int, ...]
    cards: int
    touched: tuple[int, ...]


class Moves(NamedTuple):
    """What the cards of a class can add: the forms that they touch, and the ways to each addition."""

    touched: tuple[int, ...]
    additions: list[tuple[tuple[int, ...], int]]
    all_ways: int


def work(steps: int, forms: int, bits: int = 0) -> int:
    """What so many steps from one state to another cost where a question has so many forms, and ways so many bits.

    A step costs as much as four forms do, measured, and each form as much again.
    """
    return steps * (4 + forms + (bits // _PIECE if bits > _SHORT else 0))


def held(states: int, bits: int, forms: int, drawn: int = 0) -> None:
    """Make sure that ways of so many bits can be held for so many states, or terms. Raises `TooWide`."""
    if states * bits > MOST_BITS:
        raise TooWide(0, forms, drawn)


def stepped(
    states: dict[State, int],
    moves: Moves,
    places: Sequence[int],
    tops: Sequence[int | None],
    mask: int,
    most: int,
) -> dict[State, int]:
    """The states after a class whose moves add at these places of a state, up to the top that each has.

    Raises `TooWide` where they are more than `most`.
    """
    reached: dict[State, int] = {}
    for state, packed in states.items():
        for added, polynomial in moves.additions:
            values = list(state)
            for place, more, top in zip(places, added, tops):  # noqa: B905 - equally long; the inmost loop
                value = values[place] + more
                values[place] = value if top is None or value < top else top
            to = tuple(values)
            reached[to] = reached.get(to, 0) + packed * polynomial
        if len(reached) > most:
            raise TooWide(0, len(state))
    return {state: packed & mask for state, packed in reached.items()}


def classes_of(stock: Stock[int], forms: Sequence[Form]) -> tuple[list[CardClass], int]:
    """The classes that some form counts, those that are counted alike merged, and how many other cards there are."""
    merged: dict[tuple[int, ...], int] = {}
    masks = [form.adds[0] for form in forms if len(form.adds) == 1 and not form.takes]
    plain = len(masks) == len(forms)
    for signature, count in stock.held:
        weights = tuple(
            [1 if signature & mask else 0 for mask in masks]
            if plain
            else [form.weight(signature) for form in forms]
        )
        merged[weights] = merged.get(weights, 0) + count
    rest = merged.pop((0,) * len(forms), 0)
    found = [
        CardClass(weights, count, tuple([form for form, weight in enumerate(weights) if weight]))
        for weights, count in merged.items()
    ]
    return found, rest


def joined(
    ones: dict[State, int], others: dict[State, int], limits: Limits, mask: int = -1
) -> dict[State, int]:
    """The states of two draws together; `mask` cuts packed ways, and -1 leaves plain numbers as they are."""
    bits = max(mask, 0).bit_length()
    if work(len(ones) * len(others), len(limits), bits) > MOST_WORK:
        raise TooWide(0, len(limits))
    found: dict[State, int] = {}
    for one, number in ones.items():
        for other, more in others.items():
            raw = [left + right for left, right in zip(one, other, strict=True)]
            to = tuple(
                [value if top is None or value < top else top for value, top in zip(raw, limits, strict=True)]
            )
            found[to] = found.get(to, 0) + number * more
        held(len(found), bits, len(limits))
    return {state: number & mask for state, number in found.items()}


def running(draws: Draws) -> list[int]:
    """How many cards have been drawn at the end of each stage."""
    return [sum(draws[: at + 1]) for at in range(len(draws))]


def later(
    classes: Sequence[CardClass], forms: Sequence[Form], steps: Draws
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Before the first class and after each, the least and the most that the later ones can still add to each form."""
    drawn = running(steps)
    seen = [drawn[form.stage] for form in forms]
    least, most = [0] * len(forms), [0] * len(forms)
    found = [(tuple(least), tuple(most))]
    for one in reversed(classes):
        for form in one.touched:
            more = one.weights[form] * min(one.cards, seen[form])
            if more > 0:
                most[form] += more
            else:
                least[form] += more
        found.append((tuple(least), tuple(most)))
    return found[::-1]


def spans(classes: Sequence[CardClass]) -> tuple[dict[int, int], dict[int, int]]:
    """Of each form, the first class that touches it, and the last."""
    last = {form: at for at, one in enumerate(classes) for form in one.touched}
    first = {form: at for at, one in reversed(list(enumerate(classes))) for form in one.touched}
    return first, last
