"""What several commands share: the catalogue, the options of tables, queries as arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from deckwright.catalog.text import fold, visible
from deckwright.cli.screen import say

if TYPE_CHECKING:
    from deckwright.catalog.catalogue import Catalogue

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


_DECK_ARGUMENTS = frozenset({"deck", "decks", "first", "second"})


def open_catalogue() -> Catalogue:
    """The catalogue of `--catalog` or the environment, else the user's own; closed at the end."""
    from deckwright.catalog.catalogue import Catalogue

    root = click.get_current_context().find_root()
    path = Path(root.obj) if root.obj else None
    return root.with_resource(Catalogue.open(path, lambda news: say(visible(news))))


def given_options(option: Sequence[str], players: str | None, start: Sequence[str]) -> dict[str, list[str]]:
    """Every option of a game and choice of a setup by its key, each as often as it was said. Raises `UsageError`."""
    context = click.get_current_context(silent=True)
    given: dict[str, list[str]] = {}
    for said in option:
        key, sign, value = said.partition("=")
        if not sign or not value.strip():
            raise click.UsageError(f"--option takes KEY=VALUE, not {said!r}", context)
        given.setdefault(key.strip(), []).append(value.strip())
    for key, words in (("players", () if players is None else (players,)), ("start", start)):
        if words and key in given:
            raise click.UsageError(f"--{key} is short for --option {key}=...; give one of them", context)
        if words:
            given[key] = [*words]
    return given


def given_once(given: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The same where each is said once. Raises `UsageError`."""
    for key, words in given.items():
        if len(words) > 1:
            says = f"{key} is given {len(words)} times, {' and '.join(words)}; give one"
            raise click.UsageError(says, click.get_current_context(silent=True))
    return {key: word for key, (word,) in given.items()}


def shape_options(*shapes: str) -> Callable[[Decorated], Decorated]:
    """The options `--json`, `--csv`, `--markdown` (those named) that set `shape`; at most one."""

    def decorate(command: Decorated) -> Decorated:
        for shape in reversed(shapes):
            command = click.option(
                f"--{shape}",
                is_flag=True,
                expose_value=False,
                callback=_set_shape,
                help=f"Write {_SHAPE_NAMES[shape]}.",
            )(command)
        return command

    return decorate


_SHAPE_NAMES = {"json": "JSON, by the schema of tables", "csv": "CSV", "markdown": "Markdown"}


def _set_shape(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    ctx.params.setdefault("shape", "table")
    if not wanted:
        return
    if ctx.params["shape"] != "table":
        raise click.UsageError(f"--{param.name} and --{ctx.params['shape']} exclude each other", ctx)
    ctx.params["shape"] = param.name


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """For a shell: the ids of the games that begin so."""
    ids = peek(ctx, lambda catalogue: catalogue.game_ids())
    return [one for one in ids if one.startswith(incomplete.lower())]


def complete_format(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """For a shell: the ids of the formats that begin so, of the game that is named, else of all."""
    from deckwright.catalog.errors import UnknownGame

    def ask(catalogue: Catalogue) -> tuple[str, ...]:
        try:
            named = ctx.params.get("game")
            games = [catalogue.find_game(named)] if isinstance(named, str) else catalogue.games()
        except UnknownGame:
            games = catalogue.games()
        return tuple(dict.fromkeys(one for game in games for one in game.formats))

    return [one for one in peek(ctx, ask) if one.startswith(incomplete.lower())]


def complete_card(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """For a shell: the card names that begin so, whatever their case and accents; of a DECK that is given, its own."""
    from deckwright.catalog.usage import names_beginning

    words = _decks_before(ctx)

    def ask(catalogue: Catalogue) -> tuple[str, ...]:
        held = _held(catalogue, words) if words else ()
        begun = fold(incomplete)
        return (
            tuple(name for name in held if fold(name).startswith(begun))
            if held
            else names_beginning(catalogue, incomplete)
        )

    return list(peek(ctx, ask))


def _decks_before(ctx: click.Context) -> list[str]:
    """The decklists that a command line names so far; where it breaks off in an option, click keeps its words."""
    names = [
        param.name
        for param in ctx.command.params
        if isinstance(param, click.Argument) and param.name in _DECK_ARGUMENTS
    ]
    given = [ctx.params[name] for name in names if name and ctx.params.get(name)]
    words = [one for word in given for one in ((word,) if isinstance(word, str) else word)]
    return words or (list(ctx.args) if names else [])


def _held(catalogue: Catalogue, words: Sequence[str]) -> tuple[str, ...]:
    """The names of the cards of decklists, as their lines say them; of what cannot be read, none."""
    from deckwright.decks.errors import DecklistError
    from deckwright.decks.reader import DecklistReader
    from deckwright.decks.sources import STANDARD_INPUT, Source, sources
    from deckwright.decks.writer import card_text

    reader = DecklistReader(catalogue)
    names: dict[str, None] = {}
    for word in words:
        try:
            found = [one for one in sources(word, catalogue) if isinstance(one, Source)]
            for deck in reader.read_all(found[0].read(), word) if word != STANDARD_INPUT else ():
                lines = reader.lines_of(deck.game)
                names |= {card_text(entry.card, lines): None for entry in deck.cards if entry.card}
        except (DecklistError, LookupError):
            continue
    return tuple(names)


def complete_saved(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """For a shell: the names of saved decklists that begin so, whatever their case and accents."""
    names = peek(ctx, lambda catalogue: tuple(dict.fromkeys(row.name for row in catalogue.saved())))
    return [name for name in names if fold(name).startswith(fold(incomplete))]


def complete_deck(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """For a shell: the saved names and shipped samples that begin so."""
    from deckwright.decks.sources import sample_names

    samples = [name for name in sample_names() if name.startswith(incomplete)]
    return [*dict.fromkeys([*complete_saved(ctx, param, incomplete), *samples])]


def peek(ctx: click.Context, ask: Callable[[Catalogue], tuple[str, ...]]) -> tuple[str, ...]:
    """What a catalogue that is there answers; completion neither builds one, writes to one nor complains."""
    from deckwright.catalog.catalogue import Catalogue
    from deckwright.catalog.connection import reader
    from deckwright.catalog.errors import CatalogueError
    from deckwright.catalog.header import version_of
    from deckwright.catalog.place import catalogue_path
    from deckwright.catalog.versions import newest

    given = ctx.find_root().params.get("catalog")
    path = catalogue_path(Path(given) if given else None)
    try:
        if not path.exists() or version_of(path) < newest():
            return ()
        with Catalogue(path, reader(path)) as catalogue:
            return ask(catalogue)
    except (CatalogueError, OSError):
        return ()


class QueryCommand(click.Command):
    """A command whose arguments may be queries: one with a single `-` in front that is no option is text."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the options first and the rest behind a `--`, where no `-` means an option."""
        return super().parse_args(ctx, self._options_first(ctx, args))

    def _options_first(self, ctx: click.Context, args: list[str]) -> list[str]:
        takes_value = {
            name: not (param.is_flag or param.count)
            for param in self.get_params(ctx)
            if isinstance(param, click.Option)
            for name in (*param.opts, *param.secondary_opts)
        }
        options: list[str] = []
        words: list[str] = []
        rest = list(args)
        while rest:
            arg = rest.pop(0)
            if arg == "--":
                words += rest
                break
            if arg in takes_value or arg.startswith("--"):
                options.append(arg)
                if takes_value.get(arg):
                    if not rest and not ctx.resilient_parsing:
                        return options  # a `--` behind it would be its value
                    options += rest[:1]
                    del rest[:1]
            else:
                words.append(arg)
        return [*options, "--", *words]
