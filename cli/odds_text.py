"""Answers for people: the figure first, then what it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from deckwright.catalog.text import visible
from deckwright.cli.screen import display_width, fitted, styled, terminal_width
from deckwright.decks.odds.basis import fraction, percent
from deckwright.decks.odds.question import whens_of

if TYPE_CHECKING:
    from deckwright.decks.odds.asking import Answer
    from deckwright.decks.odds.basis import Basis
    from deckwright.decks.odds.tallying import Simulated

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_FIGURE = 8
_INDENT = _FIGURE + 3
_COLUMN = 57
_GAP = 3
_WIDTH = 100
_LONGEST_FRACTION = 45
_ANY_CARD = re.compile(r"(?<![^\s(])\[\](?![^\s),:])")


def bar(chance: Fraction, width: int = 10) -> str:
    """A bar of so many columns at most, to the eighth; of what is not nothing at least one eighth."""
    eighths = round(chance * width * 8) or (1 if chance else 0)
    full, rest = divmod(eighths, 8)
    return "█" * full + (_EIGHTHS[rest] if rest else "")


class _Told(NamedTuple):
    """An answer's first words: the figure, the question in lines, and whether the figure is exact."""

    figure: str
    kind: str
    first: str
    more: Sequence[str]

    @property
    def width(self) -> int:
        """The columns that figure and question take behind the indent."""
        return max(display_width(self.figure) - _FIGURE, 0) + display_width(self.first)

    def fits(self, column: int) -> bool:
        """Whether all stands on one line, the kind at this column or, if that is taken, behind."""
        room = (terminal_width() or _WIDTH) - _INDENT
        return not self.more and max(column, self.width) + _GAP + display_width(self.kind) <= room

    def lines(self, column: int) -> Iterator[str]:
        """The line of both, the kind at a column if it fits there, else as near as it fits, or below."""
        line = f"{styled(f'{self.figure:<{_FIGURE}}', 'head')}   {self.first}"
        while column > self.width and not self.fits(column):
            column -= 1
        if self.fits(column):
            yield line + " " * (max(column - self.width, 0) + _GAP) + self.kind
        else:
            yield line
            yield from (" " * _INDENT + part for part in (*self.more, *fitted(self.kind, _INDENT)))


def answers_lines(answers: Sequence[Answer], fractions: bool) -> Iterator[str]:
    """All answers, the terms under those that share them, what is exact in one column."""
    told = [_told(answer, fractions) for answer in answers]
    column = max([_COLUMN, *(one.width for one in told if one.fits(0))])
    for at, answer in enumerate(answers):
        yield from told[at].lines(column)
        yield from _remarks(answer)
        following = answers[at + 1] if at + 1 < len(answers) else None
        if following is None or following.basis != answer.basis:
            yield from terms_lines(answer.basis)
            if following is not None:
                yield ""


def terms_lines(basis: Basis) -> Iterator[str]:
    """What a figure is about."""
    for line in basis.lines():
        for part in fitted(line, _INDENT):
            yield " " * _INDENT + styled(part, "faint")


def _told(answer: Answer, fractions: bool) -> _Told:
    figure, kind = _figure(answer, fractions)
    asked = spoken(str(answer.question))
    said = f"{answer.name}: {asked}" if answer.name else asked
    if answer.question.given is None and None in whens_of(answer.question.event):
        said = f"{said} in {answer.basis.name}"
    first, *more = fitted(said, _INDENT)
    return _Told(figure, kind, first, more)


def _remarks(answer: Answer) -> Iterator[str]:
    """Why a chance is 0, why there is none, and what a simulation found."""
    for reason in answer.why:
        yield from (" " * _INDENT + part for part in fitted(f"why: {spoken(reason)}", _INDENT))
    if answer.inexact:
        yield from (" " * _INDENT + part for part in fitted(f"not exact: {answer.inexact}", _INDENT))
    if answer.simulated is not None:
        for part in fitted(simulated_line(answer.simulated, answer.chance), _INDENT):
            yield " " * _INDENT + part


def reason_lines(answer: Answer) -> Iterator[str]:
    """Why a chance is 0, or why there is none, under a table of several."""
    said = answer.name or str(answer.question)
    inexact = [f"{said}: not exact: {answer.inexact}"] if answer.inexact else []
    for reason in (*(f"why: {one}" for one in answer.why), *inexact):
        yield from (" " * _INDENT + part for part in fitted(spoken(reason), _INDENT))


def spoken(question: str) -> str:
    """A question for people: what counts any card says so."""
    return _ANY_CARD.sub("[any card]", question)


def _figure(answer: Answer, fractions: bool) -> tuple[str, str]:
    """The figure, and whether it is exact."""
    if answer.chance is None:
        share = None if answer.simulated is None else answer.simulated.share
        return ("unknown", "") if share is None else (f"≈{percent(share)}", "simulated")
    exact = fraction(answer.chance)
    if fractions:
        return exact, f"exact: {percent(answer.chance, 3)}"
    return percent(answer.chance), f"exact: {exact}" if len(
        exact
    ) <= _LONGEST_FRACTION else "exact (see --fraction)"


def simulated_line(found: Simulated, exact: Fraction | None) -> str:
    """What a simulation found, with its terms."""
    tally, interval = found.tally, found.interval
    told = f"{tally.hits:,} of {tally.given:,} {found.how}"
    if tally.given != tally.hands:
        told = f"{tally.hits:,} of {tally.given:,} where what is given holds, of {tally.hands:,} {found.how}"
    stopped = f"; stopped, partial: {found.wanted:,} were wanted" if found.partial else ""
    if found.share is None:
        never = f"what is given never came up in {tally.hands:,} {found.how}"
        return f"simulated: {never}, seed {visible(found.seed)}{stopped}"
    low, high = (percent(Fraction(end), 2) for end in (interval.low, interval.high))
    inside = ""
    if exact is not None:
        inside = f"; the exact value lies {'inside' if interval.holds(exact) else 'outside'}"
    confidence = f"{interval.confidence:.0%}".replace("%", " %")
    return (
        f"simulated: {percent(found.share, 2)}, between {low} and {high} at {confidence} (Wilson): {told}, "
        f"seed {visible(found.seed)}{inside}{stopped}"
    )
