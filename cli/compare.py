"""`deckwright compare`."""

from __future__ import annotations

from typing import Any

import click

from deckwright.cli.odds_options import Wish, look_options, open_odds, plot_option
from deckwright.cli.options import QueryCommand, complete_deck, open_catalogue, shape_options


@click.command(cls=QueryCommand)
@click.argument("first", metavar="A", shell_complete=complete_deck)
@click.argument("second", metavar="B", shell_complete=complete_deck)
@click.argument("questions", nargs=-1, metavar="[QUESTION]...")
@look_options
@click.option("--fraction", "fractions", is_flag=True, help="Write chances as fractions.")
@plot_option
@shape_options("json", "csv", "markdown")
def compare(
    first: str,
    second: str,
    questions: tuple[str, ...],
    fractions: bool,
    plot: str | None,
    shape: str,
    **asked: Any,
) -> None:
    """Compare the odds of two decks side by side.

    They may be two versions of one. Without a QUESTION: how many of each kind there are, are expected, and the chance
    of at least one.
    """
    from deckwright.cli.compared import show
    from deckwright.decks.odds.comparing import compare as compared
    from deckwright.decks.odds.comparing import compare_reports

    catalogue, wish = open_catalogue(), Wish(**asked)
    decks = open_odds(catalogue, first, wish), open_odds(catalogue, second, wish)
    if questions:
        show(decks, compared(*decks, questions), [], [], fractions, plot, shape)
    else:
        one, other, rows = compare_reports(*decks)
        show(decks, [], rows, [one, other], fractions, plot, shape)
