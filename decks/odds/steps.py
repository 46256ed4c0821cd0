"""The steps of a setup, done to what is known of the piles instead of to cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from deckwright.catalog.fields import Value
from deckwright.decks.deal.choices import chosen
from deckwright.decks.deal.errors import NotChoosable, NothingToChoose
from deckwright.decks.deal.script import Step
from deckwright.decks.deal.table import Piece
from deckwright.decks.odds.fitting import amount, anything, fitting, how_of, require, sorted_out, value_of
from deckwright.decks.odds.heap import Doubt, Fits, Heap, Kind, Laid, Lying, kinds_of
from deckwright.decks.odds.layout import Layout

_COUNTED = frozenset({"in", "face", "where", "min", "max"})


def walk(layout: Layout, steps: Sequence[Step]) -> Layout:
    """Do all steps; one that has too few cards takes what there is. Raises `NotChoosable`."""
    for step in steps:
        rounds = amount(layout, step, 1) or 0 if step.do == "lay" else 1
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
        layout.any_first |= how_of(layout, step) != "first" and len(layout.terms.seats) > 1
    if happens is False or step.do == "first":
        return
    if layout.any_first and step.each:
        _seats_in_any_order(layout, step, seat)
    if needs := step.declared.get("needs", 0):
        require(layout, step, seat, needs, layout.heap(step.source, seat))
    if happens is None or step.declared.get("instead"):
        _perhaps(layout, step, seat)
        return
    _VERBS[step.do](layout, step, seat)


def _seats_in_any_order(layout: Layout, step: Step, seat: int) -> None:
    """Nobody knows which player takes first from a pile of the table, or whose cards lie on top there."""
    for name in (*step.piles, *step.to):
        if not layout.key(name, seat)[1]:
            layout.heap(name, seat).ordered = False


def _perhaps(layout: Layout, step: Step, seat: int) -> None:
    """A step that is done or not, or exchanges who knows what: what it may move or turn is in doubt from now on."""
    if step.do == "reveal":
        layout.turned += (Doubt(layout.heap(name, seat).kinds(), step, up=True) for name in step.piles)
    elif step.do == "shuffle":
        for name in step.piles:
            heap = layout.heap(name, seat)
            layout.turned += heap.face_down(step)
            heap.ordered = False
    else:
        moved = layout.heap(step.source, seat).doubt(fitting(layout, step, seat)[0], step)
        if step.declared.get("instead"):
            _exchange(layout, step, seat, moved)
            return
        for name in step.to:
            layout.lay(step, seat, step.source, name, moved)


def _exchange(layout: Layout, step: Step, seat: int, moved: Sequence[Lying]) -> None:
    """Cards that may change places with some of the pile `to`; each gets the face of the other."""
    back = layout.heap(step.to[0], seat).doubt(anything, step)
    up = any(one.up for one in (*moved, *back))
    layout.lay(step, seat, step.source, step.to[0], [one.but(up=up) for one in moved])
    layout.lay(step, seat, step.to[0], step.source, [one.but(up=up) for one in back])


def _happens(layout: Layout, step: Step) -> bool | None:
    """Whether a step's `when` holds; None where chance decides."""
    when: Mapping[str, Any] = step.declared.get("when", {})
    for key, allowed in when.items():
        if key not in _COUNTED and str(layout.terms.around.options.get(key)) not in map(str, allowed):
            return False
    return None if "in" in when or _for_anyone(layout, step) else True


def _take(layout: Layout, step: Step, seat: int) -> None:
    heap = layout.heap(step.source, seat)
    fits, sure = fitting(layout, step, seat)
    if not sure:
        moved: list[Lying] = heap.doubt(fits, step)
    elif "per" in step.declared and step.do == "take":
        moved = _per_value(layout, step, seat, heap, fits)
    else:
        n = amount(layout, step, None)
        least = max(n or 0, 1) if step.do == "place" and step.source not in step.to else n or 0
        require(layout, step, seat, least, heap, fits)
        moved = heap.take(fits, n, step)
    layout.lay(step, seat, step.source, step.to[0], sorted_out(layout, step, seat, moved))


def _per_value(layout: Layout, step: Step, seat: int, heap: Heap, fits: Fits) -> list[Lying]:
    name = step.declared["per"]
    values = dict.fromkeys(value_of(kind, name) for kind in heap.kinds() if fits(kind))
    n = amount(layout, step, 1) or 0

    def with_value(value: Value | None) -> Fits:
        return lambda kind: fits(kind) and value_of(kind, name) == value

    listed = {one.part.source: at for at, one in enumerate(heap.lying) if isinstance(one, Laid)}
    known = heap.ordered and not heap.doubts() and all(len(kinds_of(one)) == 1 for one in heap.lying)
    moved: list[Lying] = []
    for value in values:
        if value is not None:
            require(layout, step, seat, n, heap, with_value(value))
            moved += heap.take(with_value(value), n, step)
    if not known:
        layout.heap(step.to[0], seat).ordered &= len(moved) < 2
        return moved
    return sorted(moved, key=lambda one: listed[one.part.source] if isinstance(one, Laid) else len(listed))


def _choose(layout: Layout, step: Step, seat: int) -> None:
    heap = layout.heap(step.source, seat)
    fits, sure = fitting(layout, step, seat)
    could = [kind for kind in heap.kinds() if fits(kind)]
    if not could:
        label = layout.terms.label(seat)
        lack = NothingToChoose(label, step.source, step.kind or "any kind", step.says, step.cite)
        layout.lacks.append((None, lack))
        return
    named = _wished(layout, step, seat, heap, could)
    if named is not None and not _contested(layout, step, seat, loosely=True):
        moved = heap.take(lambda kind: kind == named, 1, step)
    elif not sure or _contested(layout, step, seat):
        moved = heap.doubt(fits, step)
    elif how_of(layout, step) == "random":
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


def _contested(layout: Layout, step: Step, seat: int, *, loosely: bool = False) -> bool:
    """Whether another player's wish decides what may be chosen here, the pile being the table's.

    What another wishes for alone, nobody takes before; what all wish for (`loosely`), whoever comes first has.
    """
    key, seats = step.declared.get("key"), layout.terms.seats
    if key is None or not step.each or layout.key(step.source, seat)[1]:
        return False
    for other in (one.number for one in seats if one.number != seat):
        wish = layout.terms.choices.wish(key, other, len(seats))
        if wish is not None and (layout.any_first or (other > seat and not wish.loose)):
            return wish.loose or not loosely
    return False


def _shuffle(layout: Layout, step: Step, seat: int) -> None:
    for name in step.piles:
        heap = layout.heap(name, seat)
        heap.shuffle(step)
        layout.shuffled(layout.key(name, seat))


def _deal(layout: Layout, step: Step, seat: int) -> None:
    heap = layout.heap(step.source, seat)
    n = amount(layout, step, 1) or 0
    require(layout, step, seat, n * len(step.to), heap)
    for name in step.to:
        layout.lay(step, seat, step.source, name, heap.take(anything, n, step))


def _reveal(layout: Layout, step: Step, seat: int) -> None:
    for name in step.piles:
        heap = layout.heap(name, seat)
        n = amount(layout, step, None)
        require(layout, step, seat, n or 0, heap)
        turned = heap.take(anything, n, step)
        heap.lying[:0] = [one.but(up=True) for one in turned]


def _lay(layout: Layout, step: Step, seat: int) -> None:
    heap = layout.heap(step.source, seat)
    require(layout, step, seat, 1, heap)
    layout.lay(step, seat, step.source, step.to[0], heap.take(anything, 1, step))


def _return(layout: Layout, step: Step, seat: int) -> None:
    heap = layout.heap(step.source, seat)
    keep = amount(layout, step, None, "keep")
    n = amount(layout, step, None)
    stay = keep if keep is not None else heap.size - (n or 0)
    require(layout, step, seat, max(stay, n or 0), heap)
    if keep is None and heap.doubts():
        layout.lay(step, seat, step.source, step.to[0], heap.doubt(anything, step))
        return
    if how_of(layout, step) == "random":
        layout.turned += heap.mix(step)
    kept = heap.take(anything, stay, step)
    back = heap.take(anything, None, step)
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
