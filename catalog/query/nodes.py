"""A query as a tree. Each node has two faces, SQL and Python, that select the same cards, and can say itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from deckwright.catalog.card import Card
from deckwright.catalog.query.errors import listed

Sql = tuple[str, list[str | int | float]]
"""A boolean expression over the table `card`, never NULL, and its parameters."""

Clause = tuple[str, tuple[str | int | float, ...]]
"""The same, kept."""


_SHALLOW = 3
"""Parts so deep stand as they are written: the stack that deeper ones fill is far away."""


class Query(ABC):
    """A question about cards. Equal queries have equal structure; `parse(str(query)) == query`."""

    __slots__ = ("_clause",)
    _clause: Clause

    @abstractmethod
    def sql(self, wanted: bool) -> Sql:
        """The condition as SQL: the cards that are selected, or those that are not."""

    @abstractmethod
    def match(self, card: Card) -> bool:
        """Whether the query selects the card."""

    @abstractmethod
    def explain(self) -> str:
        """The reading in plain words, with brackets."""

    @property
    def depth(self) -> int:
        """How deep the tree is, leaves being 0."""
        return 0

    @property
    def terms(self) -> tuple[Query, ...]:
        """What all has to hold: the parts of a conjunction, else the query itself."""
        return (self,)

    def clause(self) -> Clause:
        """The condition as an SQL expression, with its bound parameters; put together once."""
        try:
            return self._clause
        except AttributeError:
            sql, parameters = self.sql(True)
            object.__setattr__(self, "_clause", (sql, tuple(parameters)))
            return self._clause


@dataclass(frozen=True, slots=True)
class And(Query):
    """All of the parts; with no parts, every card."""

    parts: tuple[Query, ...] = ()

    def sql(self, wanted: bool) -> Sql:
        if not self.parts:
            return ("1" if wanted else "0"), []
        return _joined(self.parts, wanted, "AND" if wanted else "OR")

    def match(self, card: Card) -> bool:
        return all(part.match(card) for part in self.parts)

    def explain(self) -> str:
        return " and ".join(_grouped(part) for part in self.parts) or "every card"

    @property
    def depth(self) -> int:
        return 1 + max((part.depth for part in self.parts), default=-1)

    @property
    def terms(self) -> tuple[Query, ...]:
        return self.parts

    def __str__(self) -> str:
        return " ".join(f"({part})" if isinstance(part, Or) else str(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Or(Query):
    """Any of the parts."""

    parts: tuple[Query, ...]

    def sql(self, wanted: bool) -> Sql:
        return _joined(self.parts, wanted, "OR" if wanted else "AND")

    def match(self, card: Card) -> bool:
        return any(part.match(card) for part in self.parts)

    def explain(self) -> str:
        return " or ".join(_grouped(part) for part in self.parts)

    @property
    def depth(self) -> int:
        return 1 + max(part.depth for part in self.parts)

    def __str__(self) -> str:
        return " or ".join(str(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Not(Query):
    """The cards that the part does not select, those it cannot be asked of included."""

    part: Query

    def sql(self, wanted: bool) -> Sql:
        return self.part.sql(not wanted)

    def match(self, card: Card) -> bool:
        return not self.part.match(card)

    def explain(self) -> str:
        said = self.part.explain()
        return f"not {said}" if said.startswith("(") and isinstance(self.part, Term) else f"not ({said})"

    @property
    def depth(self) -> int:
        return self.part.depth

    def __str__(self) -> str:
        return f"-({self.part})" if isinstance(self.part, And | Or) else f"-{self.part}"


class Condition(Protocol):
    """What one game's field must be: the meaning of a term in that game. A frozen value."""

    def sql(self) -> Sql: ...

    def match(self, card: Card) -> bool: ...

    def explain(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Reading:
    """What a term means in these games."""

    games: tuple[str, ...]
    condition: Condition


@dataclass(frozen=True, slots=True)
class Term(Query):
    """One term, as it is written, and what it means in each game that can read it.

    `everywhere`: the readings are those of all games that cards are asked about.
    """

    written: str
    readings: tuple[Reading, ...]
    everywhere: bool

    def sql(self, wanted: bool) -> Sql:
        alike = self._alike()
        texts: list[str] = []
        bound: list[str | int | float] = []
        for games, (text, parameters) in alike:
            if not (self.everywhere and len(alike) == 1):
                bound.extend(games)
                text = f"{_any_game(len(games), text)} AND {text}"
            texts.append(text)
            bound.extend(parameters)
        whole = texts[0] if len(texts) == 1 else " OR ".join(f"({text})" for text in texts)
        return (f"({whole})" if wanted else f"NOT ({whole})"), bound

    def match(self, card: Card) -> bool:
        if self.everywhere and len(self.readings) == 1:
            return self.readings[0].condition.match(card)
        return any(card.game in reading.games and reading.condition.match(card) for reading in self.readings)

    def explain(self) -> str:
        said: dict[str, list[str]] = {}
        for reading in self.readings:
            said.setdefault(reading.condition.explain(), []).extend(reading.games)
        if len(said) > 1:
            parts = (f"{listed(games, 'and')}: {text}" for text, games in said.items())
            return f"({'; '.join(parts)})"
        text, games = next(iter(said.items()))
        return text if self.everywhere else f"{text} ({listed(games, 'and')} only)"

    def __str__(self) -> str:
        return self.written

    def _alike(self) -> list[tuple[list[str], Sql]]:
        """The SQL of the readings, and the games of each: games may read differently what is stored alike."""
        grouped: list[tuple[list[str], Sql]] = []
        for reading in self.readings:
            made = reading.condition.sql()
            games = next((games for games, known in grouped if known == made), None)
            if games is None:
                grouped.append(([*reading.games], made))
            else:
                games.extend(reading.games)
        return grouped


def all_of(parts: Iterable[Query]) -> Query:
    """The conjunction, flat: a conjunction in a conjunction is no level of its own."""
    flat = tuple(one for part in parts for one in (part.parts if isinstance(part, And) else (part,)))
    return flat[0] if len(flat) == 1 else And(flat)


def any_of(parts: Iterable[Query]) -> Query:
    """The disjunction, flat."""
    flat = tuple(one for part in parts for one in (part.parts if isinstance(part, Or) else (part,)))
    return flat[0] if len(flat) == 1 else Or(flat)


def negation(part: Query) -> Query:
    """The opposite; of an opposite, the thing itself."""
    return part.part if isinstance(part, Not) else Not(part)


def _joined(parts: tuple[Query, ...], wanted: bool, word: str) -> Sql:
    # SQLite's parser keeps what stands left of a bracket on a stack of 100: of deep parts the deepest goes first.
    if max(part.depth for part in parts) > _SHALLOW:
        parts = tuple(sorted(parts, key=lambda part: -part.depth))
    made = [part.sql(wanted) for part in parts]
    text = f" {word} ".join(text for text, _ in made)
    return f"({text})", [value for _, bound in made for value in bound]


def _any_game(count: int, condition: str) -> str:
    """The condition on a card's game, beside another.

    The plus keeps SQLite from reading a game's cards by an index, slower than all cards as they lie; types have an
    index with the game.
    """
    place = "game" if condition.startswith("type ") else "+game"
    return f"{place} = ?" if count == 1 else f"{place} IN ({', '.join('?' * count)})"


def _grouped(part: Query) -> str:
    return f"({part.explain()})" if isinstance(part, And | Or) else part.explain()
