"""What comes after the hand: `--draw` and `--turns`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.deal.draws import draw, hand_step, turns
from deckwright.decks.deal.errors import NotDealt, NoTurn
from deckwright.decks.deal.table import clockwise
from tests.decks.deal.own import Opens, card, document, step
from tests.decks.deal.tables import EMBER, GEOCLASH, QUEST, TIDE, dealer, titles


def test_drawn_cards_are_the_next_of_the_same_shuffle(catalogue: Catalogue) -> None:
    made = dealer(catalogue, TIDE, EMBER)
    deal, step = made.deal("a"), hand_step(made.game, made.steps)
    one, two = draw(deal, step, 5)
    assert (one.seat, one.pile, titles(one.pieces)) == (1, "deck", titles(deal.pile("deck", 1)[:5]))
    assert titles(two.pieces) == titles(deal.pile("deck", 2)[:5])
    assert len(draw(deal, step, 1000)[0].pieces) == 45
    table = dealer(catalogue, GEOCLASH)
    (shared,) = draw(table.deal("a"), hand_step(table.game, table.steps), 3)
    assert (shared.seat, shared.pile) == (0, "geoplunge")


@pytest.mark.parametrize("using", [0, 1, 2, 3, 6, 9])
def test_turns_draw_up_to_six_and_reshuffle_the_discard_pile(catalogue: Catalogue, using: int) -> None:
    """GP-21 and GP-23."""
    made = dealer(catalogue, TIDE)
    deal = made.deal("a")
    played = turns(made.game, deal, hand_step(made.game, made.steps), 60, using)
    whole = Counter(titles([*deal.pile("deck", 1), *deal.pile("hand", 1)]))
    hand = Counter(titles(deal.pile("hand", 1)))
    for turn in played:
        assert Counter(titles(turn.hand)) == hand
        assert len(turn.used) == min(using, 6)
        hand = hand - Counter(titles(turn.used)) + Counter(titles(turn.drawn))
        assert hand.total() == 6
        assert not hand - whole
        assert turn.deck + turn.discard + hand.total() == 51
        assert turn.cite == ("GP-21", "GP-23")
        if turn.reshuffled:
            assert turn.discard == 0
    assert any(turn.reshuffled for turn in played) == (using > 0)


def test_with_both_piles_out_there_is_what_there_is(catalogue: Catalogue) -> None:
    """GP-23: eight cards, all used each turn, are drawn again as far as they go."""
    terrains = ("Ocean", "Ice", "Mystic", "Mountain", "Volcanic", "Desert")
    lines = (
        "game: geopals",
        "deck",
        "1 Zippo #1",
        "8 Heat Berry",
        "terrain",
        *(f"1 {one} Terrain" for one in terrains),
    )
    made = dealer(catalogue, "\n".join(lines))
    played = turns(made.game, made.deal("a"), hand_step(made.game, made.steps), 5, 6)
    assert [len(turn.hand) for turn in played] == [6] * 5
    assert [turn.reshuffled for turn in played] == [True] * 4 + [played[4].reshuffled]
    assert all(turn.deck + turn.discard == 2 for turn in played)


def test_turns_are_repeatable_and_more_turns_begin_the_same(catalogue: Catalogue) -> None:
    made = dealer(catalogue, TIDE, EMBER)
    step = hand_step(made.game, made.steps)
    three = [turn for turn in turns(made.game, made.deal("a"), step, 3, 2) if turn.seat == 1]
    nine = [turn for turn in turns(made.game, made.deal("a"), step, 9, 2) if turn.seat == 1]
    assert nine[:3] == three
    assert {turn.seat for turn in turns(made.game, made.deal("a"), step, 1, 1)} == {1, 2}


def test_games_without_turns_or_hands_say_so(catalogue: Catalogue) -> None:
    table = dealer(catalogue, GEOCLASH)
    with pytest.raises(NoTurn, match="GeoClash Twist"):
        turns(table.game, table.deal("a"), hand_step(table.game, table.steps), 1, 1)
    quest = dealer(catalogue, QUEST)
    with pytest.raises(NotDealt, match=r"with --pile: zone 1, zone 2, zone 3, row$"):
        hand_step(quest.game, quest.steps)


def rummy(decklist: str, used: str) -> dict[str, Any]:
    """A game for three, of one deck or of each player's, where used cards go to one pile or to each player's."""
    return document(
        "rummy",
        "Rummy",
        types=[{"id": "card"}],
        zones=[{"id": "deck"}],
        decklist=decklist,
        options={"players": {"about": "how many play", "values": [1, 2, 3], "default": 3}},
        piles={"deck": decklist, "hand": "player", "used": used},
        turn={"draw": 1, "refill": "used"},
        setup=[
            step("shuffle", pile="deck"),
            step("deal", from_="deck", n=2, to="hand", face="held"),
            step("first", how="random"),
        ],
    )


RUMMY = [card("rummy", number, f"Card {number}", "card", {}) for number in range(1, 13)]
RUMMY_DECK = "\n".join(("game: rummy", "deck", *(f"1 {one.name}" for one in RUMMY)))


def test_players_of_one_deck_draw_one_card_after_another(opens: Opens) -> None:
    made = dealer(opens(rummy("table", "player"), RUMMY), RUMMY_DECK)
    for number in range(1, 9):
        deal = made.deal("a", number)
        drawn = {
            (turn.number, turn.seat): turn.drawn
            for turn in turns(made.game, deal, hand_step(made.game, made.steps), 2, 0)
        }
        in_order = [drawn[number, seat] for number in (1, 2) for seat in clockwise(deal.first, 3)]
        assert [piece for (piece,) in in_order] == list(deal.pile("deck"))


@pytest.mark.parametrize("using", [0, 1, 2])
@pytest.mark.parametrize("used", ["table", "player"])
@pytest.mark.parametrize("decklist", ["table", "player"])
def test_no_turn_makes_a_card_or_loses_one(opens: Opens, decklist: str, used: str, using: int) -> None:
    decks = [RUMMY_DECK] * (3 if decklist == "player" else 1)
    made = dealer(opens(rummy(decklist, used), RUMMY), *decks)
    deal = made.deal("a")
    whole = Counter(titles([*deal.pieces()]))
    assert whole.total() == 12 * len(decks)
    played = turns(made.game, deal, hand_step(made.game, made.steps), 15, using)
    hands = {seat: Counter(titles(deal.pile("hand", seat))) for seat in (1, 2, 3)}
    for number in range(1, 16):
        of_round = {turn.seat: turn for turn in played if turn.number == number}
        last = of_round[clockwise(deal.first, 3)[-1]]
        for seat, turn in of_round.items():
            assert Counter(titles(turn.hand)) == hands[seat]
            hands[seat] = hands[seat] - Counter(titles(turn.used)) + Counter(titles(turn.drawn))
        held = sum(hands.values(), Counter[str]())
        assert not held - whole
        left = last.deck if decklist == "table" else sum(turn.deck for turn in of_round.values())
        gone = last.discard if used == "table" else sum(turn.discard for turn in of_round.values())
        assert held.total() + left + gone == whole.total()
    assert any(turn.reshuffled for turn in played) == (using > 0)


@pytest.mark.parametrize("order", [["hand", "prizes"], ["prizes", "hand"]])
@pytest.mark.parametrize("pile", ["hand", "prizes"])
def test_the_hand_is_the_pile_that_was_asked_for(opens: Opens, pile: str, order: list[str]) -> None:
    """Of a step that deals to several piles it may be any."""
    game = rummy("table", "player")
    game["piles"]["prizes"] = "player"
    game["setup"][1]["to"] = order
    made = dealer(opens(game, RUMMY), RUMMY_DECK)
    deal = made.deal("a")
    played = turns(made.game, deal, hand_step(made.game, made.steps, pile), 1, 1, pile)
    assert [turn.hand for turn in played] == [deal.pile(pile, seat) for seat in (1, 2, 3)]
