"""Before the first step: what stays in the box, and options that nobody said."""

from __future__ import annotations

from typing import Any

import pytest

from deckwright.decks.deal.start import usual_options
from deckwright.decks.options import NoDefault
from tests.decks.deal.own import Opens, card, document, step
from tests.decks.deal.tables import dealer, titles

CHESS = [
    card("chess", 1, "Pawn", "piece", {}, copies=3),
    card("chess", 2, "Rook", "piece", {}, copies=2),
    card("chess", 3, "Rook", "piece", {}, copies=2),
    card("chess", 4, "King", "piece", {}, copies=1),
]


def chess(**more: Any) -> dict[str, Any]:
    """A game whose decklist is the table's: a deck, a board, and the rest of the box."""
    return document(
        "chess",
        "Chess",
        types=[{"id": "piece"}],
        zones=[{"id": "deck"}, {"id": "board"}, {"id": "box", "box": True}],
        decklist="table",
        piles={"hand": "player"},
        setup=[step("shuffle", pile="deck")],
        **more,
    )


@pytest.mark.parametrize(
    ("listed", "box"),
    [
        ("deck\n1 King\n", ["Pawn #1"] * 3 + ["Rook #2"] * 2 + ["Rook #3"] * 2),
        ("deck\n1 Pawn\nboard\n2 Pawn\n", ["Rook #2"] * 2 + ["Rook #3"] * 2 + ["King #4"]),
        ("deck\n2 Pawn\nboard\n1 Rook #3\n", ["Pawn #1", *["Rook #2"] * 2, "Rook #3", "King #4"]),
        ("deck\n1 Rook\n1 King\n", ["Pawn #1"] * 3 + ["Rook #2"] + ["Rook #3"] * 2),  # dealt as the first
        ("deck\n9 Pawn\n9 Bishop\n", ["Rook #2"] * 2 + ["Rook #3"] * 2 + ["King #4"]),
        ("deck\n1 King\nbox\n1 Pawn\n", ["Pawn #1"]),
    ],
)
def test_the_rest_of_the_box_is_what_no_other_zone_has(opens: Opens, listed: str, box: list[str]) -> None:
    deal = dealer(opens(chess(), CHESS), f"game: chess\n{listed}").deal("a")
    assert titles(deal.pile("box")) == box


LOAD = {
    "players": {"about": "how many play", "values": [1, 2, 3, 4, 5], "default": 2},
    "load": {"about": "cards to begin with", "default": {"by": "players", "2": 15, "3..4": 10}},
}


@pytest.mark.parametrize(("players", "load"), [("2", 15), ("3", 10), ("4", 10)])
def test_a_default_is_read_from_its_table(opens: Opens, players: str, load: int) -> None:
    made = dealer(opens(chess(options=LOAD), CHESS), "game: chess\ndeck\n1 King\n", players=players)
    assert made.deal("a").options["load"] == load
    assert usual_options(made.game, {"players": int(players), "load": 1})["load"] == load


@pytest.mark.parametrize("players", ["1", "5"])
def test_an_option_without_a_default_must_be_said(opens: Opens, players: str) -> None:
    catalogue, deck = opens(chess(options=LOAD), CHESS), "game: chess\ndeck\n1 King\n"
    with pytest.raises(NoDefault, match=f"load has no default where players is {players}; say a value"):
        dealer(catalogue, deck, players=players)
    made = dealer(catalogue, deck, players=players, load="4")
    assert made.deal("a").options == {"players": int(players), "load": 4}
    assert usual_options(made.game, made.deal("a").options) == {"players": 2}
