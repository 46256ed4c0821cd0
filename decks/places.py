"""Where the values of a JSON text stand: the line of each, by its JSON pointer."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+|\n')


def lines_of(text: str) -> dict[str, int]:
    """The line, from 1, on which each value of a well-formed JSON text begins, by its pointer."""
    return dict(_walk(text))


def _walk(text: str) -> Iterator[tuple[str, int]]:
    line = 1
    path: list[str | int] = []
    key: str | None = None
    is_key: list[bool] = []
    for token in (found[0] for found in _TOKEN.finditer(text)):
        if token == "\n":
            line += 1
        elif token in "{[":
            yield _pointer(path), line
            path.append(-1 if token == "{" else 0)
            is_key.append(token == "{")
        elif token in "}]":
            path.pop()
            is_key.pop()
        elif token == ":":
            path[-1] = key or ""
            is_key[-1] = False
        elif token == ",":
            top = path[-1]
            path[-1] = top + 1 if isinstance(top, int) else -1
            is_key[-1] = not isinstance(top, int)
        elif is_key and is_key[-1]:
            key = _unquoted(token)
        else:
            yield _pointer(path), line


def _unquoted(token: str) -> str:
    import json

    return str(json.loads(token))


def _pointer(path: list[str | int]) -> str:
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)
