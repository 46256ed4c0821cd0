"""Did you mean: the words most like one that is not there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from deckwright.catalog.text import fold, visible

_LONGEST = 200
_SLIP = 65.0
_SAME_WORDS = 90.0
_ONE_WORD = 80.0
_WITHIN = 15.0


def meant(names: Iterable[str], before: str = "; ", none: str = "") -> str:
    """`; did you mean x or y?` after what goes before it; without names, `none`."""
    said = " or ".join(map(visible, dict.fromkeys(names)))
    return f"{before}did you mean {said}?" if said else none


def nearest(word: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Up to `limit` of the known words that are this one but for a slip, or share its words; best first."""
    return Names(known).nearest(word, limit)


def nearest_meanings(word: str, meanings: Mapping[str, str], limit: int = 3) -> tuple[str, ...]:
    """The nearest of the known words, of those that mean the same only the one that is most like it."""
    near: dict[str, str] = {}
    for said in nearest(word, meanings, 2 * limit):
        near.setdefault(meanings[said], said)
    return tuple(near.values())[:limit]


def is_slip(word: str, name: str) -> bool:
    """Whether a name is the word but for a slip, or says all its words: then nothing that was said is lost in it."""
    from rapidfuzz import fuzz

    said, other = fold(word[:_LONGEST]), fold(name)
    return set(said.split()) <= set(other.split()) or fuzz.ratio(said, other) >= _SLIP


class Names:
    """Names to find those in that are most like a word; of names that fold to one key, the first."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: dict[str, str] = {}
        for name in names:
            self._names.setdefault(fold(name), name)
        self._with: dict[str, list[str]] = {}
        for key in self._names:
            for part in key.split() if " " in key else ():
                self._with.setdefault(part, []).append(key)

    def nearest(self, word: str, limit: int = 3) -> tuple[str, ...]:
        """Up to `limit` names that are the word but for a slip, or share its words; best first.

        Where no name is much like it, those too of which one word is.
        """
        from rapidfuzz import fuzz, process

        key, keys = fold(word[:_LONGEST]), list(self._names)
        scores: dict[str, float] = {}

        def score(name: str, points: float) -> None:
            scores[name] = max(scores.get(name, 0.0), points)

        for name, points, _ in process.extract(key, keys, scorer=fuzz.ratio, limit=limit, score_cutoff=_SLIP):
            score(name, points)
        shared = process.extract(
            key, keys, scorer=fuzz.token_set_ratio, limit=limit, score_cutoff=_SAME_WORDS
        )
        parts = [] if " " in key or max(scores.values(), default=0.0) >= _ONE_WORD else list(self._with)
        alike = process.extract(key, parts, scorer=fuzz.ratio, limit=limit, score_cutoff=_ONE_WORD)
        alike = [(name, points, 0) for part, points, _ in alike for name in self._with[part]]
        for name, points, _ in (*shared, *alike):
            score(name, points * _SAME_WORDS / 100)
        best = max(scores.values(), default=0.0)
        close = [name for name in scores if scores[name] >= best - _WITHIN]
        near = sorted(close, key=lambda name: (-scores[name], name))[:limit]
        return tuple(self._names[name] for name in near)
