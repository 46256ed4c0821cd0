"""Which columns a table of cards has, and what stands in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.fields import SHARED, Field
from deckwright.catalog.game import Game
from deckwright.cli.cardtext import told, type_name
from deckwright.cli.errors import NotFound, nearest
from deckwright.cli.tables import Cell, Column

Games = Mapping[str, Game]
"""Games by id."""


def fields_named(words: str, games: Games) -> list[Field]:
    """The fields that a list such as `name,region` names in any of the games. Raises NotFound."""
    return [_field(word.strip(), games.values()) for word in words.split(",")]


def default_fields(cards: Sequence[Card], games: Games, whole: bool) -> list[Field]:
    """The fields shown unasked: those of all games, then those that the hits' games show and the hits have.

    `whole` is for programs: what is the same on every card is named too.
    """
    several = [name for name in ("game", "set") if len({card.value(name) for card in cards}) > 1]
    shared = (
        ["id", "name", "game", "set", "number", "type"] if whole else ["name", *several, "number", "type"]
    )
    own = {field.id: field for game in games.values() for field in game.fields.values() if field.shown}
    return [
        *(SHARED[name] for name in shared),
        *(field for field in own.values() if any(card.value(field.id) is not None for card in cards)),
    ]


def heads(fields: Iterable[Field]) -> list[Column]:
    """The columns of these fields."""
    return [Column(field.id, field.name) for field in fields]


def card_rows(
    catalogue: Catalogue, cards: Iterable[Card], fields: Sequence[Field], exact: bool
) -> Iterator[Mapping[str, Cell]]:
    """A row a card; `exact` for programs, else with names of types and of cards pointed at."""
    for card in cards:
        yield {
            field.id: card.value(field.id) if exact else _for_people(catalogue, card, field)
            for field in fields
        }


def _for_people(catalogue: Catalogue, card: Card, field: Field) -> Cell:
    game = catalogue.game(card.game)
    if field.id == "type":
        return type_name(game, card)
    return told(catalogue, card, field)


def _field(word: str, games: Iterable[Game]) -> Field:
    for game in games:
        found = game.field(word)
        if found is not None:
            return SHARED.get(found.id, found)
    known = sorted({name for game in games for name in game.words})
    raise NotFound(f"no field is called {word!r}{nearest(word, known)}")
