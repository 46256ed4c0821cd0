"""Odds of opening hands, exactly.

    from deckwright.decks import odds

    hand = odds.of("game: geopals\\n...")   # a text, a Path, or a Decklist
    answer = hand.ask("[t:stamina] >= 2")
    answer.chance                           # a fractions.Fraction; None where there is no exact answer
    list(answer.basis.lines())              # pile, size, what was set aside and why, cards seen
    hand.simulate(answer.question, 1_000_000, seed="tide").interval
    odds.report(hand)                       # what there is to know without asking

Nothing is imported before it is asked for; exact answers need no NumPy.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.catalog.lazily import lazily

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.catalog.catalogue import Catalogue
    from deckwright.decks.decklist import Decklist
    from deckwright.decks.odds.asking import Answer, Odds
    from deckwright.decks.odds.basis import fraction, percent
    from deckwright.decks.odds.comparing import compare, compare_reports
    from deckwright.decks.odds.errors import InSeveralZones, NoSuchCard, NotExact, NothingMatches, OddsError
    from deckwright.decks.odds.interval import wilson
    from deckwright.decks.odds.reporting import Report, report
    from deckwright.decks.odds.varying import Varied, vary

__all__ = [
    "Answer",
    "InSeveralZones",
    "NoSuchCard",
    "NotExact",
    "NothingMatches",
    "Odds",
    "OddsError",
    "Report",
    "Varied",
    "compare",
    "compare_reports",
    "fraction",
    "of",
    "percent",
    "report",
    "vary",
    "wilson",
]


def of(
    source: str | Path | Decklist,
    *,
    game: str | None = None,
    catalogue: Catalogue | None = None,
    format: str | None = None,
    given: Mapping[str, Sequence[str]] | None = None,
    pile: str | None = None,
    seen: int | None = None,
    allow_empty: bool = False,
) -> Odds:
    """All that can be asked of a decklist: of its opening hand, else of `pile`, in `seen` cards.

    `given` are options of the game and choices of the setup, such as `{"start": ["Inji"]}`. `allow_empty` allows
    queries that no card of the deck matches. Raises what `deckwright.decks.read` raises, `DealError` where the setup
    cannot be, and `OddsError` where there is no such hand.
    """
    from deckwright.decks import own_catalogue, read
    from deckwright.decks.odds.asking import Odds

    shelf = catalogue or own_catalogue()
    deck = read(source, game=game, catalogue=shelf)
    return Odds(deck, shelf, given=given, format=format, pile=pile, seen=seen, allow_empty=allow_empty)


__getattr__ = lazily(
    __name__,
    {
        "Answer": "asking",
        "Odds": "asking",
        "fraction": "basis",
        "percent": "basis",
        "compare": "comparing",
        "compare_reports": "comparing",
        "InSeveralZones": "errors",
        "NoSuchCard": "errors",
        "NotExact": "errors",
        "NothingMatches": "errors",
        "OddsError": "errors",
        "wilson": "interval",
        "Report": "reporting",
        "report": "reporting",
        "Varied": "varying",
        "vary": "varying",
    },
)
