"""Deals come as often as they must: counts against exact chances by chi-square.

Seeds are fixed, so each test passes or fails for good. P_LEAST is the chance that a fair dealer would have failed it.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.deal.hands import hands
from deckwright.decks.deal.places import distance
from deckwright.decks.deal.selftest import composition_chances, fit
from tests.decks.deal.tables import GECKOS, GEOCLASH, QUEST, REPELLO, TIDE, dealer, kinds, titles

P_LEAST = 0.001

often = pytest.mark.parametrize("deals", [500, pytest.param(20_000, marks=pytest.mark.long)])


@often
def test_geopals_hands_are_hypergeometric(catalogue: Catalogue, deals: int) -> None:
    """Every combination of types in the six cards of whole deals."""
    made = dealer(catalogue, TIDE)
    copies = Counter(kinds([*made.deal("x").pile("deck", 1), *made.deal("x").pile("hand", 1)]))
    assert copies.total() == 51
    seen: Counter[tuple[tuple[str, int], ...]] = Counter()
    for number in range(1, deals + 1):
        hand = Counter(kinds(made.deal("hands", number).pile("hand", 1)))
        seen[tuple(sorted(hand.items()))] += 1
    found = fit("hands", seen, composition_chances(copies, 6), deals)
    assert found.freedom > 20
    assert found.p > P_LEAST


def test_twenty_thousand_quick_hands_are_hypergeometric(catalogue: Catalogue) -> None:
    """The sampler of `--hands`, which the tests of hands hold to be the dealer's own."""
    made = dealer(catalogue, TIDE)
    copies = Counter(kinds([*made.deal("x").pile("deck", 1), *made.deal("x").pile("hand", 1)]))
    seen = Counter(tuple(sorted(Counter(kinds(hand)).items())) for hand in hands(made, "quick", 20_000))
    found = fit("hands", seen, composition_chances(copies, 6), 20_000)
    assert found.freedom > 100
    assert found.p > P_LEAST


DANGERS = [
    ("normal", Fraction(5, 11)),
    ("easy 1", Fraction(1, 4)),
    ("easy 2", Fraction(0)),
    ("hard 1", Fraction(34, 55)),
    ("hard 2", Fraction(41, 55)),
]


@often
@pytest.mark.parametrize(("difficulty", "chance"), DANGERS)
def test_a_danger_is_up_as_often_as_it_must(
    catalogue: Catalogue, difficulty: str, chance: Fraction, deals: int
) -> None:
    made = dealer(catalogue, QUEST, difficulty=difficulty)
    ways = {"normal": 2, "easy 1": 1, "easy 2": 0, "hard 1": 3, "hard 2": 4}[difficulty]
    assert chance == 1 - Fraction(comb(12 - ways, 3), comb(12, 3))
    seen: Counter[bool] = Counter()
    for number in range(1, deals + 1):
        deal = made.deal("danger", number)
        top = [kind for zone in (1, 2, 3) for kind in kinds(deal.pile(f"zone {zone}")[:1])]
        assert len(top) == 3
        seen["danger" in top] += 1
    if chance == 0:
        assert seen[True] == 0
        return
    chances = {True: float(chance), False: 1 - float(chance)}
    assert fit("dangers", seen, chances, deals).p > P_LEAST


@often
def test_two_stacks_are_never_adjacent_and_every_green_square_comes(catalogue: Catalogue, deals: int) -> None:
    """The first Stack has 24 squares, each as likely."""
    made = dealer(catalogue, REPELLO, players="4")
    firsts: Counter[tuple[int, ...]] = Counter()
    for number in range(1, deals + 1):
        deal = made.deal("stacks", number)
        placed = [piece.at for piece in deal.pile("board") if "Stack" in piece.name]
        assert len(placed) == 4
        assert all(distance(one, other) >= 2 for one, other in combinations(placed, 2))
        firsts[placed[-1]] += 1
    green = [tuple(square) for square in made.game.document["board"]["squares"]["start_zone"]]
    assert fit("squares", firsts, dict.fromkeys(green, 1 / 24), deals).p > P_LEAST


@often
def test_every_player_goes_first_as_often(catalogue: Catalogue, deals: int) -> None:
    made = dealer(catalogue, GEOCLASH, players="5")
    seen = Counter(made.deal("first", number).first for number in range(1, deals + 1))
    assert fit("first", seen, dict.fromkeys(range(1, 6), 1 / 5), deals).p > P_LEAST


@often
def test_random_choices_are_even(catalogue: Catalogue, deals: int) -> None:
    made = dealer(catalogue, GECKOS, keep="random")
    bugs: Counter[str] = Counter()
    kept: Counter[bool] = Counter()
    for number in range(1, deals + 1):
        deal = made.deal("bugs", number)
        bugs[next(name for name in titles(deal.pile("table")) if "Starting" not in name)] += 1
        dealt = next(entry.pieces for entry in deal.log if entry.to == ("secrets",) and entry.seat == 1)
        kept[deal.pile("secrets", 1)[0].title == dealt[0]] += 1
    assert len(bugs) == 6
    assert fit("bugs", bugs, dict.fromkeys(bugs, 1 / 6), deals).p > P_LEAST
    assert fit("kept", kept, {True: 0.5, False: 0.5}, deals).p > P_LEAST
