"""What the cards of a class add to the counts, and in how many ways, as packed polynomials."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from deckwright.decks.odds.errors import TooWide
from deckwright.decks.odds.formula import Form
from deckwright.decks.odds.packing import Packing, ways
from deckwright.decks.odds.states import MOST_BITS, MOST_WORK, CardClass, Limits, Moves, held, running, work


class Mover:
    """The moves of one run over so many kinds of card, and how much work it may still do."""

    def __init__(self, forms: Sequence[Form], packing: Packing, limits: Limits, kinds: int) -> None:
        self.packing = packing
        self.limits = limits
        self._kinds = kinds
        self._stages = [form.stage for form in forms]
        self._of_count: dict[int, list[int]] = {}
        self._work = 0
        self._bits = packing.mask.bit_length()
        self._terms_held = 0
        self.most_states = MOST_BITS // (2 * self._bits)

    def spend(self, states: int, moves: Moves) -> None:
        """Count a step of so many states. Raises `TooWide`."""
        self._work += work(states * len(moves.additions), len(self.limits), self._bits)
        if self._work > MOST_WORK:
            raise TooWide(self._kinds, len(self.limits))

    def idle(self, count: int) -> int:
        """The polynomial of cards that no form counts."""
        packing = self.packing
        if len(packing.most) == 1:
            return sum(self._terms(count))
        fitting = (draws for draws in packing.all_draws() if sum(draws) <= count)
        return packing.pack((draws, ways(count, draws)) for draws in fitting)

    def moves(self, one: CardClass) -> Moves:
        """What the cards of a class can add to the forms that they touch."""
        if len(self.packing.most) == 1:
            return self._moves_of_one_stage(one)
        stages = [self._stages[form] for form in one.touched]
        found: dict[tuple[int, ...], int] = {}
        for draws in self.packing.all_draws():
            if sum(draws) <= one.cards:
                drawn = running(draws)
                raw = [
                    one.weights[form] * drawn[stage] for form, stage in zip(one.touched, stages, strict=True)
                ]
                added = self._limited(one.touched, raw)
                found[added] = found.get(added, 0) + (ways(one.cards, draws) << self.packing.shift(draws))
        return Moves(one.touched, list(found.items()), sum(found.values()))

    def _moves_of_one_stage(self, one: CardClass) -> Moves:
        terms, touched = self._terms(one.cards), one.touched
        top = self.limits[touched[0]]
        if len(touched) == 1 and one.weights[touched[0]] == 1 and top is not None and top < len(terms):
            additions = [((drawn,), term) for drawn, term in enumerate(terms[:top])]
            return Moves(touched, [*additions, ((top,), sum(terms[top:]))], sum(terms))
        weights = [one.weights[form] for form in touched]
        found: dict[tuple[int, ...], int] = {}
        for drawn, term in enumerate(terms):
            added = self._limited(touched, [weight * drawn for weight in weights])
            found[added] = found.get(added, 0) + term
        return Moves(touched, list(found.items()), sum(terms))

    def _terms(self, count: int) -> list[int]:
        """The polynomial of `count` cards, term by term, where there is one stage."""
        if count not in self._of_count:
            bits = self.packing.bits
            drawn = range(min(count, self.packing.most[0]) + 1)
            self._terms_held += bits * len(drawn) ** 2 // 2
            held(1, self._terms_held, len(self.limits), self.packing.most[0])
            self._of_count[count] = [comb(count, at) << (bits * at) for at in drawn]
        return self._of_count[count]

    def _limited(self, touched: tuple[int, ...], raw: list[int]) -> tuple[int, ...]:
        tops = [self.limits[form] for form in touched]
        return tuple([one if top is None or one < top else top for one, top in zip(raw, tops, strict=True)])
