"""The terms that every figure comes with, and figures in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from deckwright.decks.deal.guesses import Guess
from deckwright.decks.odds.ground import Drawn
from deckwright.decks.odds.run import Run
from deckwright.decks.odds.values import Value

_MOST_DIGITS = 12


class Basis(Value):
    """What a figure is about: which cards (`name`), how many of them are seen, drawn from which piles.

    `using` is how many cards a turn is taken to use where the question does not say; `unknown` how many cards of the
    piles nobody knows, which match nothing; `guesses` the names in them that may be several cards.
    """

    name: str
    seen: tuple[int, ...]
    drawn: tuple[Drawn, ...]
    using: int | None = None
    unknown: int = 0
    guesses: tuple[Guess, ...] = ()

    def lines(self) -> Iterator[str]:
        """The terms in words."""
        for drawn in self.drawn:
            counts = self.seen if len(self.drawn) == 1 else (drawn.part.count,)
            yield f"{_cards(counts)} from {drawn.ground}"
        if not self.drawn:
            yield f"{self.name}, as the setup leaves it"
        if self.using is not None:
            yield f"{self.using} card used in each turn, since the question does not say"
        if self.unknown:
            cards, match = ("card", "matches") if self.unknown == 1 else ("cards", "match")
            yield f"{self.unknown:,} unknown {cards} in it {match} nothing"
        for guess in self.guesses:
            yield f"{guess.name} in it is taken for {guess.short(guess.taken)} ({guess.where})"


def basis(run: Run) -> Basis:
    """The terms of a question's answer."""
    drawn = run.counting()
    seen = tuple(sorted({run.look.seen(when) for when in run.whens()}))
    if not run.look.single:
        seen = (sum(one.part.count for one in drawn),)
    kinds = run.look.kinds()
    unknown = sum(count for kind, count in kinds.items() if kind.card is None)
    cards = {kind.card for kind in kinds}
    guesses = tuple(guess for guess in run.look.guesses if guess.taken in cards)
    return Basis(run.look.name, seen, drawn, 1 if run.using_assumed() else None, unknown, guesses)


def percent(chance: Fraction, digits: int = 1) -> str:
    """A chance as a percentage that is 0 or 100 only where it is just that."""
    if chance in (0, 1):
        return f"{int(chance * 100)} %"
    for places in range(digits, _MOST_DIGITS):
        parts = round(chance * 100 * 10**places)
        if 0 < parts < 100 * 10**places:
            return f"{_decimal(parts, places)} %"
    least = _decimal(1, _MOST_DIGITS)
    return (
        f"<{least} %"
        if chance < Fraction(1, 2)
        else f">{_decimal(100 * 10**_MOST_DIGITS - 1, _MOST_DIGITS)} %"
    )


def short_percent(chance: Fraction) -> str:
    """The same in a table's few columns, without the sign: what would round to 0 or 100 is said to be beyond."""
    if chance in (0, 1):
        return str(int(chance * 100))
    tenths = round(chance * 1000)
    return "<0.1" if tenths == 0 else ">99.9" if tenths == 1000 else _decimal(tenths, 1)


def fraction(chance: Fraction) -> str:
    """A chance as a fraction, long numbers grouped."""
    return f"{chance.numerator:,}/{chance.denominator:,}" if chance not in (0, 1) else str(int(chance))


def number(value: Fraction, places: int = 2) -> str:
    """A mean, rounded."""
    return _decimal(round(value * 10**places), places)


def probability(chance: Fraction) -> float:
    """The nearest number that is 0 or 1 only where the chance is."""
    from math import nextafter

    found = chance.numerator / chance.denominator if chance.denominator < 10**300 else float(chance)
    if found == 0 and chance:
        return nextafter(0.0, 1.0)
    return nextafter(1.0, 0.0) if found == 1 and chance != 1 else found


def _decimal(parts: int, places: int) -> str:
    sign, parts = ("-", -parts) if parts < 0 else ("", parts)
    return f"{sign}{parts // 10**places}.{parts % 10**places:0{places}}" if places else f"{sign}{parts}"


def _cards(counts: Sequence[int]) -> str:
    said = " and ".join(f"{one:,}" for one in counts)
    return f"{said} {'card' if counts == (1,) else 'cards'}"
