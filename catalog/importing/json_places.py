"""Where the parts of a JSON text stand in it: their lines, for people who mend it in an editor."""

from __future__ import annotations

import json
import re

from deckwright.schemas.json_text import BadJson

Place = tuple[str | int, ...]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')
_CLOSED = re.compile(r"\s*[\]}]")
_WORDS = {
    "Expecting value": "a value is missing here, or is none that JSON knows",
    "Expecting property name enclosed in double quotes": "a key in double quotes is missing here",
    "Expecting ',' delimiter": "a comma is missing before this",
    "Expecting ':' delimiter": "a colon is missing before this",
}


def lines_of(text: str) -> dict[Place, int]:
    """The line, from 1, of every member and entry of a sound JSON text."""
    places: dict[Place, int] = {}
    stack: list[str | int | None] = []
    line, last = 1, 0
    for token in _TOKEN.finditer(text):
        line += text.count("\n", last, token.start())
        last, word = token.start(), token[0]
        if word in ("}", "]"):
            stack.pop()
        elif word == ",":
            at = stack[-1]
            stack[-1] = at + 1 if isinstance(at, int) else None
        elif word != ":" and stack and stack[-1] is None:
            stack[-1] = json.loads(word)
            places[_place(stack)] = line
        elif word != ":":
            places.setdefault(_place(stack), line)
            if word in ("{", "["):
                stack.append(None if word == "{" else 0)
    return places


def _place(stack: list[str | int | None]) -> Place:
    return tuple(step for step in stack if step is not None)


def mistake(text: str, error: BadJson) -> tuple[int, str]:
    """The line of what makes a text no JSON, 0 if none is known, and what it is in words."""
    if not error.line:
        return 0, error.says
    lines = text.split("\n")
    offset = sum(len(line) + 1 for line in lines[: error.line - 1]) + error.column - 1
    before = text[:offset].rstrip()
    if text[offset : offset + 1] == "," and _CLOSED.match(text, offset + 1):
        before = text[: offset + 1]
    elif not (before.endswith(",") and _CLOSED.match(text, offset)):
        return error.line, f"{_WORDS.get(error.says, error.says)} (column {error.column})"
    return before.count("\n") + 1, "a comma before ] or }, where nothing follows it"


def mistake_in(text: str, error: BadJson) -> str:
    """What makes a text no JSON, behind its line if that is known."""
    line, says = mistake(text, error)
    return f"line {line}: {says}" if line else says
