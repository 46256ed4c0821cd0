"""The order of a search: `name,-max_stamina` as the terms of an ORDER BY."""

from __future__ import annotations

from deckwright.catalog.fields import Field
from deckwright.catalog.game import Game
from deckwright.catalog.nearest import nearest
from deckwright.catalog.query.columns import column
from deckwright.catalog.query.errors import QueryError
from deckwright.catalog.query.scope import Scope

NATURAL = ("game", "set_key", "number_key", "id")
"""The order by natural card id, which settles every tie."""


def order_by(sort: str, scope: Scope, game: str | None = None) -> tuple[str, ...]:
    """The ORDER BY terms of fields parted by commas, `-` in front of one for falling order.

    Missing values come last in either direction, and special values just before them. Raises QueryError.
    """
    games = [scope.game(one) for one in ([game] if game is not None else scope.game_ids())]
    terms: list[str] = []
    at = 0
    for part in sort.split(",") if sort.strip() else ():
        word = part.strip()
        falling = word.startswith("-")
        start = at + len(part) - len(part.lstrip()) + falling
        terms += _terms(_named(sort, word.removeprefix("-"), start, games), falling)
        at += len(part) + 1
    return (*terms, *NATURAL)


def _named(sort: str, word: str, at: int, games: list[Game]) -> list[Field]:
    """The fields that the word names in the games, each place in the table once."""
    found = {column(one): one for game in games if (one := game.field(word)) is not None}
    if found:
        return list(found.values())
    if not word:
        raise QueryError(sort, at, 1, "the name of a field is missing")
    known = {name for game in games for one in game.words.values() for name in (one.id, one.short) if name}
    near = nearest(word, sorted(name for name in known if len(name) > 2))
    raise QueryError(sort, at, len(word), f"unknown field {word!r}", near)


def _terms(fields: list[Field], falling: bool) -> list[str]:
    if fields[0].id in ("id", "identity"):
        return [f"{one}{' DESC' if falling else ''}" for one in NATURAL[:3]]
    keys = [column(one).key for one in fields]
    key = keys[0] if len(keys) == 1 else f"coalesce({', '.join(keys)})"
    missing = [] if all(column(one).sure for one in fields) else [f"{key} IS NULL"]
    special = [f"typeof({key}) = 'text'"] if any(one.special for one in fields) else []
    return [*missing, *special, f"{key}{' DESC' if falling else ''}"]
