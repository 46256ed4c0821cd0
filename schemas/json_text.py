"""JSON text read strictly: no key twice in one object, every number one that JSON has, nothing without end."""

from __future__ import annotations

import json
import math
from typing import Any

LONGEST_NUMBER = 400
"""So many characters a number may have; 64 bits need 20."""


class BadJson(ValueError):
    """A text that is no JSON, or not such as we read: why, and where if that is known (lines and columns from 1)."""

    def __init__(self, says: str, line: int = 0, column: int = 0) -> None:
        super().__init__(says, line, column)
        self.says = says
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"{self.says} (line {self.line}, column {self.column})" if self.line else self.says


def loads(text: str) -> Any:
    """The value of a JSON text. Raises BadJson."""
    try:
        return json.loads(
            text,
            object_pairs_hook=_once,
            parse_int=_whole,
            parse_float=_fraction,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as error:
        raise BadJson(error.msg, error.lineno, error.colno) from None
    except RecursionError:
        raise BadJson("it is nested too deeply") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise BadJson(f"the key {_short(key)} stands twice in one object")
            seen.add(key)
    return made


def _whole(digits: str) -> int:
    return int(_bounded(digits))


def _fraction(digits: str) -> float:
    number = float(_bounded(digits))
    if math.isinf(number):
        raise BadJson(f"the number {_short(digits)} is too large")
    return number


def _bounded(digits: str) -> str:
    if len(digits) > LONGEST_NUMBER:
        raise BadJson(f"a number has {len(digits):,} characters, and at most {LONGEST_NUMBER} are read")
    return digits


def _constant(word: str) -> Any:
    raise BadJson(f"{word} is no number that JSON knows")


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:59] + "…")
