"""Details of the rule language that a whole deck shows seldom: shares, relations, lists, groups without a value."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.fields import Field, Value
from deckwright.catalog.game import Game
from deckwright.decks.bounds import Surroundings, Terms, bound, edition
from deckwright.decks.relation import Relation, joined, relations
from deckwright.decks.wording import mend_sentence
from tests.decks.games import starfall, warband
from tests.decks.games.invented import judged

DAY = date(2026, 1, 31)


@pytest.mark.parametrize(
    ("share", "counted", "most", "least"),
    [
        (0.5, 4, 2, 2),
        (0.5, 5, 2, 3),
        (0.29, 100, 29, 29),
        (0.57, 100, 57, 57),
        (0.07, 100, 7, 7),
        (0.34, 6, 2, 3),
        (0, 6, 0, 0),
        (1, 6, 6, 6),
        (0.5, 0, 0, 0),
    ],
)
def test_a_share_rounds_towards_what_is_allowed(share: float, counted: int, most: int, least: int) -> None:
    around = Surroundings(Game.read(warband.GAME), {}, DAY)
    terms = Terms(before=counted)
    assert bound({"share": share}, around)(terms) == most
    assert bound({"share": share}, around, least=True)(terms) == least


NUMBER = Field("tier", "Tier", "integer", special=("none", "any"))
RANK = Field("rank", "Rank", "ordered", values=("green", "seasoned", "veteran"))
SET = Field("colours", "Colours", "set", values=("sun", "moon", "tide"))
TEXT = Field("motto", "Motto", "text")


@pytest.mark.parametrize(
    ("field", "one", "op", "other", "expected"),
    [
        (NUMBER, 2, "<", 3, True),
        (NUMBER, 3, "<=", 3, True),
        (NUMBER, 10, ">", 9, True),
        (NUMBER, "any", "=", "any", True),
        (NUMBER, "any", "!=", "none", True),
        (NUMBER, "any", "<=", "any", False),
        (NUMBER, "any", ">=", "any", False),
        (NUMBER, "any", "<", "none", False),
        (NUMBER, "any", ">", 1, False),
        (NUMBER, "any", "=", 1, False),
        (NUMBER, "any", "!=", 1, True),
        (NUMBER, 2, "has", 2, True),
        (NUMBER, 2, "has", 3, False),
        (NUMBER, 3, "has", 2, False),
        (RANK, "green", "<", "veteran", True),
        (RANK, "veteran", "<", "seasoned", False),
        (RANK, "seasoned", ">=", "seasoned", True),
        (SET, ("sun",), "<=", ("sun", "moon"), True),
        (SET, ("sun",), "<", ("sun",), False),
        (SET, ("sun", "moon"), "has", ("moon",), True),
        (SET, ("sun",), "has", ("sun", "moon"), False),
        (SET, ("sun", "moon"), "=", ("moon", "sun"), True),
        (SET, ("sun", "moon"), "=", ("sun",), False),
        (SET, ("sun",), "=", ("sun", "moon"), False),
        (SET, ("sun", "tide"), "!=", ("sun",), True),
        (SET, (), "<=", ("sun",), True),
        (TEXT, "Ever ON", "=", "ever on", True),
    ],
    ids=str,
)
def test_relations(field: Field, one: Value, op: str, other: Value, expected: bool) -> None:
    assert Relation(field, op, field).compares(one, other) is expected
    assert Relation(field, op, field, denied=True).compares(one, other) is not expected


@pytest.mark.parametrize("said", ["rank >= rank", "rank not < rank", "trained has carries", "might != might"])
def test_a_relation_says_itself(said: str) -> None:
    field, _, comparison = said.partition(" ")
    [relation] = relations({field: comparison}, Game.read(warband.GAME))
    assert str(relation) == said


@pytest.mark.parametrize("op", ["=", "!=", "<", "<=", ">", ">=", "has"])
@pytest.mark.parametrize(("one", "other"), [(None, 1), (1, None), (None, None)])
def test_a_missing_value_stands_in_no_relation(op: str, one: int | None, other: int | None) -> None:
    assert Relation(NUMBER, op, NUMBER).compares(one, other) is False
    assert Relation(NUMBER, op, NUMBER, denied=True).compares(one, other) is True


@pytest.mark.parametrize(
    ("field", "values", "joined_value"),
    [
        ("trained", (("drum",), ("bow",), None), ("bow", "drum")),  # in the order of the declaration
        ("names", (("b", "c"), ("a",), ("c",)), ("a", "b", "c")),
        ("faction", ("elf", "elf", None), "elf"),
        ("faction", ("elf", "orc"), None),
        ("faction", (None, None), None),
        ("might", (2,), 2),
    ],
    ids=str,
)
def test_several_cards_joined(
    field: str, values: tuple[Value | None, ...], joined_value: Value | None
) -> None:
    names = {"id": "names", "name": "Names", "type": "set", "about": "what it is called"}
    game = Game.read({**warband.GAME, "fields": [*warband.GAME["fields"], names]})
    shown: list[dict[str, Value]] = [{} if one is None else {field: one} for one in values]
    cards = [
        Card("warband/T-1", "warband", "fighter", "T", "1", "One", "warband/T-1", fields=one) for one in shown
    ]
    assert joined(cards, game)(field) == joined_value


@pytest.mark.parametrize(
    ("day", "since"),
    [
        ("2023-12-31", ""),
        ("2024-01-01", "2024-01-01"),
        ("2025-05-31", "2024-01-01"),
        ("2025-06-01", "2025-06-01"),
        ("2099-01-01", "2025-06-01"),
    ],
)
def test_the_newest_list_not_after_the_day(day: str, since: str) -> None:
    found = edition(Game.read(starfall.GAME), "limited", date.fromisoformat(day))
    assert found.since == since
    assert bool(found.numbers) == bool(since)


@pytest.mark.parametrize(
    ("rule", "band", "found", "mend"),
    [
        pytest.param(
            {"count": {"in": ["band"], "per": "faction", "distinct": "trained", "min": 1}},
            ("1 Archer", "2 Pebble"),
            {"troll": 0},
            "add 1 card to band, or cut line 4",
            id="a group of cards that all lack the value is there",
        ),
        pytest.param(
            {"count": {"in": ["band"], "per": "faction", "min": 2}},
            ("2 Archer", "1 Pebble", "1 Stray"),
            {"troll": 1},
            "add 1 of Old Bark or Pebble, or cut line 4",
            id="a card without the field is in no group",
        ),
        pytest.param(
            {"count": {"in": ["band"], "per": "trained", "max": 2}},
            ("2 Archer", "1 Drummer"),
            {"bow": 3},
            "cut 1 from line 3 or line 4",
            id="a card is in the group of each of its values",
        ),
        pytest.param(
            {"count": {"in": ["band"], "sum": "might", "min": 3}},
            ("1 Ashen", "1 Coward"),
            {None: 0},
            "cut cards worth -3 Might from line 4",
            id="what takes away may be cut",
        ),
        pytest.param(
            {"count": {"in": ["band"], "one_of": [2, 4, 9], "max": 4}},
            ("5 Archer",),
            {None: 5},
            "cut 1 card from band",
            id="one of the numbers that the other bounds allow",
        ),
        pytest.param(
            {
                "each": {"in": ["band"], "where": "t:captain", "union": True},
                "count": {"in": ["band"], "where": "t:fighter", "with": {"faction": "= faction"}, "min": 1},
            },
            ("1 Ashen", "1 Grub", "1 Orc"),
            {None: 0},
            "add 1 card of type:fighter to band, or cut lines 3 and 4",
            id="several as one have no faction where they differ",
        ),
    ],
)
def test_a_rule_alone(
    rule: dict[str, Any], band: tuple[str, ...], found: dict[str | None, int], mend: str, invented: Catalogue
) -> None:
    verdict = judged(invented, warband.warband(*band), rule)
    assert {fault.group: fault.found for fault in verdict.faults} == found
    assert mend in mend_sentence(verdict.faults[0].mends)
