"""Simulating: blocks of hands shared out to workers, their tallies added up."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from deckwright.decks.odds.errors import WorkerEnded
from deckwright.decks.odds.interval import Interval, wilson
from deckwright.decks.odds.sampling import Tally
from deckwright.decks.pools import end_with_parent, most_workers, unheeding

_AHEAD = 4
"""Of tasks so many a worker are handed out before the first is back, so that memory does not grow with their number."""
_TASKS = 16
"""A run is shared out in at least so many tasks a worker, if it has as many blocks."""
_LAST = 4
"""What is left is never shared out in fewer than so many tasks a worker, so that they end at about the same time."""
_MOST_BLOCKS = 64


class Sampler(Protocol):
    """What draws the hands of a block. It can be sent to another process."""

    @property
    def block(self) -> int:
        """How many hands a block has."""
        ...

    def tally(self, seed: str, number: int, hands: int) -> Tally:
        """The tally of the first so many hands of a block."""
        ...


@dataclass(frozen=True, slots=True)
class Simulated:
    """What a simulation found. `wanted` is how many hands were asked for: fewer were drawn if it was stopped.

    `ended`: it stopped because a process that worked for it was ended.
    """

    tally: Tally
    wanted: int
    seed: str
    how: str
    ended: bool = False

    @property
    def partial(self) -> bool:
        """Whether it was stopped before its end."""
        return self.tally.hands < self.wanted

    @property
    def share(self) -> Fraction | None:
        """The share of hits; None where what is given never came up."""
        return Fraction(self.tally.hits, self.tally.given) if self.tally.given else None

    @property
    def interval(self) -> Interval:
        """The interval around it."""
        return wilson(self.tally.hits, self.tally.given)


Progress = Callable[[int], None]
"""Told how many more hands have been drawn."""


def simulate(
    sampler: Sampler,
    seed: str,
    hands: int,
    executor: Executor | None = None,
    workers: int = 1,
    progress: Progress = lambda hands: None,
) -> Tally:
    """The tally of so many hands; without an executor in this process. Stopped by the keyboard, what there is.

    Raises `WorkerEnded` with what there is.
    """
    total = Tally()
    tasks = _tasks(hands, sampler.block, workers if executor else 1)
    try:
        for found in _run(sampler, seed, hands, tasks, executor, workers):
            total += found
            progress(found.hands)
    except KeyboardInterrupt:
        pass
    except BrokenExecutor as error:
        raise WorkerEnded(total) from error
    return total


@contextmanager
def processes(jobs: int) -> Iterator[Executor | None]:
    """So many processes to work in, or as many as can be; none for one. Left early, waiting tasks are dropped."""
    jobs = min(jobs, most_workers())
    if jobs <= 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(jobs, initializer=end_with_parent)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def default_jobs() -> int:
    """As many processes as this one may use processors."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def work(sampler: Sampler, seed: str, hands: int, first: int, blocks: int) -> Tally:
    """The tally of some blocks of a run of so many hands."""
    total = Tally()
    for number in range(first, first + blocks):
        total += sampler.tally(seed, number, min(sampler.block, hands - number * sampler.block))
    return total


def _tasks(hands: int, block: int, workers: int) -> Iterator[tuple[int, int]]:
    """The blocks in runs: the first of each, and how many."""
    blocks = -(-hands // block)
    most = min(_MOST_BLOCKS, blocks // (_TASKS * workers))
    first = 0
    while first < blocks:
        length = max(1, min(most, (blocks - first) // (_LAST * workers)))
        yield first, length
        first += length


def _run(
    sampler: Sampler,
    seed: str,
    hands: int,
    tasks: Iterator[tuple[int, int]],
    executor: Executor | None,
    workers: int,
) -> Iterator[Tally]:
    if executor is None:
        for first, blocks in tasks:
            yield work(sampler, seed, hands, first, blocks)
        return
    waiting: set[Future[Tally]] = set()
    more = True
    try:
        while waiting or more:
            while more and len(waiting) < _AHEAD * workers:
                task = next(tasks, None)
                more = task is not None
                if task is not None:
                    with unheeding():
                        waiting.add(executor.submit(work, sampler, seed, hands, *task))
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        for future in waiting:
            future.cancel()
