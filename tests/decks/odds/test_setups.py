"""What the setup takes out is taken out; what is drawn is drawn from what was drawn before."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from fractions import Fraction
from math import comb

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.deal.errors import DealError, NotChoosable
from deckwright.decks.odds.asking import Odds
from deckwright.decks.odds.errors import (
    BadTurn,
    NoPile,
    NoSuchQuestion,
    NothingMatches,
    NotInOrder,
    NoTurnKnown,
    OddsError,
    TooManySeen,
)
from deckwright.decks.odds.ground import Aside, Ground
from deckwright.decks.odds.interval import wilson
from deckwright.decks.odds.question import ByTurn

Ask = Callable[..., Odds]

TIDE = "6 cards from 51 in deck: of 60, 8 to awakened (GP-13) and Nilgie #26 to play (GP-14) set aside"


def some(copies: int, size: int, hand: int) -> Fraction:
    """The chance of at least one of so many copies."""
    return 1 - Fraction(comb(size - copies, hand), comb(size, hand))


@pytest.mark.parametrize(
    ("deck", "pile", "question", "chance", "terms"),
    [
        ("tide-and-sky", None, "[t:stamina] >= 2", Fraction(68591, 78302), TIDE),
        # GP-13: awakened forms are not in the deck. GP-14: nor is the Geopal that starts.
        ("tide-and-sky", None, "[stage >= 1]", Fraction(0), TIDE),
        ("tide-and-sky", None, "[!Nilgie]", Fraction(0), TIDE),
        (
            "tide-and-sky",
            "terrain",
            "[r:ocean]",
            Fraction(2, 6),
            "2 cards from 6 in terrain, nothing set aside",
        ),
        (
            "tide-and-sky",
            "awakened",
            "[stage >= 1] = 8",
            Fraction(1),
            "8 cards from 8 that lie there in any case (awakened)",
        ),
        # CQ-03: three zones of the twelve problems, the top card of each turned up.
        (
            "companion-quest",
            "face-up",
            "[t:danger] >= 1",
            Fraction(5, 11),
            "3 cards from 12 in problems, made of 10 of 20 t:challenge (CQ-03, CQ-05) and 2 of 8 t:danger",
        ),
        (
            "companion-quest",
            "zone 1+zone 2",
            "[t:danger] = 2",
            Fraction(28, 66),
            "8 cards from 12 in problems",
        ),
        ("companion-quest", "problems", "[t:danger] = 2", Fraction(1), "12 cards from 12 in problems"),
        ("companion-quest", "problems", "[t:danger] = 2 in 6 cards", Fraction(15, 66), "6 cards from 12"),
        ("companion-quest", "row", "[!Prost]", Fraction(4, 51), "4 cards from 51 in wilderness"),
        # CQ-08: one of six Gnomes at random, which is one draw of six.
        ("companion-quest", "gnome", "[!Crumbles]", Fraction(1, 6), "1 card from 6"),
        # GG-04: three of 21 and three of 21; GG-03: of two Secret Objectives one is kept.
        ("garden-geckos", "market", "[kind:bug] = 3", Fraction(1), "3 cards from 21 in bug objectives"),
        ("garden-geckos", "secrets", "[t:secret] = 1", Fraction(1), "1 card from 12 in secret deck"),
        ("garden-geckos", None, '[!"Tile 01"]', Fraction(3, 60), "3 cards from 60 in tiles"),
        # GC-03: seven cards and two together are independent draws.
        (
            "geoclash-twist",
            "hand+powers",
            "[size <= 5] and [category:size]",
            some(5, 50, 7) * some(5, 15, 2),
            "7 cards from 50 in geoplunge, nothing set aside",
        ),
        ("geoclash-twist", None, "[size <= 5]", some(5, 50, 7), "7 cards from 50 in geoplunge"),
    ],
)
def test_the_pile_is_what_the_setup_leaves(
    hand: Ask, deck: str, pile: str | None, question: str, chance: Fraction, terms: str
) -> None:
    answer = hand(deck, pile=pile).ask(question)
    assert answer.chance == chance
    assert terms in "\n".join(answer.basis.lines())


def test_which_particular_card_of_a_drawn_pile(hand: Ask, catalogue: Catalogue) -> None:
    """A given Danger must be one of the 2 of 8 in the pile, and one of the 3 of 12 turned up."""
    name = next(card.name for card in catalogue.cards("companion-quest") if card.type == "danger")
    answer = hand("companion-quest", pile="face-up").ask(f'[!"{name}"]')
    assert answer.chance == Fraction(2, 8) * Fraction(3, 12)


@pytest.mark.parametrize(
    ("difficulty", "dangers"), [("easy 2", 0), ("easy 1", 1), ("normal", 2), ("hard 1", 3), ("hard 2", 4)]
)
def test_options_change_the_setup(hand: Ask, difficulty: str, dangers: int) -> None:
    """CQ-05."""
    asked = hand("companion-quest", pile="face-up", given={"difficulty": [difficulty]})
    assert asked.ask("[t:danger]").chance == some(dangers, 12, 3)


def test_the_start_is_the_one_that_is_said(hand: Ask) -> None:
    answer = hand("tide-and-sky", given={"start": ["Inji"]}).ask("[!Nilgie]")
    assert answer.chance == Fraction(6, 51)
    assert "Inji #13 to play (GP-14)" in next(answer.basis.lines())


def test_a_start_that_is_not_there_is_refused(hand: Ask) -> None:
    with pytest.raises(NotChoosable, match="Zippo"):
        hand("tide-and-sky", given={"start": ["Zippo #1"]})


def test_a_deck_that_cannot_be_set_up_is_refused(hand: Ask) -> None:
    """GP-18: fewer than six cards left."""
    with pytest.raises(DealError, match="6 needed"):
        hand("game: geopals\nstart: Inji\n1 Inji\n4 Tide Berry\n")


@pytest.mark.parametrize(
    ("question", "seen"),
    [
        ("[t:stamina] by turn 1", 6),
        ("[t:stamina] by turn 1 using 3", 6),
        ("[t:stamina] by turn 3", 8),
        ("[t:stamina] by turn 3 using 2", 10),
        ("[t:stamina] by turn 5 using 0", 6),
        ("[t:stamina] by turn 999999999 using 6", 51),
        ("[t:stamina] in 10 cards", 10),
        ("[t:stamina] in 99 cards", 51),
    ],
)
def test_by_turn_and_in_cards_say_how_many_are_seen(hand: Ask, question: str, seen: int) -> None:
    """GP-23: draw until six are in hand, so what was used is seen anew."""
    answer = hand("tide-and-sky").ask(question)
    assert answer.basis.seen == (seen,)
    assert answer.chance == some(24, 51, seen)


def test_the_whole_pile_is_certainty(hand: Ask) -> None:
    assert hand("tide-and-sky").ask("[!Orb] = 2 by turn 40 using 6").chance == 1


def test_what_a_turn_uses_is_told_where_the_question_does_not_say(hand: Ask) -> None:
    lines = list(hand("tide-and-sky").ask("[t:stamina] by turn 3").basis.lines())
    assert "1 card used in each turn, since the question does not say" in lines


@pytest.mark.parametrize(
    ("deck", "wishes", "question", "error", "says"),
    [
        ("companion-quest", {}, "[t:danger]", NoPile, "say which cards with --pile"),
        ("tide-and-sky", {"pile": "hoard"}, "[t:stamina]", NoPile, "has no pile 'hoard'"),
        ("tide-and-sky", {"seen": 52}, "[t:stamina]", TooManySeen, "shows at most 51"),
        ("geoclash-twist", {"seen": 30}, "[size<=5]", TooManySeen, "shows at most 29"),
        ("geoclash-twist", {}, "[size<=5] by turn 2", NoTurnKnown, "does not say what a turn draws"),
        ("geoclash-twist", {"pile": "hand+powers"}, "[size<=5] in 9 cards", NotInOrder, "several piles"),
        ("tide-and-sky", {"pile": "awakened"}, "[stage>=2] in 1 card", NotInOrder, "in no random order"),
        ("tide-and-sky", {"pile": "awakened", "seen": 1}, "[stage>=2]", NotInOrder, "in no random order"),
        ("tide-and-sky", {}, "[t:stamina] by turn 2 using 7", BadTurn, "cannot use 7"),
        ("tide-and-sky", {}, "[t:stamina] by turn 0", BadTurn, "counted from 1"),
        ("tide-and-sky", {}, "[kind:heat]", NothingMatches, "no card of the deck matches"),
        ("tide-and-sky", {}, "opener", NoSuchQuestion, "it names none"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_the_reason(
    hand: Ask, deck: str, wishes: dict[str, str], question: str, error: type[OddsError], says: str
) -> None:
    with pytest.raises(error, match=says):
        hand(deck, **wishes).ask(question)


def test_a_query_that_matches_nothing_may_be_allowed(hand: Ask) -> None:
    assert hand("tide-and-sky", allow_empty=True).ask("[kind:heat]").chance == 0


def test_a_demand_beyond_the_copies_is_0_with_the_reason(hand: Ask) -> None:
    answer = hand("tide-and-sky").ask("[!Orb] >= 3")
    assert answer.chance == 0
    assert answer.why == ("[!Orb] >= 3: the pile holds 2 of them",)
    assert hand("tide-and-sky").ask("[t:stamina] >= 7").why == ("[type:stamina] >= 7: only 6 cards are seen",)


@pytest.mark.parametrize(
    ("wishes", "question", "lies"),
    [
        ({}, "[Lagoona]", ["1 lies in awakened (GP-13)"]),
        ({}, "[!Nilgie]", ["1 lies in play (GP-14)"]),
        ({}, "[t:geopal] >= 40", ["8 lie in awakened (GP-13)", "1 lies in play (GP-14)"]),
        ({}, "[t:terrain]", ["6 lie in terrain and map (GP-16)"]),
        ({}, "[!Orb] >= 3", []),
        ({"pile": "map"}, "[!Orb]", ["2 lie in deck and hand (GP-17)"]),
        ({"pile": "map"}, "[!Nilgie]", ["1 lies in play (GP-14)"]),
        ({"pile": "play"}, "[Lagoona]", ["1 lies in awakened (GP-13)"]),
        ({"pile": "play+awakened"}, "[Lagoona] >= 2", []),
    ],
)
def test_cards_that_lie_elsewhere_are_said_with_the_rule(
    hand: Ask, wishes: dict[str, str], question: str, lies: list[str]
) -> None:
    (why,) = hand("tide-and-sky", **wishes).ask(question).why
    _, *elsewhere = why.split("; ")
    assert elsewhere == lies


def test_questions_are_named_in_the_decklist(hand: Ask) -> None:
    text = (
        "game: geopals\nstart: Inji\nodds opener: [t:stamina] >= 2 and [t:item]\nodds Slow Start: [t:stamina] = 0\n"
        "1 Inji\n20 Tide Berry\n2 Orb\n10 Sky Berry\n"
    )
    asked = hand(text)
    answer = asked.ask("opener")
    assert answer.name == "opener"
    assert answer.chance == asked.ask("[t:stamina] >= 2 and [t:item]").chance
    assert asked.ask("slow start").chance == 0
    with pytest.raises(NoSuchQuestion, match="it names opener, slow start"):
        asked.ask("closer")


@pytest.mark.parametrize(
    "asked",
    [
        "Erste Öffnung",
        "erste öffnung",
        "ERSTE ÖFFNUNG",
        "erste offnung",
        "Erste O\u0308ffnung",
        " Erste   Öffnung ",
    ],
)
@pytest.mark.parametrize(
    "written",
    ["Erste Öffnung", "Erste  Öffnung", "ERSTE ÖFFNUNG", unicodedata.normalize("NFD", "Erste Öffnung")],
)
def test_a_question_is_found_by_its_name_however_it_is_written(hand: Ask, written: str, asked: str) -> None:
    deck = hand(f"game: geopals\nodds {written}: [!Orb]\n1 Inji\n20 Tide Berry\n2 Orb\n")
    answer = deck.ask(asked)
    assert answer.name == "erste offnung"
    assert answer.chance == some(2, 22, 6)


def test_a_name_that_no_question_has_is_refused_in_any_letters(hand: Ask) -> None:
    with pytest.raises(NoSuchQuestion, match="no question 'Ende Öffnung'; it names erste offnung"):
        hand("game: geopals\nodds Erste Öffnung: [!Orb]\n1 Inji\n9 Orb\n").ask("Ende Öffnung")


def test_unknown_cards_are_in_the_pile_and_match_nothing(hand: Ask) -> None:
    asked = hand("game: geopals\nstart: Inji\n1 Inji\n10 Tide Berry\n10 Zorblax\n")
    answer = asked.ask("[t:stamina]")
    assert answer.chance == some(10, 20, 6)
    assert "10 unknown cards in it match nothing" in list(answer.basis.lines())
    assert asked.ask("[] = 0").chance == Fraction(comb(10, 6), comb(20, 6))


def test_what_an_unclear_name_is_taken_for_is_in_the_terms_of_the_pile_it_lies_in(hand: Ask) -> None:
    text = "game: geopals\nstart: Inji\n1 Inji\n1 Nilgie\n6 Tide Berry\n\nterrain\n6 Ice Terrain\n"
    asked, terrain = hand(text), hand(text, pile="terrain")
    answer = asked.ask("[region:mountain]")
    assert answer.chance == Fraction(6, 7)
    assert "Nilgie in it is taken for #6 (line 4)" in list(answer.basis.lines())
    assert not any("taken for" in line for line in terrain.ask("[t:terrain]").basis.lines())
    assert [note.endswith("line 4: Nilgie may be #6 or #26; #6 is taken") for note in asked.notes] == [True]


@pytest.mark.parametrize(
    ("pile", "lacks"),
    [
        (None, []),
        ("hand", []),
        ("map", ["terrain has 3 cards, 4 needed"]),
        ("face-up", ["terrain has 3 cards, 4 needed"]),
    ],
)
def test_only_what_the_pile_asked_about_lacks_is_noted(hand: Ask, pile: str | None, lacks: list[str]) -> None:
    text = "game: geopals\nstart: Inji\n1 Inji\n9 Tide Berry\n\nterrain\n3 Ice Terrain\n"
    asked = hand(text, pile=pile)
    assert [note.split(": ")[1].split(" (")[0] for note in asked.notes] == lacks
    assert len(asked.layout.lacks) == 1


def test_a_lack_that_two_steps_say_alike_is_noted_once(hand: Ask) -> None:
    asked = hand("game: geopals\nstart: Inji\n1 Inji\n9 Tide Berry\n", pile="map")
    assert len(set(asked.notes)) == len(asked.notes) > 0


@pytest.mark.parametrize(
    ("question", "step"),
    [
        ("[t:token]", "put the Danger token on the Quest"),
        ('[t:starter "companion 1"]', "Take its Starter Companion"),
    ],
)
def test_past_a_step_that_chance_decides_there_is_no_exact_answer_and_the_step_is_named(
    hand: Ask, question: str, step: str
) -> None:
    answer = hand("companion-quest", pile="face-up").ask(question)
    assert answer.chance is None
    assert step in answer.inexact


def test_a_game_of_ones_own_that_draws_each_turn(catalogue: Catalogue, hand: Ask) -> None:
    """hand + d (n - 1) cards by turn n where a turn draws d."""
    asked = hand("tide-and-sky")
    drawing = asked.look.but(turn={"draw": 2})
    assert [drawing.seen(when) for when in (None, _by(1), _by(2), _by(5))] == [6, 6, 8, 14]


def _by(turn: int) -> ByTurn:
    return ByTurn(turn)


def test_a_ground_lists_what_was_set_aside() -> None:
    asides = tuple(Aside(1, name, "play", ("R1",), "Set aside") for name in ("Ann", "Bea", "Cid"))
    said = "10 in deck: of 13, Ann to play (R1), Bea to play (R1) and Cid to play (R1) set aside"
    assert str(Ground("deck", 10, 13, asides)) == said


@pytest.mark.parametrize(("players", "chance"), [("1", Fraction(1)), ("2", None), ("3", None)])
def test_what_the_first_player_gets_is_nobodys_before_chance_has_said_who_begins(
    hand: Ask, players: str, chance: Fraction | None
) -> None:
    """GG-02."""
    asked = hand("garden-geckos", pile="marker", given={"players": [players]})
    answer = asked.ask("[t:marker]")
    assert answer.chance == chance
    found = asked.simulate(answer.question, 300, "a fixed seed")
    assert wilson(found.tally.hits, found.tally.given, 0.999999).holds(Fraction(1, int(players)))
