"""Why there is no exact answer, or none: the facts, and the sentence made of them."""

from __future__ import annotations

import pytest

from deckwright.catalog.extras import how_to_install
from deckwright.decks.odds import errors
from deckwright.decks.odds.errors import OddsError
from deckwright.decks.odds.values import Value

SAID = [
    (errors.TooWide(12, 3), "no exact answer: it tells too much apart", "12 kinds of card and 3 counts"),
    (errors.TooWide(0, 40), "no exact answer: it tells too much apart", "(40 counts)"),
    (errors.TooMuchOverlap(9, 8), "no exact answer: in distinct(...) 9 needs share cards", "at most 8"),
    (errors.CannotCount("discard", ("GP-01",)), "no exact answer: chance enters with", "'discard' (GP-01)"),
    (errors.Entangled("the market"), "no exact answer: the market: ", "by two ways"),
    (errors.NotInOrder("box", "in 3 cards", "no order"), "box: no order, so ", "'in 3 cards' means nothing"),
    (errors.NoPile("Repello", None, ("a", "b")), "the setup of Repello deals no hand", "--pile: a, b"),
    (errors.NoPile("Repello", "c", ("a", "b")), "Repello has no pile 'c'", "it has a, b"),
    (errors.NoSuchCard("Zip", ("Zippo #1",)), "no one card is called 'Zip'", "it may be Zippo #1"),
    (errors.InSeveralZones("Zip", ("deck", "side")), "'Zip' stands in deck and in side; ", "--pile"),
    (errors.NoCluster("tcp://a:1", "no answer"), "cluster tcp://a:1", ": no answer"),
    (errors.NothingToPlot("a.png"), "a.png: ", "nothing to draw"),
    (errors.NoPlotting("a.png"), "a.png: pictures need matplotlib", how_to_install("matplotlib")),
]


@pytest.mark.parametrize(("error", "begins", "holds"), SAID, ids=lambda one: type(one).__name__)
def test_the_sentence_says_the_facts(error: OddsError, begins: str, holds: str) -> None:
    assert str(error).startswith(begins)
    assert holds in str(error)
    assert "\n" not in str(error)


class Point(Value):
    """A value to try."""

    x: int
    y: int = 0


@pytest.mark.parametrize(
    ("values", "named"), [((), {}), ((1, 2, 3), {}), ((1,), {"x": 1}), ((1,), {"z": 1}), ((), {"y": 1})]
)
def test_a_value_is_made_of_just_its_fields(values: tuple[int, ...], named: dict[str, int]) -> None:
    with pytest.raises(TypeError, match="Point takes x, y"):
        Point(*values, **named)


def test_a_value_does_not_change() -> None:
    point = Point(1)
    with pytest.raises(AttributeError, match="Point is frozen"):
        point.x = 2  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    assert point == Point(1, 0) == Point(y=0, x=1)
    assert point.but(y=3) == Point(1, 3) != point
    assert repr(point) == "Point(x=1, y=0)"
