"""The stream of random numbers and the shuffle: golden values, and the laws that deals lean on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.decks.deal.stream import WORD, Stream, fresh_seed, keyed, words, words_of_block

GOLDEN = ("golden", "setup shuffle deck")
SHUFFLED = [3, 6, 8, 19, 14, 10, 9, 2, 11, 5, 12, 0, 4, 17, 18, 1, 15, 7, 16, 13]
NUMBERS = [1, 1, 0, 6, 14, 50, 633, 331859, 2326759455]
SEATED = [6, 9, 1, 3, 4, 5, 2, 8, 0, 7]
LETTERS = ["f", "a", "b", "d", "e", "c"]


def test_words_are_those_of_sha256() -> None:
    """Made once, without our code:

    printf '17:deckwright deal 1,6:golden,18:setup shuffle deck,1:0,' gives the front; seven bytes of zero, one of one
    and eight of zero follow, and sha256sum reads it all.
    """
    digest = "bf55fd8b6b638b5ecb59bb4603a23bea4a6943dae1cf75ce26dfda59ad2bd893"
    found = words_of_block(keyed(*GOLDEN, 0), 1, 0)
    assert "".join(f"{word:08x}" for word in found) == digest


def test_golden_values() -> None:
    """Made once, when the stream was first written; they follow from the digest above and must never change."""
    assert Stream(*GOLDEN).shuffled(range(20)) == SHUFFLED
    stream = Stream(*GOLDEN)
    assert [stream.below(n) for n in (2, 3, 6, 7, 52, 60, 1000, 10**6, 2**32)] == NUMBERS
    assert Stream(*GOLDEN, 2, 7).shuffled(range(10)) == SEATED
    assert Stream("später ☂", "x").shuffled("abcdef") == LETTERS


def test_the_shuffle_is_fisher_and_yates_on_those_words() -> None:
    """The rule of the module's docstring, written out anew."""
    stream = words(keyed(*GOLDEN, 0), 1)
    pile = list(range(60))
    for at in range(59):
        left = 60 - at
        word = next(one for one in stream if one < WORD - WORD % left)
        other = at + word % left
        pile[at], pile[other] = pile[other], pile[at]
    assert Stream(*GOLDEN).shuffled(range(60)) == pile


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_no_run_of_python_changes_it(hash_seed: str) -> None:
    program = (
        f"from deckwright.decks.deal.stream import Stream\nprint(Stream(*{GOLDEN!r}).shuffled(range(20)))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "LC_ALL": "C"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(SHUFFLED)


@given(st.text(), st.integers(0, 80), st.integers(0, 80))
def test_a_partial_shuffle_is_the_top_of_the_whole_one(seed: str, size: int, first: int) -> None:
    whole = Stream(seed, "a").shuffled(range(size))
    assert sorted(whole) == list(range(size))
    assert Stream(seed, "a").shuffled(range(size), first) == whole[:first]


@given(st.integers(1, 2**32))
def test_numbers_stay_below(n: int) -> None:
    stream = Stream("s", "t")
    assert all(0 <= stream.below(n) < n for _ in range(20))


@pytest.mark.parametrize(
    "other",
    [
        Stream("golden", "setup shuffle deck", 1),
        Stream("golden", "setup shuffle deck", 0, 2),
        Stream("golden", "setup shuffle deck 2"),
        Stream("golde", "nsetup shuffle deck"),
        Stream("Golden", "setup shuffle deck"),
    ],
)
def test_every_part_of_the_name_counts(other: Stream) -> None:
    assert other.shuffled(range(30)) != Stream(*GOLDEN).shuffled(range(30))


def test_a_seed_may_be_any_word() -> None:
    odd = ["", " ", "\0", "\ud800", "ü", "🦎" * 500]
    assert len({tuple(Stream(seed, "a").shuffled(range(30))) for seed in odd}) == len(odd)


def test_every_order_of_four_comes_as_often() -> None:
    """Of 24 orders in 24,000 shuffles each is expected 1,000 times; 49.7 is chi-square's 0.999 point for 23."""
    seen = Counter(tuple(Stream("orders", "a", 0, number).shuffled("abcd")) for number in range(24_000))
    assert len(seen) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 49.7


def test_fresh_seeds_differ_and_are_words() -> None:
    seeds = {fresh_seed() for _ in range(200)}
    assert len(seeds) == 200
    assert all(seed.replace("-", "").isalpha() and seed.isascii() for seed in seeds)
