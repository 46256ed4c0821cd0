"""`deckwright help-query`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import click

from deckwright.catalog.card import Card
from deckwright.catalog.fields import SHARED, Field, Value
from deckwright.catalog.game import Game
from deckwright.cli.options import complete_game, open_catalogue, shape_options
from deckwright.cli.tables import Cell, Table, columns, write_page

FORMS: tuple[tuple[str, str], ...] = (
    ("orb", "a word in the name; case, accents and quote marks do not count"),
    ('"any geopal"', "a phrase in the name"),
    ("!orb", "the whole name"),
    ("/^or/", "a regular expression in the name as printed"),
    ("t:item", "a field, an operator and a value; a list is a,b"),
    ("t:item orb", "both"),
    ("t:item or t:trap", "either; and binds closer than or"),
    ("-t:item", "not"),
    ("(t:item or t:trap) -orb", "brackets"),
    ("has:text  is:assumed  not:assumed", "a field that is there; a flag that is or is not set"),
)
"""What a query is made of: a form, and what it finds."""

OPERATORS: tuple[tuple[str, str], ...] = (
    (
        ":",
        "of text: holds; of a list of values: that value, or the only one that begins so; of a set: any of",
    ),
    ("=", "the whole value; of a set: exactly these"),
    ("!=", "something else; false where there is no value"),
    ("< <= > >=", "of numbers, dates, codes and ordered values; of sets: subset and superset"),
    ("2..4  ..4  2..", "from, to"),
)
"""The operators, and what each asks."""

_KINDS: Mapping[str, str] = {
    "text": "text",
    "code": "code",
    "enum": "one of",
    "ordered": "one of, in order",
    "set": "any of",
    "integer": "whole number",
    "date": "date",
    "flag": "flag",
    "card": "card",
}
_FIELDS = columns(
    id="Field", short="Short", kind="Kind", values="Values", about="What it is", example="For example"
)


@click.command("help-query")
@click.argument("game", required=False, shell_complete=complete_game)
@shape_options("json", "markdown")
def help_query(game: str | None, shape: str) -> None:
    """Explain the search language, with the fields of all games or of one."""
    catalogue = open_catalogue()
    games = [catalogue.find_game(game)] if game else list(catalogue.games())
    held = {one.id: catalogue.cards(one.id) for one in games}
    tables = {
        "forms": _pairs(FORMS, "Query", "Finds", "A query"),
        "operators": _pairs((*OPERATORS, *_against(games)), "Operator", "Asks", "Operators"),
        "shared": Table(
            _FIELDS, list(_rows(SHARED.values(), games, held[games[0].id])), "Fields of every game"
        ),
        **{
            one.id: Table(
                _FIELDS, list(_rows(one.fields.values(), [one], held[one.id])), f"Fields of {one.name}"
            )
            for one in games
        },
    }
    page = Table((), (), more=tables)
    write_page("The search language", "for cards, export and the rules of games", (), page, shape)


def _pairs(pairs: Iterable[tuple[str, str]], left: str, right: str, title: str) -> Table:
    return Table(
        columns(left=left, right=right), [{"left": one, "right": other} for one, other in pairs], title
    )


def _rows(fields: Iterable[Field], games: list[Game], cards: Sequence[Card]) -> Iterable[Mapping[str, Cell]]:
    for field in fields:
        declared = games[0].shared[field.id] if field.id in SHARED and len(games) == 1 else field
        yield {
            "id": field.id,
            "short": field.short,
            "kind": _KINDS[field.type],
            "values": (*declared.values, *declared.special) or None,
            "about": field.about,
            "example": example(declared, cards),
        }


def example(field: Field, cards: Sequence[Card] = ()) -> str:
    """A query that asks for the field, with a value that one of the cards has."""
    word = field.short or field.id
    held = [value for card in cards if (value := card.value(field.id)) is not None]
    held.sort(key=str)
    value = held[len(held) // 2] if held else None
    if field.type == "flag":
        return f"is:{field.id}"
    if field.type == "ordered" and len(field.values) > 1:
        return f"{word}>={_quoted(field.values[1])}"
    if field.values:
        return f"{word}:{_quoted(field.values[0])}"
    if field.type == "integer":
        numbers = sorted({one for one in held if isinstance(one, int)})
        return f"{word}>={numbers[len(numbers) // 2] if numbers else 2}"
    if field.type == "date":
        year = str(value)[:2] if value else "18"
        return f"{word}:{year}50..{year}99"
    if value is None:
        return f"has:{field.id}"
    if field.type == "card" and field.id != "id":
        value = next((card.name for card in cards if card.id == value), value)
    return f"{word}:{_quoted(_telling(field, value))}"


def _telling(field: Field, value: Value) -> str:
    """What to ask for of a value: of a text its longest word, else the whole, of several the first."""
    if isinstance(value, tuple):
        return value[0]
    words = re.findall(r"[^\W\d_]+", str(value)) if field.type == "text" else []
    return max(words, key=len, default=str(value))


def _quoted(value: str) -> str:
    return value if re.fullmatch(r"[\w/-]+", value) else f'"{value}"'


def _against(games: Iterable[Game]) -> list[tuple[str, str]]:
    """Two fields of one game that are whole numbers, one against the other."""
    for game in games:
        numbers = [field.id for field in game.fields.values() if field.type == "integer"]
        if len(numbers) > 1:
            return [(f"{numbers[0]} > {numbers[1]}", "one number of the card against another")]
    return []
