"""`deckwright deck new`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from deckwright.catalog.game import Game
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
    yield from (f"# {key}: a card of the deck, for the setup to choose" for key in keys)
    for option in game.options.values():
        values = f" ({', '.join(map(str, option.values))})" if option.values else ""
        yield f"# {option.id}: {option.about}{values}"
    for zone in game.zones.values():
        yield ""
        yield zone.id
        rules = (rule for rule in game.rules if list(rule["count"]["in"]) == [zone.id])
        for rule in rules:
            if rule.get("severity", "error") == "error" and "each" not in rule:
                yield f"# {rule['says']}"
