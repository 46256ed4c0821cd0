"""A term across games that declare one field differently."""

from __future__ import annotations

from typing import Any

import pytest

from deckwright.catalog.query import QueryError, parse
from tests.catalog.query.samples import Shelf, card, game


def _game(game_id: str, types: list[str], *fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": game_id,
        "name": game_id.title(),
        "types": [{"id": one} for one in types],
        "fields": [*fields],
    }


def _field(field_id: str, kind: str, *values: str, **more: Any) -> dict[str, Any]:
    declared = {"id": field_id, "name": field_id.title(), "type": kind, **more}
    return {**declared, "values": [*values]} if values else declared


AIR = _game(
    "air",
    ["tool", "trap", "land"],
    _field("grade", "enum", "A", "AA", "B"),
    _field("weak", "set", "ice", "fire"),
    _field("stage", "integer"),
    _field("size", "integer", short="level"),
)
BAY = _game(
    "bay",
    ["token", "tower", "lake"],
    _field("grade", "ordered", "Able", "Apt", "B"),
    _field("weak", "set", "ice", "sand"),
    _field("stage", "code"),
    _field("level", "integer"),
)
CARDS = [
    card("air", "1", "One", "tool", grade="A", weak=("ice", "fire"), stage=2, size=5),
    card("air", "2", "Two", "land", grade="B", weak=("ice",)),
    card("bay", "1", "Three", "lake", grade="Apt", weak=("ice",), stage="stage", level=5),
    card("bay", "2", "Four", "token", grade="B", weak=("ice", "sand"), stage="2"),
]
BOTH = Shelf([game(AIR), game(BAY)], CARDS)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        # A prefix is read in each game by its own values.
        ("t:la", ["Two", "Three"]),
        # A value named in full in one game is not short for several in another.
        ("grade:a", ["One"]),
        ("grade:b", ["Two", "Four"]),
        # Each value of a list need be known to some game only, unless the list is one thing.
        ("t:tool,lake", ["One", "Three"]),
        ("weak:fire,sand", ["One", "Four"]),
        ("weak=ice,fire", ["One"]),
        ("weak=ice", ["Two", "Three"]),
        ("weak!=sand", ["Three"]),
        ("weak>=ice,sand", ["Four"]),
        # One word, two fields and two types.
        ("level:5", ["One", "Three"]),
        ("stage:2", ["One", "Four"]),
        ('stage:"stage"', ["Three"]),
        ("stage>1", ["One", "Three", "Four"]),
        # An order that one game has and the other has not.
        ("grade>=apt", ["Three", "Four"]),
        ("-grade>=apt", ["One", "Two"]),
    ],
)
def test_each_game_reads_for_itself(query: str, names: list[str]) -> None:
    read = parse(query, BOTH)
    assert [one.name for one in CARDS if read.match(one)] == names
    assert parse(str(read), BOTH) == read


@pytest.mark.parametrize(
    ("query", "problem", "suggestions"),
    [
        ("t:to", "short for more than one type", ("token", "tower")),
        ("t:t", "short for more than one type", ("tool", "trap", "token", "tower")),
        ("weak=fire,sand", "unknown weak", None),
        ("grade:x", "unknown grade 'x'", ("A", "AA", "B", "Able", "Apt")),
        ("game:air grade>=apt", "grade has no order", ()),
        ("game:bay size:5", "unknown field 'size' in bay", None),
        ("-game:air size:5", "unknown field 'size' in bay", None),
        ("(game:bay or g=bay) size:5", "unknown field 'size' in bay", None),
        ("game:/^b/ size:5", "unknown field 'size' in bay", None),
    ],
)
def test_refused_if_no_game_can_read_it(
    query: str, problem: str, suggestions: tuple[str, ...] | None
) -> None:
    with pytest.raises(QueryError) as caught:
        parse(query, BOTH)
    assert problem in caught.value.problem
    if suggestions is not None:
        assert caught.value.suggestions == suggestions


def test_a_term_on_the_game_bounds_its_own_conjunction_alone() -> None:
    read = parse("(game:bay level:5) or size:5", BOTH)
    assert [one.name for one in CARDS if read.match(one)] == ["One", "Three"]
    assert str(read) == "game:bay level:5 or size:5"


def test_a_contradiction_selects_nothing_and_narrows_nothing() -> None:
    read = parse("game:air game:bay size:5", BOTH)
    assert not any(read.match(one) for one in CARDS)


def test_without_games_only_shared_fields_can_be_read() -> None:
    nothing = Shelf([], [])
    assert parse("orb n:1", nothing).match(CARDS[0]) is False
    assert parse("one n:1", nothing).match(CARDS[0]) is True
    with pytest.raises(QueryError, match="unknown field 't'"):
        parse("t:tool", nothing)
