"""The lines of a JSON text's parts, and the mistakes that are told with theirs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.catalog.importing.json_places import lines_of, mistake
from deckwright.catalog.sound_part import place_of, sound_part
from deckwright.schemas import Problem
from deckwright.schemas.json_text import BadJson, loads
from deckwright.schemas.problems import pointer

KEYS = st.text(max_size=4)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)

TEXT = """{
 "id": "a",
 "rules": [
  {"id": "b", "count": {"in": ["x",
     "y"]}},
  {"id": "c"}
 ]
}"""
LINES: list[tuple[tuple[str | int, ...], int]] = [
    ((), 1),
    (("id",), 2),
    (("rules",), 3),
    (("rules", 0, "count", "in"), 4),
    (("rules", 0, "count", "in", 1), 5),
    (("rules", 1), 6),
]


@pytest.mark.parametrize(("place", "line"), LINES)
def test_the_line_of_a_place(place: tuple[str | int, ...], line: int) -> None:
    assert lines_of(TEXT)[place] == line


@given(VALUES, st.sampled_from([None, 1]))
def test_every_part_of_a_text_has_a_line_and_nothing_else(value: Any, indent: int | None) -> None:
    def places(at: Any, place: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
        members = at.items() if isinstance(at, dict) else enumerate(at) if isinstance(at, list) else ()
        return {place}.union(*(places(member, (*place, key)) for key, member in members))

    found = lines_of(json.dumps(value, indent=indent, ensure_ascii=False))
    assert set(found) == places(value)
    assert all(place_of(value, pointer(place)) == place for place in found)


MISTAKES = [
    ('{"a": 1,}', 1, "a comma before ] or }"),
    ('{\n "a": [1,\n\n ]\n}', 2, "a comma before ] or }"),
    ('{\n "a": 1\n "b": 2\n}', 3, "a comma is missing before this"),
    ('{\n "a" 1\n}', 2, "a colon is missing before this"),
    ("[\n nul\n]", 2, "a value is missing here"),
    ("{\n a: 1}", 2, "a key in double quotes is missing here"),
]


@pytest.mark.parametrize(("text", "line", "says"), MISTAKES)
def test_a_mistake_is_told_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(BadJson) as caught:
        loads(text)
    found, said = mistake(text, caught.value)
    assert found == line
    assert said.startswith(says)


def test_what_is_sound_is_left_and_keeps_its_place() -> None:
    document = {
        "id": "a",
        "rules": [{"id": "x", "say": 1}, {"id": "y"}, {"id": "z", "n": {"m": 2}}],
        "odd": 1,
    }
    part = sound_part(
        document, [Problem("/rules/0/say", "a"), Problem("/odd", "b"), Problem("/rules/0", "c")]
    )
    assert part is not None
    assert part.document == {"id": "a", "rules": document["rules"][1:]}  # type: ignore[index]
    assert part.original(("rules", 1, "n", "m")) == ("rules", 2, "n", "m")
    assert part.lost == {("rules", 0): {"id": "x", "say": 1}, ("odd",): 1}
    assert sound_part(document, [Problem("", "the whole")]) is None
    assert sound_part([], [Problem("/0", "a")]) is None
