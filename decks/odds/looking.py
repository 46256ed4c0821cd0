"""Which cards a question looks at, and the terms that every number comes with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from deckwright.catalog.game import Game
from deckwright.decks.deal.guesses import Guess
from deckwright.decks.deal.script import owners
from deckwright.decks.deal.table import PileKey
from deckwright.decks.odds.errors import BadTurn, NoPile, NotInOrder, NoTurnKnown, TooManySeen
from deckwright.decks.odds.ground import Drawn, Ground, ground_of
from deckwright.decks.odds.heap import Doubt, Heap, Kind, Laid, gathered, whole
from deckwright.decks.odds.layout import Layout, Move, sources_of
from deckwright.decks.odds.question import ByTurn, InCards, When
from deckwright.decks.odds.stock import Part, Source, Stock, kinds
from deckwright.decks.odds.values import Value

HAND = "hand"
FACE_UP = "face-up"
_NO_ORDER = "the cards lie in no random order"
_ME = 1
"""The seat whose hand is looked at; all seats are alike."""


class Look(Value):
    """What a question looks at. `reach` is how many cards can be seen at most, by drawing on.

    `draws` are what is seen where a question says nothing, and `name` says what that is; `dealt` is how many cards the
    setup dealt, with which turns begin. `words` are the piles that were asked for, `stacked` those of them that are
    looked at as they were shuffled, and `home` the pile off which their cards come, if it is one. `whole`: where a
    question says nothing, all that lies there is seen, even cards of which chance decides whether they do; `unordered`
    is why it is not seen card by card in random order, where one might think so. `guesses` are names in the decklist
    that may be several cards.
    """

    name: str
    draws: tuple[Drawn, ...]
    dealt: int
    reach: int
    turn: Mapping[str, Any] | None = None
    doubts: tuple[Doubt, ...] = ()
    game: str = ""
    words: tuple[str, ...] = ()
    home: PileKey | None = None
    stacked: tuple[str, ...] = ()
    whole: bool = True
    unordered: str = ""
    guesses: tuple[Guess, ...] = ()

    @property
    def parts(self) -> list[Part[Kind]]:
        """The parts that are drawn."""
        return [drawn.part for drawn in self.draws]

    @property
    def hand(self) -> int:
        """How many cards are seen where a question says nothing."""
        return sum(part.count for part in self.parts)

    @property
    def single(self) -> bool:
        """Whether all cards come off one pile, one after another in random order."""
        return len(self.draws) == 1 and not self.unordered

    @property
    def source(self) -> Source[Kind]:
        """The one source that cards are drawn from."""
        return self.draws[0].part.source

    def kinds(self) -> dict[Kind, int]:
        """The kinds that may be seen, with how many there are of each in their stocks."""
        found: dict[Kind, int] = {}
        for drawn in self.draws:
            found = {
                **found,
                **{kind: found.get(kind, 0) + count for kind, count in kinds(drawn.part.source).items()},
            }
        return found

    def seen(self, when: When | None) -> int:
        """How many cards are seen by then. Raises `OddsError` where that has no answer."""
        if when is None:
            return self.hand
        self._expect_order(str(when))
        if isinstance(when, InCards):
            return min(when.cards, self.reach)
        return min(self._by_turn(when), self.reach)

    def _expect_order(self, when: str) -> None:
        if not self.single:
            raise NotInOrder(self.name, when, self.unordered or "the cards come from several piles")

    def _by_turn(self, when: ByTurn) -> int:
        """How many cards a turn begins with, in hand and used before it, if the pile never runs out."""
        if when.turn < 1:
            raise BadTurn("turns are counted from 1")
        turn, before = self.turn or {}, when.turn - 1
        if "up_to" in turn:
            using = 1 if when.using is None else when.using
            fewest = min(self.dealt, self._held(turn["up_to"], before - 1, using))
            if using > fewest:
                raise BadTurn(f"a hand of {fewest} cannot use {using} cards a turn")
            return self._held(turn["up_to"], before, using) + before * using
        if "draw" in turn:
            return self.dealt + before * int(turn["draw"])
        raise NoTurnKnown(self.game)

    def _held(self, up_to: int, turns: int, using: int) -> int:
        """How many cards are in hand after so many turns, each of which ends by drawing up to a number."""
        return max(up_to, self.dealt - turns * using) if turns > 0 else self.dealt

    def with_seen(self, seen: int) -> Look:
        """The same with another number of cards seen where a question says nothing."""
        self._expect_order("another number of cards seen")
        if seen > self.reach:
            raise TooManySeen(seen, self.reach, self.draws[0].ground.pile)
        cards = "card" if seen == 1 else "cards"
        draws = tuple(drawn.but(part=Part(drawn.part.source, seen)) for drawn in self.draws)
        return self.but(draws=draws, name=f"the first {seen} {cards}", whole=False)


def look(layout: Layout, pile: str | None = None) -> Look:
    """What is looked at: the opening hand, else what `pile` names. Raises `NoPile`; `DealError` if it lacks cards."""
    game = layout.terms.around.game
    words = [HAND] if pile is None else [word.strip() for word in pile.split("+")]
    known = tuple(owners(game))
    if pile is None and not any(move.to[0] == HAND for move in layout.moves):
        raise NoPile(game.name, None, (*known, FACE_UP))
    parts: list[Part[Kind]] = []
    doubts: list[Doubt] = []
    mixed = True
    words = list(dict.fromkeys(_named(word, (*known, FACE_UP), game) for word in words))
    for found in words:
        _check(layout, found)
        for heap in _heaps(layout, found, words):
            laid = [one for one in heap.lying if isinstance(one, Laid)]
            parts += [one.part for one in laid]
            mixed = mixed and all(one.mixed for one in laid)
            doubts += heap.doubts()
    seen = _look(layout, game, words, parts, doubts)
    return seen if mixed else seen.but(unordered=_NO_ORDER)


def _check(layout: Layout, name: str) -> None:
    """Refuse a pile that cannot have come to hold what it should."""
    asked = (layout.key(name, _ME), _home(layout, name))
    for key, lack in layout.lacks:
        if key in asked:
            raise lack


def _named(word: str, known: Sequence[str], game: Game) -> str:
    """The pile that a word names, in any case. Raises `NoPile`."""
    found = next((name for name in known if name.casefold() == word.casefold()), None)
    if found is None:
        raise NoPile(game.name, word, tuple(known))
    return found


def _look(
    layout: Layout, game: Game, words: Sequence[str], parts: Iterable[Part[Kind]], doubts: Sequence[Doubt]
) -> Look:
    together = gathered(parts)
    draws = tuple(_drawn(layout, together, words))
    count = sum(part.count for part in together)
    stacked = tuple(word for word in words if _stacked(layout, word, words))
    home = _home(layout, words[0]) if len(together) == 1 and words[0] in (HAND, *stacked) else None
    home = home if home in layout.shuffles else None
    under = 0 if home is None else layout.heaps[home].size
    if home is not None and words[0] in stacked:
        under = layout.shuffles[home][0].size - count
    return Look(
        name=_name(words),
        draws=draws,
        dealt=count,
        reach=count if home is None else min(count + under, together[0].source.size),
        turn=game.document.get("turn") if list(words) == [HAND] else None,
        doubts=tuple(doubts),
        game=game.name,
        words=tuple(words),
        home=home,
        stacked=stacked,
        unordered=_unordered(layout, draws, home),
    )


def _name(words: Sequence[str]) -> str:
    if list(words) == [HAND]:
        return "the opening hand"
    return " and ".join("all that lies face up" if word == FACE_UP else f"the {word} pile" for word in words)


def _stacked(layout: Layout, name: str, words: Sequence[str]) -> tuple[Heap, Sequence[Move]] | None:
    """A pile as it was shuffled, and what was dealt off it, unless that is looked at where it came to lie."""
    others = [word for word in words if word != name]
    if FACE_UP in words or name in sources_of([move.step for move in layout.moves], others):
        return None
    return layout.stacked(layout.key(name, _ME))


def _heaps(layout: Layout, name: str, words: Sequence[str]) -> Iterator[Heap]:
    """The cards that a pile's name means: what lies in it, or what is dealt off it if it is only dealt from."""
    if name == FACE_UP:
        asked = {layout.key(word, _ME) for word in words}
        for heap in (heap for key, heap in layout.heaps.items() if key not in asked):
            yield Heap([one for one in heap.lying if one.up])
        yield Heap(layout.turned)
        return
    stacked = _stacked(layout, name, words)
    if stacked is None:
        yield layout.heap(name, _ME)
        return
    heap, gone = stacked
    dealt = sum(move.count or 0 for move in gone if move.to[1] <= _ME)
    if len(heap.lying) == 1 and isinstance(heap.lying[0], Laid) and 0 < dealt < heap.size:
        yield Heap([Laid(Part(heap.lying[0].part.source, dealt))])
    else:
        yield heap


def _drawn(layout: Layout, parts: Sequence[Part[Kind]], words: Sequence[str]) -> Iterator[Drawn]:
    """Each part with what is to be told of it; several that are known to lie there are one."""
    known = [part for part in parts if part.whole] if len(parts) > 1 else []
    if known:
        lying = whole(row for part in known if isinstance(part.source, Stock) for row in part.source.held)
        yield Drawn(lying, Ground(" and ".join(words), lying.count, known=True))
    for part in parts:
        if part not in known:
            yield Drawn(part, ground_of(layout, part.source))


def _home(layout: Layout, name: str) -> PileKey:
    """The pile off which the cards of a name come: its own, or for a hand the one that it was dealt from."""
    key = layout.key(name, _ME)
    return next((move.source for move in layout.moves if name == HAND and move.to == key), key)


def _unordered(layout: Layout, draws: Sequence[Drawn], home: PileKey | None) -> str:
    """Why the cards looked at, and those under them in the pile that they came off, are in no random order."""
    if any(drawn.ground.known for drawn in draws):
        return _NO_ORDER
    if home is not None:
        below = layout.heaps[home].lying
        under = (one.part.source if isinstance(one, Laid) and one.mixed else None for one in below)
        if any(source is not draws[0].part.source for source in under):
            return f"a step has searched {home[0]} since they were dealt"
    return ""
