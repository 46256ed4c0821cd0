"""The next game of a match: the document's second list of steps, on a position at the last game's end."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from deckwright.decks.bounds import Surroundings
from deckwright.decks.deal.choices import Choices
from deckwright.decks.deal.dealing import Dealing, Terms
from deckwright.decks.deal.engine import finished, run
from deckwright.decks.deal.script import NEXT, script
from deckwright.decks.deal.table import Deal
from deckwright.decks.lines import LineReader
from deckwright.decks.options import settle_format, settle_options


def next_game(
    lines: LineReader, position: Deal, seed: str, *, winner: int = 0, given: Mapping[str, str] | None = None
) -> Deal:
    """The next game's setup (GP-32) from where the last one ended; `winner` is its seat if the position lacks it.

    Its random numbers are apart from those of every other game of the match. Raises `DealError`.
    """
    game = lines.game
    label = ", ".join(dict.fromkeys(position.decks))
    format_id = settle_format(game, label, position.format)
    said = {key: str(value) for key, value in position.options.items() if key in game.options}
    options = settle_options(game, label, given or {}, said)
    around = Surroundings(game, options, date.today())
    terms = Terms(lines, around, format_id, position.seats, Choices(), position.decks)
    piles = {(pile.name, pile.seat): pile.pieces for pile in position.piles}
    dealing = Dealing(terms, piles, seed, round=position.round + 1, winner=winner or position.winner)
    for step in script(lines, NEXT, format_id):
        run(step, dealing)
    return finished(dealing)
