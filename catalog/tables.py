"""The tables of the catalogue. They own the schema and every write; reading goes through `catalogue`.

Table models do not validate what is put into them: a document is checked by its schema first.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from sqlalchemy import (
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    MetaData,
    Text,
    UniqueConstraint,
    event,
    text,
)
from sqlalchemy.pool import NullPool
from sqlmodel import Field, SQLModel, create_engine

from deckwright.catalog.connection import BUSY_SECONDS
from deckwright.catalog.versions import check_version

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine


def _json(empty: str) -> Any:
    """A column that holds JSON as text."""
    return Field(default=empty, sa_column=Column(Text, nullable=False, server_default=text(f"'{empty}'")))


class _Table(SQLModel):
    """Keeps our tables apart from those of a program that uses SQLModel too."""

    metadata = MetaData()


TABLES = _Table.metadata
"""The whole schema."""


class GameRow(_Table, table=True):
    """A game, with its whole document; `digest` tells an upgrade which shipped games have changed."""

    __tablename__: ClassVar[Any] = "game"

    id: str = Field(primary_key=True)
    name: str
    document: str = Field(sa_type=Text)
    shipped: bool = False
    digest: str
    position: int


class ShippedRow(_Table, table=True):
    """The fingerprint of the shipped games that were stored last; no row in a catalogue made of other games."""

    __tablename__: ClassVar[Any] = "shipped"

    stamp: str = Field(primary_key=True)


class CardTypeRow(_Table, table=True):
    """A game's kind of card, tile or token, in the document's order."""

    __tablename__: ClassVar[Any] = "card_type"

    game: str = Field(primary_key=True, foreign_key="game.id", ondelete="CASCADE")
    id: str = Field(primary_key=True)
    name: str
    plural: str
    position: int


class CardRow(_Table, table=True):
    """One printing as it counts: the shipped facts, with the user's on top; in the reader's order."""

    __tablename__: ClassVar[Any] = "card"
    __table_args__ = (
        ForeignKeyConstraint(["game", "type"], ["card_type.game", "card_type.id"]),
        # Only this one begins with the game, so that all of a game's cards are read in the order they lie in.
        Index("card_by_game", "game"),
        Index("card_by_name", "folded", "game"),
        Index("card_by_identity", "identity"),
        Index("card_by_type", "type", "game", "folded"),
    )

    id: str = Field(primary_key=True)
    game: str = Field(foreign_key="game.id", ondelete="CASCADE")
    type: str
    subtype: str | None = None
    subtype_key: str | None = None
    set_code: str
    set_key: str
    number: str
    number_key: str
    name: str
    folded: str
    identity: str
    text: str = Field(default="", sa_type=Text)
    text_folded: str = Field(default="", sa_type=Text)
    copies: int | None = None
    source: str
    assumed: str = _json("[]")
    fields: str = _json("{}")
    keys: str = _json("{}")


class UserCardRow(_Table, table=True):
    """What a user said of a card, as JSON, apart from the shipped facts: it wins, and outlives an upgrade."""

    __tablename__: ClassVar[Any] = "user_card"

    id: str = Field(primary_key=True)
    game: str
    document: str = Field(sa_type=Text)


class DeckRow(_Table, table=True):
    """One saved version of a decklist, with the text as it was given."""

    __tablename__: ClassVar[Any] = "deck"
    __table_args__ = (UniqueConstraint("name", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    name: str
    version: int
    game: str = Field(foreign_key="game.id")
    saved_at: str
    text: str = Field(sa_type=Text)
    sha: str


class DeckEntryRow(_Table, table=True):
    """Some copies of one card in one zone of a saved decklist; no `card` where the name is unknown."""

    __tablename__: ClassVar[Any] = "deck_entry"

    id: int | None = Field(default=None, primary_key=True)
    deck: int = Field(foreign_key="deck.id", ondelete="CASCADE", index=True)
    zone: str
    card: str | None = Field(
        default=None, sa_column=Column(Text, ForeignKey("card.id", ondelete="SET NULL"), index=True)
    )
    name: str
    count: int
    lines: str = _json("[]")


def engine(path: Path) -> Engine:
    """An engine on the file at `path` for writing: foreign keys on, one writer at a time, waiting for others.

    Every transaction holds the write lock from its start, tables made in it included, and raises CatalogueError where
    a newer deckwright has upgraded the file since it was opened.
    """
    made = create_engine("sqlite://", creator=lambda: _connect(path), poolclass=NullPool)
    event.listen(made, "connect", _prepare)
    event.listen(made, "begin", lambda connection: _begin(connection, path))
    return made


def _connect(path: Path) -> Any:
    import sqlite3

    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)


def _begin(connection: Connection, path: Path) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    if version := connection.exec_driver_sql("PRAGMA user_version").scalar():  # none yet while it is built
        check_version(path, version)


def _prepare(connection: Any, _record: Any) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
