"""How long a whole run takes, as ratios to a click program that does nothing. Prints a Markdown table."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
RUNS = 20
NOTHING = "import click\n\n\n@click.command()\ndef nothing():\n    pass\n\n\nnothing()\n"
BUDGETS: Mapping[str, float | None] = {"--help": 1.6, "validate": 4.0, "odds": 4.0, "cards": None}
"""The ratio that each run must keep to, None where none is set."""


def main() -> int:
    """Measure, print, and say by the exit status whether every budget is kept."""
    with tempfile.TemporaryDirectory(prefix="deckwright-start-") as folder:
        runs = commands(Path(folder))
        for command in runs.values():
            seconds(command)  # builds the catalogue and the byte code
        medians = measured(runs)
    ratios = {name: took / medians["click"] for name, took in medians.items()}
    print(report(medians, ratios))
    kept = all(ratios[name] <= budget for name, budget in BUDGETS.items() if budget is not None)
    return 0 if kept else 1


def commands(folder: Path) -> dict[str, Sequence[str]]:
    """The command lines to compare, by name."""
    nothing = folder / "nothing.py"
    nothing.write_text(NOTHING, encoding="utf-8")
    entry = folder / "entry.py"
    entry.write_text("from deckwright.cli.main import main\n\nmain()\n", encoding="utf-8")
    ours = [sys.executable, str(entry), "--catalog", str(folder / "catalogue.db")]
    sample = min((ROOT / "decks" / "samples").glob("*.deck"))
    return {
        "click": [sys.executable, str(nothing)],
        "--help": [*ours, "--help"],
        "validate": [*ours, "validate", str(sample)],
        "odds": [*ours, "odds", str(max((ROOT / "decks" / "samples").glob("*.deck"))), "[] >= 2"],
        "cards": [*ours, "cards", "zippo"],
    }


def measured(runs: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """The median seconds of each run; the runs take turns, so that a busy machine slows all alike."""
    took: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(RUNS):
        for name, command in runs.items():
            took[name].append(seconds(command))
    return {name: statistics.median(each) for name, each in took.items()}


def seconds(command: Sequence[str]) -> float:
    """How long one run takes; a run that fails has measured nothing."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=False, env=environment)
    took = time.perf_counter() - start
    assert done.returncode == 0, done.stderr.decode()
    return took


def report(medians: Mapping[str, float], ratios: Mapping[str, float]) -> str:
    """The Markdown table."""
    lines = ["| run | median, ms | ratio to click | budget |", "|---|---:|---:|---:|"]
    for name, took in medians.items():
        budget = BUDGETS.get(name)
        allowed = "" if budget is None else f"{budget:.1f}"
        lines.append(f"| `{name}` | {took * 1000:.0f} | {ratios[name]:.2f} | {allowed} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
