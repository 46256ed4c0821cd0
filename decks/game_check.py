"""Checking a game's rules and setup: queries, names, bounds, and what can never come about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.catalog.nearest import nearest
from deckwright.catalog.query import Query, QueryError
from deckwright.catalog.text import fold
from deckwright.decks.game_remarks import Remark, Severity
from deckwright.schemas.problems import pointer

Place = tuple[str | int, ...]

_QUERIES = ("where", "unless", "accepts")
_SIDES = ("min", "max")


def check(game: Game, catalogue: Catalogue) -> list[Remark]:
    """Every remark on a game that the catalogue holds with its cards, in the order of the document."""
    found = _Check(game, catalogue)
    found.run()
    return found.remarks


@dataclass
class _Check:
    game: Game
    catalogue: Catalogue
    remarks: list[Remark] = field(default_factory=list)

    def run(self) -> None:
        """Go through the document."""
        document = self.game.document
        for at, row in enumerate(document["zones"]):
            self._queries(("zones", at), row)
        for at, row in enumerate(document["formats"]):
            self._format(("formats", at), row["id"])
        for at, rule in enumerate(document.get("rules", ())):
            self._rule(("rules", at), rule)
        self._contradictions()
        for name, rows in document.get("lists", {}).items():
            for at, row in enumerate(rows):
                self._listed(("lists", name, at, "cards"), row["cards"])
        for key in ("setup", "next"):
            for at, step in enumerate(document.get(key, ())):
                self._step((key, at), step)
        for name in document.get("seats", {}):
            self._field(("seats", name), name)
        for name, option in document.get("options", {}).items():
            self._option(("options", name), option)

    def _format(self, place: Place, format_id: str) -> None:
        """A format extends one that there is, and in the end none."""
        *_, last = self.game.lineage(format_id)
        word = self.game.formats[last].extends
        if word is None:
            return
        if self._known((*place, "extends"), word, self.game.formats, "format"):
            self.say((*place, "extends"), f"{format_id!r} extends itself, by way of {last!r}")

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The game's cards, to try queries on."""
        return self.catalogue.cards(self.game.id)

    @cached_property
    def piles(self) -> tuple[str, ...]:
        """The piles there are: the document's, and its zones."""
        return tuple(dict.fromkeys((*self.game.zones, *self.game.document.get("piles", {}))))

    def say(self, place: Place, says: str, severity: Severity = "error") -> None:
        """Note something."""
        self.remarks.append(Remark(pointer(place), says, severity))

    def _known(self, place: Place, word: str, known: Iterable[str], what: str) -> bool:
        names = list(known)
        if word in names:
            return True
        near = nearest(word, names)
        hint = f"; did you mean {' or '.join(near)}?" if near else f"; there is {', '.join(names) or 'none'}"
        self.say(place, f"no {what} is called {word!r}{hint}")
        return False

    def _field(self, place: Place, word: str, integer: bool = False) -> None:
        found = self.game.field(word)
        if found is None:
            self._known(place, word, [one.id for one in self.game.words.values()], "field")
        elif integer and found.type != "integer":
            self.say(place, f"{word} is no whole number but of type {found.type}")

    def _queries(self, place: Place, row: Mapping[str, Any], must_match: bool = True) -> None:
        """Parse the queries of a row; one that no card matches is odd."""
        read = {key: self._query((*place, key), row[key]) for key in _QUERIES if row.get(key)}
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

    def _query(self, place: Place, text: str) -> Query | None:
        try:
            return self.catalogue.query(text, self.game.id, whole=True)
        except QueryError as error:
            self.say(place, str(error))
            return None

    def _selection(self, place: Place, row: Mapping[str, Any]) -> None:
        for word in row.get("in", ()):
            self._known((*place, "in"), word, self.game.zones, "zone")
        self._queries(place, row)

    def _rule(self, place: Place, rule: Mapping[str, Any]) -> None:
        count = rule["count"]
        for word in rule.get("formats", ()):
            self._known((*place, "formats"), word, self.game.formats, "format")
        if rule.get("since", "") > rule.get("until", "9999-12-31"):
            self.say((*place, "until"), "comes before since, so the rule never holds")
        if "each" in rule:
            self._selection((*place, "each"), rule["each"])
        inside = (*place, "count")
        self._selection(inside, count)
        for key in ("per", "distinct"):
            if key in count and count[key] != "card":
                self._field((*inside, key), count[key])
        self._sum((*inside, "sum"), count.get("sum"))
        self._relation((*inside, "with"), count.get("with", {}))
        if "with" in count and "each" not in rule:
            self.say((*inside, "with"), "has no other card to compare to, as the rule has no `each`")
        self._bounds(inside, count)

    def _sum(self, place: Place, declared: Any) -> None:
        if isinstance(declared, str):
            self._field(place, declared, integer=True)
        elif declared:
            self._known((*place, "list"), declared["list"], self.game.lists, "list")

    def _relation(self, place: Place, declared: Mapping[str, str]) -> None:
        for own, said in declared.items():
            self._field((*place, own), own)
            self._field((*place, own), said.removeprefix("not ").split()[-1])

    def _bounds(self, place: Place, count: Mapping[str, Any]) -> None:
        low, high = count.get("min"), count.get("max")
        if low is None and high is None and "one_of" not in count:
            self.say(place, "has no bound: min, max or one_of says how many there may be")
        for side in _SIDES:
            self._bound((*place, side), count.get(side))
        if isinstance(low, int) and isinstance(high, int) and low > high:
            self.say((*place, "min"), f"at least {low} and at most {high} cannot both be")
        if isinstance(high, int) and high < 0 and "sum" not in count:
            self.say((*place, "max"), f"at most {high} can never be")
        allowed = [one for one in count.get("one_of", ()) if _within(one, low, high)]
        if "one_of" in count and not allowed:
            self.say((*place, "one_of"), "none of these numbers lies between min and max")

    def _bound(self, place: Place, declared: Any) -> None:
        if not isinstance(declared, Mapping):
            return
        if "option" in declared:
            self._known((*place, "option"), declared["option"], self.game.options, "option")
        if "field" in declared:
            self._field((*place, "field"), declared["field"], integer=True)
        if "list" in declared:
            self._known((*place, "list"), declared["list"], self.game.lists, "list")
        by = declared.get("by")
        if isinstance(by, str):
            self._known((*place, "by"), by, self.game.options, "option")
        elif by is not None:
            self._selection((*place, "by"), by)

    def _contradictions(self) -> None:
        """Rules that count the same cards, and of which no deck can keep both."""
        rules = [
            (at, rule)
            for at, rule in enumerate(self.game.rules)
            if not ({"per", "with", "sum", "distinct"} & set(rule["count"]) or "each" in rule)
        ]
        for at, rule in rules:
            low = rule["count"].get("min")
            if not isinstance(low, int) or rule.get("severity", "error") != "error":
                continue
            for _, other in rules:
                high = other["count"].get("max")
                if (
                    isinstance(high, int)
                    and high < low
                    and other["id"] != rule["id"]
                    and _together(rule, other)
                ):
                    says = f"at least {low} here and at most {high} in {other['id']} cannot both be"
                    self.say(("rules", at, "count", "min"), says)

    def _listed(self, place: Place, cards: Mapping[str, int]) -> None:
        """Names of a dated list that no card has: it may be for cards to come, so it is only odd."""
        if not self.cards:
            return
        known = {card.folded for card in self.cards} | {card.id for card in self.cards}
        for name in cards:
            if fold(name) not in known and name not in known:
                near = self.catalogue.nearest(name, self.game.id)
                hint = f"; did you mean {' or '.join(near)}?" if near else ""
                self.say((*place, name), f"no card is called so{hint}", "warning")

    def _step(self, place: Place, step: Mapping[str, Any]) -> None:
        for key in ("from", "pile", "to"):
            for word in _words(step.get(key)):
                self._known((*place, key), word, self.piles, "pile")
        for word in step.get("formats", ()):
            self._known((*place, "formats"), word, self.game.formats, "format")
        self._queries(place, step)
        for key in ("per", "order"):
            if key in step:
                self._field((*place, key), step[key].removeprefix("-"))
        self._relation(
            (*place, "with"), {} if step.get("of") in ("seat", "next seat") else step.get("with", {})
        )
        for key in ("n", "how"):
            self._bound((*place, key), step.get(key))
        board = step["at"].get("board") if isinstance(step.get("at"), Mapping) else None
        if board:
            squares = self.game.document.get("board", {}).get("squares", {})
            self._known((*place, "at", "board"), board, squares, "group of squares")
        self._when((*place, "when"), step.get("when", {}))

    def _when(self, place: Place, when: Mapping[str, Any]) -> None:
        for word in when.get("in", ()):
            self._known((*place, "in"), word, self.piles, "pile")
        self._queries(place, when, must_match=False)
        for word in set(when) - {"in", "face", "where", "min", "max"}:
            self._known((*place, word), word, self.game.options, "option")

    def _option(self, place: Place, option: Mapping[str, Any]) -> None:
        default, values = option["default"], option.get("values")
        if isinstance(default, Mapping):
            self._bound((*place, "default"), default)
        elif values and default not in values:
            self.say((*place, "default"), f"{default!r} is none of the values")


def _within(number: int, low: Any, high: Any) -> bool:
    return not (isinstance(low, int) and number < low) and not (isinstance(high, int) and number > high)


def _together(rule: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two rules count the same cards, and hold in one format on one day."""
    same = all(rule["count"].get(key) == other["count"].get(key) for key in ("where", "unless"))
    formats = [set(one.get("formats", ())) for one in (rule, other)]
    meet = not all(formats) or bool(formats[0] & formats[1])
    days = rule.get("since", "") <= other.get("until", "9999") and other.get("since", "") <= rule.get(
        "until", "9999"
    )
    error = other.get("severity", "error") == "error"
    return same and set(rule["count"]["in"]) == set(other["count"]["in"]) and meet and days and error


def _words(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value or ())
