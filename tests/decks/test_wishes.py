"""Headers that name cards for the setup to choose: what is judged legal deals, and what cannot be dealt is told."""

from __future__ import annotations

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.deal.errors import NotChoosable
from deckwright.decks.deal.table import Deal
from deckwright.decks.lines import seat_words
from deckwright.decks.sources import sample_text
from deckwright.decks.validator import Validator
from tests.decks.deal.tables import dealer
from tests.decks.decks import geopals

SEEDS = ("a", "b", "c")
CHALLENGES = "".join(f"1 Challenge {number:02}\n" for number in range(3, 13))
LISTS = {
    "the box": sample_text("companion-quest"),
    "the Quests alone": "game: companion-quest\nformat: standard\nquests\n"
    + "".join(f"1 Quest {number:02}\n" for number in (1, 4, 7, 10))
    + f"problems\n{CHALLENGES}1 Danger 2\n1 Danger 3\n",
    "geckos": sample_text("garden-geckos"),
    "repello": sample_text("repello"),
    "a team": geopals(),
}


def saying(deck: str, header: str) -> str:
    """One of the lists, with a header more."""
    return f"{header}\n{LISTS[deck]}"


def chosen(deal: Deal) -> list[str]:
    """The cards that players chose, without their numbers."""
    pieces = [entry.pieces[0] for entry in deal.log if entry.do == "choose"]
    return [piece.split(" #")[0] for piece in pieces]


GRANTED = [
    ("geckos", "bug: ladybug", ["Ladybug"]),
    ("geckos", "bug: Ladybug #bug-ladybug", ["Ladybug"]),
    ("the box", "gnome: Crumbles", ["Crumbles"]),
    ("the box", "gnome: Crumbles, Stibbles", ["Crumbles", "Stibbles"]),
    ("the box", "gnome: stibbles ,Crumbles,", ["Stibbles", "Crumbles"]),
    ("the Quests alone", "gnome: Crumbles", ["Crumbles"]),
    ("the Quests alone", "gnome: Crumbles, Stibbles", ["Crumbles", "Stibbles"]),
    ("repello", "stack: Blue Stack", ["Blue Stack"]),
    ("repello", "stack: green, red", ["Green Stack", "Red Stack"]),
    ("a team", "start: Cupla", ["Cupla"]),
]

REFUSED = [
    ("geckos", "bug: dragon", "bug: dragon is no card of the game"),
    ("geckos", "bug: Bug Bonus 5", "bug: Bug Bonus 5 is not in supply"),
    ("the box", "gnome: Nobody", "gnome: Nobody is no card of the game"),
    ("the box", "gnome: Crumbles, Nobody", "gnome: Nobody is no card of the game"),
    ("the box", "gnome: Prost", "gnome: Prost cannot be chosen (type:gnome)"),
    ("the box", "gnome: Crumbles, Crumbles", "gnome: Crumbles is named more often than it is in box"),
    ("the Quests alone", "gnome: Prost", "gnome: Prost cannot be chosen (type:gnome)"),
    ("the Quests alone", "gnome: Quest 01", "gnome: Quest 01 is not in box"),
    ("the Quests alone", "gnome: Bubbles, Bubbles", "gnome: Bubbles is named more often than it is in box"),
    ("repello", "stack: black", "stack: black cannot be chosen (type:stack)"),
    ("repello", "stack: purple", "stack: purple is no card of the game"),
]


@pytest.mark.parametrize(("deck", "header", "cards"), GRANTED)
def test_what_is_judged_legal_deals(
    deck: str, header: str, cards: list[str], validator: Validator, catalogue: Catalogue
) -> None:
    written = saying(deck, header)
    [verdict] = validator.text(written)
    assert [fault.says for fault in verdict.faults if fault.severity == "error"] == []
    for seed in SEEDS:
        assert chosen(dealer(catalogue, written).deal(seed))[: len(cards)] == cards


@pytest.mark.parametrize(("deck", "header", "says"), REFUSED)
def test_what_cannot_be_dealt_is_told(
    deck: str, header: str, says: str, validator: Validator, catalogue: Catalogue
) -> None:
    written = saying(deck, header)
    [verdict] = validator.text(written)
    assert [fault.says for fault in verdict.faults if fault.severity == "error"] == [says]
    with pytest.raises(NotChoosable):
        dealer(catalogue, written).deal("a")


def test_a_name_of_two_cards_that_are_both_there_is_told(validator: Validator, catalogue: Catalogue) -> None:
    both = f"start: Skippy\n{geopals('1 Skippy #36')}"
    [verdict] = validator.text(both)
    [fault] = [fault for fault in verdict.faults if fault.rule == "start"]
    assert fault.says == "start: Skippy may be any of several"
    with pytest.raises(NotChoosable):
        dealer(catalogue, both).deal("a")
    [one] = validator.text(f"start: Skippy\n{geopals()}")
    assert [fault for fault in one.faults if fault.rule == "start"] == []


@pytest.mark.parametrize(
    ("deck", "header", "cards"),
    [
        (
            "the Quests alone",
            "gnome: Bubbles, Nobody",
            [*map("Bubbles, {}".format, ("Crumbles", "Stibbles"))],
        ),
        ("the Quests alone", "gnome: Nobody", ["Crumbles", "Bubbles"]),
        ("geckos", "bug: dragon", ["Ladybug"]),
    ],
)
def test_the_header_is_written_anew_with_what_can_be_chosen(
    deck: str, header: str, cards: list[str], validator: Validator
) -> None:
    [verdict] = validator.text(saying(deck, header))
    [fault] = [fault for fault in verdict.faults if fault.severity == "error"]
    [mend] = fault.mends
    assert (mend.do, mend.lines) == ("write", ((1, 1),))
    assert set(cards) <= set(mend.cards)
    assert all(
        not [fault for fault in verdict.faults if fault.severity == "error"]
        for card in mend.cards
        for verdict in validator.text(saying(deck, f"{fault.rule}: {card}"))
    )


@pytest.mark.parametrize(
    ("game", "said", "words"),
    [
        ("geopals", "One, Two", ("One, Two",)),
        ("repello", "One, Two", ("One", "Two")),
        ("repello", ",Two ", ("", "Two")),
        ("repello", "One", ("One",)),
    ],
)
def test_only_a_tables_list_names_a_card_a_seat(
    game: str, said: str, words: tuple[str, ...], catalogue: Catalogue
) -> None:
    assert seat_words(said, catalogue.game(game)) == words
