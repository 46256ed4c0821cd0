"""Rows understood: which card each is of, and what it says of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from deckwright.catalog.card import Card, card_id
from deckwright.catalog.game import Game
from deckwright.catalog.importing import cells
from deckwright.catalog.importing.columns import ASSUMED, Columns, has
from deckwright.catalog.importing.delimited import Row
from deckwright.catalog.importing.problems import Problems
from deckwright.catalog.importing.report import Report

NO_SET = "own"
"""The set of cards that name none, in a game that declares none."""

_SAID = ("subtype", "text", "copies", "identity", "source", ASSUMED)


@dataclass(slots=True)
class Wanted:
    """A row and the card that it is of; `said` comes once the card's type is known."""

    game: Game
    columns: Columns
    file: str
    number_in_file: int
    values: Sequence[object]
    set: str
    number: str
    name: str | None
    type: str | None
    id: str = ""
    said: dict[str, Any] = field(default_factory=dict)


class Understanding:
    """Reads the rows of one game from one file."""

    def __init__(
        self,
        game: Game,
        file: str,
        mapping: Mapping[str, str],
        problems: Problems,
        report: Report,
        clear: bool,
    ) -> None:
        self.game = game
        self.file = file
        self._mapping = mapping
        self._problems = problems
        self._report = report
        self._clear = clear
        self._columns: dict[tuple[str, ...], Columns] = {}
        sets = game.document.get("sets") or ({"id": NO_SET},)
        self._set: str = sets[0]["id"]

    @property
    def headings(self) -> Collection[tuple[str, ...]]:
        """The different headings of the rows so far."""
        return self._columns.keys()

    def columns(self, keys: tuple[str, ...], row: int = 1) -> Columns:
        """What these columns are, with what is wrong with them told once."""
        found = self._columns.get(keys)
        if found is None:
            found = self._columns[keys] = Columns(self.game, keys, self._mapping)
            for name, says in found.faults:
                self._problems.add(self.file, row, name, says)
        return found

    def wanted(self, row: Row) -> Wanted | None:
        """The card that a row is of; None where that cannot be made out, which is then told.

        `number` is empty where only the name says which card it is.
        """
        number_in_file, keys, values = row
        columns = self._columns.get(keys) or self.columns(keys, number_in_file)
        read: dict[str, Any] = {}
        for part in ("id", "set", "number", "name", "type"):
            try:
                read[part] = columns.read(part, values)
            except ValueError as error:
                self._problems.add(self.file, number_in_file, columns.keys[columns.shared[part]], str(error))
                return None
        try:
            set_, number = self._place(read["id"], read["set"], read["number"])
        except ValueError as error:
            self._problems.add(self.file, number_in_file, columns.keys[columns.shared["id"]], str(error))
            return None
        if not number and not read["name"]:
            self._problems.add(self.file, number_in_file, "number", _no_card(columns))
            return None
        made = Wanted(
            self.game,
            columns,
            self.file,
            number_in_file,
            values,
            set_,
            number,
            read["name"],
            read["type"],
        )
        if number:
            made.id = card_id(self.game.id, set_, number)
        return made

    def understand(self, row: Wanted, base: Card | None) -> bool:
        """Read what a row says of its card into `said`; False where something in it is wrong, which is told."""
        columns, values, said = row.columns, row.values, row.said
        sound = self._whole(row, base)
        kind = row.type or (base.type if base else "")
        for key, word in (("name", row.name), ("type", row.type)):
            if word is not None:
                said[key] = word
        for key in _SAID:
            at = columns.shared.get(key)
            if at is None:
                continue
            try:
                found = columns.read(key, values)
            except ValueError as error:
                sound = self._wrong(row, at, error)
                continue
            if found is not None or self._clear:
                said[key] = found
        if not kind:
            return False
        sound = self._own_fields(row, kind) and sound
        if base is not None and base.type != kind:
            declared = (field for field in self.game.fields.values() if field.id in base.fields)
            said["fields"].update((field.id, None) for field in declared if not has(field, kind))
        return sound

    def _own_fields(self, row: Wanted, kind: str) -> bool:
        taken, lacking = row.columns.own(kind)
        values, sound = row.values, True
        fields: dict[str, Any] = {}
        clear = self._clear
        for at, name, convert in taken:
            cell = values[at]
            if cell == "" or cell is None:
                if clear:
                    fields[name] = None
                continue
            try:
                found = convert(cell)
            except ValueError as error:
                sound = self._wrong(row, at, error)
                continue
            if found is not None or clear:
                fields[name] = found
        row.said["fields"] = fields
        if lacking or row.columns.unknown:
            self._pass_over(row, lacking, kind)
        return sound

    def _pass_over(self, row: Wanted, lacking: Sequence[int], kind: str) -> None:
        passed, columns = self._report.passed, row.columns
        for at in columns.unknown:
            if row.values[at] not in ("", None):
                place = self.file, columns.keys[at]
                if (*place, "") not in passed and (likely := columns.likely(at)):
                    self._report.likely[place] = likely
                passed[*place, ""] += 1
        for at in lacking:
            if row.values[at] not in ("", None):
                passed[self.file, columns.keys[at], kind] += 1

    def _whole(self, row: Wanted, base: Card | None) -> bool:
        """Whether a new card has all that a card must have."""
        if base is not None:
            return True
        if row.type is None and len(self.game.types) == 1:
            row.type = next(iter(self.game.types))
        missing = [part for part in ("name", "type") if getattr(row, part) is None]
        for part in missing:
            self._problems.add(
                self.file, row.number_in_file, part, f"is missing, and {row.id} is no card yet"
            )
        return not missing

    def _place(self, whole: str | None, set_: str | None, number: str | None) -> tuple[str, str]:
        """The set and number of a row; an id that is no card id is the number where no column is. Raises ValueError."""
        if number is not None or not whole:
            return set_ or self._set, number or ""
        game, slash, place = whole.partition("/")
        if not slash:
            return set_ or self._set, cells.code(whole) or ""
        if game != self.game.id:
            raise ValueError(f"{cells.shown(whole)} is a card of {game}, and this is one of {self.game.id}")
        known = [row["id"] for row in self.game.document.get("sets", ()) if place.startswith(row["id"] + "-")]
        code = set_ or (max(known, key=len) if known else place.partition("-")[0])
        if not place.startswith(code + "-") or not cells.code(code) or not cells.code(place[len(code) + 1 :]):
            raise ValueError(f"{cells.shown(whole)} is no card id: {self.game.id}/{code or 'SET'}-NUMBER")
        return code, place[len(code) + 1 :]

    def _wrong(self, row: Wanted, at: int, error: ValueError) -> bool:
        self._problems.add(self.file, row.number_in_file, row.columns.keys[at], str(error))
        return False


def _no_card(columns: Columns) -> str:
    """Why a row cannot be told from others: no number and no name."""
    if "number" in columns.shared or "id" in columns.shared or "name" in columns.shared:
        return "is missing, and so is the name"
    named = ", ".join(key for key in columns.keys[:12] if key)
    return f"no column says which card a row is (found: {named}); --map number=COLUMN settles it"
