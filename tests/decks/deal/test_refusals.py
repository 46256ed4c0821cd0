"""What cannot be dealt, and what is said of it: one clear line each, with the facts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.deal.errors import (
    BadZone,
    DealError,
    MixedGames,
    NotChoosable,
    NotEnough,
    NothingToChoose,
    TooMany,
    WrongDecks,
)
from deckwright.decks.errors import BadChoice
from tests.decks.deal.tables import EMBER, GECKOS, GEOCLASH, QUEST, REPELLO, TIDE, dealer
from tests.decks.decks import SIX_TERRAINS, geopals

SIX = tuple(f"1 {region} Terrain" for region in SIX_TERRAINS)


def deck(*cards: str, terrain: Sequence[str] = SIX) -> str:
    """A Geopals decklist of just these cards."""
    return "\n".join(("game: geopals", "deck", *cards, "terrain", *terrain, ""))


Case = tuple[tuple[str, ...], dict[str, object], type[Exception], int, tuple[str, ...]]
CASES: list[Case] = [
    ((GEOCLASH,), {"players": "7"}, BadChoice, 2, ("players", "'7'", "2, 3, 4, 5, 6")),
    ((TIDE, EMBER, TIDE), {}, WrongDecks, 2, ("Geopals", "1 or 2", "found 3")),
    ((TIDE, EMBER), {"players": "1"}, WrongDecks, 2, ("found 2", "players is 1")),
    ((REPELLO, REPELLO), {}, WrongDecks, 2, ("Repello", "found 2")),
    ((TIDE, REPELLO), {}, MixedGames, 2, ("geopals, repello",)),
    ((deck("1 Infernex", "20 Heat Berry"),), {}, NothingToChoose, 1, ("deck holds no card", "GP-14")),
    ((deck("1 Zippo #1", "5 Heat Berry"),), {}, NotEnough, 1, ("5 cards, 6 needed", "GP-17")),
    ((geopals(terrain=SIX[:3]),), {}, NotEnough, 1, ("terrain has 3 cards, 4 needed", "GP-16")),
    ((TIDE,), {"start": "Lagoona"}, NotChoosable, 2, ("'Lagoona' cannot be chosen", "GP-14", "Nilgie #26")),
    ((TIDE,), {"start": "Zippo #1"}, NotChoosable, 2, ("not in the pile", "it may be Nilgie #26")),
    ((TIDE,), {"start": "Ursula"}, NotChoosable, 2, ("is no card of the game",)),
    ((TIDE, EMBER), {"start": "Ursula"}, NotChoosable, 2, ("is no card of the game",)),
    ((TIDE, EMBER), {"start": ["Tadpearl", "Inji"]}, NotChoosable, 2, ("'Tadpearl' is not in the pile",)),
    ((TIDE,), {"start": ["Inji", "Comet"]}, TooMany, 2, ("said 2 times",)),
    ((TIDE,), {"strat": "Inji"}, BadChoice, 2, ("unknown option of Geopals 'strat'", "did you mean start?")),
    ((REPELLO,), {"laod": "20"}, BadChoice, 2, ("'laod'", "did you mean load?")),
    ((REPELLO,), {"load": "33"}, BadChoice, 2, ("'33'",)),
    ((REPELLO,), {"load": "20", "players": "4"}, NotEnough, 1, ("20 needed", "RP-02")),
    ((QUEST,), {"players": "5"}, BadChoice, 2, ("1, 2, 3, 4",)),
    ((QUEST,), {"difficulty": "hard 3"}, BadChoice, 2, ("hard 2",)),
    ((GECKOS,), {"keep": "second"}, BadChoice, 2, ("first, random",)),
    ((GEOCLASH,), {"teams": "3", "players": "3"}, BadChoice, 2, ("teams for 3 players",)),
    (
        ("game: repello\nload: 33\n15 Black Repeller\n",),
        {},
        BadChoice,
        2,
        ("line 2: unknown value of load '33'",),
    ),
    (
        (TIDE, "tiles: no\n" + deck("1 Inji", "20 Sky Berry")),
        {},
        BadChoice,
        2,
        ("tiles: no: line 1: unknown value of tiles 'no'",),
    ),
    (("game: repello\nformat: table\nload\n15 Black Repeller\n",), {}, BadZone, 1, ("'load'",)),
]


@pytest.mark.parametrize(("decks", "given", "kind", "status", "says"), CASES, ids=lambda case: str(case)[:60])
def test_what_cannot_be_dealt_is_refused_in_one_line(
    catalogue: Catalogue,
    decks: tuple[str, ...],
    given: dict[str, str],
    kind: type[Exception],
    status: int,
    says: tuple[str, ...],
) -> None:
    with pytest.raises(kind) as raised:
        dealer(catalogue, *decks, **given).deal("a")
    told = str(raised.value)
    assert "\n" not in told
    assert [part for part in says if part not in told] == []
    assert getattr(raised.value, "exit_code", 2) == status
    assert isinstance(raised.value, DealError | BadChoice)


def test_a_header_that_cannot_be_is_the_decks_fault(catalogue: Catalogue) -> None:
    text = deck("1 Zippo #1", "20 Heat Berry").replace("deck\n", "start: Inji\ndeck\n", 1)
    with pytest.raises(NotChoosable) as raised:
        dealer(catalogue, text).deal("a")
    assert raised.value.exit_code == 1
    assert raised.value.could == ("Zippo #1",)


def test_gp_18_six_cards_left_are_just_enough(catalogue: Catalogue) -> None:
    deal = dealer(catalogue, deck("1 Zippo #1", "1 Infernex", "6 Heat Berry")).deal("a")
    assert (len(deal.pile("hand", 1)), deal.pile("deck", 1)) == (6, ())


def test_a_deck_that_breaks_a_rule_is_dealt_all_the_same(catalogue: Catalogue) -> None:
    deal = dealer(catalogue, geopals("5 Orb", size=80)).deal("a")
    assert len([piece for piece in deal.pieces() if piece.name == "Orb"]) == 5


def test_an_unknown_card_is_dealt_as_a_blank_piece_of_its_name(catalogue: Catalogue) -> None:
    deal = dealer(catalogue, deck("1 Zippo #1", "9 Glimmerfox")).deal("a")
    hand = deal.pile("hand", 1)
    assert [(piece.name, piece.card) for piece in hand] == [("Glimmerfox", None)] * 6


def test_one_deck_is_one_side_whatever_players_says(catalogue: Catalogue) -> None:
    for players in ("1", "2"):
        deal = dealer(catalogue, TIDE, players=players).deal("a")
        assert [seat.number for seat in deal.seats] == [1]
        assert len(deal.pile("map")) == 2
    assert {dealer(catalogue, TIDE).deal(str(seed)).first for seed in range(9)} == {1, 2}


def test_decks_that_say_different_options_are_noted(catalogue: Catalogue) -> None:
    plain = deck("1 Zippo #1", "20 Heat Berry")
    four, five = (plain.replace("deck\n", f"tiles: {tiles}\ndeck\n", 1) for tiles in (4, 5))
    made = dealer(catalogue, four, five)
    assert made.deal("a").options["tiles"] == 4
    assert ["tiles: 5" in note for note in made.notes] == [True]
    assert dealer(catalogue, four, five, tiles="6").notes == ()
