"""Facts of the shipped games that rules and setups lean on: identities, ranks, references, the board."""

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


FULL = {
    "geopal": {
        *("region", "stage", "style", "max_stamina", "stamina_kind", "weak_to"),
        *("rarity", "illustrator", "holo", "border"),
    },
    "stamina": {"regions", "stamina_kind", "illustrator", "holo", "border"},
    "action": {"rarity", "illustrator", "art", "holo", "border"},
    "item": {"rarity", "illustrator", "art", "holo", "border"},
    "terraform": {"sets_region", "turns", "rarity", "illustrator", "art", "holo", "border"},
    "trap": {"rounds_held", "rarity", "illustrator", "art", "holo", "border"},
    "terrain": {"region", "stops"},
}


@pytest.mark.parametrize(("type_", "keys"), FULL.items())
def test_every_card_of_a_type_has_its_facts(type_: str, keys: set[str]) -> None:
    found = of_type("geopals", type_)
    assert found
    assert [(card.id, keys - set(card.fields)) for card in found if keys - set(card.fields)] == []


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("active_cost", 51),
        ("active", 51),
        ("passive", 55),
        ("awakens_from", 26),
        ("alternate_of", 9),
        ("character_number", 47),
        ("art", 86),
        ("bonus_region", 7),
        ("rarity", 89),
    ],
)
def test_facts_that_some_cards_lack(key: str, expected: int) -> None:
    assert sum(key in card.fields for card in by_number("geopals").values()) == expected


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("13", "82", True),
        ("26", "77", True),
        ("1", "78", True),
        ("23", "90", True),
        ("1", "21", False),
        ("10", "36", False),
        ("6", "26", False),
        ("31", "32", False),
    ],
)
def test_identity_is_the_character(first: str, second: str, same: bool) -> None:
    held = by_number("geopals")
    assert (held[first].identity == held[second].identity) is same


def test_there_are_47_characters_and_three_names_are_borne_by_two() -> None:
    characters = [card for card in of_type("geopals", "geopal") if card.identity == card.id]
    assert len({card.identity for card in of_type("geopals", "geopal")}) == len(characters) == 47
    names = Counter(card.name for card in of_type("geopals", "geopal"))
    assert sorted(name for name, times in names.items() if times > 1) == ["Nilgie", "Skippy", "Zippo"]


def test_an_awakened_form_comes_from_the_stage_before_it() -> None:
    held = {card.id: card for card in of_type("geopals", "geopal")}
    for card in held.values():
        assert ("awakens_from" in card.fields) == (card.fields["stage"] != 0), card.id
        if earlier := card.fields.get("awakens_from"):
            before, stage = held[str(earlier)].fields["stage"], card.fields["stage"]
            assert isinstance(before, int)
            assert before + 1 == stage, card.id
    slemo = [card.number for card in held.values() if card.fields.get("awakens_from") == "geopals/S1-30"]
    assert slemo == ["31", "32"]


def test_terrain_stops_exactly_those_who_are_weak_there() -> None:
    terrains = of_type("geopals", "terrain")
    assert len({card.fields["region"] for card in terrains}) == 8
    for terrain in terrains:
        weak = {
            str(card.fields["region"])
            for card in of_type("geopals", "geopal")
            if terrain.fields["region"] in (card.value("weak_to") or ())  # type: ignore[operator]
        }
        assert weak == set(terrain.value("stops") or ())  # type: ignore[arg-type]
        assert {"set", "number"} <= set(terrain.assumed)


def test_a_geopal_uses_the_stamina_of_its_region() -> None:
    kinds = {str(card.fields["stamina_kind"]): card for card in of_type("geopals", "stamina")}
    assert sorted(kinds) == ["earth", "heat", "sky", "tide"]
    for card in of_type("geopals", "geopal"):
        regions = kinds[str(card.fields["stamina_kind"])].fields["regions"]
        assert card.fields["region"] in regions  # type: ignore[operator]


def test_the_text_of_a_geopal_names_its_abilities_and_their_cost() -> None:
    for card in of_type("geopals", "geopal"):
        starts = [f"{card.fields['passive']}: "] if "passive" in card.fields else []
        if "active" in card.fields:
            starts.append(f"{card.fields['active']} ({card.fields['active_cost']}): ")
        lines = card.text.split("\n")
        assert len(lines) == len(starts)
        assert all(line.startswith(start) for line, start in zip(lines, starts, strict=True)), card.id
    assert by_number("geopals")["8"].fields["active_cost"] == "variable"


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
