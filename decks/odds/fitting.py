"""Which cards a step may take as far as they are known, how many, and what it lacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckwright.catalog.fields import Value
from deckwright.decks.bounds import constant
from deckwright.decks.deal.errors import NotEnough
from deckwright.decks.deal.order import in_order
from deckwright.decks.deal.script import Step
from deckwright.decks.deal.table import Piece
from deckwright.decks.odds.heap import Doubt, Fits, Heap, Kind, Laid, Lying, kinds_of, whole
from deckwright.decks.odds.layout import Layout
from deckwright.decks.odds.stock import Stock
from deckwright.decks.relation import Lookup


def fitting(layout: Layout, step: Step, seat: int) -> tuple[Fits, bool]:
    """Which cards a step may take, and whether that is known: its relations may be to a card that is not."""
    others, sure = _others(layout, step, seat) if step.with_ else ([], True)
    owner = 1 if layout.terms.around.game.decklist == "player" else 0
    foreign = bool(step.declared.get("own")) and seat != owner

    def fits(kind: Kind) -> bool:
        if foreign:
            return False
        if step.where is not None and (kind.card is None or not step.where.match(kind.card)):
            return False
        if not step.with_:
            return True
        look = _lookup(kind)
        return any(all(relation.holds(look, other) for relation in step.with_) for other in others)

    return fits, sure


def _others(layout: Layout, step: Step, seat: int) -> tuple[list[Lookup], bool]:
    of = step.declared.get("of", "seat")
    at = max(seat, 1)
    if of == "seat":
        return [layout.terms.seats[at - 1].values.get], True
    if of == "next seat":
        return [layout.terms.next_values(at).get], True
    heap = layout.heap(of, seat)
    sure = all(isinstance(one, Laid) and one.part.whole for one in heap.lying)
    return [_lookup(kind) for kind in heap.kinds()], sure


def require(layout: Layout, step: Step, seat: int, needs: int, heap: Heap, fits: Fits | None = None) -> None:
    """Remember where there are too few cards, as far as it is known."""
    if any(isinstance(one, Doubt) for one in heap.lying):
        return
    found = sum(_fitting(one, fits) for one in heap.lying if isinstance(one, Laid))
    if found < needs:
        label = layout.terms.label(seat)
        lack = NotEnough(label, step.source, needs, found, step.says, step.cite, step.kind)
        layout.lacks.append((layout.key(step.source, seat), lack))


def _fitting(one: Laid, fits: Fits | None) -> int:
    if fits is None or not one.part.whole:
        return one.part.count
    return sum(count for kind, count in _held(one) if fits(kind))


def _held(one: Laid) -> Sequence[tuple[Kind, int]]:
    return one.part.source.held if isinstance(one.part.source, Stock) else ()


def sorted_out(layout: Layout, step: Step, seat: int, moved: Sequence[Lying]) -> Sequence[Lying]:
    """What a step moved, in the order that it says, if any."""
    order = step.declared.get("order", "")
    field = layout.terms.around.game.field(order.removeprefix("-"))
    if field is None or step.do != "take":
        return moved
    parts = [part for one in moved for part in _by_value(one, field.id)]
    if any(len(_values(one, field.id)) > 1 for one in parts):
        layout.heap(step.to[0], seat).ordered = False
        return parts
    pieces = [Piece(kinds_of(one)[0].name, kinds_of(one)[0].card) for one in parts]
    lying = {id(piece): one for piece, one in zip(pieces, parts, strict=True)}
    return [lying[id(piece)] for piece in in_order(pieces, field, order.startswith("-"))]


def _by_value(one: Lying, name: str) -> Sequence[Lying]:
    """A known heap as one for each value of a field; what else has several values is no more in random order."""
    values = _values(one, name)
    if len(values) == 1 or isinstance(one, Doubt):
        return [one]
    if not one.part.whole:
        return [one.but(mixed=False)]
    return [
        one.but(part=whole(row for row in _held(one) if value_of(row[0], name) == each)) for each in values
    ]


def _values(one: Lying, name: str) -> Sequence[Value | None]:
    return tuple(dict.fromkeys(value_of(kind, name) for kind in kinds_of(one)))


def amount(layout: Layout, step: Step, otherwise: int | None, key: str = "n") -> int | None:
    """The number that a step declares, else the other."""
    declared = step.declared.get(key)
    return otherwise if declared is None else max(constant(declared, layout.terms.around)[1] or 0, 0)


def how_of(layout: Layout, step: Step) -> str:
    """How a step chooses: the first listed, or a random one."""
    how = step.declared.get("how", "first")
    return str(layout.terms.around.options[how["option"]]) if isinstance(how, Mapping) else str(how)


def anything(kind: Kind) -> bool:
    """Whether a card is one: where a step takes any."""
    return True


def value_of(kind: Kind, name: str) -> Value | None:
    """What a field says of a card; of one that nobody knows, nothing."""
    return kind.card.value(name) if kind.card else None


def _lookup(kind: Kind) -> Lookup:
    return lambda name: value_of(kind, name)
