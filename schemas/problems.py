"""Every problem of a document with its place, in plain words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

Place = tuple[str | int, ...]
"""Where in a document: the keys and positions that lead there from its root."""

MOST = 200
"""So many problems are said; of the rest only how many they are."""

_MOST_SORTED = 5_000
_LONGEST_PLACE = 300


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a document at one place, a JSON pointer; '' is the document itself."""

    pointer: str
    says: str

    def __str__(self) -> str:
        near = self.pointer if len(self.pointer) <= _LONGEST_PLACE else self.pointer[:_LONGEST_PLACE] + "…"
        place = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in near)
        return f"{place}: {self.says}" if place else self.says


def problems(kind: str, document: object) -> list[Problem]:
    """Every problem of a document of a kind (`game`, `cards` …), in the order of their places; none if sound.

    The document is what a JSON reader made; anything that JSON or the catalogue cannot hold is a problem too.
    """
    unfit = [
        Problem(pointer(place), says if place else f"the document {says}")
        for place, says in islice(_unfit(kind, document), MOST)
    ]
    return unfit or _bounded(_errors(kind, document), schema(kind))


def _unfit(kind: str, document: object) -> Iterator[tuple[Place, str]]:
    """What no document may hold, and of a game what would take for ever; if neither, the schema is asked."""
    from deckwright.schemas.excess import excess
    from deckwright.schemas.limits import beyond

    yield from beyond(document)
    if kind == "game":
        yield from excess(document)


@cache
def schema(kind: str) -> dict[str, Any]:
    """The JSON Schema of a kind of document. Raises LookupError for a kind that there is not."""
    try:
        text = files("deckwright.schemas").joinpath(f"{kind}.schema.json").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise LookupError(f"no schema for {kind!r}") from None
    read: dict[str, Any] = json.loads(text)
    return read


def pointer(place: Sequence[str | int]) -> str:
    """The JSON pointer to a place."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in place)


def _errors(kind: str, document: Any) -> list[ValidationError]:
    """The validator's errors in the order of their places; one for all the keys that an object lacks."""
    errors: dict[object, ValidationError] = {}
    for at, error in enumerate(islice(_validator(kind).iter_errors(document), _MOST_SORTED)):
        place = tuple(error.absolute_path)
        errors.setdefault((place, "required") if error.validator == "required" else at, error)
    return sorted(errors.values(), key=lambda error: _order(document, tuple(error.absolute_path)))


def _bounded(errors: Sequence[ValidationError], root: dict[str, Any]) -> list[Problem]:
    said: list[Problem] = []
    for at, error in enumerate(errors):
        if len(said) >= MOST:
            left = f"{'over ' if len(errors) >= _MOST_SORTED else ''}{len(errors) - at:,}"
            return [*said[:MOST], Problem("", f"and {left} more problems")]
        new = (problem for problem in _said(error, root) if problem not in said)
        said.extend(islice(new, MOST + 1 - len(said)))
    return said if len(said) <= MOST else [*said[:MOST], Problem("", "and more problems")]


def _said(error: ValidationError, root: dict[str, Any]) -> Iterator[Problem]:
    from deckwright.schemas.plain import says

    for place, sentence in says(error, root):
        yield Problem(pointer(place), sentence)


def _order(document: object, place: Place) -> list[int]:
    """The position of each step of a place among its neighbours, which sorts places as they are written."""
    order: list[int] = []
    at: Any = document
    for step in place:
        order.append(step if isinstance(step, int) else list(at).index(step))
        at = at[step]
    return order


@cache
def _validator(kind: str) -> Draft202012Validator:
    from referencing import Registry

    from deckwright.schemas.strict import FORMATS, StrictValidator

    # The attribute is real, but hidden from type checkers by the decorator of the class.
    registry = Registry(retrieve=_retrieve)  # type: ignore[call-arg]
    made: Draft202012Validator = StrictValidator(schema(kind), format_checker=FORMATS, registry=registry)
    return made


def _retrieve(uri: str) -> Any:
    from referencing import Resource

    return Resource.from_contents(schema(uri.rsplit("/", 1)[-1].removesuffix(".schema.json")))
