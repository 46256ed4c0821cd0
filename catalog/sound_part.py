"""What is left of a game document without the parts in which problems lie: the rest can be checked all the same."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deckwright.schemas import Problem

Place = tuple[str | int, ...]

_WHOLE_ENTRIES = ("rules", "setup", "next")
"""Of these an entry goes as a whole, since half a rule or a step says something else."""


@dataclass(frozen=True)
class SoundPart:
    """A document without unsound parts; `kept` says which entries of its lists are left, `lost` which went."""

    document: Mapping[str, Any]
    kept: Mapping[str, Sequence[int]]
    lost: Mapping[Place, Any]

    def original(self, place: Place) -> Place:
        """The place in the whole document of a place in what is left."""
        if len(place) > 1 and place[0] in self.kept and isinstance(place[1], int):
            return (place[0], self.kept[str(place[0])][place[1]], *place[2:])
        return place


def sound_part(document: Any, problems: Iterable[Problem]) -> SoundPart | None:
    """The document without the parts that the problems are in; None where they are in the whole of it."""
    places = {_gone(place_of(document, problem.pointer)) for problem in problems}
    if not isinstance(document, dict) or () in places:
        return None
    left = json.loads(json.dumps(document))
    kept = {key: list(range(len(rows))) for key, rows in left.items() if isinstance(rows, list)}
    lost: dict[Place, Any] = {}
    for place in sorted(
        places, key=lambda one: [(isinstance(step, int), step) for step in one], reverse=True
    ):
        *above, last = place
        at = left
        for step in above:
            at = at[step]
        lost[place] = at[last]
        del at[last]
        if len(place) == 2 and place[0] in kept:
            del kept[str(place[0])][int(last)]
    return SoundPart(left, kept, lost)


def place_of(document: Any, pointer: str) -> Place:
    """The steps of a JSON pointer, as far as the document has them."""
    steps: list[str | int] = []
    at = document
    for word in pointer.split("/")[1:]:
        bare = word.replace("~1", "/").replace("~0", "~")
        if isinstance(at, dict) and bare in at:
            steps.append(bare)
            at = at[bare]
        elif isinstance(at, list) and bare.isdecimal() and int(bare) < len(at):
            steps.append(int(bare))
            at = at[int(bare)]
        else:
            break
    return tuple(steps)


def queries(place: Place, value: Any, keys: Iterable[str]) -> Iterator[tuple[Place, str]]:
    """Every text under one of the keys in a part of a document, with its place."""
    if not isinstance(value, dict | list):
        return
    wanted = tuple(keys)
    for key, member in value.items() if isinstance(value, dict) else enumerate(value):
        if key in wanted and isinstance(member, str):
            yield (*place, key), member
        elif isinstance(member, dict | list):
            yield from queries((*place, key), member, wanted)


def _gone(place: Place) -> Place:
    return place[:2] if place[:1] and place[0] in _WHOLE_ENTRIES else place
