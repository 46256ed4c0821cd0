"""Squares of a player's own board: each board has its own, and no square holds two pieces."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest

from deckwright.cli.table_picture import TablePicture
from deckwright.decks.deal.dealing import faced
from deckwright.decks.deal.documents import deal_document, read_position
from deckwright.decks.deal.errors import NoRoom
from deckwright.decks.deal.table import Face, Piece, Pile
from tests.decks.deal.own import Opens, card, document, step
from tests.decks.deal.tables import dealer

CARDS = [card("garrison", 1, "Scout", "scout", {}), card("garrison", 2, "Flag", "flag", {})]
DECK = "game: garrison\nband\n9 Scout\n9 Flag\n"


def test_a_turned_piece_is_the_same_but_for_its_side() -> None:
    piece = Piece("Scout", CARDS[0], "held", 2, (3, 4), (Piece("Flag"),))
    assert all(getattr(piece, row.name) != row.default for row in fields(piece))
    sides: list[Face] = ["up", "held", "down"]
    for face in sides:
        assert faced([piece], face) == [replace(piece, face=face)]


def garrison(field: str, scouts: int, flags: int, **how: Any) -> dict[str, Any]:
    """A game that places scouts, then flags, on the three squares of a row."""
    return document(
        "garrison",
        "Garrison",
        types=[{"id": "scout"}, {"id": "flag"}],
        zones=[{"id": "band"}],
        decklist="player",
        piles={"band": "player", "field": field},
        board={"rows": 1, "cols": 5, "squares": {"row": [[0, 0], [0, 2], [0, 4]]}},
        setup=[
            step("place", from_="band", where=f"t:{kind}", n=n, to="field", at={"board": "row"}, **how)
            for kind, n in (("scout", scouts), ("flag", flags))
        ],
    )


either_way = pytest.mark.parametrize("how", [{}, {"how": "random"}], ids=["in order", "at random"])


@either_way
@pytest.mark.parametrize(("field", "scouts", "flags"), [("player", 2, 1), ("player", 3, 0), ("table", 1, 0)])
def test_no_square_of_a_board_holds_two_pieces(
    opens: Opens, field: str, scouts: int, flags: int, how: dict[str, Any]
) -> None:
    made = dealer(opens(garrison(field, scouts, flags, **how), CARDS), DECK, DECK)
    deal = made.deal("a")
    boards = [pile for pile in deal.piles if pile.name == "field"]
    assert [pile.seat for pile in boards] == ([1, 2] if field == "player" else [0])
    for board in boards:
        assert len(board.pieces) == (scouts + flags) * (1 if field == "player" else 2)
        assert len({piece.at for piece in board.pieces}) == len(board.pieces)


@either_way
@pytest.mark.parametrize(("field", "scouts", "flags"), [("player", 2, 2), ("player", 3, 1), ("table", 1, 1)])
def test_a_board_without_a_free_square_is_full(
    opens: Opens, field: str, scouts: int, flags: int, how: dict[str, Any]
) -> None:
    made = dealer(opens(garrison(field, scouts, flags, **how), CARDS), DECK, DECK)
    with pytest.raises(NoRoom, match="no square of row is left"):
        made.deal("a")


def test_pieces_keep_apart_from_those_on_their_own_board(opens: Opens) -> None:
    """Squares 0 and 4 are 4 apart, and the one between them is taken."""
    game = garrison("player", 1, 2, how="random", apart=4)
    game["board"]["squares"]["middle"] = [[0, 2]]
    game["setup"][0]["at"] = {"board": "middle"}
    deal = dealer(opens(game, CARDS), DECK, DECK).deal("a")
    for seat in (1, 2):
        flags = [piece.at for piece in deal.pile("field", seat) if piece.name == "Flag"]
        assert sorted(flags) == [(0, 0), (0, 4)]


def test_a_deal_on_boards_of_the_players_reads_back(opens: Opens) -> None:
    catalogue = opens(garrison("player", 2, 1), CARDS)
    deal = dealer(catalogue, DECK, DECK).deal("a")
    document = json.loads(json.dumps(deal_document(deal)))
    assert read_position(document, "a", catalogue) == replace(deal, log=(), notes=())


def test_each_players_board_is_drawn_with_its_own_pieces(opens: Opens) -> None:
    made = dealer(opens(garrison("player", 1, 1), CARDS), DECK, DECK)
    deal = made.deal("a")
    other = Pile("field", 2, tuple(replace(piece, at=(0, 4)) for piece in deal.pile("field", 2)[:1]))
    piles = tuple(other if (pile.name, pile.seat) == ("field", 2) else pile for pile in deal.piles)
    picture = TablePicture(replace(deal, piles=piles), made.terms.lines)
    drawn = [
        "".join(run.text for run in box.lines[0])
        for seat in (1, 2)
        for box in picture.boxes(seat)
        if box.title.startswith("Field")
    ]
    assert drawn == ["<s> · <f> ·  · ", " ·  ·  ·  · <f>"]
