"""All benchmarks by one command: `python -m tests.benchmarks [NAME…] [--folder FOLDER] [--quick]`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tests.benchmarks.clock import ROOT
from tests.benchmarks.report import how_long
from tests.benchmarks.suite import BENCHMARKS, missing, named, run, write

FOLDER = ROOT / "build" / "benchmarks"


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...", type=click.Choice(list(BENCHMARKS)))
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), default=FOLDER, show_default=True)
@click.option("--quick", is_flag=True, help="Less work and fewer rounds, to see that all runs.")
def benchmarks(names: tuple[str, ...], folder: Path, quick: bool) -> None:
    """Measure beside the peers, all or by NAME: start_up, catalogue, checking, judging, deal, odds, simulation.

    Writes benchmarks.md, benchmarks.json and a picture of how each cost grows. Exit status: 1 if a budget is missed,
    2 if a peer is not installed.
    """
    chosen = names or tuple(BENCHMARKS)
    absent = missing(chosen)
    if absent:
        raise click.UsageError(f"not installed: {', '.join(absent)}; pip install -e '.[bench]'")
    report = run(named(chosen), quick)
    write(report, folder)
    print(f"\n{how_long(report)}; written to {folder}")
    sys.exit(1 if report.missed else 0)


if __name__ == "__main__":
    benchmarks(prog_name="python -m tests.benchmarks")
