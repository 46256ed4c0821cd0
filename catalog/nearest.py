"""Did you mean: the words most like one that is not there."""

from __future__ import annotations

from collections.abc import Iterable

from deckwright.catalog.text import fold

_LONGEST = 200
_CUTOFF = 68.0


def nearest(word: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Up to `limit` of the known words that a slip of the pen could have made this one, best first."""
    from rapidfuzz import fuzz, process

    keys: dict[str, str] = {}
    for name in known:
        keys.setdefault(fold(name), name)
    found = process.extract(
        fold(word[:_LONGEST]), list(keys), scorer=fuzz.WRatio, limit=limit, score_cutoff=_CUTOFF
    )
    return tuple(keys[key] for key, _score, _at in found)
