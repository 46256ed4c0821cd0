"""The benchmarks' table, its budgets, its pictures and its command. No test here holds the machine to a time."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.clock import ROOT, least, watched
from tests.benchmarks.report import Report, growth_table, line, number
from tests.benchmarks.rows import Budget, Curve, Growth, Measured, Row, at_least, at_most
from tests.benchmarks.suite import BENCHMARKS, missing, named, run, write

GROWTH = Growth(
    "dealt",
    "Hands dealt",
    "hands",
    "seconds",
    (
        Curve("ours", ((10, 0.001), (100, 0.01), (1_000, 0.1))),
        Curve("theirs | 1.0", ((10, 0.01), (100, 1.0)), "given up at 1,000 hands"),
    ),
)


def row(**facts: Any) -> Row:
    """A row of a search of four milliseconds, beside a peer's of two."""
    searched = {
        "name": "search `a|b`",
        "work": "10 cards",
        "unit": "ms",
        "ours": 4.0,
        "peer": "sql 3",
        "theirs": 2.0,
    }
    return Row(**{**searched, **facts})


@pytest.mark.parametrize(
    ("budget", "facts", "kept"),
    [
        (at_most(2), {}, True),
        (at_most(1.9), {}, False),
        (at_least(2), {}, True),
        (at_least(2.1), {}, False),
        (at_most(4, of="ours"), {}, True),
        (at_most(3, of="ours"), {}, False),
        (at_least(5, of="ours"), {}, False),
        (at_most(9), {"peer": "", "theirs": None}, False),
        (None, {}, None),
    ],
    ids=str,
)
def test_a_budget_bounds_the_ratio_or_our_own_figure(
    budget: Budget, facts: dict[str, Any], kept: bool
) -> None:
    assert row(budget=budget, **facts).kept is kept


@pytest.mark.parametrize(
    ("unit", "better"), [("ms", "less"), ("MB", "less"), ("cards/s", "more"), ("million hands/s", "more")]
)
def test_of_rates_more_is_better(unit: str, better: str) -> None:
    assert row(unit=unit).better == better


@pytest.mark.parametrize(
    ("figure", "shown"),
    [(None, ""), (0.0123456, "0.0123"), (1.0, "1.00"), (54.5, "54.5"), (100.4, "100"), (15352.3, "15,352")],
)
def test_figures_have_three_digits(figure: float | None, shown: str) -> None:
    assert number(figure) == shown


@pytest.mark.parametrize(
    ("one", "cells"),
    [
        (row(budget=at_most(1.5)), "4.00 | sql 3 | 2.00 | 2.00 | ≤ 1.5 **missed** |"),
        (row(budget=at_most(2.5)), "4.00 | sql 3 | 2.00 | 2.00 | ≤ 2.5 kept |"),
        (row(peer="", theirs=None), "4.00 |  |  |  |  |"),
    ],
)
def test_a_row_in_markdown(one: Row, cells: str) -> None:
    assert line(one) == f"| search `a\\|b` | 10 cards | ms | less | {cells}"


def test_the_markdown_has_every_row_names_the_missed_and_shows_the_growth() -> None:
    kept, lost = row(budget=at_most(3)), row(name="import", budget=at_least(2.5))
    text = Report((kept, lost), (GROWTH,), 61.2, 58.7).markdown()
    lines = text.splitlines()
    assert [lines.count(line(one)) for one in (kept, lost)] == [1, 1]
    assert "2 budgets, 1 missed:" in lines
    assert "- import, 10 cards, beside sql 3: 2.00, where ≥ 2.5 is wanted" in lines
    assert "![Hands dealt](dealt.svg)" in text
    assert "; 61 seconds, 59 of the processors." in text


def test_growth_is_a_table_with_a_column_each_and_gaps_told() -> None:
    assert growth_table(GROWTH).splitlines()[4:] == [
        "| hands | ours | theirs \\| 1.0 |",
        "|---:|---:|---:|",
        "| 10 | 0.00100 | 0.0100 |",
        "| 100 | 0.0100 | 1.00 |",
        "| 1,000 | 0.100 | – |",
        "",
        "- theirs | 1.0: given up at 1,000 hands",
    ]


def test_the_json_says_the_same_in_full() -> None:
    report = Report(
        (row(ours=4.0000001, budget=at_most(1.5)), row(peer="", theirs=None)), (GROWTH,), 61.23456789, 58.7
    )
    read = json.loads(report.json())
    first, second = read["rows"]
    assert first == {
        "name": "search `a|b`",
        "work": "10 cards",
        "unit": "ms",
        "ours": 4.0,
        "peer": "sql 3",
        "theirs": 2.0,
        "ratio": 2.0,
        "better": "less",
        "budget": {"sign": "≤", "limit": 1.5, "of": "ratio"},
        "kept": False,
    }
    assert (second["theirs"], second["ratio"], second["budget"], second["kept"]) == (None,) * 4
    assert read["missed"] == ["search `a|b`, 10 cards, beside sql 3"]
    assert read["growths"][0]["curves"][1]["points"] == [[10, 0.01], [100, 1.0]]
    assert {"deckwright", "python", "sqlite", "system", "processors", "seconds", "worked"} <= set(read)


def test_a_run_prints_each_row_and_what_is_missed(capsys: pytest.CaptureFixture[str]) -> None:
    lost = row(budget=at_most(1))

    def measure(quick: bool) -> Iterator[Measured]:
        yield row(work="quick" if quick else "whole")
        yield GROWTH
        yield lost

    report = run([measure], quick=True)
    assert (report.rows, report.growths, report.missed) == ((row(work="quick"), lost), (GROWTH,), (lost,))
    printed = capsys.readouterr().out
    assert all(part in printed for part in (line(lost), growth_table(GROWTH), "1 budgets, 1 missed:"))


def test_the_pictures_have_the_same_bytes_each_time(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    report = Report((row(),), (GROWTH,), 1.0, 1.0)
    for name in ("one", "two"):
        write(report, tmp_path / name)
    made = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert set(made) == {"benchmarks.md", "benchmarks.json", "dealt.svg"}
    assert made == {path.name: path.read_bytes() for path in (tmp_path / "two").iterdir()}
    assert made["dealt.svg"].startswith(b"<?xml")


def test_the_least_of_the_turns_counts() -> None:
    ticks = iter([0, 5, 5, 7, 7, 10, 10, 20])
    assert least({"one": int, "two": int}, 2, clock=lambda: next(ticks)) == {"one": 3, "two": 2}


def test_memory_is_that_of_the_run_alone_however_much_is_held_here() -> None:
    held = bytearray(200 * 2**20)
    held[:: 2**12] = b"x" * len(held[:: 2**12])
    _, megabytes = watched("this")
    assert 2 < megabytes < 100


def test_every_benchmark_is_there_and_says_what_it_needs() -> None:
    modules = {path.stem for path in (ROOT / "tests" / "benchmarks").glob("*.py")}
    assert set(BENCHMARKS) <= modules
    assert missing(["start_up"]) == []
    assert len(named(["start_up", "checking"])) == 2


def test_a_quick_run_writes_the_table_and_exits_by_the_budgets(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "tests.benchmarks", "--quick", "start_up", "--folder", str(tmp_path)]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "written to" in done.stdout, done.stderr
    read = json.loads((tmp_path / "benchmarks.json").read_text("utf-8"))
    assert done.returncode == (1 if read["missed"] else 0)
    assert all(f"- {name}" in done.stdout for name in read["missed"])
    assert len(read["rows"]) == 4
    assert read["quick"] is True
    assert all(one["ours"] > 0 and one["theirs"] > 0 for one in read["rows"])
    assert "Quick" in (tmp_path / "benchmarks.md").read_text("utf-8")


def test_a_name_that_is_no_benchmark_is_refused(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "tests.benchmarks", "odd", "--folder", str(tmp_path)]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "start_up" in done.stderr
    assert list(tmp_path.iterdir()) == []
