"""Many sample hands: hand k is that of the seed's deal k, however many are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckwright.decks.deal.dealing import faced
from deckwright.decks.deal.draws import HAND, hand_step
from deckwright.decks.deal.engine import Dealer, run
from deckwright.decks.deal.script import Step, owners
from deckwright.decks.deal.stream import WORD, keyed, words, words_of_block
from deckwright.decks.deal.table import Piece

_WORDS_IN_BLOCK = 8


@dataclass(frozen=True)
class Sampler:
    """A pile in the order before its shuffle, where a hand lies in it after, and the stream of the shuffle."""

    pile: tuple[Piece, ...]
    skipped: int
    size: int
    seed: str
    step: str
    seat: int

    def places(self, first: int, count: int) -> Iterator[list[int]]:
        """The hands of deals `first`, `first` + 1 …, as places in the pile before its shuffle.

        The same partial shuffle as `Stream.shuffled` makes, on one list that is put back after each hand.
        """
        key = keyed(self.seed, self.step, self.seat)
        left = len(self.pile)
        drawn, skipped = self.skipped + self.size, self.skipped
        steps = [(at, left - at, WORD - WORD % (left - at)) for at in range(drawn) if left - at > 1]
        short = len(steps) <= _WORDS_IN_BLOCK
        order = list(range(left))
        undo = [0] * len(steps)
        for number in range(first, first + count):
            block = words_of_block(key, number, 0)
            stream = iter(block)
            if not short or max(block) >= WORD - left:
                stream = words(key, number)
            for at, among, fair in steps:
                word = next(stream)
                while word >= fair:
                    word = next(stream)
                other = at + word % among
                order[at], order[other] = order[other], order[at]
                undo[at] = other
            yield order[skipped:drawn]
            for at in reversed(range(len(steps))):
                other = undo[at]
                order[at], order[other] = order[other], order[at]


def hands(
    dealer: Dealer, seed: str, count: int, seat: int = 1, pile: str = HAND, first: int = 1
) -> Iterator[tuple[Piece, ...]]:
    """The pile of a seat in each of the seed's deals `first`, `first` + 1 …. Raises `DealError`.

    Quick where the cards are those of one shuffle; else every deal is played out.
    """
    found = sampler(dealer, seed, seat, pile)
    if found is None:
        for number in range(first, first + count):
            yield whole(dealer, seed, seat, pile, number)
        return
    pieces = found.pile
    for places in found.places(first, count):
        yield tuple([pieces[at] for at in places])


def whole(dealer: Dealer, seed: str, seat: int, pile: str, number: int) -> tuple[Piece, ...]:
    """The pile of a seat in one deal, played out."""
    deal = dealer.deal(seed, number)
    return deal.pile(pile, seat) or deal.pile(pile)


def sampler(dealer: Dealer, seed: str, seat: int = 1, pile: str = HAND) -> Sampler | None:
    """What makes the hands of one pile quickly; None where more than one shuffle decides them."""
    step = hand_step(dealer.game, dealer.steps, pile)
    before = _before(dealer.steps, step)
    shuffles = [one for one in before if one.do == "shuffle" and step.source in one.piles]
    if len(shuffles) != 1 or step.each != (owners(dealer.game).get(pile) == "player"):
        return None
    mixed = shuffles[0]
    at = dealer.steps.index(mixed)
    if step.source in _by_chance(dealer.steps[:at]) or not _simple(dealer, step, mixed, pile):
        return None
    return _sampled(dealer, seed, seat, step, mixed)


def _sampled(dealer: Dealer, seed: str, seat: int, step: Step, mixed: Step) -> Sampler | None:
    """The sampler, once the steps before the shuffle are done and the deal as a whole has been tried."""
    dealer.deal(seed)
    dealing = dealer.dealing(seed)
    for one in dealer.steps[: dealer.steps.index(mixed)]:
        run(one, dealing)
    key = dealing.key(step.source, seat)
    n = dealing.amount(step, step.declared.get("n", 1)) or 0
    pieces = tuple(faced(dealing.pile(step.source, seat), step.declared.get("face", "down")))
    skipped = n * (seat - 1) if key[1] == 0 and step.each else 0
    label = mixed.label if len(mixed.piles) == 1 else f"{mixed.label} {step.source}"
    return Sampler(pieces, skipped, n, seed, label, key[1]) if n else None


def _before(steps: tuple[Step, ...], step: Step) -> tuple[Step, ...]:
    return steps[: steps.index(step)]


def _simple(dealer: Dealer, step: Step, mixed: Step, pile: str) -> bool:
    """Whether nothing but the hand's own step touches the pile after its shuffle, or the hand at all.

    A zone of the decklist holds cards before the step, so that what it deals is not all of the pile.
    """
    if any(name == pile and held for (name, _), held in dealer.start.items()):
        return False
    others = [one for one in dealer.steps if one is not step]
    after = dealer.steps[dealer.steps.index(mixed) + 1 : dealer.steps.index(step)]
    touched = {name for one in after for name in (*one.piles, *one.to)}
    if step.each and any(one.do == "first" for one in _before(dealer.steps, step)):
        return False
    plain = (
        "when" not in step.declared and "when" not in mixed.declared and len(step.to) == 1
    )  # done for sure
    return plain and step.source not in touched and not any(pile in (*one.piles, *one.to) for one in others)


def _by_chance(steps: tuple[Step, ...]) -> set[str]:
    """The piles whose content chance has had a part in."""
    mixed: set[str] = set()
    for step in steps:
        how, when = step.declared.get("how", "first"), step.declared.get("when", {})
        chance = step.do == "shuffle" or how != "first" or "in" in when
        if chance or mixed & set(step.piles):
            mixed |= {*step.piles, *step.to}
    return mixed
