"""Facts of the boxed games: ranks and figures, named and assumed cards, ids, the board."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from deckwright.catalog.card import Card
from deckwright.catalog.game import Game
from deckwright.catalog.shipped import cards_document, cards_of, game_document, shipped_games

every_game = pytest.mark.parametrize("game_id", shipped_games())


@cache
def game(game_id: str) -> Game:
    return Game.read(game_document(game_id))


@cache
def by_number(game_id: str) -> dict[str, Card]:
    return {card.number: card for card in cards_of(game(game_id), cards_document(game_id))}


def of_type(game_id: str, type_: str) -> list[Card]:
    return [card for card in by_number(game_id).values() if card.type == type_]


@pytest.mark.parametrize("key", ["size_rank", "statehood_rank", "population_rank", "population_rank_2020"])
def test_each_ranking_of_the_states_is_one_to_fifty(key: str) -> None:
    ranks = [card.fields[key] for card in of_type("geoclash-twist", "geoplunge")]
    assert sorted(ranks) == list(range(1, 51))


@pytest.mark.parametrize(
    ("rank", "figure", "most_first"),
    [
        ("size_rank", "area", True),
        ("population_rank", "population_2010", True),
        ("population_rank_2020", "population_2020", True),
        ("statehood_rank", "admitted", False),
    ],
)
def test_ranks_follow_the_figures(rank: str, figure: str, most_first: bool) -> None:
    states = sorted(of_type("geoclash-twist", "geoplunge"), key=lambda card: int(str(card.fields[rank])))
    figures = [card.fields[figure] for card in states]
    assert figures == sorted(figures, reverse=most_first)


@pytest.mark.parametrize(
    ("number", "known"), [("AK", "size_rank"), ("DE", "statehood_rank"), ("CA", "population_rank")]
)
def test_the_ranks_that_the_rulebook_names_are_not_assumed(number: str, known: str) -> None:
    state = by_number("geoclash-twist")[number]
    assert (state.fields["postal"], state.fields[known]) == (number, 1)
    assert known not in state.assumed


def test_the_other_assumed_ranks_say_so() -> None:
    assumed = Counter(key for card in of_type("geoclash-twist", "geoplunge") for key in card.assumed)
    assert assumed == {"size_rank": 49, "population_rank": 49, "statehood_rank": 2}
    dakotas = [by_number("geoclash-twist")[number].fields["statehood_rank"] for number in ("ND", "SD")]
    assert dakotas == [39, 40]
    differ = [
        card.name
        for card in of_type("geoclash-twist", "geoplunge")
        if card.fields["population_rank"] != card.fields["population_rank_2020"]
    ]
    assert len(differ) == 30


@pytest.mark.parametrize(
    ("figure", "census"),
    [("population_2010", 308_745_538 - 601_723), ("population_2020", 331_449_281 - 689_545)],
)
def test_the_states_have_the_people_of_the_country_without_its_capital(figure: str, census: int) -> None:
    states = of_type("geoclash-twist", "geoplunge")
    assert sum(int(str(card.fields[figure])) for card in states) == census
    assert all(card.fields["postal"] == card.number for card in states)


def test_the_states_have_the_area_of_the_country_without_its_capital() -> None:
    area = sum(int(str(card.fields["area"])) for card in of_type("geoclash-twist", "geoplunge"))
    assert area == pytest.approx(3_796_742 - 68, abs=25)


@pytest.mark.parametrize(
    ("game_id", "expected"),
    [
        ("geopals", {("terrain", "set"): 8, ("terrain", "number"): 8}),
        (
            "companion-quest",
            {("gnome", "starter"): 6, ("companion", "type"): 1, ("quest", "stage"): 12},
        ),
        ("repello", {}),
        (
            "garden-geckos",
            {
                ("objective", "kind"): 42,
                ("secret", "kind"): 12,
                ("secret", "bug"): 6,
                ("gecko", "name"): 6,
                ("gecko", "colour"): 6,
            },
        ),
    ],
)
def test_what_no_source_states_is_marked(game_id: str, expected: dict[tuple[str, str], int]) -> None:
    marked = Counter((card.type, key) for card in by_number(game_id).values() for key in card.assumed)
    assert marked == expected


@every_game
def test_copies_are_known_where_there_is_a_box(game_id: str) -> None:
    boxed = game(game_id).decklist == "table"
    assert {card.copies is not None for card in by_number(game_id).values()} == {boxed}


@pytest.mark.parametrize(
    ("card_id", "name"),
    [
        ("geopals/S1-62", "Orb"),
        ("geopals/S1-B3", "Tide Berry"),
        ("geopals/S1-T5", "Ocean Terrain"),
        ("geoclash-twist/box-AL", "Alabama"),
        ("geoclash-twist/box-P1", "Size"),
        ("companion-quest/box-C07", "Companion 07"),
        ("companion-quest/box-meeple-hat", "Hat meeple"),
        ("companion-quest/box-die-red", "Red Apples die"),
        ("repello/box-gold", "Gold Repeller"),
        ("repello/box-blue", "Blue Stack"),
        ("garden-geckos/box-OB01", "Bug Objective 01"),
        ("garden-geckos/box-bug-moth", "Moth"),
    ],
)
def test_card_ids_are_stable(card_id: str, name: str) -> None:
    assert next(card.name for card in by_number(card_id.split("/")[0]).values() if card.id == card_id) == name


def test_each_gnome_has_a_starter_of_its_own() -> None:
    starters = {card.fields["starter"] for card in of_type("companion-quest", "gnome")}
    assert starters == {card.id for card in of_type("companion-quest", "starter")}
    assert all("starter" in card.assumed for card in of_type("companion-quest", "gnome"))
    assert all("stage" in card.assumed for card in of_type("companion-quest", "quest"))


@pytest.mark.parametrize(
    ("type_", "names"),
    [
        ("gnome", {"Crumbles", "Bubbles", "Stibbles"}),
        ("companion", {"Prost"}),
        ("challenge", {"A Mountainous Decision", "Falling Fish"}),
        ("danger", {"Twin Troll"}),
    ],
)
def test_the_named_cards_of_companion_quest(type_: str, names: set[str]) -> None:
    found = {card.name for card in of_type("companion-quest", type_) if card.source != "placeholder"}
    assert found == names


def test_the_board_of_repello() -> None:
    board = game("repello").document["board"]
    assert [len(row) for row in board["numbers"]] == [13] * 13
    assert {number for row in board["numbers"] for number in row} == {1, 2, 3, 4, 5, 6}
    squares = {name: [tuple(at) for at in group] for name, group in board["squares"].items()}
    assert {name: len(group) for name, group in squares.items()} == {
        "start_zone": 24,
        "gold": 1,
        "silver": 4,
        "black": 4,
    }
    ring = {(row, col) for row in range(3, 10) for col in range(3, 10) if {row, col} & {3, 9}}
    assert set(squares["start_zone"]) == ring
    corners, sides = {(1, 1), (1, 11), (11, 1), (11, 11)}, {(1, 6), (6, 1), (6, 11), (11, 6)}
    assert (squares["gold"], set(squares["silver"]), set(squares["black"])) == ([(6, 6)], sides, corners)
    taken = [at for group in squares.values() for at in group]
    assert len(set(taken)) == len(taken)
    assert all(0 <= row < board["rows"] and 0 <= col < board["cols"] for row, col in taken)
