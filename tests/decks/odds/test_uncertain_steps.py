"""What chance decides in a setup is never told for certain, and what is told is what deals show."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from deckwright.catalog.build import build
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.decks import odds
from deckwright.decks.deal.errors import NotEnough
from deckwright.decks.odds.asking import Odds
from deckwright.decks.odds.errors import NotInOrder
from deckwright.decks.odds.interval import wilson
from tests.decks.deal.own import card, document, step

Row = dict[str, Any]
ANT, BEE, COW = ("Ant", "red", 1), ("Bee", "blue", 2), ("Cow", "red", 3)
SHUFFLE, FIRST = step("shuffle", pile="deck"), step("first", how="random")
DEAL = step("deal", from_="deck", to="hand")
CHOOSE = step("choose", from_="deck", to="front", key="pet", how="random")


class Case(NamedTuple):
    """A setup, a decklist, and how likely it is that a pile holds a card; `exact`: whether odds can say so."""

    claim: str
    steps: tuple[Row, ...]
    lines: str
    pile: str
    question: str
    chance: Fraction
    exact: bool
    players: int = 1
    wish: str = ""


def take(from_: str = "deck", to: str = "front", **more: Any) -> Row:
    """A step that takes."""
    return step("take", from_=from_, to=to, **more)


HALF, THIRD, SURE, NEVER = Fraction(1, 2), Fraction(1, 3), Fraction(1), Fraction(0)
THREE = "deck\n1 Ant\n1 Bee\n1 Cow\n"
TWO_AND_ONE = "deck\n1 Ant\nside\n1 Bee\n"
IF_ANT = {"in": ["hand"], "where": "Ant"}
MAYBE_ANT = (SHUFFLE, DEAL)

CASES = [
    Case(
        "a shuffle that chance decides mixes or does not",
        (*MAYBE_ANT, step("shuffle", pile="side", when=IF_ANT), step("deal", from_="side", to="front")),
        "deck\n1 Ant\n1 Cow\nside\n1 Ant\n1 Bee\n",
        "front",
        "[Bee]",
        Fraction(1, 4),
        False,
    ),
    Case(
        "a shuffle that chance decides turns cards down or does not",
        (*MAYBE_ANT, step("shuffle", pile="side", when=IF_ANT)),
        "deck\n1 Ant\n1 Cow\nside\n1 Bee\n",
        "face-up",
        "[Bee]",
        HALF,
        False,
    ),
    Case(
        "random cards are given back as they lay: what stays up is up",
        (step("return", from_="side", to="row", n=1, how="random"),),
        "side\n1 Ant\n1 Bee\n",
        "face-up",
        "[Ant] and [Bee]",
        SURE,
        True,
    ),
    Case(
        "a step that may be done moves cards from between the others",
        (SHUFFLE, take(where="Ant", to="side", when={"in": ["hand"]}), DEAL),
        "deck\n1 Ant\n1 Bee\n",
        "hand",
        "[Ant]",
        HALF,
        False,
    ),
    Case(
        "a deal to two piles that may be done is in doubt in both",
        (
            *MAYBE_ANT,
            step("deal", from_="side", to=["row", "front"], when={"in": ["hand"], "where": "Ant"}),
        ),
        "deck\n1 Ant\n1 Cow\nside\n1 Cow\n1 Bee\n",
        "front",
        "[Bee]",
        HALF,
        False,
    ),
    Case(
        "an exchange gives as well as takes",
        (take(to="side", where="Cow", with_={"colour": "= colour"}, of="side", instead=True),),
        "deck\n1 Cow\nside\n1 Ant\n",
        "deck",
        "[Ant]",
        SURE,
        False,
    ),
    Case(
        "what is placed on a pile lies on top of it",
        (step("place", from_="side", to="deck", n=1), DEAL),
        TWO_AND_ONE,
        "hand",
        "[Bee]",
        SURE,
        True,
    ),
    Case(
        "what is placed is not taken by the values of a field",
        (step("place", from_="deck", to="front", n=1, per="colour"),),
        "deck\n1 Ant\n1 Bee\n",
        "front",
        "[Bee]",
        NEVER,
        True,
    ),
    Case(
        "a random card out of a listed pile leaves the others in their order",
        (step("choose", from_="deck", to="front", how="random"), DEAL),
        THREE,
        "hand",
        "[Ant]",
        Fraction(2, 3),
        False,
    ),
    Case(
        "which card is chosen at random stays exact",
        (step("choose", from_="deck", to="front", how="random"),),
        THREE,
        "front",
        "[Ant]",
        THIRD,
        True,
    ),
    Case(
        "cards in the order of a field are in no random order",
        (SHUFFLE, take(order="-cost"), step("deal", from_="front", to="hand")),
        THREE,
        "hand",
        "[Cow]",
        SURE,
        True,
    ),
    Case(
        "some of a shuffle in the order of a field are in no random order",
        (SHUFFLE, take(n=2, order="-cost"), step("deal", from_="front", to="hand")),
        THREE,
        "hand",
        "[Cow]",
        Fraction(2, 3),
        False,
    ),
    Case(
        "one of each value comes in the order in which they lay",
        (SHUFFLE, take(per="colour"), step("deal", from_="front", to="hand")),
        "deck\n1 Ant\n1 Bee\n",
        "hand",
        "[Bee]",
        HALF,
        False,
    ),
    Case(
        "one of each value of a listed pile comes as it is listed",
        (take(per="colour"), step("deal", from_="front", to="hand")),
        "deck\n1 Bee\n1 Ant\n1 Cow\n",
        "hand",
        "[Bee]",
        SURE,
        True,
    ),
    Case(
        "a random first player takes first from the table's pile",
        (FIRST, step("deal", from_="deck", to="hand")),
        "deck\n1 Ant\n1 Bee\n",
        "hand",
        "[Ant]",
        HALF,
        False,
        2,
    ),
    Case(
        "of a shuffled pile it does not matter who takes first",
        (SHUFFLE, FIRST, DEAL),
        "deck\n1 Ant\n1 Bee\n",
        "hand",
        "[Ant]",
        HALF,
        True,
        2,
    ),
    Case(
        "nobody takes at random what a later player asks for",
        (CHOOSE,),
        f"pet: , Bee\n{THREE}",
        "front",
        "[Bee]",
        NEVER,
        False,
        2,
    ),
    Case(
        "what one player asks for is for that player, whoever is first",
        (FIRST, CHOOSE),
        f"pet: Bee\n{THREE}",
        "front",
        "[Bee]",
        SURE,
        True,
        2,
    ),
    Case(
        "what is asked for all goes to whoever is first",
        (FIRST, CHOOSE),
        THREE,
        "front",
        "[Bee]",
        HALF,
        False,
        2,
        "Bee",
    ),
    Case(
        "a random card of some that lie face up and some face down",
        (step("shuffle", pile="side"), take("side", "deck"), CHOOSE),
        "deck\n1 Ant\nside\n1 Bee\n",
        "face-up",
        "[Bee]",
        NEVER,
        False,
    ),
    Case(
        "the last card of a pile goes back, and chance says which that is",
        (
            *MAYBE_ANT,
            take("deck"),
            take("side", "front", when=IF_ANT),
            step("return", from_="front", to="row", n=1),
        ),
        "deck\n1 Ant\n1 Cow\nside\n1 Bee\n",
        "row",
        "[Bee]",
        HALF,
        False,
    ),
    Case(
        "of the table's cards none is a player's own",
        (take(own=True),),
        THREE,
        "deck",
        "[Ant]",
        SURE,
        True,
        2,
    ),
]

LACKS = [
    Case(
        "turns up more than there are",
        (step("reveal", pile="deck", n=2),),
        TWO_AND_ONE,
        "deck",
        "",
        NEVER,
        False,
    ),
    Case("takes two of each value", (take(per="colour", n=2),), TWO_AND_ONE, "deck", "", NEVER, False),
    Case(
        "places what is not there",
        (step("place", from_="deck", to="front", where="Bee"),),
        TWO_AND_ONE,
        "deck",
        "",
        NEVER,
        False,
    ),
]


def game(number: int, case: Case) -> Row:
    """The document of a case: a player's decklist, or the table's for more players."""
    owner = "player" if case.players == 1 else "table"
    return document(
        f"case-{number}",
        f"Case {number}",
        decklist=owner,
        types=[{"id": "unit", "name": "Unit"}],
        fields=[
            {
                "id": "colour",
                "name": "Colour",
                "type": "enum",
                "about": "its colour",
                "values": ["red", "blue"],
            },
            {"id": "cost", "name": "Cost", "type": "integer", "about": "its cost"},
        ],
        options={"players": {"about": "how many play", "default": case.players}},
        zones=[{"id": "deck"}, {"id": "side"}],
        piles={"deck": owner, "side": owner, "hand": "player", "front": "player", "row": "table"},
        setup=[{key.rstrip("_"): value for key, value in row.items()} for row in case.steps],
    )


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    """A catalogue of the games of all cases."""
    path = tmp_path_factory.mktemp("own") / "own.db"
    games = [game(number, case) for number, case in enumerate([*CASES, *LACKS])]
    made = [
        (
            Game.read(row),
            [
                card(row["id"], number, name, "unit", {"colour": colour, "cost": cost})
                for number, (name, colour, cost) in enumerate((ANT, BEE, COW), 1)
            ],
        )
        for row in games
    ]
    assert build(path, made)
    with Catalogue.open(path) as opened:
        yield opened


def asked(own: Catalogue, claim: str, pile: str = "") -> Odds:
    """The odds of a case's decklist."""
    number, case = next((number, case) for number, case in enumerate([*CASES, *LACKS]) if case.claim == claim)
    text, given = f"game: case-{number}\n{case.lines}", {"pet": [case.wish]} if case.wish else {}
    return odds.of(text, catalogue=own, given=given, pile=pile or case.pile, allow_empty=True)


@pytest.mark.parametrize("case", CASES, ids=[case.claim for case in CASES])
def test_what_chance_decides_is_not_told_for_certain(own: Catalogue, case: Case) -> None:
    known = asked(own, case.claim)
    answer = known.ask(case.question)
    assert answer.chance == (case.chance if case.exact else None)
    found = known.simulate(answer.question, 400, "a fixed seed", by_setup=True)
    assert wilson(found.tally.hits, found.tally.given, 0.999999).holds(case.chance)


def test_cards_that_lie_as_they_were_listed_are_not_seen_one_by_one(own: Catalogue) -> None:
    known = asked(own, "which card is chosen at random stays exact", "deck")
    assert known.ask("[Ant]").chance == Fraction(2, 3)
    with pytest.raises(NotInOrder, match="in no random order"):
        known.ask("[Ant] in 1 card")


@pytest.mark.parametrize("case", LACKS, ids=[case.claim for case in LACKS])
def test_a_setup_that_lacks_cards_has_no_odds(own: Catalogue, case: Case) -> None:
    with pytest.raises(NotEnough, match="deck has"):
        asked(own, case.claim)
