"""Many hands: each that of its deal, however many are asked for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks import deal
from deckwright.decks.deal.hands import hands, sampler, whole
from tests.decks.deal.own import Opens, card, document, step
from tests.decks.deal.tables import EMBER, GECKOS, GEOCLASH, QUEST, TIDE, dealer

QUICK = [
    ((TIDE,), {}, 1, "hand"),
    ((TIDE, EMBER), {"start": ["Inji", "Zippo #1"]}, 2, "hand"),
    ((GEOCLASH,), {"players": "6"}, 1, "hand"),
    ((GEOCLASH,), {"players": "6"}, 6, "hand"),
    ((GEOCLASH,), {"players": "3"}, 2, "powers"),
    ((GECKOS,), {"players": "4"}, 3, "hand"),
]
SLOW = [((QUEST,), {}, 1, "row"), ((QUEST,), {}, 1, "zone 2"), ((GECKOS,), {"players": "3"}, 2, "secrets")]


@pytest.mark.parametrize(("decks", "given", "seat", "pile"), QUICK)
def test_hand_k_is_that_of_deal_k(
    catalogue: Catalogue, decks: tuple[str, ...], given: dict[str, str], seat: int, pile: str
) -> None:
    made = dealer(catalogue, *decks, **given)
    assert sampler(made, "a", seat, pile) is not None
    found = list(hands(made, "a", 40, seat, pile))
    assert found == [whole(made, "a", seat, pile, number) for number in range(1, 41)]
    assert len(set(found)) > 8


@pytest.mark.parametrize(("decks", "given", "seat", "pile"), SLOW)
def test_piles_of_more_than_one_shuffle_are_dealt_out(
    catalogue: Catalogue, decks: tuple[str, ...], given: dict[str, str], seat: int, pile: str
) -> None:
    made = dealer(catalogue, *decks, **given)
    assert sampler(made, "a", seat, pile) is None
    found = list(hands(made, "a", 3, seat, pile))
    assert found == [whole(made, "a", seat, pile, number) for number in (1, 2, 3)]


@settings(max_examples=30)
@given(st.text(max_size=9), st.integers(1, 60), st.integers(1, 2**50))
def test_a_longer_run_goes_on_from_the_shorter(
    catalogue: Catalogue, seed: str, count: int, first: int
) -> None:
    made = dealer(catalogue, TIDE)
    long = list(hands(made, seed, count + 5, first=first))
    assert list(hands(made, seed, count, first=first)) == long[:count]
    assert list(hands(made, seed, 5, first=first + count)) == long[count:]


def test_what_was_set_aside_is_in_no_hand(catalogue: Catalogue) -> None:
    names = {piece.name for hand in hands(dealer(catalogue, TIDE), "a", 2_000) for piece in hand}
    assert "Orb" in names
    assert not names & {"Nilgie", "Lagoona", "Medeepa"}


def test_a_pile_that_holds_cards_before_the_deal_is_dealt_out(opens: Opens) -> None:
    """The Foot that the decklist puts aside lies over the Horse that is dealt to it."""
    row = document(
        "asides",
        "Asides",
        decklist="player",
        types=[{"id": "unit", "name": "Unit"}],
        fields=[],
        zones=[{"id": "deck"}, {"id": "side"}],
        setup=[step("shuffle", pile="deck"), step("deal", from_="deck", to="side")],
    )
    cards = [card("asides", number, name, "unit", {}) for number, name in enumerate(("Foot", "Horse"), 1)]
    text = "game: asides\ndeck\n4 Horse\nside\n1 Foot\n"
    made = deal.of(text, catalogue=opens(row, cards))
    (found,) = hands(made, "a", 1, pile="side")
    assert found == whole(made, "a", 1, "side", 1)
    assert [piece.name for piece in found] == ["Foot", "Horse"]
