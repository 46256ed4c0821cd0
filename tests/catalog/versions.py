"""Versions of the tables beside the one that there is, and a catalogue that somebody has used for a while."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from deckwright.catalog.build import build, shipped
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.shelf import SavedEntry
from deckwright.catalog.shelf import store as save
from deckwright.catalog.versions import newest
from tests.catalog.importing.bench_game import DOCUMENT, take

NOW = newest()
NEXT = NOW + 1
GAME, CARDS = next(iter(shipped()))
CARD = CARDS[0]
TABLES = Path(__file__).parent / "tables"


def pinned(version: int) -> dict[str, str]:
    """The statements that make the tables and indexes of a version, by name."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript((TABLES / f"{version}.sql").read_text(encoding="utf-8"))
        made = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
        return dict(connection.execute(made).fetchall())


def step(connection: sqlite3.Connection) -> None:
    """A second version: decklists get a note, filled in, and the zones of decks a table of their own.

    What knows the first version only can read it and, as far as the tables go, write to it.
    """
    connection.execute("ALTER TABLE deck ADD COLUMN note TEXT NOT NULL DEFAULT ''")
    connection.execute("UPDATE deck SET note = 'kept since ' || substr(saved_at, 1, 4)")
    connection.execute("CREATE TABLE deck_zone (deck INTEGER REFERENCES deck (id), zone TEXT, count INTEGER)")
    connection.execute("INSERT INTO deck_zone SELECT deck, zone, sum(count) FROM deck_entry GROUP BY 1, 2")


def another(connection: sqlite3.Connection) -> None:
    """A third version: the zones of decks have other names."""
    connection.execute("ALTER TABLE deck_zone RENAME TO zone")
    connection.execute("ALTER TABLE zone RENAME COLUMN zone TO name")
    connection.execute("CREATE INDEX zone_by_name ON zone (name)")


def age(path: Path) -> None:
    """Make a catalogue one of before a redesign: other names, a table fewer, other types, for `redesign` to undo."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(
            """
            BEGIN;
            ALTER TABLE deck ADD COLUMN entries TEXT NOT NULL DEFAULT '[]';
            UPDATE deck SET entries = (
                SELECT json_group_array(json_array(zone, card, name, count, lines))
                FROM (SELECT * FROM deck_entry WHERE deck = deck.id ORDER BY id)
            );
            DROP TABLE deck_entry;
            ALTER TABLE user_card RENAME TO said;
            DROP INDEX card_by_name;
            DROP INDEX card_by_game;
            ALTER TABLE card RENAME COLUMN folded TO key_of_name;
            ALTER TABLE card ADD COLUMN copies_text TEXT;
            UPDATE card SET copies_text = copies || ' copies';
            ALTER TABLE card DROP COLUMN copies;
            COMMIT;
            """
        )


def redesign(connection: sqlite3.Connection) -> None:
    """The tables as they are now, from those that `age` leaves: renamed, split and made anew, parents included."""
    made = pinned(NOW)
    connection.execute("ALTER TABLE said RENAME TO user_card")
    connection.execute(made["deck_entry"])
    connection.execute(
        "INSERT INTO deck_entry (deck, zone, card, name, count, lines)"
        " SELECT deck.id, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4"
        " FROM deck, json_each(deck.entries) ORDER BY deck.id, json_each.key"
    )
    connection.execute("ALTER TABLE deck DROP COLUMN entries")
    kept: list[str] = [row[1] for row in connection.execute("PRAGMA table_info(card)")]
    names = [{"key_of_name": "folded", "copies_text": "copies"}.get(name, name) for name in kept]
    values = ["CAST(copies_text AS INTEGER)" if name == "copies_text" else name for name in kept]
    connection.execute(made["card"].replace("TABLE card", "TABLE card_anew"))
    connection.execute(f"INSERT INTO card_anew ({', '.join(names)}) SELECT {', '.join(values)} FROM card")
    connection.execute("DROP TABLE card")  # would empty deck_entry.card, were foreign keys on
    connection.execute("ALTER TABLE card_anew RENAME TO card")
    there = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema")}
    for name, statement in made.items():
        if name not in there:
            connection.execute(statement)


def lived_in(path: Path) -> Path:
    """A catalogue with decklists saved and saved again, a game, cards and facts of the user's own."""
    assert build(path)
    file = path.parent / "mine.json"
    file.write_text(f'[{{"set": "{CARD.set}", "number": "{CARD.number}", "text": "My own words"}},'
                    f' {{"set": "MY", "number": "1", "name": "My card", "type": "{CARD.type}"}}]')  # fmt: skip
    take(path, file, game=GAME.id)
    file.write_text('[{"number": "1", "name": "Hare", "type": "beast"}]')
    take(path, file, documents=[DOCUMENT])
    file.unlink()
    zone = next(iter(GAME.document["zones"]))["id"]
    entries = [
        SavedEntry(zone, CARD.id, CARD.name, 2, (2, 5)),
        SavedEntry(zone, f"{GAME.id}/MY-1", "My card", 1, (3,)),
        SavedEntry(zone, None, "No such card", 3, (4,)),
    ]
    assert save(path, "mine", GAME.id, f"2 {CARD.name}\n", entries[:1]) == 1
    assert save(path, "mine", GAME.id, f"# Änderung\n2 {CARD.name}\n1 My card\n", entries) == 2
    assert save(path, "other", DOCUMENT["id"], "1 Hare\n", []) == 1
    return path


def told(path: Path) -> dict[str, Any]:
    """Everything that a catalogue tells when it is opened, the user's and the shipped."""
    with Catalogue.open(path) as catalogue:
        entries = "SELECT deck, zone, card, name, count, lines FROM deck_entry ORDER BY id"
        return {
            "games": catalogue.games(),
            "cards": {one: catalogue.cards(one) for one in catalogue.game_ids()},
            "decks": [(version, catalogue.saved_text(version)) for version in catalogue.saved()],
            "entries": catalogue.ask(entries),
            "said": catalogue.ask("SELECT id, game, document FROM user_card ORDER BY id"),
        }


def dumped(path: Path) -> list[str]:
    """A catalogue's tables and rows, whatever their version, by a plain connection, with the version last."""
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        return [*connection.iterdump(), str(version)]
