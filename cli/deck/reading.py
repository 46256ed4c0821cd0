"""What the commands on decklists share: one decklist from a word of the command line."""

from __future__ import annotations

from dataclasses import dataclass

from deckwright.catalog.catalogue import Catalogue
from deckwright.cli.errors import NotFound
from deckwright.cli.screen import say
from deckwright.decks.decklist import Decklist
from deckwright.decks.reader import DecklistReader
from deckwright.decks.sources import Source, sample_names, sources


@dataclass(frozen=True, slots=True)
class Given:
    """A decklist, its text as given, and where that came from."""

    deck: Decklist
    text: str
    source: Source


def one_source(word: str, catalogue: Catalogue) -> Source:
    """The one decklist source that a word names."""
    found = [source for source in sources(word, catalogue) if isinstance(source, Source)]
    if len(found) > 1:
        raise NotFound(f"{word} holds {len(found)} decklists; give them one by one")
    return found[0]


def one_deck(word: str, reader: DecklistReader, game: str | None = None) -> Given:
    """The one decklist that a word names. Raises `DecklistError` or `UnknownGame`."""
    source = one_source(word, reader.catalogue)
    text = source.read()
    return Given(reader.read(text, source.label, game), text, source)


def tell_hidden(name: str) -> None:
    """Say so where a saved name hides a shipped sample."""
    if name in sample_names():
        say(f"{name} means this decklist from now on, not the shipped sample of that name")
