"""Did you mean: the words most like one that is not there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from deckwright.catalog.text import fold, visible

_LONGEST = 200
_SLIP = 65.0
_SAME_WORDS = 90.0
_WITHIN = 15.0


def meant(names: Iterable[str], before: str = "; ", none: str = "") -> str:
    """`; did you mean x or y?` after what goes before it; without names, `none`."""
    said = " or ".join(map(visible, dict.fromkeys(names)))
    return f"{before}did you mean {said}?" if said else none


def nearest(word: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Up to `limit` of the known words that are this one but for a slip, or share its words; best first."""
    return nearest_key(word, keys_of(known), limit)


def keys_of(names: Iterable[str]) -> dict[str, str]:
    """The names by their folded keys, the first of each."""
    keys: dict[str, str] = {}
    for name in names:
        keys.setdefault(fold(name), name)
    return keys


def nearest_key(word: str, keys: Mapping[str, str], limit: int = 3) -> tuple[str, ...]:
    """The same of names that are folded already."""
    from rapidfuzz import fuzz, process

    key, names = fold(word[:_LONGEST]), list(keys)
    scores: dict[str, float] = {}
    for name, score, _ in process.extract(key, names, scorer=fuzz.ratio, limit=limit, score_cutoff=_SLIP):
        scores[name] = score
    shared = process.extract(key, names, scorer=fuzz.token_set_ratio, limit=limit, score_cutoff=_SAME_WORDS)
    for name, score, _ in shared:
        scores[name] = max(scores.get(name, 0.0), score * _SAME_WORDS / 100)
    best = max(scores.values(), default=0.0)
    close = [name for name in scores if scores[name] >= best - _WITHIN]
    return tuple(keys[name] for name in sorted(close, key=lambda name: (-scores[name], name))[:limit])
