"""Deals of the shipped boxes and sample decks, for the tests of dealing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.deal.engine import Dealer
from deckwright.decks.deal.start import settle
from deckwright.decks.deal.table import Deal, Piece
from deckwright.decks.reader import DecklistReader
from deckwright.decks.sources import Source, sources

TIDE, EMBER = "tide-and-sky", "ember-and-root"
GEOPALS, GEOCLASH, QUEST, REPELLO, GECKOS = (
    "geopals",
    "geoclash-twist",
    "companion-quest",
    "repello",
    "garden-geckos",
)


def dealer(
    catalogue: Catalogue, *decks: str, format: str | None = None, **given: str | Sequence[str]
) -> Dealer:
    """The dealer of samples by name, or of decklists by their text; `given` as on the command line."""
    reader = DecklistReader(catalogue)
    read = [reader.read(text(deck), deck.split("\n")[0]) for deck in decks]
    said: Mapping[str, Sequence[str]] = {
        key: [value] if isinstance(value, str) else value for key, value in given.items()
    }
    terms, notes = settle(reader.lines_of(read[0].game), read, said, format)
    return Dealer(terms, read, notes)


def text(deck: str) -> str:
    """The text of a sample, or the text itself."""
    if "\n" in deck:
        return deck
    (found,) = sources(deck)
    assert isinstance(found, Source)
    return found.read()


def titles(pieces: Sequence[Piece]) -> list[str]:
    """The names of pieces with their numbers."""
    return [piece.title for piece in pieces]


def kinds(pieces: Sequence[Piece]) -> list[str]:
    """The card types of pieces."""
    return [piece.card.type for piece in pieces if piece.card]


def everything() -> Iterator[tuple[tuple[str, ...], Mapping[str, str]]]:
    """Every game with every number of players and every option that its setup heeds."""
    yield (TIDE,), {}
    yield (EMBER,), {"start": "Tadpearl"}
    yield (TIDE, EMBER), {}
    yield (TIDE, TIDE), {}
    for players in "23456":
        yield (GEOCLASH,), {"players": players}
        yield (GEOCLASH,), {"players": players, "teams": "2" if players > "2" else "0"}
    for players in "1234":
        for difficulty in ("normal", "easy 1", "easy 2", "hard 1", "hard 2"):
            yield (QUEST,), {"players": players, "difficulty": difficulty, "snacks": players}
    for players, most in (("2", "32"), ("3", "21"), ("4", "16")):
        for load in (None, "1", most):
            yield (REPELLO,), {"players": players, **({"load": load} if load else {})}
    for players in "123456":
        for keep in ("first", "random"):
            yield (GECKOS,), {"players": players, "keep": keep}


def words(deal: Deal) -> str:
    """The log in words."""
    return "\n".join(map(str, deal.log))
