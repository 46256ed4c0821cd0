"""Before the first step: what stays in the box."""

from __future__ import annotations

from typing import Any

import pytest

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
