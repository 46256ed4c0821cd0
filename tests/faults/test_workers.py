"""Processes that simulate or judge: no more than can be kept in touch with, and one of them ended from outside."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from deckwright.decks.jobs import CHUNK, JudgeEnded, Settings, judged
from deckwright.decks.odds.errors import WorkerEnded
from deckwright.decks.odds.sampling import Tally
from deckwright.decks.odds.tallying import processes, simulate
from deckwright.decks.sources import Source

resource = pytest.importorskip("resource")

MANY = (
    ["odds", "tide-and-sky", "[!Orb]", "--simulate", "1200000", "--jobs", "256"],
    128,
    "1,200,000 hands drawn",
)
LISTS = (
    ["validate", *["tide-and-sky"] * 20 * CHUNK, "--jobs", "64"],
    40,
    f"{20 * CHUNK} decklists: {20 * CHUNK} passed",
)
"""Words that ask for more processes than there are file handles for, how many there are, and what is told."""


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


@dataclass(frozen=True)
class Deadly:
    """A source whose reader ends, as a process does that is killed."""

    label: str = "deadly"

    def read(self) -> str:
        os._exit(9)


def test_a_judge_that_is_ended_is_told(catalogue: Path) -> None:
    fine = [Source("fine", text="game: geopals\n1 Orb\n")] * (3 * CHUNK)
    sources: list[Any] = [*fine, Deadly()]
    judging = judged(sources, Settings(catalogue), 2)
    with pytest.raises(JudgeEnded, match="a process that judged was ended from outside"):
        list(judging)


@pytest.mark.parametrize(("words", "handles", "says"), [MANY, LISTS], ids=["simulating", "judging"])
def test_more_jobs_than_handles_end_all_the_same(words: list[str], handles: int, says: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "deckwright.cli.main", *words],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (handles, handles)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, says in done.stdout) == (0, True), done.stderr
