"""Whether a catalogue is in order: what is looked at, what was found, what to do where it is not."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from deckwright.catalog.build import Shipment, card_row, digest, game_row, shipped
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.connection import ERRORS, reader, tidy
from deckwright.catalog.copies import kept
from deckwright.catalog.errors import REBUILD, CatalogueError
from deckwright.catalog.header import check, exists, log_files
from deckwright.catalog.stamp import kept_stamp, stamp
from deckwright.catalog.versions import is_old, newest

_MOST = 5
_RESTORE = f"keep what deckwright export still writes, then {REBUILD}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: what was found, and the remedy where it is not as it should be."""

    what: str
    found: str
    remedy: str = ""

    @property
    def sound(self) -> bool:
        """Whether all is well."""
        return not self.remedy


def examine(path: Path) -> Iterator[Finding]:
    """Everything about the catalogue at a path; it is only read."""
    yield Finding("catalogue", str(path))
    yield from _copies(path)
    if not exists(path):
        yield Finding("file", "not there yet; the next command builds it")
        return
    try:
        check(path)
        connection = reader(path)
    except CatalogueError as error:
        yield Finding("file", error.problem, error.remedy)
        return
    try:
        with closing(connection):
            old = is_old(path, connection)
            yield from _file(path)
            yield _version(connection, old)
            yield from _soundness(connection)
            if not old:
                yield from _contents(Catalogue(path, connection), connection)
    except CatalogueError as error:
        yield Finding("file", error.problem, error.remedy)
    except ERRORS as error:
        yield Finding("contents", f"cannot be read ({error})", _RESTORE)
    finally:
        tidy(path)


def _copies(path: Path) -> Iterator[Finding]:
    """The copies that upgrades have kept; they are the user's to delete."""
    for copy, version in kept(path):
        facts = copy.stat()
        day = datetime.fromtimestamp(facts.st_mtime, UTC).date()
        says = (
            f"{copy}: version {version} of {day}, {facts.st_size:,} bytes; delete it when you need it no more"
        )
        yield Finding("kept copy", says)


def _version(connection: sqlite3.Connection, old: bool) -> Finding:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if not old:
        return Finding("version of its tables", f"{version}, the newest")
    remedy = "run any other command, such as deckwright games: it upgrades them and keeps a copy of the file"
    return Finding("version of its tables", f"{version}, older than {newest()}", remedy)


def _file(path: Path) -> Iterator[Finding]:
    log = log_files(path)[0]
    waiting = f", {log.stat().st_size:,} bytes in its log" if log.exists() else ""
    writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    yield Finding("size", f"{path.stat().st_size:,} bytes{waiting}")
    yield Finding("may be written", "yes" if writable else "no: it can only be read")


def _soundness(connection: sqlite3.Connection) -> Iterator[Finding]:
    wrong = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({_MOST})")]
    yield Finding("integrity", "; ".join(wrong), "" if wrong == ["ok"] else _RESTORE)
    orphans = connection.execute("PRAGMA foreign_key_check").fetchmany(_MOST)
    tables = ", ".join(sorted({row[0] for row in orphans}))
    says = f"rows of {tables} point at nothing" if orphans else "ok"
    yield Finding("foreign keys", says, _RESTORE if orphans else "")


def _contents(catalogue: Catalogue, connection: sqlite3.Connection) -> Iterator[Finding]:
    yield from _games(catalogue, connection)
    ((decks, versions),) = catalogue.ask("SELECT count(DISTINCT name), count(*) FROM deck")
    yield Finding("saved decklists", f"{decks:,}, in {versions:,} version{'' if versions == 1 else 's'}")


def _games(catalogue: Catalogue, connection: sqlite3.Connection) -> Iterator[Finding]:
    kept = kept_stamp(connection)
    packed = {one[0].id: (one, at) for at, one in enumerate(shipped())} if kept == stamp() else {}
    if packed:
        yield Finding("shipped games", "current")
    elif kept == "":
        yield Finding("shipped games", "not of this package: the catalogue was made of other games")
    else:
        remedy = "run any other command, such as deckwright games: it brings them up to date"
        yield Finding("shipped games", "of another version", remedy)
    sql = (
        "SELECT game.id, game.shipped, count(card.id),"
        " (SELECT count(*) FROM user_card WHERE user_card.game = game.id AND json_extract(document, '$.new') IS NULL),"
        " (SELECT count(*) FROM user_card WHERE user_card.game = game.id AND json_extract(document, '$.new'))"
        " FROM game LEFT JOIN card ON card.game = game.id GROUP BY game.id ORDER BY game.position, game.id"
    )
    for game, ours, cards, said, own in catalogue.ask(sql):
        parts = [f"{'shipped' if ours else 'yours'}, {cards:,} cards"]
        parts += [f"{own:,} of them yours"] if own else []
        parts += [f"fields of yours on {said:,}"] if said else []
        whole = (
            _is_as_shipped(catalogue, *packed[game])
            if ours and game in packed
            else _is_as_stored(catalogue, game)
        )
        parts += [] if whole else ["not as it was stored"]
        yield Finding(f"game {game}", ", ".join(parts), "" if whole else _RESTORE)
    yield from _dormant(catalogue)


def _is_as_shipped(catalogue: Catalogue, shipment: Shipment, position: int) -> bool:
    """Whether a shipped game stands as it ships, and its cards do of which the user said nothing."""
    game, cards = shipment
    row = game_row(game, cards, position, shipped=True)
    if catalogue.ask(f"SELECT {', '.join(row)} FROM game WHERE id = ?", game.id) != [(*row.values(),)]:
        return False
    said = {card_id for (card_id,) in catalogue.ask("SELECT id FROM user_card WHERE game = ?", game.id)}
    rows = [card_row(game, card) for card in cards]
    columns = ", ".join(rows[0]) if rows else "id"
    held = catalogue.ask(f"SELECT {columns} FROM card WHERE game = ?", game.id)
    own = {(*one.values(),) for one in rows if one["id"] not in said}
    return own == {one for one in held if one[0] not in said}


def _is_as_stored(catalogue: Catalogue, game_id: str) -> bool:
    """Whether the document of a game that does not ship is the one that was stored."""
    ((shipped, stored),) = catalogue.ask("SELECT shipped, digest FROM game WHERE id = ?", game_id)
    try:
        return bool(shipped) or digest(catalogue.game(game_id), ()) == stored
    except CatalogueError:
        return False


def _dormant(catalogue: Catalogue) -> Iterator[Finding]:
    """What the user said of cards that are no more; it is kept, should they come back."""
    sql = "SELECT id FROM user_card WHERE id NOT IN (SELECT id FROM card) ORDER BY id"
    gone = [row[0] for row in catalogue.ask(sql)]
    if gone:
        more = f" and {len(gone) - _MOST:,} more" if len(gone) > _MOST else ""
        yield Finding(
            "kept for later", f"what you said of {', '.join(gone[:_MOST])}{more}, which no game has now"
        )
