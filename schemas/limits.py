"""What no document may hold, whatever its kind: found without recursion, so that none is too deep."""

from __future__ import annotations

import math
from collections.abc import Iterator

Place = tuple[str | int, ...]

DEEPEST = 64
"""So many levels of lists and objects in one another; our own documents have less than ten."""

_LARGEST = 2**63


def beyond(document: object) -> Iterator[tuple[Place, str]]:
    """Each place that holds what JSON or the catalogue cannot, in the order of the document, and why."""
    waiting: list[tuple[Place, object]] = [((), document)]
    while waiting:
        place, value = waiting.pop()
        fault = _fault(value) or ("is nested too deeply" if len(place) > DEEPEST else None)
        if fault:
            yield place[:DEEPEST], fault
        elif isinstance(value, dict):
            waiting.extend(((*place, key), part) for key, part in reversed(value.items()))
        elif isinstance(value, list):
            waiting.extend(((*place, at), value[at]) for at in reversed(range(len(value))))


def _fault(value: object) -> str | None:
    if isinstance(value, str):
        return None if _whole(value) else "holds half a character (a surrogate without its other half)"
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, int):
        return None if -_LARGEST <= value < _LARGEST else "is a number of more than 64 bits"
    if isinstance(value, float):
        return None if math.isfinite(value) else f"must be a number, found {value}"
    if isinstance(value, dict):
        return _key_fault(value)
    return None if isinstance(value, list) else f"is no JSON value but a Python {type(value).__name__}"


def _key_fault(value: dict[object, object]) -> str | None:
    if not all(isinstance(key, str) for key in value):
        return "has a key that is no text"
    if not all(_whole(str(key)) for key in value):
        return "has a key that holds half a character (a surrogate without its other half)"
    return None


def _whole(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text)
