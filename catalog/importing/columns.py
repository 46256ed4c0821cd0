"""Which column is which field: by name without regard to case and separators, by declaration, by `--map`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from deckwright.catalog.fields import SHARED, Field
from deckwright.catalog.game import Game
from deckwright.catalog.importing import cells, values
from deckwright.catalog.importing.values import Convert
from deckwright.catalog.nearest import meant, nearest
from deckwright.catalog.text import fold

ASSUMED = "assumed"
"""The column of the names of fields that no source states, beside the fields of all games."""

_BETWEEN = re.compile(r"[\W_]+")
_ALSO: Mapping[str, tuple[str, ...]] = {
    "name": ("card name", "title"),
    "type": ("card type", "kind"),
    "subtype": ("card subtype", "sub type"),
    "set": ("set code", "set id", "expansion"),
    "number": ("card number", "collector number", "no", "nr", "#"),
    "text": ("effect", "effect text", "card text", "rules text"),
    "copies": ("count", "quantity", "qty"),
    "id": ("card id",),
}
"""Other names of the shared fields, where a game has no field of that name."""

_CONVERT: Mapping[str, Convert] = {
    "name": cells.name,
    "subtype": cells.word,
    "set": cells.code,
    "number": cells.code,
    "text": cells.text,
    "copies": values.copies,
    "source": values.source,
    "identity": cells.word,
    "id": cells.word,
    "game": cells.word,
    ASSUMED: values.members,
}

Own = tuple[int, str, Convert]
"""A column of a game's own field: its place, the field's id, and how its cells are read."""


def plain(name: str) -> str:
    """A column's name without case and separators; `#` stands for itself."""
    return _BETWEEN.sub("", fold(name)) or name.strip()


class Columns:
    """What the columns of some rows are to one game.

    `shared` are places of the fields of all games; `unknown` those of columns that are no field; `faults` is what
    is wrong with the heading: field and sentence.
    """

    def __init__(self, game: Game, keys: Sequence[str], mapping: Mapping[str, str]) -> None:
        self.game = game
        self.keys = tuple(keys)
        self.faults: list[tuple[str, str]] = []
        self.shared: dict[str, int] = {}
        self._own: dict[str, int] = {}
        self._by_type: dict[str, tuple[list[Own], list[int]]] = {}
        self._converters = {field.id: values.converter(field) for field in game.fields.values()}
        free = self._mapped(mapping)
        self._named(free)
        self._also(free)
        self._claims = {at: plain(key) for at, key in free.items()}
        claimed = {plain(name) for field in game.fields.values() for name in field.columns}
        self.unknown = tuple(at for at, name in self._claims.items() if name not in claimed)
        self._shared_converters = {**_CONVERT, "type": values.card_type(game)}

    def read(self, field: str, row: Sequence[object]) -> object:
        """What a row says of a shared field, None if nothing. Raises ValueError."""
        at = self.shared.get(field)
        return None if at is None else self._shared_converters[field](row[at])

    def own(self, type_id: str) -> tuple[list[Own], list[int]]:
        """The columns of the own fields that a card type has, and those of fields that it lacks."""
        found = self._by_type.get(type_id)
        if found is None:
            found = self._by_type[type_id] = self._own_of(type_id)
        return found

    def likely(self, at: int) -> str | None:
        """The field that an unknown column may have meant: one that has no column yet, the game's own first."""
        free = [name for name in (*self.game.fields, *SHARED) if name not in {*self._own, *self.shared}]
        return next(iter(nearest(self.keys[at], free, 1)), None)

    def _mapped(self, mapping: Mapping[str, str]) -> dict[int, str]:
        """Settle the columns that `--map` names; those that are left, by place."""
        free = {at: key for at, key in enumerate(self.keys) if key.strip()}
        by_name = {plain(key): at for at, key in free.items()}
        for word, column in mapping.items():
            at = by_name.get(plain(column))
            if at is None:
                continue
            found = self._field(word)
            if found is None:
                self.faults.append((word, f"--map names a field that no card has{self._near(word)}"))
            else:
                free.pop(at, None)
                self._settle(found, at)
        return free

    def _named(self, free: dict[int, str]) -> None:
        """Settle the columns that have a field's name, the best names first."""
        found = {at: field for at, key in free.items() if (field := self._field(key)) is not None}
        for at, field in sorted(found.items(), key=lambda one: self._rank(one[1], self.keys[one[0]])):
            if self._settle(field, at):
                del free[at]

    def _also(self, free: dict[int, str]) -> None:
        """Settle the other names of the shared fields that have no column yet."""
        words = {plain(word): field for field, also in _ALSO.items() for word in also}
        for at, key in [*free.items()]:
            field = words.get(plain(key))
            if field is not None and field not in self.shared:
                del free[at]
                self.shared[field] = at

    def _settle(self, field: str, at: int) -> bool:
        """Make a column a field's; False where another has it by a better name."""
        places = self._own if field in self.game.fields else self.shared
        if field not in places:
            places[field] = at
            return True
        ranks = [self._rank(field, self.keys[one]) for one in (places[field], at)]
        if ranks[0] == ranks[1]:
            both = f"{self.keys[places[field]]!r} and {self.keys[at]!r}"
            self.faults.append((field, f"columns {both} both are this field"))
        return ranks[0] == ranks[1]

    def _rank(self, field: str, key: str) -> int:
        """How well a column's name is the field's: by id, by name, by short name."""
        found = self.game.fields.get(field) or SHARED.get(field)
        words = [found.id, found.name] if found else [field]
        return next((rank for rank, word in enumerate(words) if plain(word) == plain(key)), len(words))

    def _field(self, word: str) -> str | None:
        return _words(self.game).get(plain(word))

    def _near(self, word: str) -> str:
        return meant(nearest(word, {*SHARED, *self.game.fields}))

    def _own_of(self, type_id: str) -> tuple[list[Own], list[int]]:
        taken: list[Own] = []
        lacking: list[int] = []
        for field_id, at in self._own.items():
            if has(self.game.fields[field_id], type_id):
                taken.append((at, field_id, self._converters[field_id]))
            else:
                lacking.append(at)
        there = {field_id for _, field_id, _ in taken}
        for at, name in [*self._claims.items(), *((at, plain(self.keys[at])) for at in [*lacking])]:
            field = next(
                (one for one in self._claiming(name) if has(one, type_id) and one.id not in there), None
            )
            if field is not None:
                taken.append((at, field.id, self._converters[field.id]))
                there.add(field.id)
                lacking = [one for one in lacking if one != at]
            elif at not in self.unknown and at not in lacking:
                lacking.append(at)
        return taken, lacking

    def _claiming(self, name: str) -> Iterator[Field]:
        return (
            field for field in self.game.fields.values() if any(plain(one) == name for one in field.columns)
        )


def has(field: Field, type_id: str) -> bool:
    """Whether cards of a type have a field."""
    return not field.types or type_id in field.types


def _words(game: Game) -> Mapping[str, str]:
    """Every plain word that names a field: the ids of all games' fields, then the game's own, then other names."""
    shared = {plain(word): field.id for field in SHARED.values() for word in _of(field, short=False)}
    own = {plain(word): field.id for field in game.fields.values() for word in _of(field, short=True)}
    return {**shared, ASSUMED: ASSUMED, **own, **{plain(field.id): field.id for field in SHARED.values()}}


def _of(field: Field, short: bool) -> Iterable[str]:
    return [field.id, field.name, *([field.short] if short and field.short else [])]
