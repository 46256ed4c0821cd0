"""What each rule of the ledger whose home is the setup asks of a deal. Each test names its rule."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.deal.places import distance
from deckwright.decks.deal.table import Deal
from tests.decks.deal.tables import (
    EMBER,
    GECKOS,
    GEOCLASH,
    QUEST,
    REPELLO,
    TIDE,
    dealer,
    kinds,
    text,
    titles,
    words,
)

SEEDS = [f"seed {number}" for number in range(12)]


def test_gp_13_awakened_forms_lie_face_up_beside_the_deck(catalogue: Catalogue) -> None:
    deal = dealer(catalogue, TIDE).deal("a")
    awakened = deal.pile("awakened", 1)
    assert len(awakened) == 8
    assert all(
        piece.face == "up" and piece.card and piece.card.value("stage") in (1, 2) for piece in awakened
    )
    elsewhere = [*deal.pile("deck", 1), *deal.pile("hand", 1), *deal.pile("play", 1)]
    assert not [piece for piece in elsewhere if piece.card and piece.card.value("stage") in (1, 2)]


@pytest.mark.parametrize(
    ("given", "started", "how"),
    [
        ({}, ["Nilgie #26"], "by start: of the decklist"),
        ({"start": "Inji"}, ["Inji #13"], "by --start"),
        ({"start": "Skippy #10"}, ["Skippy #10"], "by --start"),
    ],
)
def test_gp_14_the_starting_geopal_is_in_play(
    catalogue: Catalogue, given: dict[str, str], started: list[str], how: str
) -> None:
    deal = dealer(catalogue, TIDE, **given).deal("a")
    (piece,) = deal.pile("play", 1)
    assert titles([piece]) == started
    assert (piece.face, piece.at) == ("up", (0,))
    assert f"{started[0]} ({how})" in words(deal)
    assert len(deal.pile("deck", 1)) + len(deal.pile("hand", 1)) == 60 - 8 - 1


def test_gp_14_without_a_word_the_first_basic_listed_starts(catalogue: Catalogue) -> None:
    deck = "game: geopals\ndeck\n1 Lagoona\n1 Comet\n1 Nilgie #26\n20 Tide Berry\nterrain\n" + "\n".join(
        f"1 {region} Terrain" for region in ("Ocean", "Ice", "Mystic", "Mountain", "Volcanic", "Desert")
    )
    deal = dealer(catalogue, deck).deal("a")
    assert titles(deal.pile("play", 1)) == ["Comet #17"]
    assert "Comet #17 (first listed)" in words(deal)


def test_gp_14_two_decks_start_with_a_card_for_each_in_turn(catalogue: Catalogue) -> None:
    each = dealer(catalogue, TIDE, EMBER, start=["Inji", "Tadpearl"]).deal("a")
    assert [titles(each.pile("play", seat))[0].split(" #")[0] for seat in (1, 2)] == ["Inji", "Tadpearl"]
    once = dealer(catalogue, TIDE, TIDE, start="Inji").deal("a")
    assert [titles(once.pile("play", seat)) for seat in (1, 2)] == [["Inji #13"]] * 2
    other = dealer(catalogue, TIDE, EMBER, start="Tadpearl").deal("a")
    assert titles(other.pile("play", 1)) == ["Nilgie #26"]
    assert titles(other.pile("play", 2))[0].startswith("Tadpearl")


def test_gp_15_deck_and_terrain_deck_are_shuffled_apart(catalogue: Catalogue) -> None:
    deals = [dealer(catalogue, TIDE).deal(seed) for seed in SEEDS]
    for name in ("deck", "terrain"):
        assert len({tuple(titles(deal.pile(name, 1))) for deal in deals}) > len(SEEDS) // 2
    assert all(set(kinds(deal.pile("terrain", 1))) == {"terrain"} for deal in deals)
    assert all("terrain" not in kinds(deal.pile("deck", 1)) for deal in deals)
    assert {piece.face for deal in deals for piece in deal.pile("deck", 1)} == {"down"}


def test_gp_16_four_terrains_laid_in_turns_the_first_listed_beginning(catalogue: Catalogue) -> None:
    deal = dealer(catalogue, TIDE, EMBER).deal("a")
    assert [piece.owner for piece in deal.pile("map")] == [1, 2, 1, 2]
    assert all(piece.face == "up" for piece in deal.pile("map"))
    assert [len(deal.pile("terrain", seat)) for seat in (1, 2)] == [4, 4]


def test_gp_16_each_lays_the_top_card_of_its_shuffled_terrain_deck(catalogue: Catalogue) -> None:
    both = dealer(catalogue, TIDE, EMBER).deal("a")
    alone = dealer(catalogue, TIDE).deal("a")
    laid = [piece for piece in both.pile("map") if piece.owner == 1]
    assert titles(laid) == titles(alone.pile("map"))
    assert both.pile("terrain", 1) == alone.pile("terrain", 1)


def test_gp_17_six_cards_in_hand_and_chance_says_who_is_first(catalogue: Catalogue) -> None:
    deals = [dealer(catalogue, TIDE, EMBER).deal(seed) for seed in SEEDS]
    assert {len(deal.pile("hand", seat)) for deal in deals for seat in (1, 2)} == {6}
    assert {piece.face for deal in deals for piece in deal.pile("hand", 1)} == {"held"}
    assert {deal.first for deal in deals} == {1, 2}


def test_gc_03_seven_and_two_cards_for_every_player_of_shuffled_decks(catalogue: Catalogue) -> None:
    for players in range(2, 7):
        deal = dealer(catalogue, GEOCLASH, players=str(players)).deal("a")
        assert [len(deal.pile("hand", seat.number)) for seat in deal.seats] == [7] * players
        assert [len(deal.pile("powers", seat.number)) for seat in deal.seats] == [2] * players
        assert (len(deal.pile("geoplunge")), len(deal.pile("geopower"))) == (
            50 - 7 * players,
            15 - 2 * players,
        )
    six = dealer(catalogue, GEOCLASH, players="6").deal("a")
    assert (len(six.pile("geoplunge")), len(six.pile("geopower"))) == (8, 3)
    assert {kind for seat in six.seats for kind in kinds(six.pile("hand", seat.number))} == {"geoplunge"}
    assert {kind for seat in six.seats for kind in kinds(six.pile("powers", seat.number))} == {"geopower"}


def test_gc_03_players_join_teams_in_turn(catalogue: Catalogue) -> None:
    assert [seat.team for seat in dealer(catalogue, GEOCLASH, players="4", teams="2").deal("a").seats] == [
        1,
        2,
        1,
        2,
    ]
    assert [seat.team for seat in dealer(catalogue, GEOCLASH, players="6", teams="3").deal("a").seats] == [
        1,
        2,
        3,
    ] * 2
    assert [seat.team for seat in dealer(catalogue, GEOCLASH, players="3").deal("a").seats] == [0, 0, 0]


def quests(deal: Deal) -> list[object]:
    """The stages of the Quest stack, from its top."""
    cards = [piece.card for piece in deal.pile("quest stack") if piece.card]
    return [card.value("stage") for card in cards if card.type == "quest"]


def test_cq_02_one_quest_of_each_stage_stage_1_on_top_and_the_hat_on_it(catalogue: Catalogue) -> None:
    for seed in SEEDS:
        deal = dealer(catalogue, QUEST).deal(seed)
        assert quests(deal) == [1, 2, 3, 4]
        assert {piece.face for piece in deal.pile("quest stack")} == {"up"}
        assert "top Quest: Hat meeple" in "\n".join(entry.told(False) for entry in deal.log)
        assert "Hat meeple" in [piece.name for piece in deal.pile("quest stack")[:2]]


def test_cq_02_quests_that_a_list_chose_are_stacked(catalogue: Catalogue) -> None:
    problems = [f"1 Challenge {number:02}" for number in range(1, 11)] + ["1 Danger 3", "1 Danger 4"]
    chosen = ["1 Quest 10", "1 Quest 01", "1 Quest 04", "1 Quest 07"]
    deck = "\n".join(
        ("game: companion-quest", "format: standard", "quests", *chosen, "problems", *problems, "")
    )
    deal = dealer(catalogue, deck).deal("a")
    assert quests(deal) == [1, 2, 3, 4]
    dealt = [piece.name for zone in (1, 2, 3) for piece in deal.pile(f"zone {zone}")]
    assert Counter(f"1 {name}" for name in dealt) == Counter(problems)


@pytest.mark.parametrize(
    ("difficulty", "dangers"), [("normal", 2), ("easy 1", 1), ("easy 2", 0), ("hard 1", 3), ("hard 2", 4)]
)
def test_cq_03_twelve_problems_four_in_each_zone_the_top_one_up(
    catalogue: Catalogue, difficulty: str, dangers: int
) -> None:
    """And CQ-05: easier and harder boxes."""
    deal = dealer(catalogue, QUEST, difficulty=difficulty).deal("a")
    zones = [deal.pile(f"zone {number}") for number in (1, 2, 3)]
    assert [[piece.face for piece in zone] for zone in zones] == [["up", "down", "down", "down"]] * 3
    counts = Counter(kind for zone in zones for kind in kinds(zone))
    assert (counts["danger"], counts["challenge"]) == (dangers, 12 - dangers)


def test_cq_04_the_token_is_on_the_quest_just_when_a_danger_is_up(catalogue: Catalogue) -> None:
    met = set()
    for seed in SEEDS:
        deal = dealer(catalogue, QUEST).deal(seed)
        up = "danger" in [kind for number in (1, 2, 3) for kind in kinds(deal.pile(f"zone {number}")[:1])]
        placed = [
            piece.name for piece in deal.pile("quest stack") if piece.card and piece.card.type == "token"
        ]
        assert (placed == ["Danger token"]) == up
        assert deal.pile("quest stack")[0].name == ("Danger token" if up else "Hat meeple")
        met.add(up)
    assert met == {True, False}


def test_cq_06_four_companions_in_a_row_the_rest_face_down(catalogue: Catalogue) -> None:
    deal = dealer(catalogue, QUEST).deal("a")
    row, rest = deal.pile("row"), deal.pile("wilderness")
    assert [(piece.face, kind) for piece, kind in zip(row, kinds(row), strict=True)] == [
        ("up", "companion")
    ] * 4
    assert (len(rest), {piece.face for piece in rest}, set(kinds(rest))) == (47, {"down"}, {"companion"})


def test_cq_07_gugu_is_one_space_ahead_of_the_gnome(catalogue: Catalogue) -> None:
    deal = dealer(catalogue, QUEST).deal("a")
    spaces = {piece.name: piece.at for piece in deal.pile("meter")}
    assert spaces == {"Gnome meeple": (0,), "Gu'Gu meeple": (1,)}
    assert (len(deal.pile("dice")), len(deal.pile("snacks"))) == (18, 20 - 2)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_cq_08_a_gnome_its_starter_a_reference_card_and_snacks_each(
    catalogue: Catalogue, players: int
) -> None:
    deal = dealer(catalogue, QUEST, players=str(players), snacks="3").deal("a")
    for seat in range(1, players + 1):
        (gnome,), (starter,) = deal.pile("gnome", seat), deal.pile("companions", seat)
        assert gnome.card
        assert starter.card
        assert starter.card.identity == gnome.card.value("starter")
        assert (gnome.face, starter.face) == ("up", "up")
        assert kinds(deal.pile("reference", seat)) == ["reference"]
        assert kinds(deal.pile("snacks in hand", seat)) == ["snack"] * 3


def test_cq_08_gnomes_may_be_chosen(catalogue: Catalogue) -> None:
    deal = dealer(catalogue, QUEST, players="2", gnome=["Crumbles", "Stibbles"]).deal("a")
    assert [titles(deal.pile("gnome", seat))[0].split(" #")[0] for seat in (1, 2)] == ["Crumbles", "Stibbles"]


def test_cq_08_a_gnome_that_a_player_has_named_is_left_to_that_player(catalogue: Catalogue) -> None:
    """Crumbles is one of six: at random the first player would take it in some of 30 deals."""
    made = dealer(catalogue, text(QUEST).replace("\n", "\ngnome: , Crumbles\n", 1), players="2")
    for deal in (made.deal(str(seed)) for seed in range(30)):
        assert titles(deal.pile("gnome", 2))[0].startswith("Crumbles")
        assert len(deal.pile("gnome", 1)) == 1


def test_cq_15_solo_has_one_gnome_with_its_starter(catalogue: Catalogue) -> None:
    deal = dealer(catalogue, QUEST, players="1").deal("a")
    assert [len(pile.pieces) for pile in deal.piles if pile.name in ("gnome", "companions")] == [1, 1]
    assert any("CQ-15" in entry.cite for entry in deal.log)


@pytest.mark.parametrize(
    ("players", "given", "load"),
    [("2", {}, 15), ("3", {}, 12), ("4", {}, 10), ("2", {"load": "20"}, 20), ("4", {"load": "16"}, 16)],
)
def test_rp_02_loads_and_nine_repellers_on_their_squares(
    catalogue: Catalogue, players: str, given: dict[str, str], load: int
) -> None:
    deal = dealer(catalogue, REPELLO, players=players, **given).deal("a")
    loads = [deal.pile("load", seat.number) for seat in deal.seats]
    assert [titles(pile) for pile in loads] == [["Black Repeller #black"] * load] * int(players)
    squares = {piece.at: piece.name.split()[0] for piece in deal.pile("board") if "Repeller" in piece.name}
    corners = {(1, 1), (1, 11), (11, 1), (11, 11)}
    sides = {(1, 6), (6, 1), (6, 11), (11, 6)}
    assert squares == {
        (6, 6): "Gold",
        **dict.fromkeys(corners, "Black"),
        **dict.fromkeys(sides, "Silver"),
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rp_03_stacks_on_green_squares_never_adjacent_from_the_first_player_on(
    catalogue: Catalogue, players: int
) -> None:
    made = dealer(catalogue, REPELLO, players=str(players))
    green = {tuple(square) for square in made.game.document["board"]["squares"]["start_zone"]}
    for seed in SEEDS:
        deal = made.deal(seed)
        stacks = [piece.at for piece in deal.pile("board") if "Stack" in piece.name]
        assert len(stacks) == players
        assert set(stacks) <= green
        assert all(distance(one, other) >= 2 for one, other in combinations(stacks, 2))
        placed = [entry.seat for entry in deal.log if entry.do == "place" and entry.seat]
        clockwise = [(deal.first - 1 + at) % players + 1 for at in range(players)]
        assert placed == clockwise
    assert {made.deal(seed).first for seed in SEEDS} == set(range(1, players + 1))


def test_rp_10_each_player_has_a_stack_of_another_colour(catalogue: Catalogue) -> None:
    deal = dealer(catalogue, REPELLO, players="4").deal("a")
    chosen = [entry.pieces[0] for entry in deal.log if entry.do == "choose"]
    assert len(set(chosen)) == 4
    named = dealer(catalogue, REPELLO, players="2", stack=["green", "Blue Stack"]).deal("a")
    picks = [entry.pieces[0] for entry in named.log if entry.do == "choose"]
    assert picks == ["Green Stack #green", "Blue Stack #blue"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_gg_02_geckos_tiles_marker_and_a_bug_on_the_starting_tile(catalogue: Catalogue, players: int) -> None:
    deal = dealer(catalogue, GECKOS, players=str(players)).deal("a")
    geckos = [deal.pile("geckos", seat.number) for seat in deal.seats]
    assert [len(pile) for pile in geckos] == [5] * players
    assert len({pile[0].name for pile in geckos}) == players
    assert all(len(set(titles(pile))) == 1 for pile in geckos)
    assert [len(deal.pile("hand", seat.number)) for seat in deal.seats] == [3] * players
    assert sorted(kinds(deal.pile("table"))) == ["bug", "start-tile"]
    assert kinds(deal.pile("marker", deal.first)) == ["marker"]
    (choice,) = [entry for entry in deal.log if entry.do == "choose"]
    assert choice.seat == (deal.first - 2) % players + 1
    assert len(deal.pile("supply")) == 71


def test_gg_02_the_bug_may_be_named(catalogue: Catalogue) -> None:
    deal = dealer(catalogue, GECKOS, bug="ladybug").deal("a")
    assert "Ladybug" in [piece.name for piece in deal.pile("table")]


@pytest.mark.parametrize("keep", ["first", "random"])
def test_gg_03_one_of_two_secrets_is_kept_the_other_goes_face_down_to_the_box(
    catalogue: Catalogue, keep: str
) -> None:
    kept_first = set()
    for seed in SEEDS:
        deal = dealer(catalogue, GECKOS, players="2", keep=keep).deal(seed)
        for seat in (1, 2):
            (kept,) = deal.pile("secrets", seat)
            dealt = next(e.pieces for e in deal.log if e.seat == seat and e.to == ("secrets",))
            (back,) = [e for e in deal.log if e.seat == seat and e.do == "return"]
            assert set(dealt) == {kept.title, *back.pieces}
            assert f"kept {kept.title}, {keep}" in back.how
            assert kept.face == "held"
            kept_first.add(dealt[0] == kept.title)
        returned = [piece for piece in deal.pile("box") if piece.card and piece.card.type == "secret"]
        assert [piece.face for piece in returned] == ["down", "down"]
    assert kept_first == ({True} if keep == "first" else {True, False})


def test_gg_04_three_bug_and_three_terrain_objectives_in_the_market(catalogue: Catalogue) -> None:
    deal = dealer(catalogue, GECKOS).deal("a")
    market = [piece.card.value("kind") for piece in deal.pile("market") if piece.card]
    assert market == ["bug"] * 3 + ["terrain"] * 3
    assert {piece.face for piece in deal.pile("market")} == {"up"}
    assert (len(deal.pile("bug objectives")), len(deal.pile("terrain objectives"))) == (18, 18)


def test_gg_12_solo_has_two_goals_eleven_objectives_of_each_and_a_nuisance(catalogue: Catalogue) -> None:
    for seed in SEEDS:
        deal = dealer(catalogue, GECKOS, players="1").deal(seed)
        goals = [piece.card for piece in deal.pile("bonus") if piece.card]
        assert sorted(str(card.value("kind")) for card in goals) == ["bug", "terrain"]
        bug = next(card.value("bug") for card in goals if card.value("bug"))
        assert [piece.card.value("bug") for piece in deal.pile("table") if piece.card][1] == bug
        market = [piece.card.value("kind") for piece in deal.pile("market") if piece.card]
        for kind in ("bug", "terrain"):
            assert len(deal.pile(f"{kind} objectives")) + market.count(kind) == 11
        assert len(deal.pile("nuisance")) == 5
        assert deal.pile("nuisance")[0].name != deal.pile("geckos", 1)[0].name
        assert (len(deal.pile("hand", 1)), deal.pile("secrets", 1)) == (3, ())


def test_gg_12_a_solo_list_brings_its_own_cards_and_the_box_the_rest(catalogue: Catalogue) -> None:
    objectives = [f"1 {kind} Objective {number:02}" for kind in ("Bug", "Terrain") for number in range(1, 12)]
    zones = ("bug objectives", *objectives[:11], "terrain objectives", *objectives[11:])
    head = ("game: garden-geckos", "format: solo", "players: 1")
    deal = dealer(catalogue, "\n".join((*head, *zones, "bonus", "1 Bug Bonus 3", "1 Terrain Bonus 2"))).deal(
        "a"
    )
    assert [piece.name for piece in deal.pile("bonus")] == ["Bug Bonus 3", "Terrain Bonus 2"]
    assert (len(deal.pile("hand", 1)), len(deal.pile("tiles")), len(deal.pile("bug objectives"))) == (
        3,
        57,
        8,
    )
    assert len(list(deal.pieces())) == len(list(dealer(catalogue, GECKOS).deal("a").pieces()))


def test_every_rule_of_the_setup_is_named_by_a_test(catalogue: Catalogue) -> None:
    """GP-32 and GP-18 have their tests in `test_next_game` and `test_refusals`."""
    here = Path(__file__).parent
    found = " ".join(path.read_text(encoding="utf-8") for path in here.glob("test_*.py"))
    named = {f"{one.upper()}-{two}" for one, two in re.findall(r"def test_([a-z]{2})_(\d\d)_", found)}
    wanted = {row.id for game in catalogue.games() for row in game.rulebook.values() if "set" in row.home}
    assert len(wanted) == 21
    assert wanted <= named
