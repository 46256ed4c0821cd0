"""The sentences of verdicts, made from their facts."""

from __future__ import annotations

from collections.abc import Sequence

from deckwright.decks.verdict import SEVERITIES, Allowed, Fault, Held, Mend, Verdict

FEW = 8
"""At most so many lines are named one by one."""

_NUMBERS = {2: "two", 3: "three", 4: "four"}


def sentence(fault: Fault) -> str:
    """What is wrong, in one line: the rule, for which card or group, what was found and what is allowed."""
    return joint_sentence(fault, (fault.subject,) if fault.subject else ())


def joint_sentence(fault: Fault, subjects: Sequence[Held]) -> str:
    """The sentence of several faults that differ only in the card for which the rule was judged."""
    said = fault.says
    if subjects:
        said += f": {_listed([f'{card.name} ({lines_of(card.lines)})' for card in subjects], 'and')}"
    if fault.found is None:
        return said
    each = "each found" if len(subjects) > 1 else "found"
    found = f"{each} {_found(fault)}, {allowed(fault.allowed)}{_short(fault)}"
    return f"{said}{', ' if fault.subject else ': '}{found}"


def _short(fault: Fault) -> str:
    """How many copies more would do, where some are there already."""
    least, found = fault.allowed.min, fault.found
    if not fault.incomplete or not found or least is None or fault.measure != "copies":
        return ""
    return f" ({least - found} short)"


def _found(fault: Fault) -> str:
    counted = f"{fault.found}"
    if fault.measure.startswith("different "):
        counted += f" {fault.measure}"
    elif fault.measure != "copies":
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
        return _other_name(mend)
    if mend.do == "move":
        return f"move {lines_of(mend.lines)} to {mend.zone}"
    if mend.do == "part":
        return _lines_instead(mend)
    if mend.do == "add":
        return _addition(mend)
    return _cut(mend)


def _other_name(mend: Mend) -> str:
    """Another card for all copies on the lines, for those on one of several, or for some of them."""
    others = _either(mend.cards)
    if not mend.lines:
        return f"write {others}"
    if _takes_all(mend):
        return f"on {lines_of(mend.lines)} write {others}"
    if all(copies == mend.count for _, copies in mend.lines):
        return f"on {lines_of(mend.lines, 'or')} write {others}"
    return f"swap {mend.count} on {lines_of(mend.lines, 'or')} for {others}"


def _lines_instead(mend: Mend) -> str:
    if len(mend.cards) == 1:
        return f"on {lines_of(mend.lines)} write {mend.cards[0]}"
    return f"write {_listed(mend.cards, 'and')} on {_NUMBERS.get(len(mend.cards), 'several')} lines"


def _takes_all(mend: Mend) -> bool:
    """Whether every copy on the lines is meant."""
    return mend.count is None or mend.count == sum(copies for _, copies in mend.lines)


def _addition(mend: Mend) -> str:
    named = _either(mend.cards)
    matching = f" of {mend.of}" if mend.of else ""
    if mend.count is None:
        others = f"add cards{matching} worth {mend.unit} to {mend.zone}"
        return f"add {named}, worth {mend.unit}" if named else others
    each = f", each of another {mend.unit}" if mend.unit else ""
    if named:
        return f"add {mend.count} {'of ' if len(mend.cards) > 1 else ''}{named}{each}"
    return f"add {mend.count} {_plural(mend.count, 'card')}{matching} to {mend.zone}{each}"


def _cut(mend: Mend) -> str:
    if mend.unit:
        return f"cut cards worth {mend.unit} from {lines_of(mend.lines, 'or')}"
    count = mend.count or 0
    if not mend.lines:
        return f"cut {count} {_plural(count, 'card')} from {mend.zone}"
    if _takes_all(mend):
        return f"cut {lines_of(mend.lines)}"
    if len(mend.lines) <= FEW and all(copies == count for _, copies in mend.lines):
        return f"cut {lines_of(mend.lines, 'or')}"
    return f"cut {count} from {lines_of(mend.lines, 'or')}"


def lines_of(lines: Sequence[tuple[int, int]], joint: str = "and") -> str:
    """`line 14 or line 31`, `lines 3, 5 and 8`; of many lines those that follow each other as `lines 3 to 9 and 12`."""
    numbers = [number for number, _ in lines]
    if len(numbers) == 1 or (len(numbers) == 2 and joint == "or"):
        return f" {joint} ".join(f"line {number}" for number in numbers)
    spans = _spans(numbers) if len(numbers) > FEW else [str(number) for number in numbers]
    if len(spans) > FEW:
        return f"{len(numbers)} lines between {numbers[0]} and {numbers[-1]}"
    word = "line" if joint == "or" and len(numbers) <= FEW else "lines"
    return f"{word} {_listed(spans, joint)}"


def _spans(numbers: Sequence[int]) -> list[str]:
    """Numbers in words, three or more that follow each other as `3 to 5`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    spans = ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run) for run in runs)
    return [span for some in spans for span in some]


def _listed(words: Sequence[str], joint: str) -> str:
    """`a, b or c`."""
    return f" {joint} ".join([*filter(None, [", ".join(words[:-1])]), *words[-1:]])


def _either(words: Sequence[str]) -> str:
    return _listed(words, "or")


def _plural(count: int, word: str) -> str:
    return word if count == 1 else word + "s"


def sizes(verdict: Verdict) -> str:
    """`71 cards, 6 terrain`: the first zone in cards, then the others that hold any."""
    first, *others = verdict.sizes
    held = [f"{verdict.sizes[first]} {_plural(verdict.sizes[first], 'card')}"]
    held += [f"{verdict.sizes[zone]} {zone}" for zone in others if verdict.sizes[zone]]
    return ", ".join(held)


def tally(verdict: Verdict) -> str:
    """`2 errors, 1 warning`, or `legal`; `incomplete` where adding cards would mend every error."""
    counts = verdict.counts
    plurals = {"error": "errors", "warning": "warnings", "advice": "advice"}
    said = [
        f"{counts[kind]} {kind if counts[kind] == 1 else plurals[kind]}"
        for kind in SEVERITIES
        if counts[kind]
    ]
    if verdict.incomplete:
        said.append("incomplete")
    return ", ".join((["legal"] if verdict.legal else []) + said)


def shown_cards(fault: Fault) -> tuple[Held, ...]:
    """The cards whose lines a reader needs to see: those that are too many."""
    if fault.incomplete or (fault.found is not None and fault.subject is not None):
        return ()
    return fault.cards
