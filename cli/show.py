"""`deckwright show`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

import click

from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.fields import SHARED, Field
from deckwright.catalog.game import Game
from deckwright.catalog.nearest import meant
from deckwright.catalog.text import fold, natural_key, visible
from deckwright.catalog.usage import decks_using, users_fields
from deckwright.cli.cardtext import label, told, type_name
from deckwright.cli.errors import CannotAnswer, NotFound
from deckwright.cli.lines import Step, line_of
from deckwright.cli.options import complete_card, complete_game, open_catalogue, shape_options
from deckwright.cli.tables import Cell, Column, Table, columns, write_page

_NUMBERED = re.compile(r"(?P<name>.*\S)\s*#(?P<number>\S+)")
_FACTS = ("subtype", "set", "number", "copies")
_LINE = columns(id="Card", name="Name", depth="Step", asked="Shown")
_PRINTINGS = columns(id="Card", name="Name", set="Set", number="Number", source="Source")


@click.command()
@click.argument("card", nargs=-1, required=True, shell_complete=complete_card)
@click.option("--game", "game_name", metavar="GAME", help="The card's game.", shell_complete=complete_game)
@shape_options("json", "markdown")
def show(card: tuple[str, ...], game_name: str | None, shape: str) -> None:
    """Show one card: all its facts, printings and sources."""
    catalogue = open_catalogue()
    games = [catalogue.find_game(game_name)] if game_name else catalogue.games()
    found = _one(catalogue, games, " ".join(card))
    _write(catalogue, catalogue.game(found.game), found, shape)


def _one(catalogue: Catalogue, games: Sequence[Game], word: str) -> Card:
    """The card that a word names by id, in full or within its game, name, or name and number; printings are one."""
    ids = [game.id for game in games]
    found = _named(catalogue, ids, word)
    if not found:
        raise _not_found(catalogue, games, word)
    if len({one.identity for one in found}) > 1:
        rows = "\n".join(f"  {visible(one.id)}  {visible(label(one))}" for one in found)
        raise CannotAnswer(f"{len(found)} cards are called {word!r}; name one by its id or number\n{rows}")
    return found[0]


def _not_found(catalogue: Catalogue, games: Sequence[Game], word: str) -> NotFound:
    """No card of the games has the name; of one game, which others have a card of it."""
    if len(games) != 1:
        return NotFound(f"no card is called {word!r}{meant(catalogue.nearest(word))}")
    [game] = games
    others = [other.name for other in catalogue.games() if _named(catalogue, [other.id], word)]
    has = "has" if len(others) == 1 else "have"
    hint = f"; {' and '.join(others)} {has} one" if others else meant(catalogue.nearest(word, game.id))
    return NotFound(f"no card of {game.name} is called {word!r}{hint}")


def _named(catalogue: Catalogue, game_ids: Sequence[str], word: str) -> Sequence[Card]:
    by_id = catalogue.card(word)
    if by_id is not None and by_id.game in game_ids:
        return [by_id]
    found = [card for game in game_ids for card in catalogue.named(game, fold(word))]
    found = found or [card for game in game_ids if (card := catalogue.card(f"{game}/{word}"))]
    numbered = _NUMBERED.fullmatch(word)
    if found or numbered is None:
        return found
    number = natural_key(numbered["number"])
    cards = (card for game in game_ids for card in catalogue.named(game, fold(numbered["name"])))
    return [card for card in cards if natural_key(card.number) == number]


def _write(catalogue: Catalogue, game: Game, card: Card, shape: str) -> None:
    fields = [*SHARED.values(), *game.fields.values()]
    row: Mapping[str, Cell] = {field.id: card.value(field.id) for field in fields}
    tables: dict[str, Table] = {
        "facts": _facts(catalogue, game, card),
        **_trees(catalogue, game, card),
        "printings": _printings(catalogue, card),
        "decks": _decks(catalogue, card),
    }
    if shape == "json":
        del tables["facts"]
        kept = [Column(field.id, field.name) for field in fields if row[field.id] is not None]
        page = Table(kept, [row], facts={"assumed": list(card.assumed)}, more=tables)
    else:
        page = Table((), (), more={key: _for_people(table) for key, table in tables.items()})
    text = ["", *card.text.split("\n")] if card.text else []
    write_page(card.name, card.id, [f"{game.name}, {type_name(game, card)}", *text], page, shape)


def _facts(catalogue: Catalogue, game: Game, card: Card) -> Table:
    """A row a fact, in the order of the game's document, with what no source states marked."""
    fields = [*(SHARED[name] for name in _FACTS), *game.fields.values(), SHARED["source"]]
    yours = users_fields(catalogue, card.id)
    rows = [_fact(catalogue, card, field, yours) for field in fields if card.value(field.id) is not None]
    return Table(columns(fact="", value="", mark=""), rows)


def _fact(catalogue: Catalogue, card: Card, field: Field, yours: Collection[str]) -> Mapping[str, Cell]:
    mark = "yours" if field.id in yours else "assumed" if field.id in card.assumed else None
    value = told(catalogue, card, field)
    return {"fact": field.name, "value": "no" if value is False else value, "mark": mark}


def _trees(catalogue: Catalogue, game: Game, card: Card) -> dict[str, Table]:
    """The line through the card by each field that points at cards, but for one card's own printings."""
    trees: dict[str, Table] = {}
    for field in game.fields.values():
        if field.type == "card":
            steps = line_of(card, field.id, catalogue.cards(game.id))
            if steps:
                trees[field.id] = Table(_LINE, list(map(_step_row, steps)), field.name)
    return trees


def _step_row(step: Step) -> Mapping[str, Cell]:
    return {"id": step.card.id, "name": step.card.name, "depth": step.depth, "asked": step.asked}


def _printings(catalogue: Catalogue, card: Card) -> Table:
    """The other printings of the same card."""
    others = [
        one for one in catalogue.cards(card.game) if one.identity == card.identity and one.id != card.id
    ]
    rows = [{column.id: one.value(column.id) for column in _PRINTINGS} for one in others]
    return Table(_PRINTINGS, rows, "Other printings")


def _decks(catalogue: Catalogue, card: Card) -> Table:
    """The saved decklists that use the card, in any printing."""
    rows: list[Mapping[str, Cell]] = [
        {"name": use.deck, "count": use.count, "zone": use.zone, "id": use.printing}
        for use in decks_using(catalogue, card.identity)
    ]
    return Table(
        columns(name="Decklist", count="Copies", zone="Zone", id="Printing"), rows, "Decks that use it"
    )


def _for_people(table: Table) -> Table:
    """A line of cards with its steps drawn as a tree; other tables as they are."""
    if table.columns is not _LINE:
        return table
    rows = [
        {
            **row,
            "name": _branch(row["depth"]) + str(row["name"]),
            "asked": "this card" if row["asked"] else None,
        }
        for row in table.rows
    ]
    return Table(columns(name="Line", id="Card", asked=""), rows, table.title)


def _branch(depth: Cell) -> str:
    return "   " * (depth - 1) + "└─ " if isinstance(depth, int) and depth else ""
