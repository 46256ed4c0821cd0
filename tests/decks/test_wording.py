"""The sentences of mends: which lines, how many copies, all of them or some."""

from __future__ import annotations

import pytest

from deckwright.decks.verdict import Mend
from deckwright.decks.wording import lines_of, mend_sentence

Lines = tuple[tuple[int, int], ...]


def one_each(*numbers: int) -> Lines:
    return tuple((number, 1) for number in numbers)


@pytest.mark.parametrize(
    ("numbers", "joint", "says"),
    [
        ((4,), "and", "line 4"),
        ((4, 9), "and", "lines 4 and 9"),
        ((4, 9), "or", "line 4 or line 9"),
        ((3, 5, 8), "and", "lines 3, 5 and 8"),
        ((3, 5, 8), "or", "line 3, 5 or 8"),
        (range(3, 11), "or", "line 3, 4, 5, 6, 7, 8, 9 or 10"),
        (range(3, 12), "or", "lines 3 to 11"),
        ((2, *range(10, 21), 30, 31), "and", "lines 2, 10 to 20, 30 and 31"),
        (range(2, 40, 2), "or", "19 lines between 2 and 38"),
    ],
)
def test_lines(numbers: tuple[int, ...], joint: str, says: str) -> None:
    assert lines_of(one_each(*numbers), joint) == says


@pytest.mark.parametrize(
    ("lines", "count", "says"),
    [
        (((7, 1),), 1, "cut line 7"),
        (((7, 3),), 1, "cut 1 from line 7"),
        (((7, 1), (9, 1)), 1, "cut line 7 or line 9"),
        (((7, 1), (9, 1)), 2, "cut lines 7 and 9"),
        (((7, 2), (9, 1)), 2, "cut 2 from line 7 or line 9"),
        (one_each(*range(10, 31)), 1, "cut 1 from lines 10 to 30"),
        (one_each(*range(10, 31)), 21, "cut lines 10 to 30"),
        ((), 1, "cut 1 card from deck"),
        ((), 2, "cut 2 cards from deck"),
    ],
)
def test_cuts(lines: Lines, count: int, says: str) -> None:
    assert mend_sentence([Mend("cut", count, lines, zone="deck")]) == says


@pytest.mark.parametrize(
    ("lines", "count", "says"),
    [
        (((7, 1),), 1, "on line 7 write Ice or Sky"),
        (((7, 2), (9, 1)), 3, "on lines 7 and 9 write Ice or Sky"),
        (((7, 1), (9, 1)), 1, "on line 7 or line 9 write Ice or Sky"),
        (((7, 6),), 5, "swap 5 on line 7 for Ice or Sky"),
        (((7, 2), (9, 1)), 2, "swap 2 on line 7 or line 9 for Ice or Sky"),
        ((), 1, "write Ice or Sky"),
    ],
)
def test_other_names(lines: Lines, count: int, says: str) -> None:
    assert mend_sentence([Mend("write", count, lines, ("Ice", "Sky"))]) == says


@pytest.mark.parametrize(
    ("mend", "says"),
    [
        (Mend("add", 1, (), ("Orb",), "deck"), "add 1 Orb"),
        (Mend("add", 2, (), ("Ice", "Sky", "Sea"), "deck"), "add 2 of Ice, Sky or Sea"),
        (Mend("add", 1, zone="deck"), "add 1 card to deck"),
        (Mend("add", 2, zone="deck"), "add 2 cards to deck"),
        (Mend("add", None, (), ("Ice", "Sky"), "deck", "3 Points"), "add Ice or Sky, worth 3 Points"),
        (Mend("add", None, zone="deck", unit="3 Points"), "add cards worth 3 Points to deck"),
    ],
)
def test_additions(mend: Mend, says: str) -> None:
    assert mend_sentence([mend]) == says
