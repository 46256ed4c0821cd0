"""Groups of commands that import a command's module only when that command is run."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from deckwright.cli import errors

Commands = Mapping[str, tuple[str, str]]
"""Each command's module, in which it stands under the module's name, and its short help; both unimported."""


class LazyGroup(click.Group):
    """A group whose commands stand in a table."""

    def __init__(self, *args: Any, table: Commands, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, imported now; None if there is none."""
        if cmd_name not in self.table:
            return None
        module = self.table[cmd_name][0]
        found: click.Command = getattr(import_module(module), module.rpartition(".")[2])
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments begin with; a mistyped one is refused with the nearest names.

        `help` stands for `--help`, of the group or of the command that follows.
        """
        if args[0] == "help" and not ctx.resilient_parsing:
            if not args[1:]:
                click.echo(ctx.get_help())
                ctx.exit()
            args = [*args[1:], "--help"]
        if args[0] not in self.table and not ctx.resilient_parsing:
            raise errors.NoSuchCommand(args[0], tuple(self.table), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands' short help from the table, so that no command is imported for it."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, says) for name, (_, says) in self.table.items()])
