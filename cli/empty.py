"""Why a search found nothing: the term that emptied the result, and the nearest name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.catalog.nearest import meant
from deckwright.catalog.query import Query
from deckwright.catalog.query.asked_names import asked_names
from deckwright.catalog.query.nodes import all_of
from deckwright.catalog.text import fold

_MOST_TERMS = 20


def why_empty(catalogue: Catalogue, base: Query, terms: Sequence[Query], game: Game | None) -> str:
    """Which of the terms, all asked of the cards of `base`, left no card."""

    def count(*some: Query) -> int:
        return catalogue.count(all_of([base, *some]))

    alone = [term for term in terms if not count(term)]
    if not count():
        return "there are no cards"
    if alone:
        said = " and none matches ".join(f"`{term}`" for term in alone)
        return f"no card matches {said}{_hint(catalogue, alone, game)}"
    spared = _spared(count, terms)
    if spared:
        rest = ", ".join(f"{_cards(without)} without `{term}`" for term, without in spared)
        return f"no card matches all of it: {rest}"
    return _emptied(count, terms)


def _spared(count: Callable[..., int], terms: Sequence[Query]) -> list[tuple[Query, int]]:
    """The terms without which there would be cards, with how many."""
    if len(terms) > _MOST_TERMS:
        return []
    counts = [(term, count(*terms[:at], *terms[at + 1 :])) for at, term in enumerate(terms)]
    return [(term, without) for term, without in counts if without]


def _emptied(count: Callable[..., int], terms: Sequence[Query]) -> str:
    """The first term, from the left, that leaves none of the cards found so far."""
    low, high = 1, len(terms)
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if count(*terms[:middle]) else (low, middle)
    before = _cards(count(*terms[:low]))
    return f"no card matches all of it: `{terms[low]}` leaves none of the {before} found by what is before it"


def _hint(catalogue: Catalogue, terms: Sequence[Query], game: Game | None) -> str:
    """The names most like those that were looked for, of which `not` is likely to be none."""
    words, here = list(asked_names(terms)), game.id if game else None
    if any(fold(word) == "not" for word in words):
        return "; what is not wanted has a - in front of it, such as -t:item"
    return meant(name for word in words for name in catalogue.nearest(word, here))


def _cards(count: int) -> str:
    return f"{count:,} card{'' if count == 1 else 's'}"
