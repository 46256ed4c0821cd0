"""What the page says of the catalogue: titles, descriptions, facets, searches, made from the games' declarations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.fields import Field
from deckwright.catalog.game import Game

HIDDEN = ("user_card", "shipped", "card_type", "deck_entry")
_MOST_FACETS = 6
_CARD_COLUMNS = {
    "id": "game, set and number: the card's own id",
    "type": "the kind of card, tile or token",
    "identity": "the first printing, which rules count as the same card",
    "copies": "how many of it the box holds",
    "source": "where the facts come from",
    "fields": "the game's own fields",
}


def metadata(catalogue: Catalogue, name: str) -> dict[str, Any]:
    """Datasette's metadata for a catalogue that it knows by this name."""
    games = catalogue.games()
    return {
        "title": "deckwright",
        "description": "Cards of tabletop games, and the decklists saved with them. It can be read here, not changed.",
        "databases": {
            name: {
                "title": "The catalogue",
                "description": f"{len(games)} games: {', '.join(game.name for game in games)}",
                "tables": _tables(games),
                "queries": _queries(games),
            }
        },
    }


def facet_fields(games: Iterable[Game]) -> Sequence[Field]:
    """The fields with few values that tables of cards show: those are worth counting by."""
    found = {
        field.id: field
        for game in games
        for field in game.fields.values()
        if field.shown and field.type in ("enum", "ordered") and field.values
    }
    return [*found.values()][:_MOST_FACETS]


def _tables(games: Sequence[Game]) -> dict[str, Any]:
    facets = ["game", "type", *({"field": field.id} for field in facet_fields(games))]
    card = {
        "title": "Cards",
        "description": "Every card, tile and token. The search language is that of deckwright cards.",
        "facets": facets,
        "facet_size": 12,
        "label_column": "name",
        "columns": _CARD_COLUMNS,
        "sortable_columns": ["id", "name", "type", "game"],
    }
    game = {
        "title": "Games",
        "description": "The shipped games, and those that were imported.",
        "label_column": "name",
        "sort": "position",
    }
    deck = {
        "title": "Saved decklists",
        "description": "A row for each version that was saved, with the text as it was given.",
        "label_column": "name",
        "sort_desc": "saved_at",
        "facets": ["game"],
    }
    return {"card": card, "game": game, "deck": deck, **{name: {"hidden": True} for name in HIDDEN}}


def _queries(games: Sequence[Game]) -> dict[str, Any]:
    place = "'/catalogue/card/' || replace(replace(card.id, '~', '~7E'), '/', '~2F')"
    link = f"json_object('href', {place}, 'label', card.name)"
    made = {
        "cards_by_name": {
            "title": "Cards by name",
            "description": "Cards whose name holds a word, in any case",
            "sql": f"select {link} as card, game, type, number, text from card"
            " where folded like '%' || lower(:word) || '%' order by game, set_key, number_key limit 200",
        },
        "decks_with_a_card": {
            "title": "Decks with a card",
            "description": "Saved decklists that hold a card of this name",
            "sql": f"select deck.name as deck, deck.version, deck_entry.zone, deck_entry.count, {link} as card"
            " from deck_entry join deck on deck.id = deck_entry.deck join card on card.id = deck_entry.card"
            " where card.folded like '%' || lower(:word) || '%' order by deck.name, deck.version desc",
        },
        "cards_by_game_and_type": {
            "title": "How many cards of each type",
            "sql": "select game.name as game, card_type.name as type, count(card.id) as cards,"
            " sum(card.copies) as pieces from card_type join game on game.id = card_type.game"
            " left join card on card.game = card_type.game and card.type = card_type.id"
            " group by game.position, card_type.position",
        },
        "not_from_a_source": {
            "title": "What no source states",
            "description": "Placeholders, assumed cards, and cards of which some fields are assumed",
            "sql": f"select {link} as card, game, source, assumed from card"
            " where source in ('assumed', 'placeholder') or assumed <> '[]' order by game, set_key, number_key",
        },
        "saved_decklists": {
            "title": "Saved decklists, newest versions",
            "sql": "select name, game, max(version) as version, saved_at, (select sum(count) from deck_entry"
            " where deck_entry.deck = deck.id and zone <> 'maybe') as cards from deck group by name order by name",
        },
    }
    return {name: {**query, "hide_sql": True} for name, query in made.items()}
