"""Polynomials in the number of cards drawn, each packed into one whole number.

Multiplying two packed polynomials is one multiplication of whole numbers, which is what makes every draw size come
out of one pass. With several stages there is a variable for each: the cards drawn in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import comb, prod

Draws = tuple[int, ...]
"""How many cards are drawn in each stage."""


class Packing:
    """How polynomials of at most `most` cards in each stage are packed, with coefficients below 2 ** `bits`."""

    def __init__(self, most: Draws, bits: int) -> None:
        self.most = most
        self.bits = bits
        self._shifts = tuple(bits * one for one in _room(most))
        self._digit = _ones(bits)
        self.mask = self._mask()

    def _mask(self) -> int:
        """The bits of the degrees that are wanted."""
        if len(self.most) == 1:
            return _ones(self.bits * (self.most[0] + 1))
        return sum(self._digit << self.shift(draws) for draws in self.all_draws())

    def all_draws(self) -> Iterator[Draws]:
        """Every number of cards that may be drawn in the stages."""
        return product(*(range(degree + 1) for degree in self.most))

    def shift(self, draws: Sequence[int]) -> int:
        """Where the coefficient of these draws stands."""
        return sum(shift * drawn for shift, drawn in zip(self._shifts, draws, strict=True))

    def pack(self, terms: Iterable[tuple[Draws, int]]) -> int:
        """The polynomial of these coefficients."""
        return sum(ways << self.shift(draws) for draws, ways in terms)

    def at(self, packed: int, draws: Draws) -> int:
        """The coefficient of these draws."""
        return (packed >> self.shift(draws)) & self._digit

    def terms(self, packed: int) -> Iterator[tuple[Draws, int]]:
        """The coefficients that are not 0."""
        for draws in self.all_draws():
            if ways := self.at(packed, draws):
                yield draws, ways


def _room(most: Draws) -> list[int]:
    """How far apart the degrees of each variable stand: there is room for what a product reaches before it is cut."""
    room = [1]
    for degree in most[:-1]:
        room.append(room[-1] * (2 * degree + 1))
    return room


def size_of(most: Draws, bits: int) -> tuple[int, int]:
    """How many terms a polynomial of such a packing has, and how many bits it takes; known before one is made."""
    width = 1 + sum(degree * room for degree, room in zip(most, _room(most), strict=True))
    return prod(degree + 1 for degree in most), bits * width


def _ones(bits: int) -> int:
    one: int = 1
    return (one << bits) - 1


def bits_for(size: int, makings: int, most: Draws) -> int:
    """How many bits hold every coefficient that can come up for a pile of `size` cards."""
    if len(most) == 1:
        return (makings * comb(size, min(most[0], size // 2))).bit_length() + 1
    drawn = min(2 * sum(most), size)
    stages = len(most)
    choices = comb(size, min(drawn, size // 2)) * int(stages**drawn) * (drawn + 1)
    return (makings * min(choices, int((stages + 1) ** size))).bit_length() + 1


def ways(count: int, draws: Draws) -> int:
    """In how many ways so many of `count` cards can be drawn in each stage."""
    found = 1
    for drawn in draws:
        found *= comb(count, drawn)
        count -= drawn
    return found
