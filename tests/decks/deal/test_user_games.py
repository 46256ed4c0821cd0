"""Games that users bring deal through the same steps: three invented ones, and a small prototype."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.build import build
from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.decks import odds
from deckwright.decks.deal.documents import counted
from deckwright.decks.deal.draws import hand_step, turns
from deckwright.decks.deal.errors import DealError, NoSetup, NotEnough, WrongDecks
from deckwright.decks.deal.hands import hands, sampler
from deckwright.schemas.problems import problems
from tests.decks.deal.own import card, document, step
from tests.decks.deal.tables import dealer, titles
from tests.decks.odds.known import check_known

COLOUR = {"id": "colour", "name": "Colour", "type": "enum", "about": "its colour", "values": ["red", "blue"]}
DUEL = document(
    "duel",
    "Duel of Banners",
    types=[{"id": "leader"}, {"id": "unit"}, {"id": "land"}],
    fields=[COLOUR],
    zones=[{"id": "leader", "accepts": "t:leader"}, {"id": "deck", "accepts": "-t:leader"}, {"id": "side"}],
    options={"players": {"about": "how many play", "values": [1, 2, 3, 4], "default": 2}},
    piles={"leader": "player", "deck": "player", "side": "player", "hand": "player", "front": "player"},
    turn={"draw": 1},
    setup=[
        step("choose", from_="leader", to="front", key="leader", how="first", face="up"),
        step("shuffle", pile="deck"),
        step("deal", from_="deck", to="hand", n={"by": "players", "1": 8, "2": 7, "3..4": 6}, face="held"),
        step("first", how="random"),
    ],
)
HUNT = document(
    "hunt",
    "The Hunt",
    types=[{"id": "captain"}, {"id": "card"}, {"id": "clue"}],
    fields=[COLOUR, {"id": "grip", "name": "Grip", "type": "integer", "about": "its hand size"}],
    zones=[{"id": "deck", "accepts": "-t:clue"}, {"id": "clues", "accepts": "t:clue"}],
    options={"players": {"about": "how many play", "values": [2], "default": 2}},
    piles={"captain": "player", "hand": "player", "open": "table", "matched": "player"},
    setup=[
        step("take", from_="deck", where="t:captain", n=1, to="captain", face="up"),
        step("take", from_="deck", where="t:card", n=1, to="matched", face="up",
             **{"with": {"colour": "not = colour"}, "of": "captain"}),
        step("shuffle", pile=["deck", "clues"]),
        step("lay", from_="clues", n=3, to="open", face="up"),
        step("deal", from_="deck", n=5, to="hand", face="held"),
        step("reveal", pile="hand", n=1, when={"in": ["open"], "face": "up", "where": "colour:red", "min": 1}),
        step("return", from_="hand", keep=4, to="deck", how="random"),
        step("first", how="first"),
    ],
)  # fmt: skip
SKIRMISH = document(
    "skirmish",
    "Ridge Skirmish",
    types=[{"id": "scout"}, {"id": "flag"}],
    fields=[COLOUR],
    zones=[{"id": "band"}],
    decklist="player",
    piles={"band": "player", "field": "table"},
    board={
        "rows": 4,
        "cols": 6,
        "squares": {"edge": [[0, 0], [0, 2], [0, 4], [3, 1], [3, 3], [3, 5]], "middle": [[1, 2], [2, 3]]},
    },
    setup=[
        step("place", from_="band", where="t:flag", n=1, to="field", at={"board": "middle"}, face="up"),
        step(
            "place",
            from_="band",
            where="t:scout",
            n=2,
            to="field",
            at={"board": "edge"},
            how="random",
            apart=2,
        ),
        step("first", how="random"),
    ],
)
PROTOTYPE = document(
    "harbour",
    "Harbour",
    types=[{"id": "ship"}, {"id": "storm"}],
    fields=[{"id": "cost", "name": "Cost", "type": "integer", "about": "what it costs"}],
    zones=[{"id": "deck"}],
    decklist="table",
    options={"players": {"about": "how many play", "values": [2, 3], "default": 2}},
    piles={"hand": "player", "harbour": "table", "deck": "table"},
    setup=[
        step("take", from_="deck", where="t:ship", n=1, per="cost", order="-cost", to="harbour", face="up"),
        step("shuffle", pile="deck"),
        step("deal", from_="deck", n=4, to="hand", face="held"),
        step("first", how="random"),
    ],
)
RELAY = document(
    "relay",
    "Relay",
    types=[{"id": "runner"}, {"id": "baton"}, {"id": "coach"}],
    fields=[COLOUR],
    zones=[{"id": "deck"}],
    piles={"rack": "player", "hand": "player", "lead": "player", "track": "table", "prize": "player"},
    setup=[
        step("take", from_="deck", where="t:baton", per="colour", to="rack", face="up"),
        step("choose", from_="deck", where="t:coach", to="lead", how="random", face="up"),
        step("shuffle", pile="deck"),
        step("deal", from_="deck", to=["hand", "prize"]),
        step("lay", from_="deck", to="track", face="up"),
        step("deal", from_="deck", n=4, to="hand"),
        step("return", from_="hand", n=2, to="deck"),
        step("first", how="first"),
        step("take", from_="rack", n=1, to="track", for_="last"),
    ],
)
DRAFT = document(
    "draft",
    "Draft",
    types=[{"id": "hero"}],
    zones=[{"id": "pool"}],
    decklist="table",
    options={"players": {"about": "how many play", "values": [2, 3], "default": 2}},
    piles={"pool": "table", "lead": "player", "second": "player"},
    setup=[
        step("choose", from_="pool", to="lead", key="lead", face="up"),
        step("choose", from_="pool", to="second", key="second", for_="last", face="up"),
        step("first", how="first"),
    ],
)
DOCUMENTS = (DUEL, HUNT, SKIRMISH, PROTOTYPE, RELAY, DRAFT)
CARDS: Mapping[str, list[tuple[str, str, dict[str, Any]]]] = {
    "duel": [
        ("Ada", "leader", {}),
        ("Bea", "leader", {}),
        ("Foot", "unit", {"colour": "red"}),
        ("Hill", "land", {}),
    ],
    "hunt": [
        ("Rook", "captain", {"colour": "red"}),
        ("Ember", "card", {"colour": "red"}),
        ("Wave", "card", {"colour": "blue"}),
        ("Track", "clue", {"colour": "red"}),
        ("Scent", "clue", {"colour": "blue"}),
    ],
    "skirmish": [("Runner", "scout", {}), ("Red Flag", "flag", {}), ("Climber", "scout", {})],
    "draft": [(name, "hero", {}) for name in ("Ada", "Bea", "Cid", "Dot")],
    "relay": [
        ("Runner", "runner", {"colour": "red"}),
        ("Red Baton", "baton", {"colour": "red"}),
        ("Blue Baton", "baton", {"colour": "blue"}),
        ("Plain Baton", "baton", {}),
        ("Coach", "coach", {}),
        ("Second Coach", "coach", {}),
    ],
    "harbour": [(f"Ship {cost}", "ship", {"cost": cost}) for cost in range(1, 5)] + [("Storm", "storm", {})],
}
DECKS = {
    "duel": "game: duel\nleader\n1 Ada\n1 Bea\ndeck\n30 Foot\n28 Hill\nside\n5 Foot\n",
    "hunt": "game: hunt\ndeck\n1 Rook\n6 Ember\n6 Wave\nclues\n4 Track\n4 Scent\n",
    "skirmish": "game: skirmish\nband\n1 Runner\n1 Climber\n1 Red Flag\n",
    "draft": "game: draft\npool\n1 Ada\n1 Bea\n1 Cid\n1 Dot\n",
    "relay": "game: relay\ndeck\n9 Runner\n2 Red Baton\n1 Blue Baton\n1 Plain Baton\n1 Coach\n1 Second Coach\n",
    "harbour": "game: harbour\ndeck\n4 Ship 1\n4 Ship 2\n4 Ship 3\n4 Ship 4\n4 Storm\n",
}


def cards(game_id: str) -> list[Card]:
    """The cards of one of the games."""
    return [card(game_id, number, *row) for number, row in enumerate(CARDS[game_id], 1)]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    """A catalogue of these games alone."""
    path: Path = tmp_path_factory.mktemp("own") / "own.db"
    assert build(path, [(Game.read(row), cards(row["id"])) for row in DOCUMENTS])
    with Catalogue.open(path) as opened:
        yield opened


@pytest.mark.parametrize("row", DOCUMENTS, ids=lambda row: row["id"])
def test_the_documents_pass_the_schema(row: dict[str, Any]) -> None:
    assert problems("game", row) == []


@pytest.mark.parametrize("game_id", DECKS)
@pytest.mark.parametrize("decks", [1, 2])
def test_nothing_is_lost(own: Catalogue, game_id: str, decks: int) -> None:
    if game_id in ("draft", "harbour") and decks == 2:
        with pytest.raises(WrongDecks):
            dealer(own, *[DECKS[game_id]] * decks)
        return
    made = dealer(own, *[DECKS[game_id]] * decks)
    before = counted(piece for pile in made.start.values() for piece in pile)
    for number in range(1, 30):
        assert counted(made.deal("a", number).pieces()) == before


@pytest.mark.parametrize(
    ("game_id", "decks", "known"),
    [
        ("duel", 2, "deck front hand leader side"),
        ("hunt", 2, "captain deck clues hand matched open"),
        ("skirmish", 2, "field"),
        ("harbour", 1, "deck hand harbour"),
        ("relay", 1, "deck hand lead prize rack track"),
        ("relay", 2, "deck hand lead prize rack track"),
    ],
)
def test_odds_know_the_piles_before_they_are_dealt(
    own: Catalogue, game_id: str, decks: int, known: str
) -> None:
    found = check_known(dealer(own, *[DECKS[game_id]] * decks), 20)
    assert {name for name, _ in found} == set(known.split())


def test_odds_of_a_deck_without_what_a_step_needs_are_refused(own: Catalogue) -> None:
    with pytest.raises(NotEnough, match="deck has 0 cards of t:captain, 1 needed"):
        odds.of(DECKS["hunt"].replace("1 Rook\n", ""), catalogue=own)


@pytest.mark.parametrize(
    ("given", "lead", "second"),
    [
        ({}, ["Ada", "Bea"], "Cid"),
        ({"lead": "Cid"}, ["Cid", "Ada"], "Bea"),  # one name is for whoever can have it
        ({"lead": ["Bea", "Ada"]}, ["Bea", "Ada"], "Cid"),
        ({"second": "Dot"}, ["Ada", "Bea"], "Dot"),
        ({"lead": "Dot", "second": "Bea"}, ["Dot", "Ada"], "Bea"),
    ],
)
def test_odds_give_each_the_card_that_was_named(
    own: Catalogue, given: dict[str, Any], lead: list[str], second: str
) -> None:
    made = dealer(own, DECKS["draft"], **given)
    assert check_known(made) >= {("lead", 1), ("lead", 2), ("second", 2)}
    deal = made.deal("a")
    assert [deal.pile("lead", seat)[0].name for seat in (1, 2)] == lead
    assert [piece.name for piece in deal.pile("second", 2)] == [second]


@pytest.mark.parametrize(("clues", "lacks"), [(3, 0), (2, 1), (0, 3)])
def test_odds_tell_each_card_that_a_step_lacks(own: Catalogue, clues: int, lacks: int) -> None:
    deck = DECKS["hunt"].replace("4 Track\n4 Scent", f"{clues} Track" if clues else "")
    asked = odds.of(deck, catalogue=own)
    assert [(lack.needs, lack.found) for _, lack in asked.layout.lacks if isinstance(lack, NotEnough)] == [
        (1, 0)
    ] * lacks


def test_what_chance_turns_up_has_no_exact_odds(own: Catalogue) -> None:
    """A card of the hand is turned up where a red clue lies open; what the hand holds does not depend on it."""
    asked = odds.of(DECKS["hunt"], catalogue=own, pile="face-up")
    answer = asked.ask("[t:card] >= 2")
    assert (answer.chance, "Do as the rules of reveal say" in str(answer.inexact)) == (None, True)
    assert odds.of(DECKS["hunt"], catalogue=own).ask("[t:card]").chance == 1


@pytest.mark.parametrize(
    ("decks", "players", "hand"), [(1, "1", 8), (2, "2", 7), (3, "3", 6), (4, "4", 6), (1, "4", 6)]
)
def test_a_duel_deals_by_the_number_of_players(own: Catalogue, decks: int, players: str, hand: int) -> None:
    made = dealer(own, *[DECKS["duel"]] * decks, players=players, leader="Bea")
    deal = made.deal("a")
    assert [len(deal.pile("hand", seat.number)) for seat in deal.seats] == [hand] * decks
    assert [titles(deal.pile("front", seat.number)) for seat in deal.seats] == [["Bea #2"]] * decks
    assert len(deal.pile("side", 1)) == 5
    assert sampler(made, "a") is not None
    assert len(list(hands(made, "a", 5))) == 5


def test_a_turn_may_draw_a_number_and_never_refill(own: Catalogue) -> None:
    made = dealer(own, DECKS["duel"], players="1")
    played = turns(made.game, made.deal("a"), hand_step(made.game, made.steps), 60, 2)
    assert [len(turn.hand) for turn in played[:4]] == [8, 7, 6, 5]
    assert played[-1].deck == 0
    assert not any(turn.reshuffled for turn in played)
    assert len(played[-1].hand) == 0


def test_the_hunt_relates_reveals_by_a_count_and_returns_at_random(own: Catalogue) -> None:
    made = dealer(own, DECKS["hunt"], DECKS["hunt"])
    faces: Counter[tuple[bool, bool]] = Counter()
    for number in range(40):
        deal = made.deal("a", number)
        assert titles(deal.pile("captain", 1)) == ["Rook #1"]
        assert titles(deal.pile("matched", 2)) == ["Wave #3"]
        assert [piece.owner for piece in deal.pile("open")] == [1, 2] * 3
        red = any(piece.name == "Track" for piece in deal.pile("open"))
        turned = [entry for entry in deal.log if entry.do == "reveal"]
        faces[red, bool(turned)] += 1
        assert len(deal.pile("hand", 1)) == 4
        assert deal.first == 1
    assert set(faces) <= {(True, True), (False, False)}
    assert faces[True, True] > 20


def test_a_skirmish_places_on_squares_of_its_board(own: Catalogue) -> None:
    deal = dealer(own, DECKS["skirmish"], DECKS["skirmish"]).deal("a")
    squares = {piece.at: piece.name for piece in deal.pile("field")}
    assert len(squares) == 6
    assert {squares[1, 2], squares[2, 3]} == {"Red Flag"}
    with pytest.raises(DealError, match="no square of middle is left"):
        dealer(own, *[DECKS["skirmish"]] * 3).deal("a")


def test_the_prototype_stacks_its_ships_and_deals(own: Catalogue) -> None:
    deal = dealer(own, DECKS["harbour"], players="3").deal("a")
    assert [piece.name for piece in deal.pile("harbour")] == ["Ship 4", "Ship 3", "Ship 2", "Ship 1"]
    assert [len(deal.pile("hand", seat)) for seat in (1, 2, 3)] == [4, 4, 4]
    assert len(deal.pile("deck")) == 4
    with pytest.raises(NotEnough, match="4 needed"):
        dealer(own, "game: harbour\ndeck\n1 Ship 1\n6 Storm\n").deal("a")


def test_a_game_without_a_setup_says_so(own: Catalogue, tmp_path: Path) -> None:
    bare = {key: value for key, value in PROTOTYPE.items() if key != "setup"}
    assert build(tmp_path / "bare.db", [(Game.read(bare), cards("harbour"))])
    with (
        Catalogue.open(tmp_path / "bare.db") as opened,
        pytest.raises(NoSetup, match="Harbour says no setup"),
    ):
        dealer(opened, DECKS["harbour"])


@pytest.mark.parametrize(
    ("do", "without", "says"),
    [("take", "from", "from"), ("deal", "to", "to"), ("shuffle", "pile", "pile"), ("choose", "to", "to")],
)
def test_the_schema_knows_what_a_verb_needs(do: str, without: str, says: str) -> None:
    row = copy.deepcopy(DUEL)
    whole = {"do": do, "cite": "R1", "from": "deck", "to": "hand", "pile": "deck"}
    row["setup"] = [{key: value for key, value in whole.items() if key != without}]
    found = problems("game", row)
    assert found
    assert any(says in str(problem) for problem in found)
