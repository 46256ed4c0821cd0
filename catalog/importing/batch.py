"""Some rows of one game: looked up together, compared, and written together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from deckwright.catalog.card import Card, card_id
from deckwright.catalog.game import Game
from deckwright.catalog.importing.problems import Problems
from deckwright.catalog.importing.report import Change, Report
from deckwright.catalog.importing.store import Deferred, Pointer, Store
from deckwright.catalog.importing.understood import Understanding, Wanted
from deckwright.catalog.layers import differences, layered, new_card
from deckwright.catalog.text import fold


class Batch:
    """Takes batch after batch of a game's rows."""

    def __init__(
        self,
        store: Store,
        game: Game,
        shipped: bool,
        reader: Understanding,
        problems: Problems,
        report: Report,
    ) -> None:
        self._store = store
        self._game = game
        self._shipped = shipped
        self._reader = reader
        self._problems = problems
        self._report = report
        self._fresh = store.is_empty(game.id)
        self._card_fields = [field.id for field in game.fields.values() if field.type == "card"]

    def take(self, wanted: Iterable[Wanted | None]) -> None:
        """Understand, compare and write rows."""
        rows = [row for row in wanted if row is not None]
        self._find_named([row for row in rows if not row.id])
        rows = self._once([row for row in rows if row.id])
        there = {} if self._fresh else self._store.cards([row.id for row in rows])
        sound = [row for row in rows if self._reader.understand(row, there.get(row.id))]
        self._store.defer(self._point(sound))
        cards: list[tuple[Game, Card]] = []
        said: dict[str, dict[str, Any]] = {}
        for row in sound:
            self._take(row, there.get(row.id), cards, said)
        self._store.write(cards)
        if self._shipped:
            self._store.say(said, self._game.id)
        self._report.games[self._game.id] += len(sound)

    def _take(
        self,
        row: Wanted,
        base: Card | None,
        cards: list[tuple[Game, Card]],
        said: dict[str, dict[str, Any]],
    ) -> None:
        report = self._report
        if base is None:
            made = new_card(self._game.id, row.set, row.number, row.said)
            cards.append((self._game, made))
            report.add_new(made.id, made.name)
            if self._shipped:
                said[made.id] = {"new": True, "set": row.set, "number": row.number, **row.said}
            return
        found = list(differences(base, row.said))
        if not found:
            report.same += 1
            return
        report.changed += 1
        for name, before, after in found:
            report.add_change(Change(base.id, base.name, name, before, after))
        names = {name for name, _, _ in found}
        fresh = {key: value for key, value in row.said.items() if key in names}
        fresh["fields"] = {key: value for key, value in row.said["fields"].items() if key in names}
        said[base.id] = fresh
        cards.append((self._game, layered(base, fresh)))

    def _find_named(self, rows: Sequence[Wanted]) -> None:
        """Give rows without a number the one card of their name."""
        if not rows:
            return
        known = self._store.by_name(self._game.id, [row.name or "" for row in rows])
        for row in rows:
            found = known.get(fold(row.name or ""), [])
            if len(found) == 1:
                row.id, row.set, row.number = found[0].id, found[0].set, found[0].number
                continue
            names = ", ".join(card.id for card in found[:5])
            why = f"{row.name!r} may be {names}" if found else f"{row.name!r} is no card yet"
            self._problems.add(row.file, row.number_in_file, "number", f"is missing, and {why}")

    def _once(self, rows: Sequence[Wanted]) -> list[Wanted]:
        """The rows whose card no other row was of; the others are told, with both places."""
        before = self._store.seen([row.id for row in rows])
        kept: list[Wanted] = []
        for row in rows:
            first = before.get(row.id)
            if first is None:
                before[row.id] = (row.file, row.number_in_file)
                kept.append(row)
                continue
            place = f"row {first[1]}" if first[0] == row.file else f"row {first[1]} of {first[0]}"
            self._problems.add(row.file, row.number_in_file, "number", f"{row.id} stands in {place} too")
        self._store.mark_seen([(row.id, row.file, row.number_in_file) for row in kept])
        return kept

    def _point(self, rows: Sequence[Wanted]) -> list[Pointer]:
        """Turn words that point at cards into identities; those of cards still to come are returned."""
        asked = [(row, name, word) for row in rows for name, word in self._pointing(row)]
        if not asked:
            return []
        targets = {word: _target(self._game.id, row.set, word) for row, _, word in asked}
        known = self._store.identities(targets.values())
        later: list[Pointer] = []
        for row, name, word in asked:
            target = _target(self._game.id, row.set, word)
            identity = known.get(target)
            if identity is None:
                later.append((row.id, name, word, target, row.file, row.number_in_file))
            if name == "identity":
                row.said[name] = target if target == row.id else identity or target
            else:
                row.said["fields"][name] = identity or target
        return [one for one in later if one[0] != one[3]]

    def _pointing(self, row: Wanted) -> Iterable[tuple[str, str]]:
        identity = row.said.get("identity")
        if identity:
            yield "identity", identity
        fields = row.said["fields"]
        for name in self._card_fields:
            if fields.get(name):
                yield name, fields[name]


def settle(store: Store, problems: Problems) -> list[Deferred]:
    """Make the pointers at cards that came later whole, by id or by name; those that point at none are told."""
    nowhere: list[Deferred] = []
    for one in store.deferred():
        identity = store.identities([one.target]).get(one.target)
        if identity is None:
            found = store.by_name(one.card.partition("/")[0], [one.said]).get(fold(one.said), [])
            identities = {card.identity for card in found}
            if len(identities) == 1:
                identity = identities.pop()
        if identity is None:
            problems.add(one.file, one.row, one.field, f"no card has the number, id or name {one.said!r}")
            nowhere.append(one)
        else:
            store.point(one.card, one.field, identity)
    return nowhere


def _target(game_id: str, set_: str, word: str) -> str:
    """The card id that a word may be: a whole id, else a number of the same set."""
    return word if "/" in word else card_id(game_id, set_, word)
