"""How large a game document may be, so that neither checking nor playing it takes for ever.

The schema bounds each list; this bounds what lies across them, and is asked before anything slower is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Place = tuple[str | int, ...]
Said = tuple[Place, str]

MOST_ENTRIES = 10_000
"""So many entries a list or an object of a game document has."""

MOST_VALUES = 100_000
"""So many values, lists and objects it has in all."""

LONGEST_TEXT = 20_000
"""So many characters one of its texts has."""

MOST_QUERY_TEXT = 100_000
"""So many characters its queries have together."""

MOST_REGEXES = 20
"""So many of its queries have a regex."""

MOST_PLAYERS = 100
"""So many players sit at a table."""

_QUERIES = frozenset({"where", "unless", "accepts"})


def excess(document: object) -> Iterator[Said]:
    """Each bound that a game document goes beyond, with the place where it does."""
    values = query_text = regexes = 0
    waiting: list[tuple[Place, object]] = [((), document)]
    while waiting:
        place, value = waiting.pop()
        values += 1
        if values > MOST_VALUES:
            yield place[:1], f"the game has over {MOST_VALUES:,} values in all, which is too many"
            return
        if isinstance(value, str):
            if len(value) > LONGEST_TEXT:
                yield place, f"has {len(value):,} characters, and at most {LONGEST_TEXT:,} are allowed"
            if place[-1:] and place[-1] in _QUERIES:
                query_text += len(value)
                regexes += "/" in value
        elif isinstance(value, list | dict):
            if len(value) > MOST_ENTRIES:
                yield place, f"has {len(value):,} entries, and at most {MOST_ENTRIES:,} are allowed"
                continue
            parts = value.items() if isinstance(value, dict) else enumerate(value)
            waiting.extend(((*place, key), part) for key, part in parts)
    if query_text > MOST_QUERY_TEXT:
        yield (
            (),
            f"has queries of {query_text:,} characters in all, and at most {MOST_QUERY_TEXT:,} are allowed",
        )
    if regexes > MOST_REGEXES:
        yield (), f"has {regexes} queries with a regex, and at most {MOST_REGEXES} are allowed"
    yield from _players(document)


def _players(document: object) -> Iterator[Said]:
    options = document.get("options") if isinstance(document, Mapping) else None
    players: Any = options.get("players") if isinstance(options, Mapping) else None
    if not isinstance(players, Mapping):
        return
    values = players.get("values")
    listed: list[object] = [*(values if isinstance(values, list) else ()), players.get("default")]
    most = max((number for number in listed if isinstance(number, int)), default=0)
    if most > MOST_PLAYERS:
        yield (
            ("options", "players"),
            f"allows {most:,} players, and at most {MOST_PLAYERS} can sit at a table",
        )
