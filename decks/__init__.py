"""Decklists: reading, writing and judging them, dealing, and odds.

    from deckwright.decks import read, validate, write

    deck = read("game: geopals\\n2 Orb\\n")      # a text, a Path, or anything `read` made
    verdict = validate(deck)
    verdict.legal, verdict.faults                 # facts; `sentence(fault)` and `mend_sentence` say them
    write(deck)                                   # the canonical text; read(write(deck)) == deck

Each takes `catalogue=` (else the user's own is opened, and built if it is missing).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.catalog.lazily import lazily

if TYPE_CHECKING:
    from deckwright.catalog.catalogue import Catalogue
    from deckwright.decks.decklist import Decklist
    from deckwright.decks.errors import BadChoice, DecklistError, NotWritable
    from deckwright.decks.verdict import Fault, Verdict
    from deckwright.decks.wording import mend_sentence, sentence

__all__ = [
    "BadChoice",
    "Decklist",
    "DecklistError",
    "Fault",
    "NotWritable",
    "Verdict",
    "mend_sentence",
    "own_catalogue",
    "read",
    "sentence",
    "validate",
    "write",
]


def read(
    source: str | Path | Decklist,
    *,
    game: str | None = None,
    catalogue: Catalogue | None = None,
) -> Decklist:
    """The decklist of a text, or of the file at a `Path`: text in any form of the README's table, JSON or CSV.

    `game` (an id or a name) settles the game of a decklist that does not say. Raises `DecklistError` for what is no
    decklist, with the lines that were not understood, and `UnknownGame`. Unknown and ambiguous card names are no
    error here: they are entries without a card, and faults of the verdict.
    """
    from deckwright.decks.decklist import Decklist
    from deckwright.decks.reader import DecklistReader, read_file

    if isinstance(source, Decklist):
        return source
    text, label = (read_file(source), str(source)) if isinstance(source, Path) else (source, "decklist")
    return DecklistReader(catalogue or own_catalogue()).read(text, label, game)


def validate(
    source: str | Path | Decklist,
    *,
    game: str | None = None,
    format: str | None = None,
    options: Mapping[str, int | str] | None = None,
    on: date | None = None,
    catalogue: Catalogue | None = None,
) -> Verdict:
    """The verdict on a decklist: every fault with its rule, citation, cards and lines, bounds and mends.

    `format` and `options` win over the decklist's headers; `on` is the day whose dated rules hold, today if left
    out. Raises as `read` does, and `BadChoice` for a format or option that the game does not have. To judge many
    decklists quickly, make one `deckwright.decks.validator.Validator` and keep it.
    """
    from deckwright.decks.validator import Validator

    shelf = catalogue or own_catalogue()
    deck = read(source, game=game, catalogue=shelf)
    return Validator(shelf, game=game, format=format, options=options, on=on).deck(deck)


def write(deck: Decklist, *, catalogue: Catalogue | None = None) -> str:
    """The decklist as text in its canonical order. Raises `NotWritable` for what no line of text can say."""
    from deckwright.decks.reader import DecklistReader
    from deckwright.decks.writer import write as written

    return written(deck, DecklistReader(catalogue or own_catalogue()).lines_of(deck.game))


def own_catalogue() -> Catalogue:
    """The user's own catalogue, built if it is missing, and opened once a process. Raises CatalogueError."""
    from deckwright.catalog.catalogue import Catalogue

    global _opened
    if _opened is None:
        _opened = Catalogue.open()
    return _opened


_opened: Catalogue | None = None

__getattr__ = lazily(
    __name__,
    {
        "BadChoice": "errors",
        "Decklist": "decklist",
        "DecklistError": "errors",
        "Fault": "verdict",
        "NotWritable": "errors",
        "Verdict": "verdict",
        "mend_sentence": "wording",
        "sentence": "wording",
    },
)
