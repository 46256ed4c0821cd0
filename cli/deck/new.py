"""`deckwright deck new`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from deckwright.catalog.game import Game, Option
from deckwright.catalog.text import visible
from deckwright.cli.errors import NotFound
from deckwright.cli.options import complete_game, open_catalogue
from deckwright.cli.screen import say
from deckwright.cli.written import write_file


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
def new(game: str, file: Path | None) -> None:
    """Start a decklist: headers and sections to fill in.

    It is printed, or written to FILE, which must not exist.
    """
    text = "\n".join(visible(line) for line in _skeleton(open_catalogue().find_game(game))) + "\n"
    if file is None:
        click.echo(text, nl=False)
        return
    try:
        write_file(file, [text], new=True)
    except FileExistsError:
        raise NotFound(f"{visible(str(file))} is there already; nothing was written") from None
    say(visible(f"wrote {file}"))


def _skeleton(game: Game) -> Iterator[str]:
    yield "name: "
    yield f"game: {game.id}"
    if len(game.formats) > 1:
        yield f"format: {game.default_format.id}"
        yield f"# formats: {', '.join(game.formats)}"
    keys = dict.fromkeys(step["key"] for step in game.document.get("setup", ()) if "key" in step)
    if keys or game.options:
        yield "# To choose one of these, take its # away:"
    for key in keys:
        yield f"# {key}: "
        yield "#     a card of the deck, for the setup to choose"
    for option in game.options.values():
        yield f"# {option.id}: {_default(option)}"
        yield f"#     {option.about}{_values(option)}"
    shared = [rule for rule in _rules(game) if len(rule["count"]["in"]) > 1]
    if shared:
        yield ""
    yield from (f"# {' and '.join(rule['count']['in'])}: {_says(rule)}" for rule in shared)
    for zone in game.zones.values():
        yield ""
        yield zone.id
        yield from (f"# {_says(rule)}" for rule in _rules(game) if list(rule["count"]["in"]) == [zone.id])


def _rules(game: Game) -> Iterator[Mapping[str, Any]]:
    """The rules that a deck must keep, each sentence of a zone once."""
    seen: set[tuple[str, ...]] = set()
    for rule in game.rules:
        said = (*rule["count"]["in"], _says(rule))
        if rule.get("severity", "error") == "error" and said not in seen:
            seen.add(said)
            yield rule


def _says(rule: Mapping[str, Any]) -> str:
    """The rule's sentence, with the formats that it is for if it is not for all."""
    formats = f"  ({', '.join(rule['formats'])})" if "formats" in rule else ""
    return f"{rule['says']}{formats}"


def _default(option: Option) -> int | str:
    """The default; where another option decides it, what its first value gives."""
    if isinstance(option.default, int | str):
        return option.default
    given = (str(value) for key, value in option.default.items() if key != "by")
    return next(given, "")


def _values(option: Option) -> str:
    return f": {' or '.join(map(str, option.values))}" if option.values else ""
