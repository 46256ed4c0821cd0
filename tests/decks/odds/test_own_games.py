"""Games of one's own, whose hands, turns and steps are not those of the shipped ones."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from deckwright.catalog.build import build
from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.decks import odds
from deckwright.decks.deal.draws import hand_step, turns
from deckwright.decks.odds.asking import Odds
from deckwright.decks.odds.errors import BadTurn, InSeveralZones, NotInOrder
from deckwright.decks.odds.interval import wilson
from deckwright.decks.odds.question import ByTurn
from deckwright.decks.odds.reporting import report
from deckwright.decks.odds.varying import find_card, vary

OwnAsk = Callable[..., Odds]
Row = dict[str, Any]


def step(do: str, **more: Any) -> Row:
    """A step; `from_` stands for `from`."""
    row = {key.rstrip("_"): value for key, value in more.items()}
    return {"do": do, "cite": "R1", "says": f"Do as the rules of {do} say", **row}


def document(game_id: str, *between: Row, hand: int = 5, after: Sequence[Row] = (), **more: Any) -> Row:
    """A game that shuffles the deck, does the steps between, deals a hand, and does those after."""
    return {
        "deckwright": 1,
        "id": game_id,
        "name": game_id.title(),
        "formats": [{"id": "standard"}],
        "decklist": "player",
        "types": [{"id": "unit", "name": "Unit"}, {"id": "land", "name": "Land"}],
        "fields": [
            {
                "id": "colour",
                "name": "Colour",
                "type": "enum",
                "about": "its colour",
                "values": ["red", "blue"],
            }
        ],
        "zones": [{"id": "deck"}, {"id": "side"}],
        "rulebook": [{"id": "R1", "home": ["set"], "where": "Setup", "says": "How it begins."}],
        "piles": dict.fromkeys(("deck", "side", "hand", "front"), "player"),
        "setup": [
            step("shuffle", pile="deck"),
            *between,
            step("deal", from_="deck", n=hand, to="hand", face="held"),
            *after,
        ],
        **more,
    }


SEEK = step("take", from_="deck", where="t:land", to="front", face="up")
DOCUMENTS = (
    document("growing", hand=5, turn={"up_to": 7}),
    document("shrinking", hand=7, turn={"up_to": 5}),
    document("steady", hand=6, turn={"up_to": 6}),
    document("drawing", hand=5, turn={"draw": 2}),
    document("counting", hand=5, odds={"count": ["colour"]}),
    document("seeking", SEEK),
    document("late", turn={"draw": 1}, after=[SEEK]),
    document("remixed", after=[step("shuffle", pile="deck")]),
    document("picking", step("choose", from_="deck", to="front", how="random")),
)
CARDS = (("Foot", "unit", "red"), ("Horse", "unit", "blue"), ("Hill", "land", "red"))


def cards(game_id: str) -> list[Card]:
    """The same three cards in each of the games."""
    made = []
    for number, (name, kind, colour) in enumerate(CARDS, 1):
        own = f"{game_id}/own-{number}"
        made.append(Card(own, game_id, kind, "own", str(number), name, own, fields={"colour": colour}))
    return made


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    """A catalogue of these games alone."""
    path = tmp_path_factory.mktemp("own") / "own.db"
    assert build(path, [(Game.read(row), cards(row["id"])) for row in DOCUMENTS])
    with Catalogue.open(path) as opened:
        yield opened


@pytest.fixture
def ask(own: Catalogue) -> OwnAsk:
    """The odds of a decklist of one of the games."""

    def asked(game_id: str, *lines: str, **wishes: Any) -> Odds:
        return odds.of("\n".join((f"game: {game_id}", "deck", *lines, "")), catalogue=own, **wishes)

    return asked


TWENTY = ("1 Foot", "19 Hill")


@pytest.mark.parametrize(
    ("game_id", "question", "seen"),
    [
        ("growing", "by turn 1", 5),
        ("growing", "by turn 2 using 1", 8),  # 4 are left, 3 are drawn
        ("growing", "by turn 2 using 0", 7),
        ("growing", "by turn 9 using 0", 7),
        ("growing", "by turn 3 using 5", 17),
        ("growing", "by turn 999999999 using 5", 20),
        ("shrinking", "by turn 1", 7),
        ("shrinking", "by turn 2 using 1", 7),  # 6 are left, more than are drawn up to
        ("shrinking", "by turn 3 using 1", 7),
        ("shrinking", "by turn 4 using 1", 8),
        ("shrinking", "by turn 2 using 4", 9),
        ("shrinking", "by turn 999999999 using 0", 7),
        ("steady", "by turn 3 using 2", 10),
        ("drawing", "by turn 1", 5),
        ("drawing", "by turn 4", 11),
    ],
)
@pytest.mark.parametrize("wish", [None, 1, 11])
def test_by_turn_counts_from_the_hand_that_was_dealt(
    ask: OwnAsk, game_id: str, question: str, seen: int, wish: int | None
) -> None:
    """Of 20 cards one counts, and so many are seen, whatever is asked of other questions."""
    answer = ask(game_id, *TWENTY, seen=wish).ask(f"[Foot] {question}")
    assert answer.chance == Fraction(seen, 20)
    assert answer.basis.seen == (seen,)


@pytest.mark.parametrize("game_id", ["growing", "shrinking", "steady", "drawing"])
@pytest.mark.parametrize("using", range(6))
def test_a_turn_shows_what_is_dealt_in_it(ask: OwnAsk, game_id: str, using: int) -> None:
    asked = ask(game_id, "1 Foot", "99 Hill")
    deal = asked.dealer.deal("a")
    played = turns(asked.dealer.game, deal, hand_step(asked.dealer.game, asked.dealer.steps), 9, using)
    seen = len(played[0].hand)
    for turn in played:
        assert asked.look.seen(ByTurn(turn.number, using)) == seen
        seen += len(turn.drawn)


def test_no_card_is_drawn_off_a_pile_that_was_searched_after_the_deal(ask: OwnAsk) -> None:
    """Five of 20 are dealt, and the four Hills are then sought in what is left: no later draw shows one."""
    asked = ask("late", "4 Hill", "16 Foot")
    assert asked.ask("[Hill]").chance == 1 - Fraction(comb(16, 5), comb(20, 5))
    for when in ("in 9 cards", "by turn 5"):
        with pytest.raises(NotInOrder, match=f"a step has searched deck .*'{when}' means nothing"):
            asked.ask(f"[Hill] {when}")
    assert report(asked).turns == ()


BOTH = ("3 Foot", "9 Hill", "side", "2 Foot", "1 Horse")


@pytest.mark.parametrize(
    ("pile", "now", "chances"),
    [
        (None, 3, [Fraction(0), Fraction(6, 10), 1 - Fraction(5 * 4, 11 * 10)]),
        ("hand", 3, [Fraction(0), Fraction(6, 10), 1 - Fraction(5 * 4, 11 * 10)]),
        ("deck", 3, [Fraction(0), Fraction(6, 10), 1 - Fraction(5 * 4, 11 * 10)]),
        ("side", 2, [Fraction(0), Fraction(1), Fraction(1)]),
    ],
)
def test_of_a_card_in_two_zones_the_one_that_is_looked_at_is_varied(
    ask: OwnAsk, pile: str | None, now: int, chances: list[Fraction]
) -> None:
    """Six cards are dealt of nine Hills and the copies."""
    varied = vary(ask("steady", *BOTH, pile=pile, allow_empty=True), "Foot", range(3), ["[Foot]"])
    assert varied.now == now
    assert [some.chances[0] for some in varied.variations] == chances


@pytest.mark.parametrize("pile", ["deck+side", "hand+side", "face-up"])
def test_a_card_of_which_two_zones_are_looked_at_is_not_guessed(ask: OwnAsk, pile: str) -> None:
    asked = ask("steady", *BOTH, pile=pile)
    with pytest.raises(InSeveralZones, match="'Foot' stands in deck and in side; say with --pile which"):
        find_card(asked.deck, asked, "Foot")
    assert find_card(asked.deck, asked, "Horse").zone == "side"


@pytest.mark.parametrize("seen", range(6))
@pytest.mark.parametrize(("game_id", "counted"), [("counting", ["colour"]), ("steady", ["type"])])
def test_hands_of_one_type_are_told_whether_or_not_types_are_counted(
    ask: OwnAsk, game_id: str, counted: list[str], seen: int
) -> None:
    """Four Units and three Lands, whose hands are all looked at."""
    told = report(ask(game_id, "3 Foot", "1 Horse", "3 Hill", seen=seen))
    hands = list(itertools.combinations("UUUULLL", seen))
    alike = sum(len({*cards}) <= 1 for cards in hands)
    assert [field.field for field in told.fields] == counted
    assert told.alike == Fraction(alike, len(hands))
    assert dict(told.none) == {
        "Unit": Fraction(sum("U" not in cards for cards in hands), len(hands)),
        "Land": Fraction(sum("L" not in cards for cards in hands), len(hands)),
    }


@pytest.mark.parametrize(
    ("game_id", "pile", "chance"),
    [
        ("steady", "deck", Fraction(6, 12)),  # those that are dealt off it
        ("seeking", "hand", Fraction(5, 11)),
        ("seeking", "deck", Fraction(6, 11)),
        ("picking", "hand", Fraction(5, 12)),
        ("picking", "deck", Fraction(6, 12)),
    ],
)
def test_a_pile_that_a_step_has_searched_is_what_is_left(
    ask: OwnAsk, game_id: str, pile: str, chance: Fraction
) -> None:
    """A Hill is sought, or any card picked, before five of eleven cards are dealt."""
    asked = ask(game_id, "1 Hill", "10 Foot", "1 Horse", pile=pile)
    answer = asked.ask("[Horse]")
    assert answer.chance == chance
    found = asked.simulate(answer.question, 600, "a fixed seed", by_setup=True)
    assert wilson(found.tally.hits, found.tally.given, 0.999999).holds(chance)


def test_a_pile_that_is_shuffled_again_is_what_was_left_of_it(ask: OwnAsk) -> None:
    """Five of seven are dealt, and the two that are left are shuffled once more."""
    answer = ask("remixed", "1 Foot", "6 Hill", pile="deck").ask("[Foot] in 4 cards")
    assert answer.chance == Fraction(2, 7)
    assert list(answer.basis.lines()) == ["2 cards from 7 in deck, nothing set aside"]


@pytest.mark.parametrize(
    ("game_id", "question", "says"),
    [
        ("growing", "by turn 2 using 6", "a hand of 5 cannot use 6 cards a turn"),
        ("shrinking", "by turn 2 using 8", "a hand of 7 cannot use 8 cards a turn"),
        ("shrinking", "by turn 3 using 6", "a hand of 5 cannot use 6 cards a turn"),
    ],
)
def test_more_than_a_hand_holds_cannot_be_used(ask: OwnAsk, game_id: str, question: str, says: str) -> None:
    with pytest.raises(BadTurn, match=says):
        ask(game_id, *TWENTY, seen=12).ask(f"[Foot] {question}")
