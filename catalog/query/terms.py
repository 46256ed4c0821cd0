"""A term across games: each game in reach reads it by its own declaration, or says why it cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from deckwright.catalog.fields import SHARED, SOURCES, Field
from deckwright.catalog.game import Game
from deckwright.catalog.nearest import nearest
from deckwright.catalog.query import readings
from deckwright.catalog.query.conditions import Flag, Present, Provenance, said_name
from deckwright.catalog.query.errors import QueryError
from deckwright.catalog.query.nodes import Condition, Reading, Term
from deckwright.catalog.query.outline import Asked, Item, quoted
from deckwright.catalog.query.readings import GameReading
from deckwright.catalog.query.scope import Scope
from deckwright.catalog.query.values import Context, Refusal
from deckwright.catalog.text import fold

_ABOUT = ("is", "not", "has")
_PROVENANCE = ("assumed", "placeholder")
_ALIKE = {
    word: declared
    for declared in SHARED.values()
    if declared.type in ("text", "code") or declared.id in ("game", "source")
    for word in (declared.id, declared.short)
    if word
}
_SUGGESTED = 8
_SHORTEST = 3


@dataclass(frozen=True)
class Reach:
    """The games that a term is read in. `alone`: cards of no others will be asked about."""

    text: str
    scope: Scope
    ids: tuple[str, ...]
    whole: bool
    alone: bool

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """The games themselves, read when a term needs them."""
        return tuple(self.scope.game(one) for one in self.ids)

    def narrowed(self, ids: Iterable[str]) -> Reach:
        """The same with fewer games; a contradiction narrows nothing."""
        kept = tuple(ids)
        return replace(self, ids=kept) if kept and kept != self.ids else self

    def covered(self, ids: Sequence[str]) -> bool:
        """Whether these are all the games that cards are of."""
        return len(ids) == (len(self.ids) if self.alone else len(self.scope.game_ids()))

    def declaring(self, word: str) -> dict[str, Field]:
        """The field that a word names, by game."""
        named = {game.id: game.field(word) for game in self.games}
        return {game_id: declared for game_id, declared in named.items() if declared is not None}

    def context(self, asked: Asked, declared: Field, game: Game | None) -> Context:
        """Where a value of the term is read."""
        return Context(self._listed(declared), game, self.scope, asked.op, asked.op == ":" and not self.whole)

    def refuse(self, refusal: Refusal) -> QueryError:
        """The refusal as the query's."""
        return QueryError(self.text, refusal.at, refusal.length, refusal.problem, refusal.suggest())

    def _listed(self, declared: Field) -> Field:
        """The field with its values, where they are those of all games, and only with what a reading needs."""
        lean = replace(declared, about="", short=None, types=(), shown=False)
        if declared.id == "source":
            return replace(lean, values=tuple(SOURCES))
        if declared.id == "game":
            ids = tuple(self.scope.game_ids())
            return replace(lean, values=ids, aliases={self.scope.game(one).name: one for one in ids})
        return lean


def term(asked: Asked, reach: Reach) -> Term:
    """The term as all games in reach read it. Raises QueryError if none can."""
    word = fold(asked.field)
    try:
        if word in _ABOUT:
            return _about(asked, word, reach)
        if word in _ALIKE:
            return _alike(asked, _ALIKE[word], reach)
        return _own(asked, reach)
    except Refusal as refusal:
        raise reach.refuse(refusal) from None


def _alike(asked: Asked, declared: Field, reach: Reach) -> Term:
    """A field that is the same in every game, which need not be read for it."""
    reading = readings.read(asked, reach.context(asked, declared, None))
    _check(asked, [reading])
    values = [reading.heard[at].written for at in range(len(asked.items))]
    condition = _said(reading.condition, asked)
    return Term(_written(declared.id, asked, values), (Reading((), condition),), everywhere=True)


def _own(asked: Asked, reach: Reach) -> Term:
    """A field that each game declares for itself."""
    declared = reach.declaring(asked.field)
    if not declared:
        raise _unknown(asked.field, asked.at, asked.length, reach, lambda field: True, _ABOUT)
    found, refusals = {}, []
    for game in reach.games:
        if game.id in declared:
            try:
                found[game.id] = readings.read(asked, reach.context(asked, declared[game.id], game))
            except Refusal as refusal:
                refusals.append(refusal)
    if not found:
        raise _merged(refusals)
    _check(asked, list(found.values()))
    conditions = {game_id: one.condition for game_id, one in found.items() if one.condition is not None}
    if not conditions:
        raise _merged([refusal for one in found.values() for refusal in one.refused.values()])
    values = [_value(at, item, found, len(declared)) for at, item in enumerate(asked.items)]
    return _term(_written(_named(asked.field, declared, reach), asked, values), conditions, reach)


def _about(asked: Asked, word: str, reach: Reach) -> Term:
    """`is`, `not` and `has`, which take the name of one field."""
    item, last = asked.items[0], asked.items[-1]
    if asked.op not in (":", "="):
        raise Refusal(f"write {word}:FIELD", asked.op_at, len(asked.op))
    if len(asked.items) > 1 or item.kind == "regex":
        raise Refusal(f"{word}: takes the name of one field", last.at, last.length)
    if word != "has" and fold(item.text) in _PROVENANCE:
        condition = Provenance(fold(item.text), wanted=word == "is")
        return Term(f"{word}:{condition.source}", (Reading((), condition),), everywhere=True)
    declared = reach.declaring(item.text)
    fitting = {game: field for game, field in declared.items() if word == "has" or field.type == "flag"}
    if not declared:
        others = () if word == "has" else _PROVENANCE
        raise _unknown(
            item.text,
            item.at,
            item.length,
            reach,
            lambda field: word == "has" or field.type == "flag",
            others,
        )
    if not fitting:
        field = next(iter(declared.values()))
        problem = f"{said_name(field)} is no flag: has:{field.id} finds the cards that have one"
        raise Refusal(problem, item.at, item.length)
    conditions: dict[str, Condition] = {}
    for game_id, field in fitting.items():
        lean = reach.context(asked, field, None).field
        conditions[game_id] = Present(lean) if word == "has" else Flag(lean, wanted=word == "is")
    return _term(f"{word}:{quoted(_named(item.text, declared, reach))}", conditions, reach)


def _term(written: str, conditions: Mapping[str, Condition], reach: Reach) -> Term:
    """The term, games that read it alike taken together."""
    grouped: list[tuple[list[str], Condition]] = []
    for game_id, condition in conditions.items():
        for games, known in grouped:
            if known == condition:
                games.append(game_id)
                break
        else:
            grouped.append(([game_id], condition))
    made = tuple(Reading(tuple(games), condition) for games, condition in grouped)
    return Term(written, made, everywhere=reach.covered(list(conditions)))


def _check(asked: Asked, found: Sequence[GameReading]) -> None:
    """Refuse a value that no game knows, or that is short for several where none knows it in full."""
    for at, _ in enumerate(asked.items):
        heard = [one.heard[at] for one in found if at in one.heard]
        refusals = [one.refused[at] for one in found if at in one.refused]
        ambiguous = [refusal for refusal in refusals if refusal.ambiguous]
        if not heard or (ambiguous and not any(one.full for one in heard)):
            raise _merged(ambiguous or refusals)


def _said(condition: Condition | None, asked: Asked) -> Condition:
    if condition is None:
        raise Refusal("this finds nothing", asked.at, asked.length)
    return condition


def _merged(refusals: Sequence[Refusal]) -> Refusal:
    """The refusals of several games as one, the ambiguous first: the first one's words, the suggestions of all."""
    first = min(refusals, key=lambda refusal: not refusal.ambiguous)
    alike = [one for one in refusals if one.problem == first.problem]

    def suggest() -> Sequence[str]:
        near = [word for one in alike for word in one.suggest()]
        return tuple(dict.fromkeys(near or [word for one in alike for word in one.known]))[:_SUGGESTED]

    return Refusal(first.problem, first.at, first.length, suggest, first.ambiguous)


def _unknown(
    word: str, at: int, length: int, reach: Reach, fits: Callable[[Field], bool], others: Sequence[str]
) -> Refusal:
    fields = [field for game in reach.games for field in game.words.values() if fits(field)]
    known = [name for field in fields for name in (field.id, field.short) if name and len(name) >= _SHORTEST]
    narrow = "" if reach.covered(reach.ids) and not reach.alone else f" in {' and '.join(reach.ids)}"
    return Refusal(f"unknown field {word!r}{narrow}", at, length, lambda: nearest(word, (*known, *others)))


def _named(word: str, declared: Mapping[str, Field], reach: Reach) -> str:
    """The field's id, if it says in every game what the word says."""
    ids = {field.id for field in declared.values()}
    if len(ids) == 1 and reach.declaring(*ids) == declared:
        return ids.pop()
    return word


def _value(at: int, item: Item, found: Mapping[str, GameReading], declaring: int) -> str:
    """The value in its declared form, if all games that have the field agree on one."""
    written = {one.heard[at].written for one in found.values() if at in one.heard}
    agreed = len(written) == 1 and sum(at in one.heard for one in found.values()) == declaring
    return written.pop() if agreed else item.written


def _written(field: str, asked: Asked, values: Sequence[str]) -> str:
    """The term as a query writes it; one name to look for needs no field."""
    if field == "name" and len(values) == 1 and asked.op in (":", "="):
        return f"{'!' if asked.op == '=' else ''}{values[0]}"
    return f"{field}{asked.op}{','.join(values)}"
