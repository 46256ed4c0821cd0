"""Taking times: those compared take turns, so that a busy machine slows all alike, and the least of each counts.

Times are the processor's unless another clock is given: others who use the machine, or its disk, then stretch nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def least(
    works: Mapping[str, Callable[[], object]],
    rounds: int,
    most: float = float("inf"),
    clock: Callable[[], float] = time.process_time,
) -> dict[str, float]:
    """The least seconds of each of some works, in so many rounds, or fewer once `most` seconds are spent."""
    took = dict.fromkeys(works, float("inf"))
    begun = time.perf_counter()
    for done in range(rounds):
        if done and time.perf_counter() - begun > most:
            break
        for name, work in works.items():
            took[name] = min(took[name], seconds(work, clock))
    return took


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """How long some work takes, of the processor unless another clock is given."""
    before = clock()
    work()
    return clock() - before


def processor(command: Sequence[str], folder: Path | None = None) -> float:
    """The seconds that the processor works for a whole run of a command; one that fails has measured nothing."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=said, env=environment, cwd=folder
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if status:
            said.seek(0)
            raise RuntimeError(f"{command} failed: {said.read().decode(errors='replace')}")
    return used.ru_utime + used.ru_stime


def watched(module: str, *arguments: str) -> tuple[float, float]:
    """The seconds that the processor works for a whole run of a module, and the most megabytes that it held."""
    with tempfile.TemporaryDirectory(prefix="deckwright-watched-") as folder:
        place = Path(folder) / "megabytes"
        program = [sys.executable, "-m", "tests.benchmarks.memory", str(place), module, *arguments]
        took = processor(program, ROOT)
        return took, float(place.read_text("utf-8"))


def answered(work: Callable[[], Any], wanted: Any) -> None:
    """Make sure that a peer does the same work: it comes to the same answer, to twelve digits."""
    found = work()
    if abs(float(found) - float(wanted)) > 1e-12:
        raise RuntimeError(f"{found} where {wanted} is wanted")
