"""Saved decklists by name: plain words, every version kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from deckwright.catalog import shelf
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.nearest import meant
from deckwright.catalog.shelf import SavedEntry, SavedVersion
from deckwright.catalog.text import fold
from deckwright.decks.decklist import Decklist
from deckwright.decks.errors import DecklistError

_NAME = re.compile(r"(?![\s.-])[^\x00-\x1f\x7f/\\@:*?\"<>|]{1,80}(?<!\s)")

MOST_BYTES = 200
"""A name has at most so many bytes: most systems give a file's 255, its ending and version included."""


@dataclass(eq=False)
class BadName(DecklistError):
    """A name that no decklist may be saved under."""

    label: str

    def __str__(self) -> str:
        rule = (
            f"plain words of at most 80 characters and {MOST_BYTES} bytes,"
            ' without / \\ @ : * ? " < > |, not beginning with . or -'
        )
        return f"{self.label!r} cannot be the name of a saved decklist; take {rule}"


@dataclass(eq=False)
class NameTaken(DecklistError):
    """A name that another saved decklist has."""

    label: str

    def __str__(self) -> str:
        return f"a decklist is saved as {self.label!r} already; take another name, or remove that one first"


@dataclass(eq=False)
class NotSaved(DecklistError):
    """A name or version under which no decklist is saved."""

    label: str
    nearest: tuple[str, ...] = ()

    def __str__(self) -> str:
        hint = meant(self.nearest, none="; deck list shows what is")
        return f"no decklist is saved as {self.label!r}{hint}"


@dataclass(eq=False)
class ChangedMeanwhile(DecklistError):
    """A saved decklist that another program changed after its versions were told."""

    label: str

    def __str__(self) -> str:
        return f"another program has changed {self.label!r} meanwhile; nothing was removed"


def may_be_named(name: str) -> bool:
    """Whether a decklist may be saved under a name; such a name is also safe to make a file's."""
    try:
        return _NAME.fullmatch(name) is not None and len(name.encode()) <= MOST_BYTES
    except UnicodeEncodeError:
        return False


@dataclass(frozen=True, slots=True)
class SavedDeck:
    """A saved decklist: its versions, oldest first."""

    name: str
    versions: tuple[SavedVersion, ...]

    @property
    def newest(self) -> SavedVersion:
        """The version that the bare name means."""
        return self.versions[-1]


def saved_decks(catalogue: Catalogue) -> tuple[SavedDeck, ...]:
    """Every saved decklist, by name."""
    found: dict[str, list[SavedVersion]] = {}
    for version in catalogue.saved():
        found.setdefault(version.name, []).append(version)
    return tuple(SavedDeck(name, tuple(versions)) for name, versions in found.items())


def find_saved(catalogue: Catalogue, word: str) -> SavedVersion:
    """The version that `NAME` or `NAME@VERSION` means, in any case. Raises `NotSaved`."""
    name, _, number = word.partition("@")
    decks = saved_decks(catalogue)
    deck = next((row for row in decks if fold(row.name) == fold(name)), None)
    if deck is None:
        raise NotSaved(word, _nearest(name, [row.name for row in decks]))
    if not number:
        return deck.newest
    wanted = next((row for row in deck.versions if str(row.version) == number), None)
    if wanted is None:
        raise NotSaved(word, tuple(f"{deck.name}@{row.version}" for row in deck.versions[-2:]))
    return wanted


def is_saved(catalogue: Catalogue, word: str) -> bool:
    """Whether a word names a saved decklist or a version of one."""
    try:
        find_saved(catalogue, word)
    except NotSaved:
        return False
    return True


def save(catalogue: Catalogue, deck: Decklist, text: str, name: str) -> tuple[SavedVersion, bool]:
    """Save a decklist's text under a name as a new version; the version, and whether anything was new.

    The text of the newest version, saved again, changes nothing. Raises `BadName` or `CatalogueError`.
    """
    if not may_be_named(name):
        raise BadName(name)
    old = next((row for row in saved_decks(catalogue) if fold(row.name) == fold(name)), None)
    if old is not None and old.newest.sha == shelf.digest(text):
        return old.newest, False
    version = shelf.store(catalogue.path, name, deck.game, text, _entries(deck))
    return find_saved(catalogue, f"{name}@{version}"), True


def _entries(deck: Decklist) -> Sequence[SavedEntry]:
    return [
        SavedEntry(
            zone=entry.zone,
            card=entry.card.id if entry.card else None,
            name=entry.name,
            count=entry.count,
            lines=entry.numbers,
        )
        for entry in deck.entries
    ]


def rename(catalogue: Catalogue, old: str, new: str) -> str:
    """Rename a saved decklist with all its versions; the old name. Raises `NotSaved`, `BadName`, `NameTaken`."""
    found = find_saved(catalogue, old.partition("@")[0])
    if not may_be_named(new):
        raise BadName(new)
    try:
        shelf.rename(catalogue.path, found.name, new)
    except shelf.Taken:
        raise NameTaken(new) from None
    except shelf.Gone:
        raise NotSaved(found.name) from None
    return found.name


def find_deck(catalogue: Catalogue, name: str) -> SavedDeck:
    """The saved decklist of a name, with all its versions. Raises `NotSaved`."""
    found = find_saved(catalogue, name).name
    versions = tuple(version for version in catalogue.saved() if version.name == found)
    if not versions:  # another program has removed it just now
        raise NotSaved(name)
    return SavedDeck(found, versions)


def remove(catalogue: Catalogue, deck: SavedDeck) -> None:
    """Take a saved decklist out with the versions it is known by. Raises `ChangedMeanwhile` where it has others."""
    try:
        shelf.remove(catalogue.path, deck.versions)
    except shelf.Gone:
        raise ChangedMeanwhile(deck.name) from None


def _nearest(name: str, names: Sequence[str]) -> tuple[str, ...]:
    from difflib import get_close_matches

    return tuple(get_close_matches(name, names, n=2))
