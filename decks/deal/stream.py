"""Chance, written down: the one source of random numbers, and the one shuffle, of everything dealt.

A stream belongs to a seed, a step, a seat and the number of the deal. It is SHA-256 in counter mode: block b is the
digest of the netstrings (`4:word,`) of `deckwright deal 1`, the seed, the step and the seat, followed by the number
of the deal and by b, each as eight bytes, most significant first. A block is read as eight words of 32 bits, most
significant byte first. A whole number below n is the next word w with w < 2^32 - (2^32 mod n), the words before it
being thrown away, as w mod n; below 1 it is 0 and no word is read. The shuffle is Fisher and Yates's from the top:
place i is swapped with place i + (a number below what is left), for i from 0. So the first cards of a shuffle do
not depend on how many more are drawn, and nothing depends on the machine or on Python's own generators.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

WORD = 2**32
"""A word of the stream is below this."""

_SCHEME = "deckwright deal 1"
_BLOCK = struct.Struct(">8I")
_COUNTERS = struct.Struct(">QQ")
_SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in "aeiou"]


class Stream:
    """The random numbers of one step of one deal."""

    def __init__(self, seed: str, step: str, seat: int = 0, number: int = 1) -> None:
        self._words = words(keyed(seed, step, seat), number)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely; n is at most 2^32."""
        if n == 1:
            return 0
        fair = WORD - WORD % n
        for word in self._words:
            if word < fair:
                return word % n
        raise AssertionError("the stream has no end")

    def pick(self, among: Sequence[T]) -> T:
        """One of several, each as likely."""
        return among[self.below(len(among))]

    def shuffled(self, pile: Sequence[T], first: int | None = None) -> list[T]:
        """The pile shuffled; with `first`, only so many places from the top are, and only they are given."""
        mixed = list(pile)
        size = len(mixed)
        count = size if first is None else min(first, size)
        for at in range(count):
            other = at + self.below(size - at)
            mixed[at], mixed[other] = mixed[other], mixed[at]
        return mixed[:count]


def keyed(seed: str, step: str, seat: int) -> Any:
    """The hash that every block of a step's streams begins with, to be copied."""
    parts = (_SCHEME, seed, step, str(seat))
    return hashlib.sha256(b"".join(map(_netstring, parts)))


def words(key: Any, number: int) -> Iterator[int]:
    """The words of the stream of the deal of this number, without end."""
    block = 0
    while True:
        yield from words_of_block(key, number, block)
        block += 1


def words_of_block(key: Any, number: int, block: int) -> tuple[int, ...]:
    """The eight words of one block."""
    made = key.copy()
    made.update(_COUNTERS.pack(number, block))
    return _BLOCK.unpack(made.digest())


def fresh_seed() -> str:
    """A seed that nobody has had: three speakable words."""
    import secrets

    return "-".join("".join(secrets.choice(_SYLLABLES) for _ in range(3)) for _ in range(3))


def _netstring(text: str) -> bytes:
    encoded = text.encode("utf-8", "surrogatepass")
    return b"%d:%s," % (len(encoded), encoded)
