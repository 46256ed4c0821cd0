"""All benchmarks by name, run one after another: rows are printed as they come, then written with the pictures."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tests.benchmarks.report import HEAD, Report, growth_table, line, missed_lines
from tests.benchmarks.rows import Growth, Measure, Row

BENCHMARKS: Mapping[str, Sequence[str]] = {
    "start_up": ("click",),
    "catalogue": ("sqlite-utils", "datasette", "matplotlib"),
    "checking": ("jsonschema", "matplotlib"),
    "judging": ("mtg-parser", "decklist", "matplotlib"),
    "deal": ("numpy", "matplotlib"),
    "odds": ("scipy", "urn-calculator", "icepool", "matplotlib"),
    "simulation": ("numpy",),
}
"""The module of each benchmark, and the packages that it needs."""


def missing(names: Iterable[str]) -> list[str]:
    """The packages that these benchmarks need and that are not installed."""
    needed = dict.fromkeys(package for name in names for package in BENCHMARKS[name])
    return [package for package in needed if not _installed(package)]


def run(measures: Iterable[Measure], quick: bool) -> Report:
    """Measure, printing each row as it comes, and at the end how each cost grows and which budgets are missed."""
    begun, worked = time.perf_counter(), sum(os.times()[:4])
    rows: list[Row] = []
    growths: list[Growth] = []
    print(HEAD, flush=True)
    for measure in measures:
        for found in measure(quick):
            if isinstance(found, Row):
                rows.append(found)
                print(line(found), flush=True)
            else:
                growths.append(found)
    took, used = time.perf_counter() - begun, sum(os.times()[:4]) - worked
    report = Report(tuple(rows), tuple(growths), took, used, quick)
    for growth in growths:
        print(f"\n{growth_table(growth)}")
    print("", *missed_lines(report), sep="\n", flush=True)
    return report


def named(names: Iterable[str]) -> list[Measure]:
    """The benchmarks of these names."""
    return [import_module(f"tests.benchmarks.{name}").measure for name in names]


def write(report: Report, folder: Path) -> None:
    """Write the table as Markdown and JSON, and a picture for each growth."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "benchmarks.md").write_text(report.markdown(), "utf-8")
    (folder / "benchmarks.json").write_text(report.json(), "utf-8")
    if report.growths:
        from tests.benchmarks.pictures import draw

        for growth in report.growths:
            draw(growth, folder)


def alone(measure: Measure) -> int:
    """One benchmark as a program, which writes nothing: 1 if a budget is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="less work, to see that it runs")
    return 1 if run([measure], parser.parse_args().quick).missed else 0


def _installed(package: str) -> bool:
    try:
        return bool(version(package))
    except PackageNotFoundError:
        return False
