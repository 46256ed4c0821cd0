"""`deckwright odds`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from deckwright.cli.odds_options import Wish, look_options, open_odds, plot_option
from deckwright.cli.options import QueryCommand, complete_deck, open_catalogue, shape_options
from deckwright.cli.simulating import Plan, simulation_options

if TYPE_CHECKING:
    from deckwright.decks.odds.asking import Odds
    from deckwright.decks.odds.tallying import Simulated

_PLAN = ("simulate", "seed", "jobs", "cluster", "by_setup")


@click.command(cls=QueryCommand)
@click.argument("deck", metavar="DECK", shell_complete=complete_deck)
@click.argument("questions", nargs=-1, metavar="[QUESTION]...")
@look_options
@simulation_options
@click.option("--fraction", "fractions", is_flag=True, help="Write chances as fractions.")
@plot_option
@shape_options("json", "csv", "markdown")
def odds(
    deck: str, questions: tuple[str, ...], fractions: bool, plot: str | None, shape: str, **asked: Any
) -> None:
    """How likely an opening hand is, exactly.

    A QUESTION counts the cards that match a query: "[t:TYPE] >= 2", "[a] + [b] = 1..2 and not [c]",
    "distinct([a], [b])", "[a] given [b]", "[a] in 10 cards", "[a] by turn 3 using 2"; or it is the name of one in the
    decklist (odds NAME: ...). Without a question: what there is to know of an opening hand.
    """
    plan = Plan(**{name: asked.pop(name) for name in _PLAN})
    plan.check()
    if not questions:
        plan.refuse("is for questions, and none was asked; the report on a hand is exact")
    found = open_odds(open_catalogue(), deck, Wish(**asked))
    if questions:
        _answer(found, questions, plan, fractions, plot, shape)
    else:
        _report(found, fractions, plot, shape)


def _answer(
    found: Odds, texts: tuple[str, ...], plan: Plan, fractions: bool, plot: str | None, shape: str
) -> None:
    from deckwright.cli.simulating import simulated

    read = [found.question(text) for text in texts]
    exact = [found.answer(question, name) for question, name in read]
    answers = list(simulated(found, exact, plan))
    if shape == "json":
        from deckwright.cli.tables import dump_json
        from deckwright.decks.odds.documents import answers_document

        click.echo(dump_json(answers_document(found, answers)), nl=False)
    elif shape == "table":
        from deckwright.cli.odds_text import answers_lines

        for line in answers_lines(answers, fractions):
            click.echo(line)
    else:
        from deckwright.cli.odds_tables import answers_table
        from deckwright.cli.tables import write_table

        write_table(answers_table(answers).filled(), shape)
    if plot is not None:
        from deckwright.decks.odds.plots import plot_answers

        plot_answers(found, answers, plot)
    _raise_if_partial([answer.simulated for answer in answers if answer.simulated is not None])


def _raise_if_partial(found: Sequence[Simulated]) -> None:
    """What there is was told; the exit status says that it is not all."""
    from deckwright.decks.odds.errors import WorkerEnded

    for one in found:
        if one.ended:
            raise WorkerEnded(one.tally)
        if one.partial:
            raise KeyboardInterrupt


def _report(found: Odds, fractions: bool, plot: str | None, shape: str) -> None:
    from deckwright.cli.tables import Table, dump_json, write_page, write_table
    from deckwright.decks.odds.reporting import report

    told = report(found)
    if shape == "json":
        from deckwright.decks.odds.documents import report_document

        click.echo(dump_json(report_document(found, told)), nl=False)
    elif shape == "csv":
        from deckwright.cli.report_tables import report_rows

        write_table(report_rows(told), shape)
    else:
        from deckwright.cli.report_tables import report_tables

        page = Table((), (), more=report_tables(told, fractions))
        write_page(found.deck.name, f"{told.basis.name}, exact", list(told.basis.lines()), page, shape)
    if plot is not None:
        from deckwright.decks.odds.plots import plot_report

        plot_report(found, told, plot)
