"""A run of `validate` over many decklists: what was judged, what was refused, and the worst of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.text import visible
from deckwright.cli.errors import BROKEN, NOT_UNDERSTOOD
from deckwright.cli.screen import say
from deckwright.decks.errors import DecklistError, NotADecklist
from deckwright.decks.jobs import Settings, judged
from deckwright.decks.outputs import Judged, Refusal
from deckwright.decks.sources import STANDARD_INPUT, Passed, Source, sources
from deckwright.decks.verdict import Verdict


class Run:
    """Judges what the words of a command line name, and keeps count."""

    def __init__(
        self, catalogue: Catalogue, settings: Settings, strict: bool = False, no_advice: bool = False
    ) -> None:
        self.catalogue = catalogue
        self.settings = settings
        self.refused: list[Refusal] = []
        self.failed = 0
        self.passed = 0
        self._strict = strict
        self._no_advice = no_advice

    @property
    def total(self) -> int:
        """How many decklists there were."""
        return self.passed + self.failed + len(self.refused)

    @property
    def status(self) -> int:
        """The exit status: of several decklists the worst."""
        if self.refused:
            return NOT_UNDERSTOOD
        return BROKEN if self.failed else 0

    def sources(self, words: Iterable[str]) -> Iterator[Source]:
        """Every source that the words name; what is refused is told and counted."""
        for word in words:
            try:
                for source in sources(word, self.catalogue):
                    if isinstance(source, Passed):
                        say(visible(str(source)))
                    else:
                        yield source
            except DecklistError as error:
                self.refuse(word, error)

    def judged(self, words: Iterable[str], jobs: int = 1) -> Iterator[Judged]:
        """The verdicts on all that the words name, in order."""
        words = tuple(words)
        alone = STANDARD_INPUT in words  # other processes have an empty one
        for source, found in judged(self.sources(words), self.settings, 1 if alone else jobs):
            if isinstance(found, DecklistError):
                self.refuse(source.label, found)
                continue
            yield from (Judged(source.label, self.settled(verdict)) for verdict in found)

    def settled(self, verdict: Verdict) -> Verdict:
        """The verdict as it is shown, its decklist counted."""
        self.count(self.passes(verdict))
        return self.shown(verdict)

    def passes(self, verdict: Verdict) -> bool:
        """Whether a decklist passes, as strictly as was asked for."""
        return verdict.passes(self._strict)

    def shown(self, verdict: Verdict) -> Verdict:
        """The verdict without what was not asked for."""
        return verdict.without_advice() if self._no_advice else verdict

    def count(self, passes: bool) -> None:
        """Count one decklist that passed or failed."""
        self.passed += passes
        self.failed += not passes

    def write(self, path: Path, label: str, text: str) -> bool:
        """Whether a decklist's file could be written anew; what cannot be is told and counted."""
        from deckwright.cli.written import write_file

        try:
            write_file(path, [text])
        except OSError as error:
            why = f"cannot be written: {(error.strerror or str(error)).lower()}"
            self.refuse(label, NotADecklist(label, why))
            return False
        return True

    def refuse(self, label: str, error: DecklistError) -> None:
        """Tell and count a decklist that could not be read."""
        self.refused.append(Refusal(label, error))
        say("\n".join(f"deckwright: {visible(line)}" for line in str(error).split("\n")))

    def summary(self) -> str:
        """One line on all decklists."""
        parts = [f"{self.total} decklists", f"{self.passed} passed"]
        parts += [f"{self.failed} failed"] if self.failed else []
        parts += [f"{len(self.refused)} not understood"] if self.refused else []
        return f"{parts[0]}: {', '.join(parts[1:])}"
