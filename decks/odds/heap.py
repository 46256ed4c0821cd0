"""A pile as far as it is known before any card is turned: parts of shuffles, and cards that may or may not be there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from deckwright.catalog.card import Card
from deckwright.decks.deal.script import Step
from deckwright.decks.odds.stock import Blend, Part, Stock, kinds
from deckwright.decks.odds.values import Value


class Kind(Value):
    """A printing, or the name of a card that nobody knows."""

    name: str
    card: Card | None = None

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def title(self) -> str:
        """Its name with its number."""
        return f"{self.name} #{self.card.number}" if self.card else self.name


class Laid(Value):
    """A part of a source that lies in a pile, face up or not; `mixed`: its cards lie in random order."""

    part: Part[Kind]
    up: bool = False
    mixed: bool = True


class Doubt(Value):
    """Cards of which chance decides whether they lie here, in a step that exact odds do not follow."""

    kinds: tuple[Kind, ...]
    step: Step
    up: bool = False


Lying = Laid | Doubt
Fits = Callable[[Kind], bool]


@dataclass
class Heap:
    """One pile, the top first; `ordered`: its parts lie in this order, each in random order within.

    Where it is not, cards of different parts may lie between each other.
    """

    lying: list[Lying] = field(default_factory=list)
    ordered: bool = True

    @property
    def size(self) -> int:
        """How many cards lie in it for certain."""
        return sum(one.part.count for one in self.lying if isinstance(one, Laid))

    def kinds(self) -> tuple[Kind, ...]:
        """Every kind of card that may lie in it."""
        return tuple(dict.fromkeys(kind for one in self.lying for kind in kinds_of(one)))

    def doubts(self) -> tuple[Doubt, ...]:
        """What is not known of it."""
        return tuple(one for one in self.lying if isinstance(one, Doubt))

    def add(self, moved: Iterable[Lying], face: str | None, *, on_top: bool = False) -> None:
        """Lay cards under the others, or on them, with the face that the step says, if any; else as they were."""
        place = 0 if on_top else len(self.lying)
        self.lying[place:place] = [one if face is None else one.but(up=face == "up") for one in moved]

    def shuffle(self, step: Step) -> None:
        """Mix it: known cards become one stock, parts of others a blend."""
        if self.doubts():
            self.lying = [Doubt(self.kinds(), step)]
        elif self.lying:
            parts = [one.part for one in self.lying if isinstance(one, Laid)]
            self.lying = [Laid(_mixed(parts))]
        self.ordered = True

    def mix(self, step: Step) -> list[Lying]:
        """Put it in random order, faces as they were; what may lie face up, where that depends on the order."""
        faces = {one.up for one in self.lying}
        if len(faces) > 1:
            turned = self.face_down(step)
            self.shuffle(step)
            return turned
        self.shuffle(step)
        self.lying = [one.but(up=up) for one in self.lying for up in faces]
        return []

    def face_down(self, step: Step) -> list[Lying]:
        """Turn it face down for all that is known; what may lie face up nevertheless."""
        turned: list[Lying] = [Doubt(kinds_of(one), step, up=True) for one in self.lying if one.up]
        self.lying = [one.but(up=False) for one in self.lying]
        return turned

    def take(self, fits: Fits, most: int | None, step: Step) -> list[Lying]:
        """Take out the cards that fit, from the top, at most so many."""
        taking = _Taking(self, fits, most, step)
        for one in self.lying:
            taking.pass_over(one)
        self.lying, self.ordered = taking.left, self.ordered and taking.order_kept
        return taking.moved

    def pick(self, fits: Fits, most: int, step: Step) -> list[Lying]:
        """Take out so many random ones of the cards that fit."""
        hit = self.take(fits, None, step)
        laid = [one for one in hit if isinstance(one, Laid)]
        parts, faces = [one.part for one in laid], {one.up for one in hit}
        known = len(parts) == 1 or all(part.whole for part in parts)
        if len(parts) < len(hit) or not known or len(faces) > 1:
            self.lying += hit
            return self.doubt(fits, step)
        if not parts:
            return []
        part, up = _mixed(parts), hit[0].up
        moved = min(most, part.count)
        if part.count > moved:
            mixed = len(laid) == 1 and laid[0].mixed
            self.lying.append(Laid(Part(part.source, part.count - moved), up, mixed))
            self.ordered = False
        return [Laid(Part(part.source, moved), up)]

    def doubt(self, fits: Fits, step: Step) -> list[Lying]:
        """What may be taken out of it, by chance: it may stay as well as go."""
        hit = tuple(kind for kind in self.kinds() if fits(kind))
        if not hit:
            return []
        up = any(one.up for one in self.take(fits, None, step))
        self.lying.append(Doubt(hit, step, up))
        self.ordered = False
        return [Doubt(hit, step, up)]


class _Taking:
    """One taking of cards out of a heap, part by part from the top."""

    def __init__(self, heap: Heap, fits: Fits, most: int | None, step: Step) -> None:
        self._fits = fits
        self._room = most
        self._step = step
        self._sure = heap.ordered or sum(_some(one, fits) for one in heap.lying) <= 1
        self.order_kept = True
        self.moved: list[Lying] = []
        self.left: list[Lying] = []

    def pass_over(self, one: Lying) -> None:
        """Take of one part what is to be taken."""
        hit = tuple(kind for kind in kinds_of(one) if self._fits(kind))
        if not hit or self._room == 0:
            self.left.append(one)
        elif isinstance(one, Doubt) or (self._room is not None and not self._sure):
            self._doubt(one, hit)
        elif len(hit) == len(kinds_of(one)):
            self._take(one)
        elif one.part.whole:
            self._split(one)
        else:
            self._doubt(one, hit)

    def _take(self, one: Laid) -> bool:
        """Take as much of a part as there is room for; whether some of it was left."""
        count = one.part.count if self._room is None else min(one.part.count, self._room)
        if count < one.part.count and not one.mixed:
            self._doubt(one, kinds_of(one))
            return True
        self.moved.append(one.but(part=Part(one.part.source, count)))
        if self._room is not None:
            self._room -= count
        if count < one.part.count:
            self.left.append(one.but(part=Part(one.part.source, one.part.count - count)))
        return count < one.part.count

    def _split(self, one: Laid) -> None:
        """Take a known heap apart: the orders of those that fit and of the others do not depend on each other."""
        assert isinstance(one.part.source, Stock)
        rows = one.part.source.held
        hit, miss = (tuple(row for row in rows if self._fits(row[0]) is wanted) for wanted in (True, False))
        if self._take(one.but(part=whole(hit))):
            self.order_kept = False
        self.left.append(one.but(part=whole(miss)))

    def _doubt(self, one: Lying, hit: tuple[Kind, ...]) -> None:
        self._sure = False
        self.moved.append(Doubt(hit, self._step, one.up))
        self.left.append(Doubt(kinds_of(one), self._step, one.up))


def whole(held: Iterable[tuple[Kind, int]]) -> Part[Kind]:
    """Known cards, all of them."""
    stock = Stock(tuple(held))
    return Part(stock, stock.size)


def kinds_of(one: Lying) -> tuple[Kind, ...]:
    """The kinds that may be among what lies there."""
    return one.kinds if isinstance(one, Doubt) else tuple(kinds(one.part.source))


def _some(one: Lying, fits: Fits) -> bool:
    return any(fits(kind) for kind in kinds_of(one))


def _mixed(parts: list[Part[Kind]]) -> Part[Kind]:
    """Parts shuffled together; parts of one source are one."""
    together = gathered(parts)
    known = [part for part in together if part.whole]
    others = [part for part in together if not part.whole]
    stock = whole(_added(row for part in known if isinstance(part.source, Stock) for row in part.source.held))
    if not others:
        return stock
    if len(others) == 1 and not known:
        return others[0]
    blend = Blend((*others, stock) if known else tuple(others))
    return Part(blend, blend.size)


def gathered(parts: Iterable[Part[Kind]]) -> list[Part[Kind]]:
    """The parts, those of one source as one."""
    counts: dict[int, Part[Kind]] = {}
    for part in parts:
        known = counts.get(id(part.source))
        counts[id(part.source)] = Part(part.source, part.count + (known.count if known else 0))
    return list(counts.values())


def _added(rows: Iterable[tuple[Kind, int]]) -> Iterable[tuple[Kind, int]]:
    counts: dict[Kind, int] = {}
    for kind, count in rows:
        counts[kind] = counts.get(kind, 0) + count
    return counts.items()
