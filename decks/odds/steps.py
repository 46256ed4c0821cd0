"""The steps of a setup, done to what is known of the piles instead of to cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from deckwright.catalog.fields import Value
from deckwright.decks.bounds import constant
from deckwright.decks.deal.choices import chosen
from deckwright.decks.deal.errors import NotChoosable, NotEnough, NothingToChoose
from deckwright.decks.deal.script import Step
from deckwright.decks.deal.table import Piece
from deckwright.decks.odds.heap import Doubt, Fits, Heap, Kind, Laid, Lying
from deckwright.decks.odds.layout import Layout
from deckwright.decks.odds.stock import Stock
from deckwright.decks.relation import Lookup

_COUNTED = frozenset({"in", "face", "where", "min", "max"})


def walk(layout: Layout, steps: Sequence[Step]) -> Layout:
    """Do all steps; one that has too few cards takes what there is. Raises `NotChoosable`."""
    for step in steps:
        rounds = _amount(layout, step, 1) or 0 if step.do == "lay" else 1
        for _ in range(rounds):
            for seat in _seats(layout, step):
                _do(layout, step, seat)
    return layout


def _seats(layout: Layout, step: Step) -> Sequence[int]:
    seats = [seat.number for seat in layout.terms.seats]
    if step.each or _for_anyone(layout, step):
        return seats
    return [{"first": seats[0], "last": seats[-1]}.get(step.declared.get("for", ""), 0)]


def _for_anyone(layout: Layout, step: Step) -> bool:
    """Whether a step is for the first or the last player, and nobody knows who that is."""
    return layout.any_first and step.declared.get("for") in ("first", "last")


def _do(layout: Layout, step: Step, seat: int) -> None:
    happens = _happens(layout, step)
    if step.do == "first" and happens is not False:
        layout.any_first |= _how(layout, step) != "first" and len(layout.terms.seats) > 1
    if happens is False or step.do == "first":
        return
    if needs := step.declared.get("needs", 0):
        _require(layout, step, seat, needs, layout.heap(step.source, seat))
    if happens is None or step.declared.get("instead"):
        if step.do == "reveal":
            layout.turned += (Doubt(layout.heap(name, seat).kinds(), step, up=True) for name in step.piles)
        elif step.do != "shuffle":
            heap = layout.heap(step.source, seat)
            layout.lay(step, seat, step.source, step.to[0], heap.doubt(_fits(layout, step, seat)[0], step))
        return
    _VERBS[step.do](layout, step, seat)


def _happens(layout: Layout, step: Step) -> bool | None:
    """Whether a step's `when` holds; None where chance decides."""
    when: Mapping[str, Any] = step.declared.get("when", {})
    for key, allowed in when.items():
        if key not in _COUNTED and str(layout.terms.around.options.get(key)) not in map(str, allowed):
            return False
    return None if "in" in when or _for_anyone(layout, step) else True


def _take(layout: Layout, step: Step, seat: int) -> None:
    heap = layout.heap(step.source, seat)
    fits, sure = _fits(layout, step, seat)
    if not sure:
        moved: list[Lying] = heap.doubt(fits, step)
    elif "per" in step.declared:
        moved = _per_value(layout, step, heap, fits)
    else:
        n = _amount(layout, step, None)
        if n is not None:
            _require(layout, step, seat, n, heap, fits)
        moved = heap.take(fits, n, step)
    layout.lay(step, seat, step.source, step.to[0], moved)


def _per_value(layout: Layout, step: Step, heap: Heap, fits: Fits) -> list[Lying]:
    name = step.declared["per"]
    values = dict.fromkeys(_value(kind, name) for kind in heap.kinds() if fits(kind))
    n = _amount(layout, step, 1)

    def with_value(value: Value | None) -> Fits:
        return lambda kind: fits(kind) and _value(kind, name) == value

    return [one for value in values if value is not None for one in heap.take(with_value(value), n, step)]


def _choose(layout: Layout, step: Step, seat: int) -> None:
    heap = layout.heap(step.source, seat)
    fits, sure = _fits(layout, step, seat)
    could = [kind for kind in heap.kinds() if fits(kind)]
    if not could:
        label = layout.terms.label(seat)
        lack = NothingToChoose(label, step.source, step.kind or "any kind", step.says, step.cite)
        layout.lacks.append((None, lack))
        return
    named = _wished(layout, step, seat, heap, could)
    if named is not None:
        moved = heap.take(lambda kind: kind == named, 1, step)
    elif not sure:
        moved = heap.doubt(fits, step)
    elif _how(layout, step) == "random":
        moved = heap.pick(fits, 1, step)
    else:
        moved = heap.take(fits, 1, step)
    layout.lay(step, seat, step.source, step.to[0], moved)


def _wished(layout: Layout, step: Step, seat: int, heap: Heap, could: Sequence[Kind]) -> Kind | None:
    """The kind that a player named for the step to choose. Raises `NotChoosable`."""
    key, terms = step.declared.get("key"), layout.terms
    wish = terms.choices.wish(key, *((seat, len(terms.seats)) if step.each else (1, 1))) if key else None
    if key is None or wish is None:
        return None
    everything = heap.kinds()
    pieces = [Piece(kind.name, kind.card) for kind in everything]
    places = [at for at, kind in enumerate(everything) if kind in could]
    began = layout.began.get(layout.key(step.source, seat), ())
    try:
        at = chosen(wish, pieces, places, began=began, lines=terms.lines, key=key, label=terms.label(seat))
    except NotChoosable as error:
        if wish.loose and seat > 1:
            return None
        raise replace(error, cite=step.cite) from None
    return everything[at]


def _shuffle(layout: Layout, step: Step, seat: int) -> None:
    for name in step.piles:
        heap = layout.heap(name, seat)
        heap.shuffle(step)
        layout.shuffles[layout.key(name, seat)] = (Heap(list(heap.lying)), len(layout.moves))


def _deal(layout: Layout, step: Step, seat: int) -> None:
    heap = layout.heap(step.source, seat)
    n = _amount(layout, step, 1) or 0
    _require(layout, step, seat, n * len(step.to), heap)
    for name in step.to:
        layout.lay(step, seat, step.source, name, heap.take(_anything, n, step))


def _reveal(layout: Layout, step: Step, seat: int) -> None:
    for name in step.piles:
        heap = layout.heap(name, seat)
        turned = heap.take(_anything, _amount(layout, step, None), step)
        heap.lying[:0] = [one.but(up=True) for one in turned]


def _lay(layout: Layout, step: Step, seat: int) -> None:
    heap = layout.heap(step.source, seat)
    _require(layout, step, seat, 1, heap)
    layout.lay(step, seat, step.source, step.to[0], heap.take(_anything, 1, step))


def _return(layout: Layout, step: Step, seat: int) -> None:
    heap = layout.heap(step.source, seat)
    keep = _amount(layout, step, None, "keep")
    n = _amount(layout, step, None)
    stay = keep if keep is not None else heap.size - (n or 0)
    _require(layout, step, seat, max(stay, n or 0), heap)
    if _how(layout, step) == "random":
        heap.shuffle(step)
    kept = heap.take(_anything, stay, step)
    back = heap.take(_anything, None, step)
    heap.lying = [*kept, *heap.lying]
    layout.lay(step, seat, step.source, step.to[0], back)


_VERBS: Mapping[str, Callable[[Layout, Step, int], None]] = {
    "take": _take,
    "place": _take,
    "choose": _choose,
    "shuffle": _shuffle,
    "deal": _deal,
    "reveal": _reveal,
    "lay": _lay,
    "return": _return,
}


def _fits(layout: Layout, step: Step, seat: int) -> tuple[Fits, bool]:
    """Which cards a step may take, and whether that is known: its relations may be to a card that is not."""
    others, sure = _others(layout, step, seat) if step.with_ else ([], True)

    def fits(kind: Kind) -> bool:
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
        listed: Mapping[str, Sequence[str]] = layout.terms.around.game.document.get("seats", {})
        return [{key: values[at % len(values)] for key, values in listed.items()}.get], True
    heap = layout.heap(of, seat)
    sure = all(isinstance(one, Laid) and one.part.whole for one in heap.lying)
    return [_lookup(kind) for kind in heap.kinds()], sure


def _require(layout: Layout, step: Step, seat: int, needs: int, heap: Heap, fits: Fits | None = None) -> None:
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


def _amount(layout: Layout, step: Step, otherwise: int | None, key: str = "n") -> int | None:
    declared = step.declared.get(key)
    return otherwise if declared is None else max(constant(declared, layout.terms.around)[1] or 0, 0)


def _how(layout: Layout, step: Step) -> str:
    how = step.declared.get("how", "first")
    return str(layout.terms.around.options[how["option"]]) if isinstance(how, Mapping) else str(how)


def _anything(kind: Kind) -> bool:
    return True


def _value(kind: Kind, name: str) -> Value | None:
    return kind.card.value(name) if kind.card else None


def _lookup(kind: Kind) -> Lookup:
    return lambda name: _value(kind, name)
