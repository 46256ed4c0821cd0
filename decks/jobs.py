"""Judging many decklists, in this process or in several, in the order in which they were named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from pathlib import Path

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.errors import UnknownGame
from deckwright.decks.decklist import Decklist
from deckwright.decks.errors import DecklistError, WrongGame
from deckwright.decks.pools import end_with_parent, most_workers, unheeding
from deckwright.decks.sources import Source
from deckwright.decks.validator import Validator
from deckwright.decks.verdict import Verdict

CHUNK = 64
"""How many decklists a process is handed at a time."""

Judged = tuple[Source, list[Verdict] | DecklistError]
"""A source with the verdicts on its decklists, or why it could not be read."""


class JudgeEnded(Exception):
    """A process that judged was ended by somebody else; what it had not judged is missing."""

    def __str__(self) -> str:
        return (
            "a process that judged was ended from outside, perhaps for want of memory; the rest is not judged"
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """What a user said of how to judge, ready to be sent to another process."""

    catalogue: Path
    game: str | None = None
    format: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    on: date | None = None

    def validator(self, catalogue: Catalogue) -> Validator:
        """A validator that judges so."""
        return Validator(catalogue, game=self.game, format=self.format, options=self.options, on=self.on)


def decks_of(source: Source, validator: Validator) -> list[Decklist]:
    """The decklists of a source. Raises `DecklistError`, for a game that nobody knows too."""
    return decks_in(source.read(), source.label, validator)


def decks_in(text: str, label: str, validator: Validator) -> list[Decklist]:
    """The decklists of a text. Raises `DecklistError`, for a game that nobody knows too."""
    try:
        return validator.reader.read_all(text, label, validator.game)
    except UnknownGame as error:
        raise WrongGame(label, error.word, error.nearest) from error


def judge(source: Source, validator: Validator) -> list[Verdict] | DecklistError:
    """The verdicts on a source's decklists, or why it could not be read."""
    try:
        return [validator.deck(deck) for deck in decks_of(source, validator)]
    except DecklistError as error:
        return error


def judged(sources: Iterable[Source], settings: Settings, jobs: int = 1) -> Iterator[Judged]:
    """Every source with its verdicts, in order, by so many processes or as many as can be; memory stays flat.

    Raises `JudgeEnded` where somebody else ends one of them.
    """
    jobs = min(jobs, most_workers())
    if jobs <= 1:
        with Catalogue.open(settings.catalogue) as catalogue:
            validator = settings.validator(catalogue)
            yield from ((source, judge(source, validator)) for source in sources)
        return
    from collections import deque
    from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor

    feed = iter(sources)
    chunks = iter(lambda: list(islice(feed, CHUNK)), [])
    pool = ProcessPoolExecutor(jobs, initializer=_prepare, initargs=(settings,))
    try:
        waiting: deque[Future[list[Judged]]] = deque()
        for chunk in chunks:
            with unheeding():
                waiting.append(pool.submit(_judge_chunk, chunk))
            if len(waiting) > 2 * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    except BrokenExecutor as error:
        raise JudgeEnded from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


_worker: list[Validator] = []


def _prepare(settings: Settings) -> None:
    """Open the catalogue once in a process of the pool."""
    end_with_parent()
    _worker[:] = [settings.validator(Catalogue.open(settings.catalogue))]


def _judge_chunk(sources: list[Source]) -> list[Judged]:
    return [(source, judge(source, _worker[0])) for source in sources]
