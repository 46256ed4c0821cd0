"""`deckwright validate`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import click

from deckwright.catalog.text import escaped_json
from deckwright.cli.judging import Run
from deckwright.cli.options import (
    complete_deck,
    complete_format,
    complete_game,
    given_once,
    given_options,
    open_catalogue,
)
from deckwright.cli.screen import looked_at, say
from deckwright.cli.verdict_text import verdict_lines
from deckwright.decks.jobs import Settings
from deckwright.decks.options import settle_day
from deckwright.decks.outputs import OUTPUTS, output


@click.command()
@click.argument("decks", nargs=-1, required=True, metavar="DECK...", shell_complete=complete_deck)
@click.option(
    "--format",
    "format_id",
    metavar="NAME",
    shell_complete=complete_format,
    help="Judge by this format of the game; `all`: by each.",
)
@click.option(
    "--game", metavar="NAME", shell_complete=complete_game, help="The game of lists that name none."
)
@click.option("--players", metavar="N", help="The number of players; short for --option players=N.")
@click.option("--option", "given", multiple=True, metavar="KEY=VALUE", help="Set an option of the game.")
@click.option("--on", "day", metavar="DATE", help="Judge by the rules of a day (YYYY-MM-DD); else today's.")
@click.option("--strict", is_flag=True, help="Let warnings fail a deck too.")
@click.option("--no-advice", is_flag=True, help="Leave advice out.")
@click.option("--show-lines", is_flag=True, help="Show how each line was read.")
@click.option("--stats", is_flag=True, help="Show what each zone holds, by type and field.")
@click.option("--fix", is_flag=True, help="Show what the mends that need no taste would change.")
@click.option("--write", "in_place", is_flag=True, help="With --fix: change the files.")
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=1, metavar="N", help="Judge by so many processes."
)
@click.option(
    "--output",
    "shape",
    type=click.Choice(["text", *OUTPUTS]),
    default="text",
    help=f"Write {'; '.join(f'{name}: {says}' for name, (_, says) in OUTPUTS.items())}.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON; short for --output json.")
def validate(decks: tuple[str, ...], given: tuple[str, ...], players: str | None, **asked: Any) -> None:
    """Judge decklists by the rules of their game.

    DECK is a file, a folder, a saved name, a shipped sample or - for standard input. Exit status: 0 legal, 1 a rule
    is broken, 2 a list was not understood; of several the worst.
    """
    catalogue = open_catalogue()
    game = asked["game"]
    every = asked["format_id"] == "all"
    settings = Settings(
        catalogue=catalogue.path,
        game=catalogue.find_game(game).id if game else None,
        format=None if every else asked["format_id"],
        options=given_once(given_options(given, players, ())),
        on=settle_day(asked["day"]),
    )
    run = Run(catalogue, settings, asked["strict"], asked["no_advice"])
    shape = _shape(asked["shape"], asked["as_json"])
    if asked["in_place"] and not asked["fix"]:
        raise click.UsageError("--write goes with --fix")
    report = _asked_report(asked, every)
    if report is not None:
        _report(report, decks, run, shape, asked)
    elif shape == "text":
        _text(decks, run, asked["jobs"])
    else:
        safe = escaped_json if shape == "json" else looked_at
        for piece in output(shape)(run.judged(decks, asked["jobs"]), run.refused, asked["strict"]):
            click.echo(safe(piece), nl=False)
    click.get_current_context().exit(run.status)


def _asked_report(asked: Mapping[str, Any], every: bool) -> str | None:
    """The one report that was asked for instead of verdicts, if any was."""
    flags = [name for name in ("fix", "show_lines", "stats") if asked[name]]
    said = [f"--{name.replace('_', '-')}" for name in flags]
    if len(said) > 1:
        raise click.UsageError(f"{' and '.join(said)} are reports of their own; ask for one at a time")
    if said and every:
        raise click.UsageError(f"{said[0]} goes by one format; name that, or ask for --format all alone")
    return flags[0] if flags else "all" if every else None


def _text(decks: Iterable[str], run: Run, jobs: int) -> None:
    for judged in run.judged(decks, jobs):
        name = run.catalogue.game(judged.verdict.game).name
        click.echo("\n".join(verdict_lines(judged.verdict, name)))
    if run.total > 1:
        click.echo(run.summary())


def _report(report: str, decks: Iterable[str], run: Run, shape: str, asked: Mapping[str, Any]) -> None:
    """Write one of the reports beside the verdicts, decklist by decklist."""
    from deckwright.cli import reports

    if shape not in ("text", "json", "csv", "markdown"):
        raise click.UsageError(f"--output {shape} writes verdicts alone")
    shape = "table" if shape == "text" else shape
    if report == "fix":
        if shape != "table":
            raise click.UsageError("--fix shows a diff; it has no other output")
        reports.fix(run, decks, asked["in_place"])
    else:
        reports.write(reports.REPORTS[report](run, decks), shape)
    if run.total > 1 and shape == "table":
        say(run.summary())


def _shape(shape: str, as_json: bool) -> str:
    """The output asked for, `--json` being short for one."""
    if as_json and shape not in ("text", "json"):
        raise click.UsageError(f"--json and --output {shape} exclude each other")
    return "json" if as_json else shape
