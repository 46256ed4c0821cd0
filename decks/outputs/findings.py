"""What every output is made from: the faults of decklists and the refusals, each with its place in a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from deckwright.decks.errors import BadHeader, DecklistError, LinesNotUnderstood
from deckwright.decks.verdict import Fault, Severity, Verdict
from deckwright.decks.wording import mend_sentence, sentence

NOT_UNDERSTOOD = "decklist.not-understood"
"""The rule that a decklist breaks which cannot be read at all."""

Level = Literal["error", "warning", "advice", "note"]


class Refusal(NamedTuple):
    """Why the decklists of a file, or of another source, could not be judged."""

    file: str
    error: DecklistError


class Judged(NamedTuple):
    """A verdict and the file, or other source, that its decklist stands in."""

    file: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to tell of a file: how grave, by which rule, on which lines, in words."""

    file: str
    level: Level
    rule: str
    says: str
    lines: tuple[int, ...] = ()
    deck: str = ""
    game: str = ""
    mend: str = ""
    fault: Fault | None = None

    @property
    def title(self) -> str:
        """The ledger ids that the rule cites, else the rule's own."""
        cited = ", ".join(self.fault.cite) if self.fault else ""
        return cited or self.rule


def findings(judged: Judged) -> Iterator[Finding]:
    """The faults of a decklist in the verdict's order, then its notes."""
    verdict = judged.verdict
    place, deck = relative(judged.file), named(judged)
    for fault in verdict.faults:
        yield Finding(
            file=place,
            level=fault.severity,
            rule=fault.rule,
            says=sentence(fault),
            lines=lines_of(fault),
            deck=deck,
            game=verdict.game,
            mend=mend_sentence(fault.mends),
            fault=fault,
        )
    for note in verdict.notes:
        yield Finding(place, "note", "note", note, deck=deck, game=verdict.game)


def refusals(refused: Sequence[Refusal]) -> Iterator[Finding]:
    """What could not be read: a finding a line where lines are to blame, else one a decklist."""
    for file, error in refused:
        place = relative(file)
        if isinstance(error, LinesNotUnderstood):
            for line in error.lines:
                yield Finding(place, "error", NOT_UNDERSTOOD, error.why(line), (line.number,))
        else:
            says = str(error).removeprefix(f"{error.label}: ")
            lines = (error.line,) if isinstance(error, BadHeader) else ()
            yield Finding(place, "error", NOT_UNDERSTOOD, says, lines)


def lines_of(fault: Fault) -> tuple[int, ...]:
    """The numbers of the lines that a fault is about: its subject's first, else its cards', else its mends'."""
    held = (*((fault.subject,) if fault.subject else ()), *fault.cards)
    lines = [line for row in held for line, _ in row.lines]
    lines = lines or [line for mend in fault.mends for line, _ in mend.lines]
    return tuple(dict.fromkeys(lines))


def fails(severity: Severity, strict: bool) -> bool:
    """Whether a fault of this severity fails its deck."""
    return severity == "error" or (strict and severity == "warning")


def named(judged: Judged) -> str:
    """What tells a decklist from others of its file: the label without the file, if anything is left."""
    label = judged.verdict.label.removeprefix(judged.file).strip()
    return label.removeprefix("(").removesuffix(")")


def relative(file: str) -> str:
    """A file's path with forward slashes, seen from the working directory where it lies below that."""
    path = Path(file)
    if path.is_absolute():
        here = Path.cwd()
        path = path.relative_to(here) if path.is_relative_to(here) else path
    return path.as_posix()
