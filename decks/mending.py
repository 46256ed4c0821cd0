"""Mending decklists in their own text: the lines that a mend names are changed, all others stay as they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from deckwright.decks.cuts import cut_whole
from deckwright.decks.decklist import Decklist, Entry
from deckwright.decks.errors import NotADecklist
from deckwright.decks.judge import Judge
from deckwright.decks.lines import LineReader
from deckwright.decks.mends import MOST_WEIGHED
from deckwright.decks.page import Page, lines_to_mend, taken_from
from deckwright.decks.validator import Validator
from deckwright.decks.verdict import Fault, Mend, Verdict
from deckwright.decks.wording import mend_sentence

FEW = 4
"""At most so many cards are named of which a mend took the last."""

MOST_STEPS = 1_000
"""So many mends are applied to one text at most; each leaves less to mend, so few texts need more than a dozen."""


@dataclass(frozen=True, slots=True)
class Applied:
    """A mend that was applied to a text; `took` of a choice of cards `of` those that were cut, with their copies.

    They were the `last` of all, else of those that could go and break nothing.
    """

    mend: Mend
    took: tuple[tuple[str, int], ...] = ()
    of: tuple[str, ...] = ()
    last: bool = True

    @property
    def do(self) -> str:
        """What was done."""
        return self.mend.do

    @property
    def count(self) -> int | None:
        """How many copies it was done to."""
        return self.mend.count

    def __str__(self) -> str:
        if not self.took:
            return mend_sentence((self.mend,))
        cut = " and ".join(f"{copies} {name}" for name, copies in self.took)
        of = " and ".join(self.of) if len(self.of) <= FEW else f"{len(self.of)} cards"
        return f"cut {cut}, the last {'' if self.last else 'that can go '}of {of}"


def fixed(text: str, validator: Validator, label: str = "decklist") -> tuple[str, tuple[Applied, ...]]:
    """The text after every mend that needs no taste, one at a time and judged again, and those mends in order.

    Copies and sizes are cut from the end, of cards that break nothing if there are such, cards moved to their zone,
    names corrected where one candidate stands alone. Only errors are mended, and nothing that a player might rather
    mend by adding; no deck loses its last card, nor a name that is not understood.
    A text that is no list of lines (JSON, CSV) stays as it is. Raises `DecklistError` or `UnknownGame`.
    """
    applied: list[Applied] = []
    while len(applied) < MOST_STEPS:
        step = next(_steps(text, validator, label), None)
        if step is None:
            break
        mend, text = step
        applied.append(mend)
    return text, tuple(applied)


def _steps(text: str, validator: Validator, label: str) -> Iterator[tuple[Applied, str]]:
    """The mends that need no taste and change something, each with the text that it would leave."""
    decks = validator.reader.read_all(text, label, validator.game)
    for deck in decks:
        lines = validator.reader.lines_of(deck.game)
        for offered in plain_mends(validator.deck(deck), deck):
            mend = _sparing(offered, deck, validator.judge_of(deck))
            after = apply(mend, text, deck, lines)
            if after != text and _count(after, validator) == len(decks):
                yield _applied(offered, mend, deck), after


def _sparing(mend: Mend, deck: Decklist, judge: Judge) -> Mend:
    """Of a cut that leaves a choice, the lines from the end that can go and break nothing, if they are enough."""
    lines, left = lines_to_mend(mend, deck), mend.count or 0
    if mend.do != "cut" or len(lines) < 2 or cut_whole(mend) or len(deck.cards) > MOST_WEIGHED:
        return mend
    entries = {number: entry for entry in deck.cards for number in entry.numbers}
    before = judge.weighed(deck.cards)
    cut: list[tuple[Entry, int]] = []
    kept: list[tuple[int, int]] = []
    for number, copies in sorted(lines, reverse=True):
        more = (entries[number], -min(left, copies))
        if left and not judge.breaks(before, [*cut, more]):
            cut.append(more)
            kept.append((number, copies))
            left += more[1]
    return mend if left else replace(mend, lines=tuple(sorted(kept)))


def _applied(offered: Mend, mend: Mend, deck: Decklist) -> Applied:
    """A mend as it is applied to a deck: of a cut that leaves a choice of cards the last that can go are taken."""
    names = {line.number: entry.name for entry in deck.cards for line in entry.lines}
    lines = lines_to_mend(offered, deck)
    of = tuple(dict.fromkeys(names.get(number, "") for number, _ in lines))
    if offered.do != "cut" or len(of) == 1 or offered.count == sum(copies for _, copies in lines):
        return Applied(offered)
    taken = [row for row in taken_from(lines_to_mend(mend, deck), mend.count) if row[1]]
    last = [row for row in taken_from(lines, mend.count) if row[1]]
    return Applied(offered, tuple((names.get(at, ""), copies) for at, copies in taken), of, taken == last)


def _count(text: str, validator: Validator) -> int:
    """How many decklists a text holds; none that is left without a card."""
    try:
        return len(validator.reader.read_all(text, game=validator.game))
    except NotADecklist:
        return 0


def plain_mends(verdict: Verdict, deck: Decklist) -> Iterator[Mend]:
    """The mends of errors that need no taste: none cuts a name that is not understood, for it may be any card."""
    unknown = {line.number for entry in deck.cards if entry.card is None for line in entry.lines}
    errors = (fault for fault in verdict.faults if fault.severity == "error")
    for fault in errors:
        for mend in fault.mends[:1]:
            blind = mend.do == "cut" and any(number in unknown for number, _ in lines_to_mend(mend, deck))
            if _is_plain(fault, mend) and not blind:
                yield mend


def _is_plain(fault: Fault, mend: Mend) -> bool:
    if mend.do in ("move", "part"):
        return True
    if mend.do == "write":
        return fault.found is None and len(mend.cards) == 1
    counted = fault.found is not None and fault.subject is None and not fault.incomplete
    return mend.do == "cut" and mend.count is not None and counted


def is_lines(text: str, deck: Decklist, lines: LineReader) -> bool:
    """Whether a text says a decklist line by line, as JSON and CSV do not."""
    return Page(text, deck, lines).fits


def apply(mend: Mend, text: str, deck: Decklist, lines: LineReader) -> str:
    """The text after a mend of one of its decklists; `cut` takes from the end, and a sum one copy at a time.

    `add` leaves the text as it is, and so does a text that is no list of lines (JSON, CSV).
    """
    page = Page(text, deck, lines)
    if not page.fits:
        return text
    if mend.do == "cut":
        page.cut(mend)
    elif mend.do == "move":
        page.move(mend)
    elif mend.do == "part":
        page.part(mend)
    elif mend.do == "write" and mend.cards:
        for number, _ in mend.lines:
            page.rename(number, mend.cards[0])
    return page.text
