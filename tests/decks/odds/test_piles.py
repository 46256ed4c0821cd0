"""Piles as they lie after the setup: what was sought in them, and what was dealt off one into another."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from deckwright.decks.odds.asking import Odds
from deckwright.decks.odds.interval import wilson
from tests.decks.odds.test_setups import some

Ask = Callable[..., Odds]

BUG = '[!"Bug Bonus 1"]'


@pytest.mark.parametrize(
    ("deck", "players", "pile", "question", "chance", "terms"),
    [
        # GG-12: of six bug and six terrain bonuses one each is taken, whichever lies on top.
        ("garden-geckos", "1", "secret deck", "[kind:bug] = 5", Fraction(1), "5 cards from 6 in secret deck"),
        ("garden-geckos", "1", "secret deck", "[kind:bug] = 1", Fraction(0), "5 cards from 6 in secret deck"),
        ("garden-geckos", "1", "secret deck", BUG, Fraction(5, 6), "5 cards from 6 in secret deck"),
        ("garden-geckos", "1", "bonus", BUG, Fraction(1, 6), "1 card from 6 in secret deck"),
        ("garden-geckos", "2", "secret deck", BUG, Fraction(2, 12), "2 cards from 12 in secret deck"),
        # GG-12: of 21 objectives 11 are played with, of which three lie in the market.
        ("garden-geckos", "1", "bug objectives", '[!"Bug Objective 01"]', Fraction(8, 21), "8 cards from 21"),
        ("garden-geckos", "2", "bug objectives", '[!"Bug Objective 01"]', Fraction(3, 21), "3 cards from 21"),
        # CQ-03: of 20 Challenges ten are taken and of eight Dangers two, each by its kind; CQ-06: all Companions.
        (
            "companion-quest",
            "2",
            "box",
            "[t:challenge] = 10 and [t:danger] = 6",
            Fraction(1),
            "6 cards from 8",
        ),
        ("companion-quest", "2", "box", '[!"Falling Fish"]', Fraction(10, 20), "10 cards from 20 in box"),
        ("companion-quest", "2", "box", "[t:companion] = 0", Fraction(1), "as the setup leaves it"),
    ],
)
def test_what_a_step_looks_for_does_not_come_off_the_top(
    hand: Ask, deck: str, players: str, pile: str, question: str, chance: Fraction, terms: str
) -> None:
    asked = hand(deck, pile=pile, given={"players": [players]})
    answer = asked.ask(question)
    assert answer.chance == chance
    assert terms in "\n".join(answer.basis.lines())
    found = asked.simulate(answer.question, 300, "a fixed seed", by_setup=True)
    assert wilson(found.tally.hits, found.tally.given, 0.999999).holds(chance)


@pytest.mark.parametrize(
    ("deck", "pile", "question", "chance"),
    [
        ("tide-and-sky", "hand+hand", "[t:stamina]", some(24, 51, 6)),
        ("tide-and-sky", "hand+deck", "[t:stamina] = 24", Fraction(1)),
        ("tide-and-sky", "deck+hand", "[t:stamina] = 24", Fraction(1)),
        ("companion-quest", "row+wilderness", "[t:companion] = 51", Fraction(1)),
        ("companion-quest", "wilderness+face-up", "[t:companion] = 51", Fraction(1)),
        ("companion-quest", "row+face-up", "[t:companion] = 4", Fraction(1)),
        # GG-03: of twelve two are dealt to each of two players, of which one goes to the box.
        ("garden-geckos", "secret deck+box", BUG, Fraction(10, 12)),
        ("garden-geckos", "secret deck+secrets", BUG, Fraction(9, 12)),
    ],
)
def test_a_card_is_seen_once_by_whatever_piles_it_is_asked_for(
    hand: Ask, deck: str, pile: str, question: str, chance: Fraction
) -> None:
    asked = hand(deck, pile=pile)
    answer = asked.ask(question)
    assert answer.chance == chance
    found = asked.simulate(answer.question, 300, "a fixed seed", by_setup=True)
    assert wilson(found.tally.hits, found.tally.given, 0.999999).holds(chance)
