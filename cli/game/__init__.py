"""`deckwright game`."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from deckwright.cli.lazy import Commands, LazyGroup

COMMANDS: Commands = {
    "show": ("deckwright.cli.game.show", "Show a game, which `deckwright game NAME` does too."),
    "new": ("deckwright.cli.game.new", "Start a game of your own: a document and cards to change."),
    "check": ("deckwright.cli.game.check", "Check a game document, with the cards beside it."),
    "remove": ("deckwright.cli.game.remove", "Remove a game of your own, or what you said of a shipped one."),
}
"""The commands of the group."""


class GameGroup(LazyGroup):
    """A group in which a game's name stands for the command that shows it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `show` in front of what begins with no command."""
        first = next((arg for arg in args if not arg.startswith("-")), None)
        if first is not None and first not in self.table:
            args = ["show", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """For a shell: the commands, and the ids of games."""
        from deckwright.cli.options import complete_game

        ids = complete_game(ctx, click.Argument(["name"]), incomplete)
        return [*super().shell_complete(ctx, incomplete), *map(CompletionItem, ids)]


@click.group(
    cls=GameGroup, table=COMMANDS, invoke_without_command=True, subcommand_metavar="NAME | COMMAND ..."
)
@click.pass_context
def game(ctx: click.Context) -> None:
    """Show a game: card types, fields, options, zones and formats.

    NAME is a game's id or name. The commands are for games of your own.
    """
    if ctx.invoked_subcommand is None:
        raise click.UsageError(f"a game's NAME is missing, or one of {', '.join(COMMANDS)}", ctx)
