"""The catalogue as readers see it: games and cards, found fast and never changed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self

from deckwright.catalog import rows
from deckwright.catalog.card import Card
from deckwright.catalog.connection import ERRORS, base_code, damaged, failure, tidy
from deckwright.catalog.errors import CatalogueError, UnknownGame
from deckwright.catalog.game import Game
from deckwright.catalog.nearest import Names, nearest_meanings
from deckwright.catalog.opening import Announce, opened
from deckwright.catalog.place import catalogue_path
from deckwright.catalog.shelf import SELECTED, SavedVersion
from deckwright.catalog.text import fold, natural_key

if TYPE_CHECKING:
    from deckwright.catalog.query.nodes import Query

DEFAULT_ORDER = (
    "(SELECT position FROM game WHERE game.id = card.game), card.set_key, card.number_key, card.id"
)
"""The order of a search that asks for none: as the games stand, then as the cards are numbered."""

_NATURAL = "set_key, number_key, id"
_NO_LIMIT = -1
_MOST_QUERIES = 1_000
"""So many readings of queries are kept; then all are read anew."""

_MOST_NAMES = 20_000
"""So many names are kept with their printings; lists of names that are none would else fill the memory."""

_MOST = 2**62


class Selection(Protocol):
    """A query, as far as the reader needs one."""

    def clause(self) -> tuple[str, Sequence[Any]]:
        """The SQL condition on `card`, and its parameters."""
        ...


class Catalogue:
    """An open catalogue. What it has read of games and names it keeps, so it suits one task, not a server."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._games: dict[str, Game] = {}
        self._named: dict[tuple[str, str], tuple[Card, ...]] = {}
        self._cards: dict[str, tuple[Card, ...]] = {}
        self._names_of: dict[str | None, Names] = {}
        self._queries: dict[tuple[str, str | None, bool], Query] = {}
        self._types: frozenset[tuple[Any, ...]] = frozenset()
        self._searchable = False

    @classmethod
    def open(cls, path: Path | None = None, announce: Announce | None = None) -> Self:
        """The catalogue at `path`, or where it always is. A missing one is built, with `announce` told first.

        One of an older version is upgraded, a copy of it being kept, and `announce` told. Raises CatalogueError for
        a file that is no whole catalogue, is of a newer version, or cannot be upgraded.
        """
        place = catalogue_path(path)
        return cls(place, opened(place, announce))

    def copy(self, path: Path) -> None:
        """Write a whole copy of the catalogue, as it is now, to a new file. Raises CatalogueError."""
        self._rows("BEGIN")
        try:
            # Waits for who writes, but not for ever, as the backup would.
            self._rows("SELECT count(*) FROM sqlite_master")
            with closing(sqlite3.connect(path)) as made:
                self._connection.backup(made)
        except ERRORS as error:
            if base_code(error) not in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN):
                raise failure(self.path, error) from error
            raise CatalogueError(
                self.path, f"cannot be copied to {path} ({error})", "make room there"
            ) from error
        finally:
            self._rows("ROLLBACK")

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()
        tidy(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def game_ids(self) -> tuple[str, ...]:
        """The ids of the games, in the catalogue's order."""
        return tuple(self._texts("SELECT id FROM game ORDER BY position, id"))

    def game(self, game_id: str) -> Game:
        """The game of this id. Raises UnknownGame."""
        if game_id not in self._games:
            found = self._rows("SELECT document FROM game WHERE id = ?", game_id)
            if not found:
                raise self._unknown_game(game_id)
            try:
                self._games[game_id] = Game.read(json.loads(found[0][0]))
            except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
                raise damaged(self.path, f"the document of {game_id} cannot be read") from error
        return self._games[game_id]

    def games(self) -> tuple[Game, ...]:
        """All games, in the catalogue's order."""
        return tuple(self.game(game_id) for game_id in self.game_ids())

    def find_game(self, word: str) -> Game:
        """The game that a word names by id or name, in any case; an exact id comes first. Raises UnknownGame."""
        known = self._rows("SELECT id, name FROM game ORDER BY position, id")
        key = fold(word)
        exact = [row[0] for row in known if row[0] == word]
        alike = (row[0] for row in known if key in map(fold, map(self._text, row)))
        for game_id in (*exact, *alike):
            return self.game(game_id)
        raise self._unknown_game(word)

    def card(self, card_id: str) -> Card | None:
        """The printing of this id."""
        found = self._select("id = ?", [card_id])
        return found[0] if found else None

    def named(self, game_id: str, folded: str) -> tuple[Card, ...]:
        """A game's printings whose folded name is this, in natural order."""
        key = (game_id, folded)
        if key not in self._named:
            if len(self._named) >= _MOST_NAMES:
                self._named.clear()
            self._named[key] = tuple(self._select("game = ? AND folded = ?", key))
        return self._named[key]

    def cards(self, game_id: str) -> tuple[Card, ...]:
        """All printings of a game, in natural order."""
        if game_id not in self._cards:
            self._cards[game_id] = tuple(self._select("game = ?", [game_id]))
        return self._cards[game_id]

    def knowing(self, folded_names: Collection[str]) -> dict[str, int]:
        """How many of these different folded names each game knows; games that know none are left out."""
        sql = (
            "SELECT game.id, count(DISTINCT card.folded) FROM game JOIN card"
            " ON card.game = game.id AND card.folded IN (SELECT value FROM json_each(?))"
            " GROUP BY game.id ORDER BY game.position, game.id"
        )
        return dict(self._rows(sql, json.dumps(list(folded_names))))

    def names(self, game_id: str | None = None) -> tuple[str, ...]:
        """The different printed names, of one game or of all."""
        where = "" if game_id is None else "WHERE game = ? "
        sql = f"SELECT DISTINCT name FROM card {where}ORDER BY folded, name"
        return tuple(self._texts(sql, *([] if game_id is None else [game_id])))

    def nearest(self, name: str, game_id: str | None = None, limit: int = 3) -> tuple[str, ...]:
        """The printed names most like a name that is not there, best first; none where none is near."""
        if game_id not in self._names_of:
            self._names_of[game_id] = Names(self.names(game_id))
        return self._names_of[game_id].nearest(name, limit)

    def identities(self, game_id: str, word: str) -> tuple[str, ...]:
        """The identities of a game's cards that have this id, number or name."""
        where = "game = ? AND (id = ? OR number_key = ? OR folded = ?)"
        found = self._select(where, [game_id, word, natural_key(word), fold(word)])
        return tuple(dict.fromkeys(card.identity for card in found))

    def counts(self, game_id: str) -> dict[str, tuple[int, int]]:
        """Of each card type of a game: its different cards, and its pieces, one of each where no box says."""
        sql = (
            "SELECT card_type.id, count(card.id), sum(coalesce(card.copies, card.id IS NOT NULL))"
            " FROM card_type LEFT JOIN card ON card.game = card_type.game AND card.type = card_type.id"
            " WHERE card_type.game = ? GROUP BY card_type.id ORDER BY card_type.position"
        )
        found = {kind: (cards, pieces) for kind, cards, pieces in self._rows(sql, game_id)}
        if game_id in self.game_ids() and not self.game(game_id).types.keys() <= found.keys():
            raise damaged(self.path, f"card types of {game_id} are missing")
        return found

    def saved(self) -> tuple[SavedVersion, ...]:
        """Every saved version of every decklist, by name and version."""
        try:
            return tuple(rows.saved(row) for row in self._rows(SELECTED))
        except (ValueError, TypeError) as error:
            raise damaged(self.path, "saved decklists in it cannot be read") from error

    def saved_text(self, version: SavedVersion) -> str:
        """The text of a saved version, as it was given."""
        found = self._rows("SELECT text FROM deck WHERE id = ?", version.id)
        if not found:
            raise CatalogueError(self.path, "was changed by another program meanwhile", "try again")
        return str(found[0][0])

    def search(
        self, query: Selection, order: str = DEFAULT_ORDER, limit: int | None = None, offset: int = 0
    ) -> list[Card]:
        """The cards that a query selects, from `offset`, at most `limit`; `order` is the compiler's SQL."""
        least = _NO_LIMIT if limit is None else min(limit, _MOST)
        tail = f"ORDER BY {order} LIMIT ? OFFSET ?"
        with self.searching(query) as (where, parameters):
            return self._made(f"WHERE {where} {tail}", [*parameters, least, min(offset, _MOST)])

    def count(self, query: Selection) -> int:
        """How many cards a query selects."""
        where, parameters = query.clause()
        if "regexp(" in where:
            with self.searching(query):
                return self._count(where, parameters)
        return self._count(where, parameters)

    def _count(self, where: str, parameters: Sequence[Any]) -> int:
        found: int = self._rows(f"SELECT count(*) FROM card WHERE {where}", *parameters)[0][0]
        return found

    def query(self, text: str, game_id: str | None = None, whole: bool = False) -> Query:
        """What `parse` reads in a text; each text is read once. Raises QueryError."""
        key = (text, game_id, whole)
        if key not in self._queries:
            if len(self._queries) >= _MOST_QUERIES:
                self._queries.clear()
            from deckwright.catalog.query.parse import parse

            self._queries[key] = parse(text, self, game_id, whole)
        return self._queries[key]

    @contextmanager
    def searching(self, query: Selection) -> Iterator[tuple[str, Sequence[Any]]]:
        """The query's condition, while its regexes are bounded and say themselves what is wrong with them."""
        from deckwright.catalog.query.patterns import install, raising

        if not self._searchable:
            install(self._connection)
            self._searchable = True
        with raising():
            yield query.clause()

    def _select(self, where: str, parameters: Iterable[Any]) -> list[Card]:
        return self._made(f"WHERE {where} ORDER BY {_NATURAL}", parameters)

    def _made(self, tail: str, parameters: Iterable[Any]) -> list[Card]:
        found = self._rows(f"SELECT {rows.SELECTED} FROM card {tail}", *parameters)
        try:
            made = [rows.card(row) for row in found]
            if self._stray(made):
                raise ValueError("a card of a type that its game has not")
            return made
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise damaged(self.path, "cards in it cannot be read") from error

    def _stray(self, cards: Iterable[Card]) -> bool:
        """Whether a card is of a type that is none; the types are read anew where an import has brought some."""
        said = {(card.game, card.type) for card in cards}
        if not said <= self._types:
            self._types = frozenset(self._rows("SELECT game, id FROM card_type"))
        return not said <= self._types

    def ask(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """The rows of a statement that another module has written."""
        return self._rows(sql, *parameters)

    def _rows(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """The rows of a statement; none where a parameter is text that no file can hold."""
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except UnicodeEncodeError:
            return []
        except sqlite3.ProgrammingError:
            raise
        except ERRORS as error:
            raise failure(self.path, error) from error

    def _texts(self, sql: str, *parameters: Any) -> list[str]:
        """The first column of a statement's rows, which is never anything but text."""
        return [self._text(row[0]) for row in self._rows(sql, *parameters)]

    def _text(self, value: object) -> str:
        if not isinstance(value, str):
            raise damaged(self.path, "a name in it is no text")
        return value

    def _unknown_game(self, word: str) -> UnknownGame:
        rows = self._rows("SELECT name, id FROM game UNION SELECT id, id FROM game ORDER BY 2, 1")
        meanings = {self._text(said): self._text(game_id) for said, game_id in rows}
        return UnknownGame(word, nearest_meanings(word, meanings))
