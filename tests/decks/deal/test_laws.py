"""What holds of every deal: nothing is lost, every step is cited, the same seed is the same deal."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.decks.deal.documents import counted, deal_document, read_position
from deckwright.decks.deal.engine import Dealer, finished, run
from deckwright.decks.deal.script import SETUP, script
from deckwright.decks.lines import LineReader
from deckwright.schemas.problems import problems
from tests.decks.deal.own import Opens, card, document, step
from tests.decks.deal.tables import EMBER, GECKOS, GEOCLASH, QUEST, TIDE, dealer, everything, titles

CASES = list(everything())
NAMES = [" ".join((*decks, *map("=".join, given.items()))) for decks, given in CASES]
GOLDEN_HAND = ["Inji", "Re-stock", "Re-stock", "Ursulo", "Rope", "Orb"]
GOLDEN_MAP = ["Desert Terrain", "Volcanic Terrain", "Mystic Terrain", "Ice Terrain"]
GOLDEN_STATES = ["Vermont", "California", "Arkansas", "Virginia", "Maryland", "Missouri", "Kentucky"]

every_case = pytest.mark.parametrize(("decks", "given"), CASES, ids=NAMES)


def test_the_cases_are_all_games_and_counts() -> None:
    assert len(CASES) == 4 + 10 + 20 + 9 + 12


@every_case
def test_the_pieces_before_and_after_are_the_same(
    catalogue: Catalogue, decks: tuple[str, ...], given: Mapping[str, str]
) -> None:
    made = dealer(catalogue, *decks, **given)
    before = counted(piece for pile in made.start.values() for piece in pile)
    assert sum(before.values()) > 60
    for seed in ("a", "b", "c"):
        assert counted(made.deal(seed).pieces()) == before


@settings(max_examples=60)
@given(case=st.sampled_from(CASES), seed=st.text(max_size=20), number=st.integers(1, 2**40))
def test_no_seed_loses_a_piece(
    catalogue: Catalogue, case: tuple[tuple[str, ...], Mapping[str, str]], seed: str, number: int
) -> None:
    decks, given_ = case
    made = dealer(catalogue, *decks, **given_)
    before = counted(piece for pile in made.start.values() for piece in pile)
    assert counted(made.deal(seed, number).pieces()) == before


@every_case
def test_every_step_of_the_log_names_its_rule(
    catalogue: Catalogue, decks: tuple[str, ...], given: Mapping[str, str]
) -> None:
    made = dealer(catalogue, *decks, **given)
    log = made.deal("a").log
    assert len(log) >= 5
    for entry in log:
        assert entry.cite
        assert set(entry.cite) <= set(made.game.rulebook)
        assert len(str(entry)) > 10


@every_case
def test_a_deal_as_json_passes_its_schema_and_reads_back(
    catalogue: Catalogue, decks: tuple[str, ...], given: Mapping[str, str]
) -> None:
    deal = dealer(catalogue, *decks, **given).deal("a")
    document = json.loads(json.dumps(deal_document(deal)))
    assert problems("deal", document) == []
    read = read_position(document, "a", catalogue)
    assert read == replace(deal, log=(), notes=())


@every_case
def test_the_same_seed_is_the_same_deal_and_another_another(
    catalogue: Catalogue, decks: tuple[str, ...], given: Mapping[str, str]
) -> None:
    one, again = dealer(catalogue, *decks, **given), dealer(catalogue, *decks, **given)
    assert one.deal("a") == again.deal("a")
    assert one.deal("a").piles != one.deal("b").piles
    assert one.deal("a").piles != one.deal("a", 2).piles


@every_case
def test_the_steps_that_are_done_are_numbered_without_gaps(
    catalogue: Catalogue, decks: tuple[str, ...], given: Mapping[str, str]
) -> None:
    log = dealer(catalogue, *decks, **given).deal("a").log
    numbers = dict.fromkeys(entry.step for entry in log)
    assert list(numbers) == list(range(1, len(numbers) + 1))
    assert len({(entry.step, entry.do, entry.says) for entry in log}) == len(numbers) > 1


def test_the_deals_of_golden_seeds_stay(catalogue: Catalogue) -> None:
    """Made once; a change here means that a seed no longer gives the deal that people wrote down."""
    geopals = dealer(catalogue, TIDE, EMBER).deal("amber")
    assert [piece.name for piece in geopals.pile("hand", 1)] == GOLDEN_HAND
    assert [piece.name for piece in geopals.pile("map")] == GOLDEN_MAP
    clash = dealer(catalogue, GEOCLASH, players="6").deal("amber")
    assert [piece.name for piece in clash.pile("hand", 6)] == GOLDEN_STATES


def test_a_player_more_leaves_the_others_as_they_were(catalogue: Catalogue) -> None:
    few, many = (dealer(catalogue, GEOCLASH, players=players).deal("a") for players in ("3", "6"))
    for seat in (1, 2, 3):
        assert few.pile("hand", seat) == many.pile("hand", seat)
        assert few.pile("powers", seat) == many.pile("powers", seat)
    one, two = dealer(catalogue, TIDE).deal("a"), dealer(catalogue, TIDE, EMBER).deal("a")
    assert one.pile("hand", 1) == two.pile("hand", 1)
    assert one.pile("deck", 1) == two.pile("deck", 1)
    pair, four = (dealer(catalogue, GECKOS, players=players).deal("a") for players in ("2", "4"))
    assert pair.pile("hand", 2) == four.pile("hand", 2)
    assert pair.pile("market") == four.pile("market")


@pytest.mark.parametrize("at", [0, 2, 5, 7])
def test_a_step_more_leaves_the_others_as_they_were(catalogue: Catalogue, at: int) -> None:
    made = dealer(catalogue, TIDE)
    document = copy.deepcopy(dict(made.game.document))
    more = {"do": "shuffle", "pile": "awakened", "cite": "GP-13", "says": "Shuffle the awakened forms"}
    document["setup"].insert(at, more)
    lines = LineReader(Game.read(document), catalogue)
    dealing = made.dealing("a")
    for one in script(lines, SETUP, "standard"):
        run(one, dealing)
    plain = made.deal("a")
    changed = finished(dealing)
    for name in ("deck", "hand", "terrain", "play"):
        assert titles(changed.pile(name, 1)) == titles(plain.pile(name, 1))
    assert changed.first == plain.first


PICKS = [card("picks", number, f"Card {number}", "card", {}) for number in range(1, 9)]


@pytest.mark.parametrize(
    ("named", "labels"),
    [
        ({"id": "pick"}, ["setup pick", "setup pick"]),
        ({}, ["setup choose box", "setup choose box 2"]),  # it has the chance of the second then
    ],
)
def test_a_step_with_an_id_keeps_its_chance_behind_one_more_of_its_kind(
    opens: Opens, named: dict[str, str], labels: list[str]
) -> None:
    pick = step("choose", from_="box", to="mine", how="random", face="up")
    more = {**pick, "when": {"players": [2]}}  # of the same verb and pile, and not done by one player
    dealers = []
    for before in ([], [more]):
        game = document(
            "picks",
            "Picks",
            types=[{"id": "card"}],
            zones=[{"id": "box"}],
            decklist="table",
            options={"players": {"about": "how many play", "values": [1, 2], "default": 1}},
            piles={"box": "table", "mine": "table"},
            setup=[*before, {**pick, **named}],
        )
        decklist = ["game: picks", "box", *(f"1 {one.name}" for one in PICKS)]
        dealers.append(dealer(opens(game, PICKS), "\n".join(decklist)))
    assert [made.steps[-1].label for made in dealers] == labels
    one, other = ([titles(made.deal(seed).pile("mine")) for seed in "abcdefgh"] for made in dealers)
    assert (one == other) == (len(set(labels)) == 1)


def test_who_shuffles_what_does_not_hang_together(catalogue: Catalogue) -> None:
    """The same deck twice: two hands, not one twice."""
    deal = dealer(catalogue, TIDE, TIDE).deal("a")
    assert titles(deal.pile("deck", 1)) != titles(deal.pile("deck", 2))


def test_an_option_changes_only_what_it_is_about(catalogue: Catalogue) -> None:
    easy, hard = (dealer(catalogue, QUEST, difficulty=level).deal("a") for level in ("easy 2", "hard 2"))
    for name in ("row", "wilderness", "meter"):
        assert easy.pile(name) == hard.pile(name)
    assert easy.pile("zone 1") != hard.pile("zone 1")


def test_the_dealer_is_not_changed_by_dealing(catalogue: Catalogue) -> None:
    made: Dealer = dealer(catalogue, QUEST)
    start = dict(made.start)
    made.deal("a")
    assert made.start == start
