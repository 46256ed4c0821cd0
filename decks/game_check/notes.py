"""What the checks of a game share: its cards, its words, and what has been noted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.catalog.nearest import meant, nearest
from deckwright.catalog.query import Query, QueryError
from deckwright.decks.game_remarks import Remark, Severity
from deckwright.schemas.problems import pointer

Place = tuple[str | int, ...]

QUERIES = ("where", "unless", "accepts")
"""The keys of a document's row that hold queries."""


@dataclass
class Notes:
    """The remarks on a game, gathered; and what names, queries and bounds are checked against."""

    game: Game
    catalogue: Catalogue
    remarks: list[Remark] = field(default_factory=list)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The game's cards, to try queries on."""
        return self.catalogue.cards(self.game.id)

    @cached_property
    def piles(self) -> tuple[str, ...]:
        """The piles there are: the document's, and its zones."""
        return tuple(dict.fromkeys((*self.game.zones, *self.game.document.get("piles", {}))))

    @cached_property
    def _field_words(self) -> tuple[str, ...]:
        """The fields' ids, the game's own first."""
        return tuple(dict.fromkeys((*self.game.fields, *self.game.shared)))

    def say(self, place: Place, says: str, severity: Severity = "error") -> None:
        """Note something."""
        self.remarks.append(Remark(pointer(place), says, severity))

    def known(self, place: Place, word: str, known: Iterable[str], what: str) -> bool:
        """Whether a word is among those known; if not, that is noted with the nearest."""
        names = list(known)
        if word in names:
            return True
        hint = meant(nearest(word, names), none=f"; there is {', '.join(names) or 'none'}")
        self.say(place, f"no {what} is called {word!r}{hint}")
        return False

    def field(self, place: Place, word: str, integer: bool = False) -> None:
        """A word must name a field, of whole numbers if `integer`."""
        found = self.game.field(word)
        if found is None:
            self.known(place, word, self._field_words, "field")
        elif integer and found.type != "integer":
            self.say(place, f"{word} is no whole number but of type {found.type}")

    def queries(self, place: Place, row: Mapping[str, Any], must_match: bool = True) -> None:
        """Parse the queries of a row; one that no card matches is odd."""
        read = {key: self.query((*place, key), row[key]) for key in QUERIES if row.get(key)}
        where = read.get("where") or read.get("accepts")
        unless = read.get("unless")
        if not (must_match and self.cards and where is not None):
            return
        key = "where" if "where" in row else "accepts"
        matching = [card for card in self.cards if where.match(card)]
        if not matching:
            self.say(
                (*place, key), f"no card of the game matches {row[key]!r}, so it can never apply", "warning"
            )
        elif unless is not None and all(map(unless.match, matching)):
            self.say(
                (*place, "unless"), f"every card that matches is left out by {row['unless']!r}", "warning"
            )

    def query(self, place: Place, text: str) -> Query | None:
        """The query of a text; None where it cannot be read, which is then noted."""
        try:
            return self.catalogue.query(text, self.game.id, whole=True)
        except QueryError as error:
            self.say(place, str(error))
            return None

    def selection(self, place: Place, row: Mapping[str, Any]) -> None:
        """The zones and queries that choose cards of a deck."""
        for word in row.get("in", ()):
            self.known((*place, "in"), word, self.game.zones, "zone")
        self.queries(place, row)

    def relation(self, place: Place, declared: Mapping[str, str]) -> None:
        """Fields compared to fields of another card."""
        for own, said in declared.items():
            self.field((*place, own), own)
            self.field((*place, own), said.removeprefix("not ").split()[-1])

    def bound(self, place: Place, declared: Any) -> None:
        """The option, field, list or selection that decides a bound."""
        if not isinstance(declared, Mapping):
            return
        if "option" in declared:
            self.known((*place, "option"), declared["option"], self.game.options, "option")
        if "field" in declared:
            self.field((*place, "field"), declared["field"], integer=True)
        if "list" in declared:
            self.known((*place, "list"), declared["list"], self.game.lists, "list")
        by = declared.get("by")
        if isinstance(by, str):
            self.known((*place, "by"), by, self.game.options, "option")
        elif by is not None:
            self.selection((*place, "by"), by)
