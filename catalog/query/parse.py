"""From a query's text to the query."""

from __future__ import annotations

from deckwright.catalog.card import Card
from deckwright.catalog.query.nodes import And, Query, all_of, any_of, negation
from deckwright.catalog.query.outline import Asked, Joined, Outline, outline
from deckwright.catalog.query.scope import Scope
from deckwright.catalog.query.terms import Reach, term
from deckwright.catalog.text import fold


def parse(text: str, scope: Scope, game: str | None = None, whole: bool = False) -> Query:
    """The query that the text says, read by the games of `scope`; the empty text is every card.

    `game` has it read in that game alone, to be asked of that game's cards only; `whole` has values of
    enums named in full. Raises QueryError.
    """
    found = outline(text)
    if found is None:
        return And()
    return read(found, text, scope, game, whole)


def read(found: Outline, text: str, scope: Scope, game: str | None = None, whole: bool = False) -> Query:
    """The query of an outline that was found in a text. Raises QueryError."""
    ids = (game,) if game is not None else tuple(scope.game_ids())
    return _query(found, Reach(text, scope, ids, whole, alone=game is not None))


def _query(part: Outline, reach: Reach) -> Query:
    if isinstance(part, Asked):
        return term(part, reach)
    if part.by == "not":
        return negation(_query(part.parts[0], reach))
    if part.by == "or":
        return any_of(_query(one, reach) for one in part.parts)
    return _conjunction(part, reach)


def _conjunction(part: Joined, reach: Reach) -> Query:
    """What is joined by `and`: terms on the game say which games the others are read in."""
    on_games = {at: _query(one, reach) for at, one in enumerate(part.parts) if _on_game(one)}
    inside = reach.narrowed(
        one for one in reach.ids if all(query.match(_card_of(one)) for query in on_games.values())
    )
    return all_of(on_games.get(at) or _query(one, inside) for at, one in enumerate(part.parts))


def _on_game(part: Outline) -> bool:
    if isinstance(part, Asked):
        return fold(part.field) in ("game", "g")
    return all(_on_game(one) for one in part.parts)


def _card_of(game_id: str) -> Card:
    return Card(id="", game=game_id, type="", set="", number="", name="", identity="")
