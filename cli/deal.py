"""`deckwright deal`."""

from __future__ import annotations

from typing import Any

import click

from deckwright.cli.options import complete_card, complete_deck, complete_format, complete_game, shape_options


@click.command()
@click.argument("decks", nargs=-1, metavar="DECK...", shell_complete=complete_deck)
@click.option("--players", metavar="N", help="The number of players; short for --option players=N.")
@click.option("--seed", metavar="WORD", help="Deal what this word stands for; else a new one is made up.")
@click.option(
    "--start",
    multiple=True,
    metavar="CARD",
    shell_complete=complete_card,
    help="The card to start with; once, or once for each deck in turn.",
)
@click.option("--option", multiple=True, metavar="KEY=VALUE", help="Set an option or a choice of the game.")
@click.option(
    "--format",
    "format_id",
    metavar="NAME",
    shell_complete=complete_format,
    help="Set up for this format of the game.",
)
@click.option(
    "--game", metavar="NAME", shell_complete=complete_game, help="The game of lists that name none."
)
@click.option("--hands", type=click.IntRange(1), metavar="N", help="Write N sample hands.")
@click.option("--pile", metavar="NAME", help="The pile that --hands and --draw are about; hand unless said.")
@click.option(
    "--draw", type=click.IntRange(1), metavar="N", help="Show the next N cards of the same shuffle."
)
@click.option("--turns", type=click.IntRange(1, 1000), metavar="N", help="Show the hand over N turns.")
@click.option("--use", type=click.IntRange(0), metavar="K", help="Random cards used a turn; 1 unless said.")
@click.option("--reveal", is_flag=True, help="Show the cards that lie face down.")
@click.option(
    "--sort",
    metavar="FIELD",
    help="Sort the hands on the table by a field; with - in front from high to low.",
)
@click.option("--log", is_flag=True, help="Show every step, and which rule it follows.")
@click.option(
    "--html",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the deal as a page that prints well.",
)
@click.option(
    "--next-game",
    type=click.Path(allow_dash=True),
    metavar="FILE",
    help="Set up the next game of a match from a position (JSON) at the last one's end.",
)
@click.option(
    "--winner", type=click.IntRange(1), metavar="N", help="With --next-game: the player who won the last."
)
@click.option(
    "--self-test",
    is_flag=False,
    flag_value="",
    metavar="[N]",
    help="Shuffle N times and hold the counts against the exact figures.",
)
@shape_options("json", "csv", "markdown")
def deal(decks: tuple[str, ...], **asked: Any) -> None:
    """Deal the setup of a game: hands, piles, board, who goes first.

    DECK is a file, a saved decklist by name, a shipped sample by name, or - for standard input. JSON is by the
    schema of deals; with --hands it is a line for each hand.

    The same seed gives the same deal on every machine: piles are shuffled by Fisher and Yates's method with numbers
    from SHA-256, one stream for each step and player. --self-test shows that it is fair.
    """
    from deckwright.cli.deal_modes import run
    from deckwright.cli.deal_wish import Wish

    run(Wish(decks=decks, **asked))
