"""The command `deckwright`: its commands by name, and the one place where a run becomes an exit status."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

import click

from deckwright.cli import errors
from deckwright.cli.lazy import Commands, LazyGroup

COMMANDS: Commands = {
    "games": ("deckwright.cli.games", "List the games of the catalogue."),
    "game": ("deckwright.cli.game", "Show a game: card types, fields, options, zones and formats."),
    "rules": ("deckwright.cli.rules", "List a game's construction rules and where its rulebook says them."),
    "cards": ("deckwright.cli.cards", "Search the cards of all games or of one."),
    "help-query": (
        "deckwright.cli.help_query",
        "Explain the search language, with the fields of all games or of one.",
    ),
    "show": ("deckwright.cli.show", "Show one card: all its facts, printings and sources."),
    "validate": ("deckwright.cli.validate", "Judge decklists by the rules of their game."),
    "deal": ("deckwright.cli.deal", "Deal the setup of a game: hands, piles, board, who goes first."),
    "odds": ("deckwright.cli.odds", "How likely an opening hand is, exactly."),
    "compare": ("deckwright.cli.compare", "Compare the odds of two decks side by side."),
    "vary": ("deckwright.cli.vary", "How a chance changes with the copies of a card."),
    "deck": ("deckwright.cli.deck", "Decklists, saved and in files: new, save, list, diff, format and more."),
    "import": ("deckwright.cli.importing", "Take in cards from CSV, TSV and JSON files, or whole games."),
    "export": ("deckwright.cli.export", "Write cards as CSV, JSON or Markdown."),
    "browse": ("deckwright.cli.browse", "Serve the catalogue as a web page on this machine alone, to read."),
    "completion": ("deckwright.cli.completion", "Print the script that teaches a shell to complete."),
    "doctor": ("deckwright.cli.doctor", "Check the installation and the catalogue, and say what to do."),
}
"""Every command."""

_ALLOCATIONS = 100_000
"""After so many more objects made than let go, memory is searched for circles of them."""

COMPLETING = "_DECKWRIGHT_COMPLETE"
"""Set by a shell that asks how a command line might go on, which click answers."""


class RootGroup(LazyGroup):
    """All commands; `--catalog FILE` may stand behind them too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments with `--catalog FILE` in front."""
        return super().parse_args(ctx, _catalog_first(args))


def _catalog_first(args: Sequence[str]) -> list[str]:
    """The arguments with `--catalog FILE` in front, wherever it stood before a `--`."""
    end = args.index("--") if "--" in args else len(args)
    for at, arg in enumerate(args[:end]):
        if arg.startswith("--catalog="):
            return [arg, *args[:at], *args[at + 1 :]]
        if arg == "--catalog":
            behind = [*args[:at], *args[at + 2 :]] if at + 1 < len(args) else []
            return [*args[at : at + 2], *behind]
    return list(args)


def _print_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"deckwright {version('deckwright')}")
        ctx.exit()


@click.command(
    cls=RootGroup,
    table=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--catalog",
    type=click.Path(),
    metavar="FILE",
    help="The catalogue to use; also in DECKWRIGHT_CATALOG.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version.",
)
@click.pass_context
def cli(ctx: click.Context, catalog: str | None) -> None:
    """Build decks for tabletop games: browse cards, judge decklists, deal, know the odds."""
    if catalog == "":
        raise click.UsageError("--catalog takes a FILE, not an empty word", ctx)
    ctx.obj = catalog
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit status."""
    if os.environ.get(COMPLETING):
        sys.exit(_complete(os.environ[COMPLETING]))
    alone = args is None  # else this is somebody else's process
    if alone:
        # A run makes much that lasts and little in circles: to look for circles would be a sixth of a short run.
        gc.set_threshold(_ALLOCATIONS)
    try:
        errors.prepare_streams()
        status = errors.flush_streams(_run(list(sys.argv[1:] if args is None else args)))
    except KeyboardInterrupt as error:
        status = errors.tell(error)
    if alone:
        gc.freeze()
    sys.exit(status)


def _complete(asked: str) -> int:
    """Answer a shell; the exit status, also of a question that no script of ours asks."""
    shell, _, what = asked.partition("_")
    words = {"COMP_WORDS", "COMP_CWORD"} if what == "complete" else set()
    position = os.environ.get("COMP_CWORD", "") if words and shell != "fish" else "0"
    errors.prepare_streams()
    if what not in ("complete", "source") or shell not in ("bash", "zsh", "fish"):
        return errors.tell(click.UsageError(f"{COMPLETING} takes bash_complete and the like, not {asked!r}"))
    if not words <= os.environ.keys() or not position.isdecimal():
        return errors.tell(click.UsageError(f"{asked} takes words in COMP_WORDS and a number in COMP_CWORD"))
    try:
        cli.main([], "deckwright")
    except Exception as error:
        return errors.tell(error)
    return 0


def _run(args: list[str]) -> int:
    """The exit status of one run; whatever goes wrong is told on stderr."""
    try:
        with cli.make_context("deckwright", args) as ctx:
            cli.invoke(ctx)
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except (Exception, KeyboardInterrupt) as error:
        return errors.tell(error)
    return 0


if __name__ == "__main__":
    main()
