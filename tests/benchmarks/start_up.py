"""How long a whole run takes, beside a click program that does nothing."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.benchmarks.clock import ROOT, processor
from tests.benchmarks.rows import Budget, Row, at_most, versioned
from tests.benchmarks.suite import alone

ROUNDS = 20
NOTHING = "import click\n\n\n@click.command()\ndef nothing():\n    pass\n\n\nnothing()\n"
BUDGETS: Mapping[str, Budget | None] = {
    "--help": at_most(1.6),
    "validate": at_most(4),
    "odds": at_most(4),
    "cards": None,
}
"""What each run must keep to, None where nothing is set."""

WORK: Mapping[str, str] = {
    "--help": "the commands",
    "validate": "a sample decklist",
    "odds": "an exact question",
    "cards": "a search",
}


def measure(quick: bool) -> Iterator[Row]:
    """A row for each kind of run, in seconds of the processor."""
    with tempfile.TemporaryDirectory(prefix="deckwright-start-") as folder:
        runs = commands(Path(folder))
        for command in runs.values():
            processor(command)  # builds the catalogue and the byte code
        took = dict.fromkeys(runs, float("inf"))
        for _ in range(1 if quick else ROUNDS):
            took = {name: min(took[name], processor(command)) for name, command in runs.items()}
    for name, budget in BUDGETS.items():
        yield Row(
            name=f"start-up `{name}`",
            work=WORK[name],
            unit="ms",
            ours=1000 * took[name],
            peer=f"{versioned('click')} alone",
            theirs=1000 * took["click"],
            budget=budget,
        )


def commands(folder: Path) -> dict[str, Sequence[str]]:
    """The command lines to compare, by name."""
    nothing = folder / "nothing.py"
    nothing.write_text(NOTHING, encoding="utf-8")
    entry = folder / "entry.py"
    entry.write_text("from deckwright.cli.main import main\n\nmain()\n", encoding="utf-8")
    ours = [sys.executable, str(entry), "--catalog", str(folder / "catalogue.db")]
    samples = sorted(map(str, (ROOT / "decks" / "samples").glob("*.deck")))
    return {
        "click": [sys.executable, str(nothing)],
        "--help": [*ours, "--help"],
        "validate": [*ours, "validate", samples[0]],
        "odds": [*ours, "odds", samples[-1], "[] >= 2"],
        "cards": [*ours, "cards", "zippo"],
    }


if __name__ == "__main__":
    sys.exit(alone(measure))
