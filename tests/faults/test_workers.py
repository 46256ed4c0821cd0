"""Processes that work for a simulation: no more than can be kept in touch with, and one of them ended from outside."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass

import pytest

from deckwright.decks.odds.errors import WorkerEnded
from deckwright.decks.odds.sampling import Tally
from deckwright.decks.odds.tallying import processes, simulate

resource = pytest.importorskip("resource")

HANDLES = 128


@dataclass(frozen=True)
class Ending:
    """A sampler whose process ends at a block, as one does that is killed."""

    at: int
    block: int = 1

    def tally(self, seed: str, number: int, hands: int) -> Tally:
        if number == self.at:
            os._exit(9)
        return Tally(hands, hands, 0)


def test_a_worker_that_is_ended_is_told_with_what_there_is() -> None:
    with processes(2) as pool, pytest.raises(WorkerEnded) as raised:
        simulate(Ending(5_000), "amber", 10_000, pool, 2)
    assert 0 < raised.value.tally.hands < 10_000
    assert "a worker process was ended" in str(raised.value)


def test_more_jobs_than_handles_end_all_the_same() -> None:
    words = ["odds", "tide-and-sky", "[!Orb]", "--simulate", "1200000", "--jobs", "256"]
    done = subprocess.run(
        [sys.executable, "-m", "deckwright.cli.main", *words],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (HANDLES, HANDLES)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, "1,200,000 hands drawn" in done.stdout) == (0, True), done.stderr
