"""Cards in random order, as whole numbers can weigh them: stocks, and shuffles of parts of stocks.

A *stock* is a known heap of cards in random order. A *blend* is a pile shuffled from parts whose own cards are not
known: so many random cards of one stock, so many of another. Both are told apart by identity: two draws from one
stock take from each other.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property
from math import comb
from typing import Generic, TypeVar

from deckwright.decks.odds.values import Value

K = TypeVar("K", bound=Hashable)
L = TypeVar("L", bound=Hashable)


class _Itself(Value):
    """Told apart by identity: two that hold the same are two."""

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__


class Stock(_Itself, Generic[K]):
    """Known cards in random order: so many of each kind."""

    held: tuple[tuple[K, int], ...]

    @cached_property
    def size(self) -> int:
        """How many cards it holds."""
        return sum(count for _, count in self.held)

    @property
    def makings(self) -> int:
        """In how many ways it can have come to hold what it holds: it is known."""
        return 1


class Blend(_Itself, Generic[K]):
    """Parts of other sources shuffled together."""

    parts: tuple[Part[K], ...]

    @cached_property
    def size(self) -> int:
        """How many cards it holds."""
        return sum(part.count for part in self.parts)

    @cached_property
    def makings(self) -> int:
        """In how many ways it can have come to hold what it holds."""
        ways = 1
        for part in self.parts:
            ways *= part.source.makings * comb(part.source.size, part.count)
        return ways


Source = Stock[K] | Blend[K]


class Part(Value, Generic[K]):
    """So many random cards of a source."""

    source: Source[K]
    count: int

    @property
    def whole(self) -> bool:
        """Whether it is all of a known heap."""
        return isinstance(self.source, Stock) and self.count == self.source.size


def stocks(source: Source[K]) -> Iterator[Stock[K]]:
    """The stocks that the cards of a source come from."""
    if isinstance(source, Stock):
        yield source
    else:
        for part in source.parts:
            yield from stocks(part.source)


def kinds(source: Source[K]) -> dict[K, int]:
    """The kinds of card that may be in a source, with how many there are of each in its stocks."""
    found: dict[K, int] = {}
    for stock in dict.fromkeys(stocks(source)):
        for kind, count in stock.held:
            found[kind] = found.get(kind, 0) + count
    return found


def merged(source: Source[K], key: Callable[[K], L], known: dict[int, Source[L]] | None = None) -> Source[L]:
    """The source with kinds of one key merged; `known` keeps what was merged before, so that identity is kept."""
    known = {} if known is None else known
    if id(source) not in known:
        known[id(source)] = _merge(source, key, known)
    return known[id(source)]


def _merge(source: Source[K], key: Callable[[K], L], known: dict[int, Source[L]]) -> Source[L]:
    if isinstance(source, Stock):
        return Stock(tuple(_counted(source, key).items()))
    return Blend(tuple(Part(merged(part.source, key, known), part.count) for part in source.parts))


def _counted(stock: Stock[K], key: Callable[[K], L]) -> Mapping[L, int]:
    found: dict[L, int] = {}
    for kind, count in stock.held:
        named = key(kind)
        found[named] = found.get(named, 0) + count
    return found
