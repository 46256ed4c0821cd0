"""Plain urns for tests of the exact engine: kinds of card by letter, looked at without any game."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from deckwright.catalog.card import Card
from deckwright.decks.odds.ground import Drawn, Ground
from deckwright.decks.odds.heap import Kind
from deckwright.decks.odds.looking import Look
from deckwright.decks.odds.question import Compare, Event, Question, Sum
from deckwright.decks.odds.run import Run
from deckwright.decks.odds.stock import Blend, Part, Source, Stock


@dataclass(frozen=True)
class Named:
    """A query: the cards whose name is one of these letters."""

    letters: str

    def match(self, card: Card) -> bool:
        return card.name in self.letters

    def __str__(self) -> str:
        return self.letters


def kind(letter: str) -> Kind:
    """A card of that name."""
    return Kind(letter, Card(f"urn/x-{letter}", "urn", "ball", "x", letter, letter, f"urn/x-{letter}"))


def stock(**counts: int) -> Stock[Kind]:
    """A heap of so many of each."""
    return Stock(tuple((kind(letter), count) for letter, count in counts.items()))


def look(source: Source[Kind], hand: int) -> Look:
    """What is seen of one source: so many cards off the top, and on to the last."""
    drawn = Drawn(Part(source, hand), Ground("urn", source.size, source.size))
    return Look("the hand", (drawn,), hand, source.size, {"up_to": hand})


def looks(*parts: Part[Kind]) -> Look:
    """What is seen of several sources at once."""
    seen = sum(part.count for part in parts)
    return Look(
        "the hands", tuple(Drawn(part, Ground("urn", part.source.size)) for part in parts), seen, seen
    )


def count(letters: str, op: str, number: int) -> Compare:
    """So many of these letters."""
    return Compare(Sum((Named(letters),)), op, number)


def chance(seen: Look, event: Event, given: Event | None = None) -> Fraction:
    """The exact chance."""
    run = Run(seen, Question(event, given))
    if given is None:
        return run.chance(event)
    return run.chance(event, given) / run.chance(given)


def enumerated(deck: Sequence[str], drawn: int, holds: Callable[[Sequence[str]], bool]) -> Fraction:
    """The chance by looking at every hand."""
    hands = list(itertools.combinations(deck, drawn))
    return Fraction(sum(holds(hand) for hand in hands), len(hands))


def cards(counts: Mapping[str, int]) -> list[str]:
    """The letters, one for each card."""
    return [letter for letter, number in counts.items() for _ in range(number)]


def blend(*parts: Part[Kind]) -> Blend[Kind]:
    """Parts shuffled together."""
    return Blend(parts)
