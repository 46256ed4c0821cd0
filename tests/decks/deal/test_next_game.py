"""GP-32: the next game of a match, from a described position at the last one's end."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.deal.documents import counted, deal_document, read_position
from deckwright.decks.deal.errors import BadPosition, BadStep, NoSetup, NotEnough
from deckwright.decks.deal.next_game import next_game
from deckwright.decks.deal.table import Deal
from deckwright.decks.lines import LineReader
from deckwright.schemas.excess import MOST_PLAYERS
from tests.decks.deal.tables import EMBER, REPELLO, TIDE, dealer, titles
from tests.decks.decks import SIX_TERRAINS

POSITION: dict[str, Any] = {
    "game": "geopals",
    "winner": 1,
    "piles": [
        {"pile": "deck", "seat": 1, "pieces": ["3 Tide Berry"]},
        {"pile": "hand", "seat": 1, "pieces": ["Orb", "2 Sky Berry"]},
        {"pile": "discard", "seat": 1, "pieces": ["Rope"]},
        {"pile": "traps", "seat": 1, "pieces": [{"name": "Snap Freeze", "face": "down"}]},
        {
            "pile": "play",
            "seat": 1,
            "pieces": [
                {"name": "Medeepa", "at": [7], "attached": ["2 Tide Berry", "Orb"]},
                {"name": "Inji #13", "at": [3]},
                "Geyser Blast",
            ],
        },
        {"pile": "awakened", "seat": 1, "pieces": ["Nilgie #26", "Lagoona", "Astracoon"]},
        {"pile": "terrain", "seat": 1, "pieces": ["Ice Terrain", "Ocean Terrain"]},
        {"pile": "deck", "seat": 2, "pieces": ["1 Heat Berry"]},
        {"pile": "play", "seat": 2, "pieces": ["Zippo #1"]},
        {"pile": "terrain", "seat": 2, "pieces": ["Volcanic Terrain"]},
        {
            "pile": "map",
            "pieces": [
                {"name": "Mystic Terrain", "owner": 1},
                {"name": "Desert Terrain", "owner": 2},
                {"name": "Mountain Terrain", "owner": 1},
            ],
        },
    ],
}


def following(
    catalogue: Catalogue, document: dict[str, Any] = POSITION, seed: str = "a"
) -> tuple[Deal, Deal]:
    """A position, and the game that follows it."""
    position = read_position(document, "end.json", catalogue)
    lines = LineReader(catalogue.game(position.game), catalogue)
    return position, next_game(lines, position, seed)


def test_gp_32_the_field_and_the_discard_pile_go_into_the_shuffled_deck(catalogue: Catalogue) -> None:
    _, deal = following(catalogue)
    deck = deal.pile("deck", 1)
    assert sorted(piece.name for piece in deck) == [
        "Geyser Blast",
        "Rope",
        "Snap Freeze",
        *["Tide Berry"] * 3,
    ]
    assert {piece.face for piece in deck} == {"down"}
    assert (deal.pile("traps", 1), deal.pile("discard", 1)) == ((), ())
    orders = {tuple(titles(following(catalogue, seed=str(n))[1].pile("deck", 1))) for n in range(9)}
    assert len(orders) > 4


def test_gp_32_geopals_stay_with_what_they_carry_as_basics_at_the_start(catalogue: Catalogue) -> None:
    _, deal = following(catalogue)
    nilgie, inji = deal.pile("play", 1)
    assert (nilgie.title, nilgie.at, inji.title, inji.at) == ("Nilgie #26", (0,), "Inji #13", (0,))
    assert sorted(piece.name for piece in nilgie.attached) == ["Orb", "Tide Berry", "Tide Berry"]
    assert {piece.name for piece in deal.pile("awakened", 1)} == {"Lagoona", "Medeepa", "Astracoon"}
    assert not any(piece.attached for piece in deal.pile("awakened", 1))


def test_gp_32_hands_are_kept(catalogue: Catalogue) -> None:
    position, deal = following(catalogue)
    assert deal.pile("hand", 1) == position.pile("hand", 1)


def test_gp_32_terrains_are_taken_back_and_a_new_map_is_built(catalogue: Catalogue) -> None:
    document = copy.deepcopy(POSITION)
    document["piles"][9]["pieces"].append("Shadow Terrain")
    _, deal = following(catalogue, document)
    assert [piece.owner for piece in deal.pile("map")] == [1, 2, 1, 2]
    owned = {piece.name for piece in (*deal.pile("map"), *deal.pile("terrain", 1)) if piece.owner == 1}
    assert owned == {"Ice Terrain", "Ocean Terrain", "Mystic Terrain", "Mountain Terrain"}
    assert len(deal.pile("terrain", 1)) == 2


@pytest.mark.parametrize(("winner", "first"), [(1, 2), (2, 1)])
def test_gp_32_whoever_did_not_win_goes_first(catalogue: Catalogue, winner: int, first: int) -> None:
    _, deal = following(catalogue, {**POSITION, "winner": winner})
    assert deal.first == first


def test_gp_32_nothing_is_lost_and_every_step_is_cited(catalogue: Catalogue) -> None:
    position, deal = following(catalogue)
    assert counted(deal.pieces()) == counted(position.pieces())
    assert all("GP-32" in entry.cite for entry in deal.log)
    assert deal.round == 2


def test_a_match_of_three_games_never_repeats_a_shuffle(catalogue: Catalogue) -> None:
    first = dealer(catalogue, TIDE, EMBER).deal("a")
    document = json.loads(json.dumps({**deal_document(first), "winner": 1}))
    _, second = following(catalogue, document)
    third_from = json.loads(json.dumps({**deal_document(second), "winner": 2}))
    _, third = following(catalogue, third_from)
    assert (first.round, second.round, third.round, third.first) == (1, 2, 3, 1)
    assert len({tuple(titles(deal.pile("deck", 1))) for deal in (first, second, third)}) == 3
    assert counted(third.pieces()) == counted(first.pieces())


def changed(at: str, value: object) -> dict[str, Any]:
    """The position with one place changed."""
    document = copy.deepcopy(POSITION)
    *way, last = [int(step) if step.isdecimal() else step for step in at.split("/")]
    place: Any = document
    for step in way:
        place = place[step]
    place[last] = value
    return document


def holding(*pieces: Any) -> dict[str, Any]:
    """A position of one hand."""
    return {"game": "geopals", "piles": [{"pile": "hand", "seat": 1, "pieces": list(pieces)}]}


def laden(deep: int) -> Any:
    """Ten copies of a card, with ten on each of them, and ten on each of those, so many deep."""
    row: Any = "10 Orb"
    for _ in range(deep):
        row = {"name": "10 Medeepa", "attached": [row]}
    return row


@pytest.mark.parametrize(
    ("document", "says"),
    [
        (changed("piles/0/pile", "dekc"), "/piles/0/pile: no pile is called 'dekc'"),
        (changed("piles/0/seat", 0), "/piles/0/seat: deck needs a seat from 1 to 2"),
        (changed("piles/10/seat", 1), "/piles/10/seat: map needs no seat"),
        (changed("piles/10/pieces/0", "Mystic Terrain"), "/piles/10/pieces/0: must say whose it is"),
        (changed("piles/0/pieces/0", {"nmae": "Orb"}), "nmae"),
        (changed("seats", [{"seat": 2}]), "/seats: must be numbered"),
        (changed("winner", "me"), "/winner"),
        ({"game": "geopals"}, "piles"),
        ([], "object"),
        (changed("piles/0/seat", MOST_PLAYERS + 1), "/piles/0/seat: deck needs a seat from 1 to 100"),
        (changed("piles/10/seat", 10**9), "/piles/10/seat: map needs no seat"),
        (changed("seats", [{"seat": at + 1} for at in range(101)]), "/seats: 101 of them, and at most 100"),
        (holding(*["9999 Orb"] * 10, "11 Orb"), "/piles/0/pieces/10: 100,001 pieces up to here"),
        (holding({"name": "10 Medeepa", "attached": ["9999 Orb"]}, "Orb"), "100,001 pieces up to here"),
        (holding(laden(20)), "at most 100,000 are dealt"),
    ],
)
def test_a_position_that_cannot_be_read_says_where(catalogue: Catalogue, document: Any, says: str) -> None:
    with pytest.raises(BadPosition) as raised:
        read_position(document, "end.json", catalogue)
    assert says in str(raised.value)
    assert all(line.startswith("end.json: ") for line in str(raised.value).split("\n"))
    assert raised.value.exit_code == 2


@pytest.mark.parametrize(
    ("row", "count", "name", "known"),
    [
        ("2 Tide Berry", 2, "Tide Berry", True),
        ({"name": "2 Tide Berry", "face": "down"}, 2, "Tide Berry", True),
        ({"name": "Tide Berry", "card": None}, 1, "Tide Berry", True),
        ({"name": "9 Lives", "card": None}, 1, "9 Lives", False),
        ({"name": "deck", "card": None}, 1, "deck", False),
        ("9 Lives", 9, "Lives", False),
    ],
)
def test_the_name_of_a_piece_that_says_its_card_is_no_line(
    catalogue: Catalogue, row: Any, count: int, name: str, known: bool
) -> None:
    hand = read_position(holding(row), "end.json", catalogue).pile("hand", 1)
    assert [(piece.name, piece.card is not None) for piece in hand] == [(name, known)] * count


@pytest.mark.parametrize("name", ["9 Lives", "Glimmerfox", "2x Orb", "Sideboard"])
def test_a_deal_of_unknown_cards_reads_back(catalogue: Catalogue, name: str) -> None:
    deck = f"game: geopals\ndeck\n1 Zippo #1\n9 {name}\nterrain\n"
    deal = dealer(catalogue, deck + "\n".join(f"1 {one} Terrain" for one in SIX_TERRAINS)).deal("a")
    assert name in [piece.name for piece in deal.pieces()]
    document = json.loads(json.dumps(deal_document(deal)))
    assert counted(read_position(document, "a", catalogue).pieces()) == counted(deal.pieces())


@pytest.mark.parametrize(
    "pieces",
    [["9999 Orb"] * 10 + ["10 Orb"], [{"name": "10 Medeepa", "attached": ["9999 Orb"]}]],
    ids=["plain", "attached"],
)
def test_as_many_pieces_as_are_dealt_are_read(catalogue: Catalogue, pieces: list[Any]) -> None:
    deal = read_position(holding(*pieces), "end.json", catalogue)
    assert sum(1 for _ in deal.pieces()) == 100_000


def test_every_problem_is_said_at_once(catalogue: Catalogue) -> None:
    document = changed("piles/0/pile", "dekc")
    document["piles"][10]["pieces"][0] = "Mystic Terrain"
    with pytest.raises(BadPosition) as raised:
        read_position(document, "end.json", catalogue)
    assert len(raised.value.problems) == 2


def test_the_next_game_needs_a_winner_and_terrains_and_a_game_that_has_matches(catalogue: Catalogue) -> None:
    with pytest.raises(BadStep, match="who won"):
        following(catalogue, {**copy.deepcopy(changed("winner", 0)), "piles": four_terrains()})
    with pytest.raises(NotEnough, match="terrain"):
        following(catalogue, changed("piles/9/pieces", []))
    end = json.loads(json.dumps(deal_document(dealer(catalogue, REPELLO).deal("a"))))
    with pytest.raises(NoSetup, match="next"):
        following(catalogue, end)


def four_terrains() -> list[dict[str, Any]]:
    """The piles with a second Terrain for player 2."""
    piles: list[dict[str, Any]] = copy.deepcopy(POSITION["piles"])
    piles[9]["pieces"].append("Shadow Terrain")
    return piles
