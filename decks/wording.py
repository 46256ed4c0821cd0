"""The sentences of verdicts, made from their facts."""

from __future__ import annotations

from collections.abc import Sequence

from deckwright.decks.verdict import SEVERITIES, Allowed, Fault, Held, Mend, Verdict


def sentence(fault: Fault) -> str:
    """What is wrong, in one line: the rule, for which card or group, what was found and what is allowed."""
    said = fault.says
    if fault.subject is not None:
        said += f": {fault.subject.name} ({lines_of(fault.subject.lines)})"
    if fault.found is None:
        return said
    return f"{said}{', ' if fault.subject else ': '}found {_found(fault)}, {allowed(fault.allowed)}"


def _found(fault: Fault) -> str:
    counted = f"{fault.found}"
    if fault.measure != "copies":
        counted += f" ({fault.measure})"
    name = _group_name(fault)
    return f"{counted} of {name}" if name else counted


def _group_name(fault: Fault) -> str | None:
    """The group by a name that people know: a card's name, where the group is a card or an identity."""
    if fault.group is None:
        return None
    if "/" in fault.group and fault.cards:
        return fault.cards[0].name
    return fault.group


def allowed(bounds: Allowed) -> str:
    """The bounds in words."""
    if bounds.one_of:
        return f"allowed {_either([str(count) for count in bounds.one_of])}"
    if bounds.min is not None and bounds.min == bounds.max:
        return f"needed {bounds.min}"
    if bounds.min is None:
        return f"allowed {bounds.max}"
    return f"needed {bounds.min}" if bounds.max is None else f"allowed {bounds.min} to {bounds.max}"


def mend_sentence(mends: Sequence[Mend]) -> str:
    """Every way to mend a fault, parted by `or`."""
    return ", or ".join(_mend(mend) for mend in mends)


def _mend(mend: Mend) -> str:
    if mend.do == "write":
        return f"{_on(mend.lines)}write {_either(mend.cards)}" if mend.count is None else _instead(mend)
    if mend.do == "move":
        return f"move {lines_of(mend.lines)} to {mend.zone}"
    if mend.do == "add":
        return _addition(mend)
    return _cut(mend)


def _instead(mend: Mend) -> str:
    return f"{_on(mend.lines)}write {_either(mend.cards)}"


def _on(lines: Sequence[tuple[int, int]]) -> str:
    return f"on {lines_of(lines, 'or')} " if lines else ""


def _addition(mend: Mend) -> str:
    amount = mend.unit or str(mend.count)
    if mend.cards:
        return f"add {amount} {'of ' if len(mend.cards) > 1 else ''}{_either(mend.cards)}"
    cards = "cards worth " + amount if mend.unit else f"{amount} {_plural(mend.count or 0, 'card')}"
    return f"add {cards} to {mend.zone}"


def _cut(mend: Mend) -> str:
    if mend.unit:
        return f"cut cards worth {mend.unit} from {lines_of(mend.lines, 'or')}"
    count = mend.count or 0
    if not mend.lines:
        return f"cut {count} {_plural(count, 'card')} from {mend.zone}"
    if all(copies == count for _, copies in mend.lines):
        return f"cut {lines_of(mend.lines, 'or')}"
    return f"cut {count} from {lines_of(mend.lines, 'or')}"


def lines_of(lines: Sequence[tuple[int, int]], joint: str = "and") -> str:
    """`line 14 or line 31`, `lines 3, 5 and 8`; of many lines only their span."""
    numbers = [number for number, _ in lines]
    if len(numbers) > 8:
        return f"lines {numbers[0]} to {numbers[-1]}"
    if len(numbers) == 1 or (len(numbers) == 2 and joint == "or"):
        return f" {joint} ".join(f"line {number}" for number in numbers)
    return f"{'line' if joint == 'or' else 'lines'} {', '.join(map(str, numbers[:-1]))} {joint} {numbers[-1]}"


def _either(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _plural(count: int, word: str) -> str:
    return word if count == 1 else word + "s"


def sizes(verdict: Verdict) -> str:
    """`71 cards, 6 terrain`: the first zone in cards, then the others that hold any."""
    first, *others = verdict.sizes
    held = [f"{verdict.sizes[first]} {_plural(verdict.sizes[first], 'card')}"]
    held += [f"{verdict.sizes[zone]} {zone}" for zone in others if verdict.sizes[zone]]
    return ", ".join(held)


def tally(verdict: Verdict) -> str:
    """`2 errors, 1 warning`, or `legal`."""
    counts = verdict.counts
    plurals = {"error": "errors", "warning": "warnings", "advice": "advice"}
    said = [
        f"{counts[kind]} {kind if counts[kind] == 1 else plurals[kind]}"
        for kind in SEVERITIES
        if counts[kind]
    ]
    return ", ".join((["legal"] if verdict.legal else []) + said)


def shown_cards(fault: Fault) -> tuple[Held, ...]:
    """The cards whose lines a reader needs to see: those that are too many."""
    if fault.incomplete or (fault.found is not None and fault.subject is not None):
        return ()
    return fault.cards
