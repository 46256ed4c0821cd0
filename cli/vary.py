"""`deckwright vary`."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import click

from deckwright.cli.odds_options import Wish, look_options, open_odds, plot_option
from deckwright.cli.options import QueryCommand, complete_card, complete_deck, open_catalogue, shape_options

_MOST_COUNTS = 500


class Counts(click.ParamType[range]):
    """Numbers of copies: `10..30`, or one number."""

    name = "counts"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """The numbers."""
        if isinstance(value, range):
            return value
        found = re.fullmatch(r"(\d{1,4})(?:\.\.(\d{1,4}))?", value.strip())
        if not found:
            self.fail(f"{value!r} is no range of copies such as 10..30", param, ctx)
        low = int(found[1])
        high = int(found[2]) if found[2] else low
        if high < low:
            self.fail(f"{value!r} must go from low to high: {high}..{low}", param, ctx)
        if high - low >= _MOST_COUNTS:
            self.fail(f"{value!r} must go over at most {_MOST_COUNTS} numbers", param, ctx)
        return range(low, high + 1)


class Percent(click.ParamType[Fraction]):
    """A chance: `90%`, `90`, `0.9` or `9/10`."""

    name = "percent"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        """The chance."""
        if isinstance(value, Fraction):
            return value
        found = re.fullmatch(r"(\d{1,3}(?:\.\d{1,12})?)\s*(%?)|(\d{1,9})/(\d{1,9})", value.strip())
        chance = _chance(found) if found else None
        if chance is None or not 0 <= chance <= 1:
            self.fail(f"{value!r} is no chance such as 90%", param, ctx)
        return chance


def _chance(found: re.Match[str]) -> Fraction | None:
    if found[3]:
        return Fraction(int(found[3]), int(found[4])) if int(found[4]) else None
    chance = Fraction(found[1])
    return chance / 100 if found[2] or chance > 1 else chance


@click.command(cls=QueryCommand)
@click.argument("deck", metavar="DECK", shell_complete=complete_deck)
@click.argument("card", metavar="CARD", shell_complete=complete_card)
@click.argument("counts", metavar="N..M", type=Counts())
@click.argument("questions", nargs=-1, required=True, metavar="QUESTION...")
@click.option("--against", metavar="QUERY", help="Let copies replace cards that match; else the deck grows.")
@click.option("--target", type=Percent(), metavar="PERCENT", help="Find the fewest copies that reach it.")
@look_options
@click.option("--fraction", "fractions", is_flag=True, help="Write chances as fractions.")
@plot_option
@shape_options("json", "csv", "markdown")
def vary(
    deck: str,
    card: str,
    counts: range,
    questions: tuple[str, ...],
    against: str | None,
    target: Fraction | None,
    fractions: bool,
    plot: str | None,
    shape: str,
    **asked: Any,
) -> None:
    """How a chance changes with the copies of a card.

    What the deck's construction rules forbid is marked.
    """
    from deckwright.cli.varied import show
    from deckwright.decks.odds.varying import vary as varied
    from deckwright.decks.validator import Validator

    catalogue, wish = open_catalogue(), Wish(**asked)
    odds = open_odds(catalogue, deck, wish)
    options = {key: words[-1] for key, words in wish.given.items() if key in odds.lines.game.options}
    found = varied(
        odds,
        card,
        counts,
        questions,
        against=None if against is None else odds.query(against),
        target=target,
        validator=Validator(catalogue, format=wish.format_id, options=options),
    )
    show(odds, found, fractions, plot, shape)
