"""A game as data: what its document declares, as values that every other part reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from deckwright.catalog.fields import SHARED, Field
from deckwright.catalog.text import fold


@dataclass(frozen=True, slots=True)
class CardType:
    """A kind of card, tile or token."""

    id: str
    name: str
    plural: str
    about: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Every word that names the type."""
        return (self.id, self.name, self.plural, *self.aliases)


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of a decklist, and the query that says which cards may stand in it."""

    id: str
    name: str
    accepts: str = ""
    cite: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A quantity that players choose: its values, and its default (a value, or a table by another option)."""

    id: str
    about: str
    default: int | str | Mapping[str, Any]
    values: tuple[int | str, ...] = ()
    source: str = "rulebook"
    cite: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """A way to build for the game; one that extends another takes its rules over, by id."""

    id: str
    name: str
    about: str = ""
    extends: str | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """A rulebook entry: what it says in our words, and the rulebook's heading where it stands."""

    id: str
    home: tuple[str, ...]
    says: str
    where: str
    mark: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game:
    """One game: card types, fields, zones, options, formats, rules and setup, read from its document."""

    id: str
    name: str
    about: str
    decklist: Literal["player", "table"]
    types: Mapping[str, CardType]
    fields: Mapping[str, Field]
    zones: Mapping[str, Zone]
    options: Mapping[str, Option]
    formats: Mapping[str, Format]
    rulebook: Mapping[str, Citation]
    rules: tuple[Mapping[str, Any], ...]
    lists: Mapping[str, tuple[Mapping[str, Any], ...]]
    document: Mapping[str, Any] = field(repr=False)

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> Game:
        """The game of a document that the game schema has passed."""
        return cls(
            id=document["id"],
            name=document["name"],
            about=document.get("about", ""),
            decklist=document.get("decklist", "player"),
            types={row["id"]: _card_type(row) for row in document["types"]},
            fields={row["id"]: Field.read(row) for row in document.get("fields", ())},
            zones={row["id"]: _zone(row) for row in document["zones"]},
            options={key: _option(key, row) for key, row in document.get("options", {}).items()},
            formats={row["id"]: _format(row) for row in document["formats"]},
            rulebook={row["id"]: _citation(row) for row in document.get("rulebook", ())},
            rules=tuple(document.get("rules", ())),
            lists={key: tuple(rows) for key, rows in document.get("lists", {}).items()},
            document=document,
        )

    @cached_property
    def words(self) -> Mapping[str, Field]:
        """Every word that names a field in a query, folded: ids and short names, shared and own."""
        named: dict[str, Field] = {}
        for declared in (*self.shared.values(), *self.fields.values()):
            named[fold(declared.id)] = declared
            if declared.short:
                named[fold(declared.short)] = declared
        return named

    @cached_property
    def shared(self) -> Mapping[str, Field]:
        """The fields of all games, with `type` declared as this game's types."""
        kinds = SHARED["type"]
        typed = Field(
            id=kinds.id,
            name=kinds.name,
            type="enum",
            about=kinds.about,
            short=kinds.short,
            values=tuple(self.types),
            aliases={word: row.id for row in self.types.values() for word in row.words},
        )
        return {**SHARED, "type": typed}

    def field(self, word: str) -> Field | None:
        """The field that a word names in this game, else None."""
        return self.words.get(fold(word))

    def zone_named(self, word: str) -> Zone | None:
        """The zone that a word names by id, name or alias, else None."""
        return self._zone_words.get(fold(word))

    def type_named(self, word: str) -> CardType | None:
        """The card type that a word names by id, name, plural or alias, else None."""
        return self._type_words.get(fold(word))

    def headings(self, cited: tuple[str, ...]) -> tuple[str, ...]:
        """The rulebook's headings under which the cited entries stand, each once."""
        entries = (self.rulebook[entry] for entry in cited if entry in self.rulebook)
        return tuple(dict.fromkeys(entry.where for entry in entries))

    @property
    def default_format(self) -> Format:
        """The format that holds where nobody names one: the first."""
        return next(iter(self.formats.values()))

    def lineage(self, format_id: str) -> Iterator[str]:
        """The ids of a format and of those it extends, nearest first; one that comes again, or is none, ends it."""
        seen: set[str] = set()
        at: str | None = format_id
        while at is not None and at in self.formats and at not in seen:
            seen.add(at)
            yield at
            at = self.formats[at].extends

    @cached_property
    def _zone_words(self) -> Mapping[str, Zone]:
        return {fold(word): row for row in self.zones.values() for word in (row.id, row.name, *row.aliases)}

    @cached_property
    def _type_words(self) -> Mapping[str, CardType]:
        return {fold(word): row for row in self.types.values() for word in row.words}


def cites(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The ids that a document's row cites; `cite` is one id or a list."""
    cited = row.get("cite", ())
    return (cited,) if isinstance(cited, str) else tuple(cited)


def _card_type(row: Mapping[str, Any]) -> CardType:
    name = row.get("name", row["id"].replace("-", " ").capitalize())
    return CardType(
        id=row["id"],
        name=name,
        plural=row.get("plural", name + "s"),
        about=row.get("about", ""),
        aliases=tuple(row.get("aliases", ())),
    )


def _zone(row: Mapping[str, Any]) -> Zone:
    return Zone(
        id=row["id"],
        name=row.get("name", row["id"].capitalize()),
        accepts=row.get("accepts", ""),
        cite=cites(row),
        aliases=tuple(row.get("aliases", ())),
    )


def _option(key: str, row: Mapping[str, Any]) -> Option:
    return Option(
        id=key,
        about=row.get("about", ""),
        default=row["default"],
        values=tuple(row.get("values", ())),
        source=row.get("source", "rulebook"),
        cite=cites(row),
    )


def _format(row: Mapping[str, Any]) -> Format:
    return Format(
        id=row["id"],
        name=row.get("name", row["id"].capitalize()),
        about=row.get("about", ""),
        extends=row.get("extends"),
    )


def _citation(row: Mapping[str, Any]) -> Citation:
    return Citation(
        id=row["id"],
        home=tuple(row["home"]),
        says=row["says"],
        where=row["where"],
        mark=tuple(row.get("mark", ())),
    )
