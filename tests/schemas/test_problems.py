"""Problems of documents: each at its place, in words, and never a traceback."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.schemas import Problem, problems, schema

CARD: dict[str, Any] = {"number": "1", "name": "Nilgie", "type": "geopal"}


def game(**changed: Any) -> dict[str, Any]:
    """A small sound game document, but for what is changed."""
    sound: dict[str, Any] = {
        "deckwright": 1,
        "id": "tides",
        "name": "Tides",
        "types": [{"id": "fish"}],
        "zones": [{"id": "deck"}],
        "formats": [{"id": "standard"}],
    }
    return {**sound, **changed}


def rule(**count: Any) -> dict[str, Any]:
    """A game with one rule."""
    return game(rules=[{"id": "size", "says": "a size", "count": {"in": ["deck"], **count}}])


def cards(*rows: object) -> dict[str, Any]:
    """A cards document."""
    return {"deckwright": 1, "game": "tides", "cards": list(rows)}


def nested(levels: int) -> list[Any]:
    """Lists in lists, made without recursion."""
    deep: list[Any] = []
    for _ in range(levels):
        deep = [deep]
    return deep


SOUND = [
    ("game", game()),
    ("game", rule(max=2)),
    ("game", rule(max={"option": "load"})),
    ("game", rule(max={"by": "players", "2": 15})),
    ("game", game(lists={"banned": [{"from": "2024-02-29", "cards": {"Orb": 0}}]})),
    ("cards", cards()),
    ("cards", cards(CARD, {**CARD, "number": "2", "fields": {"stage": 2, "regions": ["ice"], "holo": True}})),
]


@pytest.mark.parametrize(("kind", "document"), SOUND)
def test_sound(kind: str, document: object) -> None:
    assert problems(kind, document) == []


UNSOUND: list[tuple[str, object, list[str]]] = [
    ("game", game(naem="x"), ["/naem: unknown key 'naem'; did you mean 'name'?"]),
    ("game", game(zzz="x"), ["/zzz: unknown key 'zzz'"]),
    ("game", {}, ["the document lacks 'deckwright', 'id', 'name', 'types', 'zones', 'formats'"]),
    ("game", None, ["the document must be an object, found null"]),
    ("game", [], ["the document must be an object, found a list"]),
    ("game", game(deckwright=2), ["/deckwright: 'deckwright' must be 1, found 2"]),
    ("game", game(deckwright=True), ["/deckwright: 'deckwright' must be 1, found true"]),
    ("game", game(id="Big Id"), ["/id: 'id' must be small letters, digits and hyphens, found \"Big Id\""]),
    ("game", game(types=[]), ["/types: 'types' must not be empty"]),
    (
        "game",
        game(decklist="players"),
        [
            '/decklist: \'decklist\' must be one of "player", "table", found "players"'
            "; did you mean 'player'?"
        ],
    ),
    ("game", game(board={"rows": 0, "cols": 101}), [
        "/board/rows: 'rows' must be at least 1, found 0",
        "/board/cols: 'cols' must be at most 100, found 101",
    ]),
    ("game", game(types=[{"id": "a"}, {"id": "a" * 61}]), [
        "/types/1/id: 'id' has 61 characters, and at most 60 are allowed",
    ]),
    ("game", game(types=["fish"]), ["/types/0: entry 1 of 'types' must be an object, found \"fish\""]),
    ("game", game(options={"Load": {"about": "x", "default": 1}}), [
        "/options: the key 'Load' must be small letters, digits and underscores, a letter first"
        ', found "Load"',
    ]),
    ("game", rule(**{"in": ["deck", "deck"]}), ["/rules/0/count/in: 'in' lists \"deck\" more than once"]),
    ("game", rule(max={"optoin": "load"}), [
        "/rules/0/count/max: 'max' lacks 'option'",
        "/rules/0/count/max/optoin: unknown key 'optoin'; did you mean 'option'?",
    ]),
    ("game", rule(max={"field": "limit", "or": "4"}), [
        "/rules/0/count/max/or: 'or' must be a whole number, found \"4\"",
    ]),
    ("game", rule(max="2"), [
        "/rules/0/count/max: 'max' must be a whole number, or {\"option\": …}, or {\"field\": …},"
        ' or {"share": …}, or {"list": …}, or {"by": …}, found "2"',
    ]),
    ("game", rule(max=2.0), [
        "/rules/0/count/max: 'max' must be a whole number, or {\"option\": …}, or {\"field\": …},"
        ' or {"share": …}, or {"list": …}, or {"by": …}, found 2.0',
    ]),
    ("cards", cards({**CARD, "coppies": 1}), [
        "/cards/0/coppies: unknown key 'coppies'; did you mean 'copies'?",
    ]),
    ("cards", cards({**CARD, "copies": "two"}), [
        "/cards/0/copies: 'copies' must be a whole number, found \"two\"",
    ]),
    ("cards", cards(CARD, {"name": "Orb"}), ["/cards/1: entry 2 of 'cards' lacks 'number', 'type'"]),
    ("cards", cards({**CARD, "name": ""}), ["/cards/0/name: 'name' must not be empty"]),
    ("cards", cards({**CARD, "fields": {"a/b~c": None}}), [
        "/cards/0/fields/a~1b~0c: 'a/b~c' must be text, a whole number, true or false or a list, found null",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "document", "said"), UNSOUND)
def test_each_problem_has_its_place_and_words(kind: str, document: object, said: list[str]) -> None:
    assert [str(problem) for problem in problems(kind, document)] == said


def test_a_problem_is_one_line_whatever_the_key() -> None:
    (problem,) = problems("game", game(**{"a\nb": 1}))
    assert problem == Problem("/a\nb", "unknown key 'a\\nb'")
    assert str(problem) == "/a\\nb: unknown key 'a\\nb'"


@pytest.mark.parametrize(
    "day", ["2024-02-30", "2023-02-29", "2024-13-01", "20240101", "2024-1-1", "soon", "", "٢٠٢٤-01-01"]
)
def test_a_date_is_a_day_of_the_calendar(day: str) -> None:
    (problem,) = problems("game", game(rules=[{**rule()["rules"][0], "since": day}]))
    assert problem.pointer == "/rules/0/since"
    assert "must be a date such as 2026-01-31" in problem.says


NO_JSON = [
    (math.nan, "/name: must be a number, found nan"),
    (math.inf, "/name: must be a number, found inf"),
    (2**63, "/name: is a number of more than 64 bits"),
    pytest.param(10**5000, "/name: is a number of more than 64 bits", id="5,001 digits"),
    ((1, 2), "/name: is no JSON value but a Python tuple"),
    ("\ud800", "/name: holds half a character (a surrogate without its other half)"),
    ({1: 2}, "/name: has a key that is no text"),
    ({"\udfff": 2}, "/name: has a key that holds half a character (a surrogate without its other half)"),
]


@pytest.mark.parametrize(("value", "said"), NO_JSON)
def test_what_no_document_may_hold(value: object, said: str) -> None:
    assert [str(problem) for problem in problems("game", game(name=value))] == [said]


@pytest.mark.parametrize("levels", [65, 1_000, 100_000])
def test_a_deep_document_is_refused_without_recursion(levels: int) -> None:
    (problem,) = problems("cards", cards(nested(levels)))
    assert problem.says == "is nested too deeply"
    assert problem.pointer.startswith("/cards/0/0/0")


def test_a_document_that_holds_itself_ends() -> None:
    round_about: list[Any] = []
    round_about.extend([round_about, round_about])
    assert 0 < len(problems("game", game(rules=round_about))) <= 200


def test_many_problems_are_bounded_and_counted() -> None:
    found = problems("cards", cards(*[{}] * 1_000))
    assert len(found) == 201
    assert found[0] == Problem("/cards/0", "entry 1 of 'cards' lacks 'number', 'name', 'type'")
    assert found[-1] == Problem("", "and 800 more problems")


def test_problems_stand_in_the_order_of_the_document() -> None:
    rows = [{**CARD, "type": 1, "name": 2}, *[CARD] * 9, {"type": 1, "number": "1", "name": 2}]
    places = [problem.pointer for problem in problems("cards", cards(*rows))]
    assert places == ["/cards/0/name", "/cards/0/type", "/cards/10/type", "/cards/10/name"]


def test_a_long_value_is_shortened() -> None:
    (problem,) = problems("cards", cards({**CARD, "type": ["x" * 10_000], "copies": 1}))
    assert problem.says == "'type' must be text, found a list"
    (problem,) = problems("cards", cards({**CARD, "source": "x" * 10_000}))
    assert len(problem.says) < 300


def test_no_schema_of_that_kind() -> None:
    with pytest.raises(LookupError, match="no schema for 'nothing'"):
        schema("nothing")


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner),
)
keys = st.sampled_from([*schema("game")["properties"], "cards", "game"])


@given(st.sampled_from(["game", "cards"]), anything | st.dictionaries(keys, anything))
def test_no_document_makes_a_traceback(kind: str, document: object) -> None:
    found = problems(kind, document)
    assert found, "random documents are never sound, as they lack what is required"
    assert all(problem.says and "\n" not in str(problem) for problem in found)


@given(st.data())
def test_a_broken_place_is_found_at_that_place(data: st.DataObject) -> None:
    document = json.loads(json.dumps(rule(max=2)))
    place = data.draw(st.sampled_from(sorted(_leaves(document))))
    at: Any = document
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = None
    pointers = [problem.pointer for problem in problems("game", document)]
    assert pointers == ["/" + "/".join(map(str, place))]


def _leaves(value: Any, place: tuple[Any, ...] = ()) -> set[tuple[Any, ...]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {leaf for step, part in parts for leaf in _leaves(part, (*place, step))} or {place}


@pytest.mark.parametrize("id_", ["tides\n", "\ntides", "tides\r", "ti\ndes", "tides\x00"])
def test_no_line_break_is_smuggled_into_an_id(id_: str) -> None:
    assert [problem.pointer for problem in problems("game", game(id=id_))] == ["/id"]
    assert [problem.pointer for problem in problems("cards", {**cards(CARD), "game": id_})] == ["/game"]
