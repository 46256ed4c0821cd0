"""Settling a game's options, format and day from what the user, the decklist and the game say, in that order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from deckwright.catalog.game import Game, Option
from deckwright.catalog.text import fold
from deckwright.decks.bounds import in_table
from deckwright.decks.decklist import Decklist, Header
from deckwright.decks.errors import BadChoice, BadHeader, one_line


@dataclass(eq=False)
class NoDefault(BadChoice):
    """An option that nobody said, `what`, and whose default has no row for `word`, the value of the option `by`."""

    by: str = ""

    def __str__(self) -> str:
        said = f"{one_line(self.label)}: " if self.label else ""
        listed = f", one of {', '.join(self.allowed)}" if self.allowed else ""
        return f"{said}{self.what} has no default where {self.by} is {self.word}; say a value for it{listed}"


def settle_format(game: Game, label: str, *given: str | None, decks: Sequence[Decklist] = ()) -> str:
    """The id of the first format given, else said by the first deck, else of the game's default. Raises `BadChoice`."""
    header = decks[0].headers.get("format") if decks else None
    word = next((word for word in (*given, header) if word), None)
    if word is None:
        return game.default_format.id
    found = next(
        (row.id for row in game.formats.values() if fold(word) in (fold(row.id), fold(row.name))), None
    )
    if found is None:
        error = _bad(label, f"format of {game.name}", word, tuple(game.formats))
        raise error if any(given) else _at_header(error, "format", decks[:1])
    return found


def settle_options(
    game: Game,
    label: str,
    given: Mapping[str, str],
    header: Mapping[str, str],
    decks: Sequence[Decklist] = (),
) -> Mapping[str, int | str]:
    """Every option's value: as given, else by the decklist's header, else the default.

    `decks` are those whose headers these are, to say where a value stands that is none. Raises `BadChoice`, of which
    `NoDefault` is for an option that is neither said nor has a default here.
    """
    for key in given:
        if key not in game.options:
            raise _bad(label, f"option of {game.name}", key, tuple(game.options))
    said = {key: given.get(key) or header.get(key) for key in game.options}
    values: dict[str, int | str] = {}
    for key, word in said.items():
        if word:
            values[key] = _value(game.options[key], word, label, () if given.get(key) else decks)
    for key, option in game.options.items():
        if key not in values:
            values[key] = _default(option, values, game, label)
    return values


def _value(option: Option, word: str, label: str, decks: Sequence[Decklist]) -> int | str:
    for value in option.values:
        if fold(str(value)) == fold(word):
            return value
    if not option.values and word.isdecimal() and len(word) <= 9:
        return int(word)
    allowed = tuple(map(str, option.values)) or ("any whole number",)
    raise _at_header(_bad(label, f"value of {option.id}", word, allowed), option.id, decks)


def _at_header(error: BadChoice, key: str, decks: Sequence[Decklist]) -> BadChoice:
    """The error with the deck and the line whose header it is about, the last of the first deck that has one."""
    for deck in decks:
        for number, _, reading, _ in reversed(deck.rows):
            if isinstance(reading, Header) and fold(reading.key) == key:
                return BadHeader(deck.label, error.what, error.word, error.allowed, error.nearest, number)
    return error


def _default(option: Option, values: Mapping[str, int | str], game: Game, label: str) -> int | str:
    default: Any = option.default
    if not isinstance(default, Mapping):
        return default  # type: ignore[no-any-return]
    by = default["by"]
    key = values[by] if by in values else _default(game.options[by], values, game, label)
    found = in_table(default, key)
    if found is None:
        raise NoDefault(label, option.id, str(key), tuple(map(str, option.values)), by=by)
    return found


def settle_day(word: str | None) -> date:
    """The day on which rules are looked up: as written (YYYY-MM-DD), else today. Raises `BadChoice`."""
    if not word:
        return date.today()
    try:
        return date.fromisoformat(word)
    except ValueError as error:
        raise BadChoice("", "day", word, ("a day such as 2026-01-31",)) from error


def _bad(label: str, what: str, word: str, allowed: Sequence[str]) -> BadChoice:
    from difflib import get_close_matches

    near = tuple(get_close_matches(word, allowed, n=2))
    return BadChoice(label, what, word, tuple(allowed), near)
