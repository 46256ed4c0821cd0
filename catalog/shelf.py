"""Saved decklists in the catalogue: a row a version, none ever overwritten."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.catalog.connection import settle
from deckwright.catalog.errors import CatalogueError
from deckwright.catalog.text import fold
from deckwright.catalog.writing import refusal

if TYPE_CHECKING:
    from sqlmodel import Session

_AGAIN = "nothing of this was kept; try again"

SELECTED = (
    "SELECT deck.id, deck.name, deck.version, deck.game, deck.saved_at, deck.sha,"
    " coalesce((SELECT sum(count) FROM deck_entry WHERE deck_entry.deck = deck.id AND zone <> 'maybe'), 0)"
    " FROM deck ORDER BY lower(deck.name), deck.name, deck.version"
)
"""The columns of `SavedVersion`, in order."""


@dataclass(frozen=True, slots=True)
class SavedVersion:
    """One saved version of a decklist: when it was saved (UTC), and how many copies count in it."""

    id: int
    name: str
    version: int
    game: str
    saved_at: str
    sha: str
    copies: int


@dataclass(frozen=True, slots=True)
class SavedEntry:
    """Some copies of one card in one zone; `card` is None where the name is unknown."""

    zone: str
    card: str | None
    name: str
    count: int
    lines: tuple[int, ...]


def digest(text: str) -> str:
    """The fingerprint by which a text is known to be unchanged."""
    import hashlib

    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Taken(Exception):
    """Another saved decklist has the name."""


class Gone(Exception):
    """The saved decklist is not there any more, or not as it was."""


def store(path: Path, name: str, game: str, text: str, entries: Iterable[SavedEntry]) -> int:
    """Save a new version of a decklist, in any case of its name; its number, from 1. Raises CatalogueError."""
    from sqlmodel import func, select

    from deckwright.catalog.tables import DeckEntryRow, DeckRow

    now = datetime.now(UTC).isoformat(timespec="seconds")
    with _writing(path) as session:
        kept = next(_alike(session, name), name)
        last = session.exec(select(func.max(DeckRow.version)).where(DeckRow.name == kept)).one()
        version = (last or 0) + 1
        row = DeckRow(name=kept, version=version, game=game, saved_at=now, text=text, sha=digest(text))
        session.add(row)
        session.flush()
        assert row.id is not None
        for entry in entries:
            lines = json.dumps(entry.lines)
            session.add(DeckEntryRow(deck=row.id, zone=entry.zone, card=entry.card, name=entry.name,
                                     count=entry.count, lines=lines))  # fmt: skip
    return version


def rename(path: Path, old: str, new: str) -> None:
    """Give every version of a saved decklist another name. Raises Taken, Gone or CatalogueError."""
    from sqlmodel import col, update

    from deckwright.catalog.tables import DeckRow

    with _writing(path) as session:
        if any(name != old for name in _alike(session, new)):
            raise Taken(new)
        if not session.exec(update(DeckRow).where(col(DeckRow.name) == old).values(name=new)).rowcount:
            raise Gone(old)


def remove(path: Path, versions: Collection[SavedVersion]) -> None:
    """Take a saved decklist out, of which these are all versions. Raises Gone if they are not, or CatalogueError."""
    from sqlmodel import col, delete, select

    from deckwright.catalog.tables import DeckRow

    [name] = {version.name for version in versions}
    told = {(version.id, version.version, version.sha) for version in versions}
    with _writing(path) as session:
        there = session.exec(select(DeckRow.id, DeckRow.version, DeckRow.sha).where(DeckRow.name == name))
        if {tuple(row) for row in there} != told:
            raise Gone(name)
        session.exec(delete(DeckRow).where(col(DeckRow.name) == name))


def _alike(session: Session, name: str) -> Iterator[str]:
    """The names of saved decklists that are the same but for case, the same one first."""
    from sqlmodel import select

    from deckwright.catalog.tables import DeckRow

    names = session.exec(select(DeckRow.name).distinct().order_by(DeckRow.name))
    return iter(sorted((one for one in names if fold(one) == fold(name)), key=lambda one: one != name))


@contextmanager
def _writing(path: Path) -> Iterator[Session]:
    """A session whose changes stand together or not at all."""
    from sqlalchemy.exc import DBAPIError, IntegrityError
    from sqlmodel import Session

    from deckwright.catalog.tables import engine

    try:
        with Session(engine(path)) as session:
            yield session
            session.commit()
    except IntegrityError as error:
        raise CatalogueError(path, "was changed by another program meanwhile", _AGAIN) from error
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error):
            raise refusal(path, error.orig) from error
        raise
    finally:
        settle(path)
