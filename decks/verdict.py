"""Verdicts: what was checked, what holds, and every fault with the way to mend it. Facts only; `wording` speaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

Severity = Literal["error", "warning", "advice"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "advice")


@dataclass(frozen=True, slots=True)
class Held:
    """Copies of one card in one zone, and the lines that say so: (line number, copies on it) each."""

    name: str
    card: str | None
    zone: str
    count: int
    lines: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Allowed:
    """The bounds that a count must keep, both included; None is no bound."""

    min: int | None = None
    max: int | None = None
    one_of: tuple[int, ...] = ()

    def holds(self, found: int) -> bool:
        """Whether a count keeps the bounds."""
        if self.one_of and found not in self.one_of:
            return False
        return (self.min is None or found >= self.min) and (self.max is None or found <= self.max)


@dataclass(frozen=True, slots=True)
class Mend:
    """One way to mend a fault.

    `cut` takes `count` copies off `lines` (any of them); `move` moves all of `lines` to `zone`; `add` puts `count`
    copies of any of `cards` into `zone`; `write` puts one of `cards` in the place of the name on `lines`;
    `part` puts each of `cards`, which say their own counts, on a line of its own.
    Where the cards to add are too many to name, `of` is the query that they match.
    `count` is None where copies do not measure it (a sum), and `unit` then says what does; of copies to add it says
    the field of which each must show another value.
    """

    do: Literal["cut", "move", "add", "write", "part"]
    count: int | None = None
    lines: tuple[tuple[int, int], ...] = ()
    cards: tuple[str, ...] = ()
    zone: str = ""
    unit: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """One breach of one rule: what the rule says, by which cards, what was found and what is allowed.

    `cite` are ledger ids, `where` the headings of the rulebook under which they stand. `subject` is the card for
    which the rule was judged, `group` the value whose copies were counted together. A fault is `incomplete` when
    adding cards would mend it.
    """

    rule: str
    severity: Severity
    says: str
    cite: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    subject: Held | None = None
    group: str | None = None
    cards: tuple[Held, ...] = ()
    found: int | None = None
    allowed: Allowed = Allowed()
    measure: str = "copies"
    mends: tuple[Mend, ...] = ()
    incomplete: bool = False
    reason: str = ""

    @property
    def first_line(self) -> int | None:
        """The first line that is at fault, None where none is, as of a size or of cards that are not there."""
        held = (self.subject,) if self.subject else () if self.incomplete else self.cards
        lines = [line for row in held for line, _ in row.lines]
        if self.found is None:
            lines += [line for mend in self.mends for line, _ in mend.lines]
        return min(lines, default=None)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules of a game say of one decklist; `sizes` counts the copies in each zone.

    Of each severity the faults stand as their first lines do, behind them those without a line.
    """

    label: str
    game: str
    format: str
    on: date
    options: Mapping[str, int | str]
    sizes: Mapping[str, int]
    checked: tuple[str, ...]
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def counts(self) -> Mapping[Severity, int]:
        """How many faults there are of each severity."""
        return Counter(fault.severity for fault in self.faults)

    @property
    def legal(self) -> bool:
        """Whether no fault is an error."""
        return all(fault.severity != "error" for fault in self.faults)

    @property
    def held(self) -> tuple[str, ...]:
        """The ids of the rules that were checked and hold."""
        broken = {fault.rule for fault in self.faults}
        return tuple(rule for rule in self.checked if rule not in broken)

    @property
    def incomplete(self) -> bool:
        """Whether every error could be mended by adding cards."""
        errors = [fault for fault in self.faults if fault.severity == "error"]
        return bool(errors) and all(fault.incomplete for fault in errors)

    def passes(self, strict: bool = False) -> bool:
        """Whether nothing is broken: no error, and in strict judging no warning."""
        counts = self.counts
        return not counts["error"] and not (strict and counts["warning"])

    def without_advice(self) -> Verdict:
        """The same without its advice."""
        return replace(self, faults=tuple(fault for fault in self.faults if fault.severity != "advice"))
