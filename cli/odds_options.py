"""What `odds`, `compare` and `vary` share: their options, and the decks that they are about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from deckwright.catalog.text import visible
from deckwright.cli.options import complete_card, complete_format, complete_game, given_options
from deckwright.cli.screen import say
from deckwright.cli.written import refuse_catalogue
from deckwright.decks.sources import Passed, Source, sources

if TYPE_CHECKING:
    from deckwright.catalog.catalogue import Catalogue
    from deckwright.decks.decklist import Decklist
    from deckwright.decks.odds.asking import Odds

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


@dataclass(frozen=True)
class Wish:
    """Which cards are looked at, as it was asked."""

    seen: int | None
    pile: str | None
    start: tuple[str, ...]
    players: str | None
    option: tuple[str, ...]
    format_id: str | None
    game: str | None
    allow_empty: bool

    @property
    def given(self) -> Mapping[str, Sequence[str]]:
        """Every option and choice by its key. Raises `UsageError`."""
        return given_options(self.option, self.players, self.start)


def look_options(command: Decorated) -> Decorated:
    """The options that say which cards are looked at, given to the command as `Wish` takes them."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


_OPTIONS: Sequence[Callable[[Any], Any]] = (
    click.option(
        "--seen",
        type=click.IntRange(0, 1_000_000),
        metavar="N",
        help="Look at the first N cards, not the opening hand.",
    ),
    click.option(
        "--pile",
        metavar="NAME",
        help="Look at this pile, at several (hand+market), or all that lies face-up.",
    ),
    click.option(
        "--start", multiple=True, metavar="CARD", shell_complete=complete_card, help="The card to start with."
    ),
    click.option("--players", metavar="N", help="The number of players; short for --option players=N."),
    click.option(
        "--option", multiple=True, metavar="KEY=VALUE", help="Set an option or a choice of the game."
    ),
    click.option(
        "--format",
        "format_id",
        metavar="NAME",
        shell_complete=complete_format,
        help="Set up for this format of the game.",
    ),
    click.option(
        "--game", metavar="NAME", shell_complete=complete_game, help="The game of a list that names none."
    ),
    click.option("--allow-empty", is_flag=True, help="Allow queries that no card of the deck matches."),
)


def _check_plot(ctx: click.Context, param: click.Parameter, file: str | None) -> str | None:
    """The file of a picture, if one can be made there."""
    if file is not None and not ctx.resilient_parsing:
        from deckwright.decks.odds.canvas import check_file

        refuse_catalogue(file)
        check_file(file)
    return file


plot_option = click.option(
    "--plot",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    callback=_check_plot,
    help="Draw it too, as .png, .svg, .pdf or .html.",
)


def open_odds(catalogue: Catalogue, word: str, wish: Wish) -> Odds:
    """What can be asked of the one decklist that a word names. Raises what reading and setting up raise."""
    from deckwright.decks.odds.asking import Odds

    found = Odds(
        read_deck(catalogue, word, wish.game),
        catalogue,
        given=wish.given,
        format=wish.format_id,
        pile=wish.pile,
        seen=wish.seen,
        allow_empty=wish.allow_empty,
    )
    for note in found.notes:
        say(f"deckwright: {visible(note)}")
    return found


def read_deck(catalogue: Catalogue, word: str, game: str | None) -> Decklist:
    """The one decklist that a word names. Raises `DecklistError`, `UnknownGame`, `UsageError`."""
    from deckwright.decks.reader import DecklistReader

    if game is not None:
        catalogue.find_game(game)
    found = list(sources(word, catalogue))
    for passed in found:
        if isinstance(passed, Passed):
            say(visible(str(passed)))
    kept = [source for source in found if isinstance(source, Source)]
    if len(kept) != 1:
        raise click.UsageError(f"{word} holds {len(kept)} decklists; name one", click.get_current_context())
    return DecklistReader(catalogue).read(kept[0].read(), kept[0].label, game)
