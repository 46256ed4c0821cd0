"""The catalogue's side of an import: cards looked up and written in batches, inside one transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.catalog import rows
from deckwright.catalog.build import card_row
from deckwright.catalog.card import Card
from deckwright.catalog.game import Game
from deckwright.catalog.layers import Said, joined
from deckwright.catalog.text import fold

if TYPE_CHECKING:
    from sqlalchemy import Connection

_TEMPORARY = (
    "DROP TABLE IF EXISTS temp.seen",
    "DROP TABLE IF EXISTS temp.pointer",
    "CREATE TEMP TABLE seen (id TEXT PRIMARY KEY, file TEXT, row INTEGER) WITHOUT ROWID",
    "CREATE TEMP TABLE pointer"
    " (card TEXT, field TEXT, said TEXT, target TEXT, file TEXT, row INTEGER, before TEXT, said_before TEXT)",
)

Pointer = tuple[str, str, str, str, str, int]
"""A card, its field that points at another, the word said, the id it may be, file and row."""


class Deferred(NamedTuple):
    """A pointer at a card that had not come, with what its field said before: in the card, and of it by the user."""

    card: str
    field: str
    said: str
    target: str
    file: str
    row: int
    before: str | None
    said_before: str | None


class Store:
    """Cards read and written on one connection in a transaction."""

    def __init__(self, connection: Connection) -> None:
        self._run = connection.exec_driver_sql
        for statement in _TEMPORARY:
            self._run(statement)

    def is_shipped(self, game_id: str) -> bool:
        """Whether a game comes with the package."""
        found = self._run("SELECT shipped FROM game WHERE id = ?", (game_id,)).fetchone()
        return bool(found and found[0])

    def is_empty(self, game_id: str) -> bool:
        """Whether a game has no cards yet."""
        return self._run("SELECT 1 FROM card WHERE game = ? LIMIT 1", (game_id,)).fetchone() is None

    def cards(self, ids: Iterable[str]) -> dict[str, Card]:
        """The cards of these ids that there are."""
        sql = f"SELECT {rows.SELECTED} FROM card WHERE id IN (SELECT value FROM json_each(?))"
        return {card.id: card for card in map(rows.card, self._tuples(sql, _listed(ids)))}

    def by_name(self, game_id: str, names: Iterable[str]) -> dict[str, list[Card]]:
        """A game's cards by folded name."""
        sql = (
            f"SELECT {rows.SELECTED} FROM card"
            " WHERE game = ? AND folded IN (SELECT value FROM json_each(?)) ORDER BY id"
        )
        found: dict[str, list[Card]] = {}
        for card in map(rows.card, self._tuples(sql, game_id, _listed(map(fold, names)))):
            found.setdefault(card.folded, []).append(card)
        return found

    def identities(self, ids: Iterable[str]) -> dict[str, str]:
        """The identities of the cards of these ids that there are."""
        sql = "SELECT id, identity FROM card WHERE id IN (SELECT value FROM json_each(?))"
        return dict(self._tuples(sql, _listed(ids)))

    def reprints(self) -> dict[str, str]:
        """The identities of all cards that are not their own."""
        return dict(self._tuples("SELECT id, identity FROM card WHERE identity <> id"))

    def said(self, ids: Iterable[str]) -> dict[str, Said]:
        """What the user has said of these cards before."""
        sql = "SELECT id, document FROM user_card WHERE id IN (SELECT value FROM json_each(?))"
        return {id_: json.loads(document) for id_, document in self._tuples(sql, _listed(ids))}

    def mark_seen(self, seen: Sequence[tuple[str, str, int]]) -> None:
        """Remember ids with the file and row that they came from, the first of each."""
        if seen:
            self._run("INSERT OR IGNORE INTO seen VALUES (?, ?, ?)", list(seen))

    def seen(self, ids: Sequence[str]) -> dict[str, tuple[str, int]]:
        """Where those ids came from that were seen before."""
        sql = "SELECT id, file, row FROM seen WHERE id IN (SELECT value FROM json_each(?))"
        return {id_: (file, row) for id_, file, row in self._tuples(sql, _listed(ids))}

    def write(self, cards: Sequence[tuple[Game, Card]]) -> None:
        """Write whole cards over what is there of them."""
        if cards:
            self._run(self._upsert, [tuple(card_row(game, card).values()) for game, card in cards])

    def say(self, said: Mapping[str, Said], game_id: str) -> None:
        """Keep what a user says of shipped cards, and cards of the user's in a shipped game, apart."""
        before = self.said(said)
        made = [(id_, game_id, _json(joined(before.get(id_, {}), one))) for id_, one in said.items()]
        if made:
            self._run(
                "INSERT INTO user_card (id, game, document) VALUES (?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET document = excluded.document",
                made,
            )

    def defer(self, pointers: Sequence[Pointer]) -> None:
        """Keep pointers at cards that have not come yet, with what stands in their place; before it is written over."""
        sql = (
            "INSERT INTO pointer SELECT ?, ?, ?, ?, ?, ?,"
            " (SELECT CASE ? WHEN 'identity' THEN identity ELSE json_extract(fields, ?) END FROM card WHERE id = ?),"
            " (SELECT json_extract(document, ?) FROM user_card WHERE id = ?)"
        )
        if pointers:
            places = [(field, f"$.{field}", card, _place(field), card) for card, field, *_ in pointers]
            self._run(sql, [(*one, *place) for one, place in zip(pointers, places, strict=True)])

    def deferred(self) -> list[Deferred]:
        """The pointers kept."""
        return [Deferred(*row) for row in self._tuples("SELECT * FROM pointer")]

    def point(self, card_id: str, field: str, identity: str) -> None:
        """Make a written card's field point at an identity."""
        if field == "identity":
            self._run("UPDATE card SET identity = ? WHERE id = ?", (identity, card_id))
        else:
            sql = "UPDATE card SET fields = json_set(fields, ?, ?) WHERE id = ?"
            self._run(sql, (f"$.{field}", identity, card_id))
        sql = "UPDATE user_card SET document = json_set(document, ?, ?) WHERE id = ?"
        self._run(sql, (_place(field), identity, card_id))

    def point_apart(self, card: Card, identity: str) -> None:
        """Make a card another's printing; of a shipped game this is kept apart, as all that a user says."""
        self.point(card.id, "identity", identity)
        if self.is_shipped(card.game):
            self.say({card.id: {"identity": identity}}, card.game)

    def point_back(self, one: Deferred) -> None:
        """Make a written card's field say what it said before it was deferred; of a new card, nothing."""
        if one.before is not None or one.field == "identity":
            self.point(one.card, one.field, one.before or one.card)
        else:
            sql = "UPDATE card SET fields = json_remove(fields, ?) WHERE id = ?"
            self._run(sql, (f"$.{one.field}", one.card))
        if one.said_before is None:
            sql = "UPDATE user_card SET document = json_remove(document, ?) WHERE id = ?"
            self._run(sql, (_place(one.field), one.card))
            self._run(
                "DELETE FROM user_card WHERE id = ? AND document = ?", (one.card, _json({"fields": {}}))
            )

    def touched_sets(self) -> list[tuple[str, str, int, int]]:
        """Each game and set that rows were seen of: how many of its cards were not seen, and how many there are."""
        sql = (
            "SELECT card.game, card.set_code, sum(seen.id IS NULL), count(*) FROM card"
            " LEFT JOIN seen ON seen.id = card.id GROUP BY card.game, card.set_code HAVING count(seen.id)"
        )
        return list(self._tuples(sql))

    def unseen(self, game_id: str, set_: str) -> list[tuple[str, str, bool]]:
        """A set's cards that were not seen: id, name, and whether they are the user's own."""
        sql = (
            "SELECT card.id, card.name, NOT game.shipped OR coalesce(json_extract(user_card.document, '$.new'), 0)"
            " FROM card JOIN game ON game.id = card.game LEFT JOIN user_card ON user_card.id = card.id"
            " WHERE card.game = ? AND card.set_code = ? AND card.id NOT IN (SELECT id FROM seen)"
            " ORDER BY card.set_key, card.number_key"
        )
        return [(id_, name, bool(own)) for id_, name, own in self._tuples(sql, game_id, set_)]

    def remove(self, ids: Sequence[str]) -> None:
        """Take cards away, with what was said of them."""
        for table in ("user_card", "card") if ids else ():
            self._run(f"DELETE FROM {table} WHERE id = ?", [(id_,) for id_ in ids])

    def _tuples(self, sql: str, *parameters: Any) -> Iterator[tuple[Any, ...]]:
        return (tuple(row) for row in self._run(sql, parameters))

    @cached_property
    def _upsert(self) -> str:
        """The statement that writes a card over what is there; SQLModel's table has the columns."""
        from sqlalchemy.dialects import sqlite

        from deckwright.catalog.tables import TABLES

        table = TABLES.tables["card"]
        made = sqlite.insert(table)
        changed = {column.name: made.excluded[column.name] for column in table.columns if column.name != "id"}
        statement = made.on_conflict_do_update(index_elements=["id"], set_=changed)
        return str(statement.compile(dialect=sqlite.dialect(paramstyle="qmark")))


def _place(field: str) -> str:
    """Where what is said of a card has a field that points at another."""
    return "$.identity" if field == "identity" else f"$.fields.{field}"


def _listed(words: Iterable[str]) -> str:
    return json.dumps(list(words))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=dict, separators=(",", ":"))
