"""Verdicts for people: the answer first, then why, then what to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckwright.catalog.text import visible
from deckwright.cli.screen import display_width, fitted, styled
from deckwright.decks.verdict import Fault, Held, Verdict
from deckwright.decks.wording import joint_sentence, mend_sentence, shown_cards, sizes, tally

MOST_LINES = 12
"""Of a fault's cards at most so many are listed for people; JSON has all."""

_INDENT = 11
_LABEL = 7


def verdict_lines(verdict: Verdict, game: str) -> Iterator[str]:
    """The lines of a verdict; a legal deck without advice is one."""
    style = "good" if verdict.legal else "error"
    head = f"{visible(game)}, {verdict.format}"
    result = styled(tally(verdict), style)
    yield f"{styled(visible(verdict.label), 'head')}   {head}   {sizes(verdict)}   {result}"
    for note in verdict.notes:
        yield from _labelled("note", note, 2)
    if verdict.faults or verdict.notes:
        yield ""
    told: set[object] = set()
    for fault, subjects in _alike(verdict.faults):
        place = (fault.rule, fault.where, fault.reason)
        yield from _fault(fault, subjects, place not in told)
        yield ""
        told.add(place)


def _alike(faults: Sequence[Fault]) -> Iterator[tuple[Fault, list[Held]]]:
    """Faults with the cards that they are told for: several of one rule are one where one mend settles all."""
    groups: dict[object, tuple[Fault, list[Held]]] = {}
    for at, fault in enumerate(faults):
        mend = fault.mends[0] if fault.mends else None
        alone = fault.subject is None or mend is None or mend.do != "add"
        same = (fault.rule, fault.zones, fault.group, fault.found, fault.allowed, mend)
        _, subjects = groups.setdefault(at if alone else same, (fault, []))
        subjects += (fault.subject,) if fault.subject else ()
    yield from groups.values()


def _fault(fault: Fault, subjects: Sequence[Held], whole: bool) -> Iterator[str]:
    """The lines of a fault; not being told `whole`, without the place and the reason, which stand above."""
    cited = visible(", ".join(fault.cite) or fault.rule)
    gap = max(_LABEL - display_width(cited), 2)
    first, *more = fitted(joint_sentence(fault, subjects), _INDENT + display_width(cited) + gap)
    head = f"{styled(cited, 'head')}{' ' * gap}"
    yield f"  {styled(f'{fault.severity:<9}', fault.severity)}{head}{first}"
    yield from (" " * (_INDENT + _LABEL) + line for line in more)
    if fault.where and whole:
        yield from _labelled("where", "; ".join(fault.where))
    if fault.reason and whole:
        yield from _labelled("why", fault.reason)
    yield from (" " * (_INDENT + _LABEL) + line for line in _cards(shown_cards(fault)))
    if fault.mends:
        yield from _labelled("mend", mend_sentence(fault.mends if len(subjects) < 2 else fault.mends[:1]))


def _labelled(label: str, text: str, indent: int = _INDENT) -> Iterator[str]:
    width = 9 if indent == 2 else _LABEL
    first, *more = fitted(visible(text), indent + width)
    yield f"{' ' * indent}{styled(f'{label:<{width}}', 'faint')}{first}"
    yield from (" " * (indent + width) + line for line in more)


def _cards(cards: tuple[Held, ...]) -> Iterator[str]:
    rows = [(line, copies, held.name) for held in cards for line, copies in held.lines]
    for line, copies, name in sorted(rows)[:MOST_LINES]:
        yield f"line {line:<4} {copies} {visible(name)}"
    if len(rows) > MOST_LINES:
        yield f"and {len(rows) - MOST_LINES} more lines; --json has them all"
