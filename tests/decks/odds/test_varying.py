"""A deck with more or fewer copies of a card: who makes room, who gets it back, and on which lines."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

import pytest

from deckwright.catalog.query import parse
from deckwright.decks.decklist import CardLine, Decklist, Entry
from deckwright.decks.odds.asking import Odds
from deckwright.decks.odds.comparing import compare
from deckwright.decks.odds.errors import NoSuchCard, NothingMatches
from deckwright.decks.odds.varying import find_card, vary, with_copies
from deckwright.decks.validator import Validator

Ask = Callable[..., Odds]

DECK = (
    "game: geopals\ndeck\n1 Cupla\n2 Orb\n3 Tide Berry\n3 Sky Berry\n2 Heat Berry\nterrain\n1 Ice Terrain\n"
)


def read(validator: Validator, text: str) -> Decklist:
    [deck] = validator.reader.read_all(text)
    return deck


def entry_of(deck: Decklist, name: str) -> Entry:
    [entry] = [entry for entry in deck.cards if entry.name == name]
    return entry


@pytest.mark.parametrize(
    ("copies", "tide", "sky", "heat", "missing"),
    [
        (2, 3, 3, 2, 0),
        (3, 3, 2, 2, 0),  # of the most numerous the later first
        (4, 2, 2, 2, 0),
        (5, 2, 2, 1, 0),
        (7, 1, 1, 1, 0),
        (10, 0, 0, 0, 0),
        (11, 0, 0, 0, 1),
        (14, 0, 0, 0, 4),
        (1, 3, 3, 3, 0),  # the least numerous gets the room back
        (0, 4, 3, 3, 0),  # of equals the earlier
    ],
)
def test_others_make_room_and_get_it_back(
    copies: int, tide: int, sky: int, heat: int, missing: int, validator: Validator
) -> None:
    deck = read(validator, DECK)
    berries = parse("t:stamina", validator.catalogue, game="geopals")
    varied, short = with_copies(deck, entry_of(deck, "Orb"), copies, berries)
    counts = {entry.name: entry.count for entry in varied.cards if entry.zone == "deck"}
    expected = {"Cupla": 1, "Orb": copies, "Tide Berry": tide, "Sky Berry": sky, "Heat Berry": heat}
    assert counts == {name: count for name, count in expected.items() if count}
    assert short == missing
    assert varied.size("deck") == 11 + missing
    assert varied.size("terrain") == 1


def test_without_others_the_deck_grows_and_shrinks(validator: Validator) -> None:
    deck = read(validator, DECK)
    for copies in (0, 1, 2, 9):
        varied, short = with_copies(deck, entry_of(deck, "Orb"), copies)
        assert (varied.size("deck"), short) == (9 + copies, 0)


def test_a_card_makes_no_room_for_itself_nor_one_of_another_zone(validator: Validator) -> None:
    deck = read(validator, DECK + "1 Sky Berry\n")
    anything = parse("", validator.catalogue, game="geopals")
    varied, short = with_copies(deck, entry_of(deck, "Orb"), 11, anything)
    assert [(entry.name, entry.count) for entry in varied.cards] == [
        ("Orb", 11),
        ("Ice Terrain", 1),
        ("Sky Berry", 1),
    ]
    assert short == 0


def test_copies_on_several_lines_stand_on_the_first(validator: Validator) -> None:
    deck = read(validator, "game: geopals\ndeck\n1 Orb\n1 Cupla\n2 Orb\n")
    varied, _ = with_copies(deck, entry_of(deck, "Orb"), 5)
    counts = [
        (line.number, line.reading.count) for line in varied.lines if isinstance(line.reading, CardLine)
    ]
    assert counts == [(3, 5), (4, 1)]


@pytest.mark.parametrize(
    ("name", "zone", "copies", "number"),
    [
        ("orb", "deck", 2, "62"),
        (" Orb ", "deck", 2, "62"),
        ("Nilgie #26", "deck", 1, "26"),
        ("Nilgie", "deck", 1, "26"),  # of two, the one that the deck has
        ("Nilgie #6", "deck", 0, "6"),
        ("Zippo #21", "deck", 0, "21"),
        ("Ice Terrain", "terrain", 1, None),
        ("Heat Berry", "deck", 0, None),
    ],
)
def test_the_card_that_a_name_means(name: str, zone: str, copies: int, number: str | None, hand: Ask) -> None:
    asked = hand("tide-and-sky")
    entry = find_card(asked.deck, asked, name)
    assert (entry.zone, entry.count) == (zone, copies)
    assert entry.card is not None
    assert number in (None, entry.card.number)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Zippo", ("Zippo #1", "Zippo #21")),
        ("Zippo #99", ("Zippo #1", "Zippo #21")),
        ("Orb #99", ("Orb #62",)),
        ("Orbb", ("Orb",)),
        ("Nobody At All", ()),
    ],
)
def test_a_name_that_means_no_one_card_is_refused(name: str, meant: tuple[str, ...], hand: Ask) -> None:
    asked = hand("tide-and-sky")
    with pytest.raises(NoSuchCard) as refused:
        find_card(asked.deck, asked, name)
    assert refused.value.meant == meant


def test_the_smallest_number_that_reaches_a_target(hand: Ask, validator: Validator) -> None:
    asked = hand("tide-and-sky")
    varied = vary(
        asked, "Orb", range(1, 7), [asked.question("[!Orb]")], target=Fraction(3, 10), validator=validator
    )
    assert varied.now == 2
    assert varied.reached(0) == 3
    assert varied.reached(0, allowed=True) is None
    chances = [one.chances[0] for one in varied.variations]
    assert chances == sorted(chances, key=lambda chance: chance or 0)


def test_a_hand_that_is_larger_than_the_deck_is_told(hand: Ask, validator: Validator) -> None:
    asked = hand("tide-and-sky", seen=50)
    varied = vary(asked, "Tide Berry", (12, 0), [asked.question("[!Orb]")], validator=validator)
    whole, small = varied.variations
    assert (whole.impossible, len(whole.answers)) == ("", 1)
    assert ("50" in small.impossible, small.answers) == (True, ())


def test_copies_without_which_what_is_given_never_happens_have_no_chance(
    hand: Ask, validator: Validator
) -> None:
    """Seven of the 51 cards are Items, two of them Orbs."""
    asked, given = hand("tide-and-sky"), "[t:item] given [!Orb]"
    varied = vary(asked, "Orb", range(3), [given, "[t:item]"], validator=validator)
    never, one, two = varied.variations
    assert never.impossible == "what is given never happens: [!Orb] >= 1"
    assert [some.chances[0] for some in varied.variations] == [None, 1, 1]  # an Orb is an Item
    assert never.answers[0].why == (never.impossible,)
    assert (one.impossible, two.impossible) == ("", "")
    assert [some.chances[1] for some in varied.variations] == [
        1 - Fraction(comb(size - items, 6), comb(size, 6)) for size, items in ((49, 5), (50, 6), (51, 7))
    ]


def test_a_card_that_the_deck_lacked_gets_a_line_of_its_own(hand: Ask) -> None:
    asked = hand("tide-and-sky")
    varied, _ = with_copies(asked.deck, find_card(asked.deck, asked, "Zippo #21"), 2)
    numbers = [line.number for line in varied.lines]
    assert len(numbers) == len({*numbers}) == len(asked.deck.lines) + 1
    assert (varied.cards[-1].name, varied.cards[-1].count) == ("Zippo", 2)


def test_what_is_replaced_is_told(hand: Ask, validator: Validator) -> None:
    asked = hand("tide-and-sky")
    for against, said in ((None, ""), (asked.query("t:item"), "type:item")):
        varied = vary(asked, "Orb", (3,), [asked.question("[!Orb]")], against=against, validator=validator)
        assert varied.against == said


def test_a_card_that_the_deck_lacks_may_come_to_it(hand: Ask) -> None:
    """Ember and Root has no Comet: with one, it is among 6 cards of 61."""
    odds = hand("ember-and-root")
    varied = vary(odds, "Comet", [0, 1], ["[!Comet]"])
    assert [one.answers[0].chance for one in varied.variations] == [0, Fraction(6, 61)]
    with pytest.raises(NothingMatches):
        vary(odds, "Comet", [0, 1], ["[!Cmet]"])


def test_what_one_of_two_decks_lacks_is_compared(hand: Ask) -> None:
    """Tide and Sky has one Comet in 51 cards of which 6 are seen, Ember and Root has none."""
    tide, ember = hand("tide-and-sky"), hand("ember-and-root")
    assert compare(tide, ember, ["[!Comet]"])[0].difference == -Fraction(6, 51)
    assert compare(ember, tide, ["[!Comet]"])[0].difference == Fraction(6, 51)
    with pytest.raises(NothingMatches, match=r"no card of the deck matches \[!Cmet\]; did you mean Comet\?"):
        compare(tide, ember, ["[!Cmet]"])
    other = hand("repello", pile="box")
    with pytest.raises(NothingMatches):
        compare(other, tide, ["[!Comet]"])
