"""Construction rules, read from a game's document: one shape, a count within bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from deckwright.catalog.card import Card
from deckwright.catalog.fields import Field
from deckwright.catalog.game import Game, cites
from deckwright.catalog.query import Query, Scope, parse
from deckwright.decks.bounds import Bound, Surroundings, bound, constant, edition, exact_share
from deckwright.decks.relation import Relation, field_of, relations
from deckwright.decks.verdict import Allowed, Severity


@dataclass(frozen=True, slots=True)
class Selection:
    """Cards in some zones that match one query and not another."""

    zones: tuple[str, ...]
    where: Query | None = None
    unless: Query | None = None
    _known: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)

    def takes(self, card: Card) -> bool:
        """Whether a card matches, which is remembered; its zone is not looked at."""
        known = self._known.get(card.id)
        if known is None:
            known = self._known[card.id] = self._matches(card)
        return known

    def _matches(self, card: Card) -> bool:
        if self.where is not None and not self.where.match(card):
            return False
        return self.unless is None or not self.unless.match(card)

    @property
    def whole(self) -> bool:
        """Whether it takes whole zones, so that unknown cards count too."""
        return self.where is None and self.unless is None


@dataclass(frozen=True, slots=True)
class Measure:
    """What a counted card adds: its copies, a field's number, or a dated list's number."""

    field: Field | None = None
    numbers: Mapping[str, int] | None = None
    otherwise: int = 0
    name: str = "copies"

    @property
    def plain(self) -> bool:
        """Whether copies themselves are counted."""
        return self.field is None and self.numbers is None

    def of(self, card: Card) -> int:
        """What one copy adds; a missing or special value adds 0."""
        if self.numbers is not None:
            keys = (card.id, card.identity, card.folded)
            return next((self.numbers[key] for key in keys if key in self.numbers), self.otherwise)
        if self.field is None:
            return 1
        value = card.value(self.field.id)
        return value if isinstance(value, int) else 0


@dataclass(frozen=True, slots=True)
class Rule:
    """A count within bounds, judged once, or once for `each` card that matches (see the game schema).

    `least_share` and `most_share` are the shares that alone bound it from below or above.
    `sizes` are the selections by whose size a bound is looked up, by the identity of their declaration.
    """

    id: str
    order: int
    says: str
    cite: tuple[str, ...]
    severity: Severity
    counted: Selection
    measure: Measure
    low: Bound
    high: Bound
    settled: Allowed | None
    per: Field | None = None
    distinct: Field | None = None
    relations: tuple[Relation, ...] = ()
    each: Selection | None = None
    union: bool = False
    one_of: tuple[int, ...] = ()
    least_share: Fraction | None = None
    most_share: Fraction | None = None
    sizes: Mapping[int, Selection] = field(default_factory=dict)
    reason: str = ""

    @property
    def whole(self) -> bool:
        """Whether it counts whole zones, so that unknown cards count too."""
        plain = self.per is None and self.distinct is None and not self.relations
        return plain and self.counted.whole and self.measure.plain

    @property
    def zones(self) -> tuple[str, ...]:
        """The zones that it counts in."""
        return self.counted.zones


def rules_in_force(game: Game, format_id: str, on: date) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The rules of a format on a day, with their places in the document; the nearest format's rule of an id wins."""
    lineage = list(game.lineage(format_id))
    chosen: dict[str, tuple[int, int, Mapping[str, Any]]] = {}
    for order, row in enumerate(game.rules):
        if not row.get("since", "") <= on.isoformat() <= row.get("until", "9999-12-31"):
            continue
        formats = row.get("formats")
        near = (
            len(lineage)
            if formats is None
            else min(map(lineage.index, set(formats) & {*lineage}), default=-1)
        )
        if near >= 0 and near <= chosen.get(row["id"], (near, 0, row))[0]:
            chosen[row["id"]] = (near, order, row)
    yield from sorted(((order, row) for _, order, row in chosen.values()), key=lambda found: found[0])


def read_rule(row: Mapping[str, Any], order: int, around: Surroundings, scope: Scope) -> Rule:
    """The rule of a document's row, with every query parsed and every settled bound worked out."""
    game, count = around.game, row["count"]
    each = row.get("each")
    return Rule(
        id=row["id"],
        order=order,
        says=row["says"],
        cite=cites(row),
        severity=row.get("severity", "error"),
        counted=_selection(count, game, scope),
        measure=_measure(count.get("sum"), around),
        low=bound(count.get("min"), around, least=True),
        high=bound(count.get("max"), around),
        settled=_settled(count, around),
        per=_group(count.get("per"), game),
        distinct=field_of(game, count["distinct"]) if "distinct" in count else None,
        relations=relations(count.get("with", {}), game),
        each=_selection(each, game, scope) if each else None,
        union=bool(each and each.get("union")),
        one_of=tuple(count.get("one_of", ())),
        least_share=_share(count, "min"),
        most_share=_share(count, "max"),
        sizes=dict(_sizes(count, game, scope)),
        reason=row.get("reason", ""),
    )


def _selection(row: Mapping[str, Any], game: Game, scope: Scope) -> Selection:
    def query(key: str) -> Query | None:
        text = row.get(key, "").strip()
        return parse(text, scope, game=game.id, whole=True) if text else None

    return Selection(tuple(row["in"]), query("where"), query("unless"))


def _sizes(count: Mapping[str, Any], game: Game, scope: Scope) -> Iterator[tuple[int, Selection]]:
    for declared in (count.get("min"), count.get("max")):
        by = declared.get("by") if isinstance(declared, Mapping) else None
        if isinstance(by, Mapping):
            yield id(by), _selection(by, game, scope)


def _measure(declared: Any, around: Surroundings) -> Measure:
    if declared is None:
        return Measure()
    if isinstance(declared, str):
        found = field_of(around.game, declared)
        return Measure(field=found, name=found.name)
    listed = edition(around.game, declared["list"], around.on)
    return Measure(numbers=listed.numbers, otherwise=declared.get("or", 0), name=declared["list"])


def _settled(count: Mapping[str, Any], around: Surroundings) -> Allowed | None:
    """The bounds, if they are the same for every deck and card."""
    low, high = constant(count.get("min"), around), constant(count.get("max"), around)
    if not (low[0] and high[0]):
        return None
    return Allowed(low[1], high[1], tuple(count.get("one_of", ())))


def _share(count: Mapping[str, Any], side: str) -> Fraction | None:
    """The share that is the bound of one side, if that is the only bound."""
    declared = count.get(side)
    alone = count.keys() & {"min", "max", "one_of"} == {side}
    if not (alone and isinstance(declared, Mapping) and "share" in declared):
        return None
    return exact_share(declared["share"])


def _group(word: str | None, game: Game) -> Field | None:
    """The field that counts are grouped by; `card` is the printing's own id."""
    if word is None:
        return None
    return field_of(game, "id" if word == "card" else word)
