"""How long many hands take as JSON lines, against a bare loop over the same pile. Prints a Markdown table."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.deal.engine import Dealer
from deckwright.decks.deal.hands import sampler
from deckwright.decks.deal.start import settle
from deckwright.decks.reader import DecklistReader

ROOT = Path(__file__).resolve().parent.parent.parent
HANDS = 100_000
RUNS = 5
BUDGET = 5.0
"""The command may take at most so many times the bare loop, both as whole runs of Python."""
FLAT = 1.1
"""A hundred times as many hands may take at most so many times the memory."""

BARE = """\
import json, random, sys
pile, size, hands = json.loads(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
for _ in range(hands):
    print(json.dumps(random.sample(pile, size)))
"""
WATCHED = """\
import resource, sys
from deckwright.cli.main import main
try:
    main(sys.argv[1:])
finally:
    sys.stderr.write(f"\\n{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}")
"""


def main() -> int:
    """Measure, print, and say by the exit status whether time and memory are kept."""
    sample = min((ROOT / "decks" / "samples").glob("*-and-*.deck"))
    with tempfile.TemporaryDirectory(prefix="deckwright-deal-") as folder:
        catalogue = str(Path(folder) / "catalogue.db")
        pile, size = hand_of(sample, Path(catalogue))
        ours = ["--catalog", catalogue, "deal", str(sample), "--seed", "bench", "--json", "--hands"]
        runs = {
            "bare loop": [sys.executable, "-c", BARE, json.dumps(pile), str(size), str(HANDS)],
            "deal --hands": [sys.executable, "-m", "deckwright.cli.main", *ours, str(HANDS)],
        }
        medians = measured(runs)
        few, many = (memory([*ours, str(count)]) for count in (HANDS // 100, HANDS))
    ratio = medians["deal --hands"] / medians["bare loop"]
    print(report(medians, ratio, few, many))
    return 0 if ratio <= BUDGET and many <= few * FLAT else 1


def hand_of(sample: Path, catalogue: Path) -> tuple[list[str], int]:
    """The names in the pile that a sample's hand is dealt from, and the size of the hand."""
    with Catalogue.open(catalogue) as opened:
        reader = DecklistReader(opened)
        deck = reader.read(sample.read_text(encoding="utf-8"))
        terms, _ = settle(reader.lines_of(deck.game), [deck], {})
        found = sampler(Dealer(terms, [deck]), "bench")
        assert found is not None
        return [piece.name for piece in found.pile], found.size


def measured(runs: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """The median seconds of each whole run; they take turns, so that a busy machine slows all alike."""
    took: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(RUNS):
        for name, command in runs.items():
            start = time.perf_counter()
            with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - a device, no path of ours
                subprocess.run(command, stdout=nowhere, check=True)
            took[name].append(time.perf_counter() - start)
    return {name: statistics.median(each) for name, each in took.items()}


def memory(args: Sequence[str]) -> int:
    """The most memory that a run of the command held, in KiB."""
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, *args], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True
    )
    return int(done.stderr.decode().splitlines()[-1])


def report(medians: Mapping[str, float], ratio: float, few: int, many: int) -> str:
    """The Markdown table."""
    lines = [f"| run, {HANDS:,} hands | median, s | hands/s | ratio | budget |", "|---|---:|---:|---:|---:|"]
    for name, took in medians.items():
        told = f"{ratio:.2f} | {BUDGET:.1f}" if name != "bare loop" else "1.00 | "
        lines.append(f"| `{name}` | {took:.2f} | {HANDS / took:,.0f} | {told} |")
    lines += ["", f"Memory: {few:,} KiB for {HANDS // 100:,} hands, {many:,} KiB for {HANDS:,}"]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
