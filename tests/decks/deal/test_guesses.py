"""A name that may be several cards: the first is dealt, and what was taken is said."""

from __future__ import annotations

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.deal.documents import deal_document
from deckwright.decks.deal.guesses import Guess, guesses
from deckwright.decks.reader import DecklistReader
from tests.decks.deal.tables import dealer

UNCLEAR = "game: geopals\nstart: Inji\n1 Inji\n2 Nilgie\n9 Tide Berry\n1 Orb\n1 Nilgie\n"
CLEAR = UNCLEAR.replace("2 Nilgie", "2 Nilgie #26").replace("1 Nilgie", "1 Nilgie #26")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (UNCLEAR, ["a.deck: lines 4 and 7: Nilgie may be #6 or #26; #6 is taken"]),
        ("game: geopals\n1 Inji\n1 Nilgie\n", ["a.deck: line 3: Nilgie may be #6 or #26; #6 is taken"]),
        (CLEAR, []),
        ("game: geopals\n1 Inji\n1 Glimmerfox\n", []),
    ],
    ids=["two lines", "one line", "numbered", "unknown"],
)
def test_a_guess_says_its_lines_and_what_it_chose_from(
    catalogue: Catalogue, text: str, says: list[str]
) -> None:
    deck = DecklistReader(catalogue).read(text, "a.deck")
    assert list(map(str, guesses([deck, deck]))) == says


def test_cards_that_their_numbers_do_not_tell_apart_are_said_by_name_or_id(catalogue: Catalogue) -> None:
    nilgie, other, orb = (catalogue.card(f"geopals/S1-{number}") for number in (6, 26, 62))
    assert nilgie is not None
    assert other is not None
    assert orb is not None
    assert str(Guess("", "Nilg", (1,), (nilgie, orb))).endswith(
        "may be Nilgie #6 or Orb #62; Nilgie #6 is taken"
    )
    assert str(Guess("", "Nilgie", (1,), (nilgie, nilgie))).endswith("geopals/S1-6 is taken")
    assert str(Guess("", "Nilgie", (1,), (nilgie, other, orb))).count(", Nilgie #26 or Orb #62") == 1


def test_what_is_dealt_is_what_the_note_says(catalogue: Catalogue) -> None:
    deal = dealer(catalogue, UNCLEAR.replace("\n1 Inji", "\n\n1 Inji") + "terrain\n6 Ice Terrain\n").deal("a")
    dealt = {piece.title for piece in deal.pieces() if piece.name == "Nilgie"}
    assert dealt == {"Nilgie #6"}
    (note,) = deal_document(deal)["notes"]
    assert note.endswith("Nilgie may be #6 or #26; #6 is taken")
