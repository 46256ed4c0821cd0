"""Pieces in the order of a field: numbers, then values that are none, then what has no value."""

from __future__ import annotations

from typing import Any

import pytest

from tests.decks.deal.own import Opens, card, document, step
from tests.decks.deal.tables import dealer

FIELDS = [
    {"id": "cost", "name": "Cost", "type": "integer", "about": "what it costs", "special": ["X", "*"]},
    {"id": "rank", "name": "Rank", "type": "ordered", "about": "its rank", "values": ["low", "mid", "high"]},
    {"id": "signs", "name": "Signs", "type": "set", "about": "its signs"},
]
VALUES: list[tuple[str, dict[str, Any]]] = [
    ("A", {"cost": 0, "rank": "high"}),
    ("B", {"cost": "X", "rank": "low", "signs": ["sun", "tree"]}),
    ("C", {"cost": 12, "signs": ["sun"]}),
    ("D", {"cost": 0, "rank": "mid", "signs": ["moon"]}),
    ("E", {}),
    ("F", {"cost": "*", "rank": "low"}),
]
CARDS = [card("ladder", number, name, "card", fields) for number, (name, fields) in enumerate(VALUES, 1)]


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ("cost", "ADCFBE"),
        ("-cost", "BFCADE"),
        ("rank", "BFDACE"),
        ("-rank", "ADBFCE"),
        ("signs", "DCBAEF"),
        ("name", "ABCDEF"),
        ("-name", "FEDCBA"),
    ],
)
def test_cards_are_taken_in_the_order_of_a_field(opens: Opens, order: str, found: str) -> None:
    game = document(
        "ladder",
        "Ladder",
        types=[{"id": "card"}],
        fields=FIELDS,
        zones=[{"id": "deck"}],
        piles={"row": "table"},
        decklist="table",
        setup=[step("take", from_="deck", to="row", order=order)],
    )
    deck = "\n".join(("game: ladder", "deck", *(f"1 {one.name}" for one in CARDS)))
    deal = dealer(opens(game, CARDS), deck).deal("a")
    assert "".join(piece.name for piece in deal.pile("row")) == found
