"""What was measured, as one table in Markdown and as JSON."""

from __future__ import annotations

import json
import platform
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any

from deckwright.decks.odds.tallying import default_jobs
from tests.benchmarks.rows import Growth, Row

HEAD = (
    "| what | work | unit | better | ours | peer | peer's | ratio | budget |\n"
    "|---|---|---|---|---:|---|---:|---:|---|"
)
"""The head of the table; `line` makes its rows."""


@dataclass(frozen=True, slots=True)
class Report:
    """The rows and curves of a run, how many seconds it took, and for how many of them a processor worked."""

    rows: tuple[Row, ...]
    growths: tuple[Growth, ...]
    seconds: float
    worked: float
    quick: bool = False

    @property
    def missed(self) -> tuple[Row, ...]:
        """The rows that do not keep their budget."""
        return tuple(row for row in self.rows if row.kept is False)

    def markdown(self) -> str:
        """The table, the budgets missed, and how each cost grows."""
        parts = [
            f"# Measured\n\n{_about(self)}",
            "\n".join([HEAD, *map(line, self.rows)]),
            "\n".join(missed_lines(self)),
            *map(growth_table, self.growths),
        ]
        return "\n\n".join(parts) + "\n"

    def json(self) -> str:
        """The same for programs; numbers to six digits."""
        document = {
            **machine(),
            "quick": self.quick,
            "seconds": _rounded(self.seconds),
            "worked": _rounded(self.worked),
            "rows": [_row(row) for row in self.rows],
            "growths": [_growth(growth) for growth in self.growths],
            "missed": [str(row) for row in self.missed],
        }
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def line(row: Row) -> str:
    """A row of the table."""
    allowed = "" if row.budget is None else f"{row.budget} {'kept' if row.kept else '**missed**'}"
    cells = (row.name, row.work, row.unit, row.better, number(row.ours), row.peer, number(row.theirs))
    return "| " + " | ".join(map(_cell, (*cells, number(row.ratio), allowed))) + " |"


def missed_lines(report: Report) -> Iterator[str]:
    """The budgets missed by name, or that none was."""
    budgets = sum(row.budget is not None for row in report.rows)
    yield f"{budgets} budgets, {len(report.missed)} missed" + (":" if report.missed else ".")
    if report.missed:
        yield ""
    for row in report.missed:
        figure = row.ratio if row.budget and row.budget.of == "ratio" else row.ours
        yield f"- {row}: {number(figure)}, where {row.budget} is wanted"


def how_long(report: Report) -> str:
    """The seconds by the clock on the wall, and those of the processors."""
    return f"{report.seconds:.0f} seconds, {report.worked:.0f} of the processors"


def growth_table(growth: Growth) -> str:
    """How a cost grows: a column for each of those compared."""
    sizes = sorted({size for curve in growth.curves for size, _ in curve.points})
    reached = [dict(curve.points) for curve in growth.curves]
    heads = [growth.work, *(curve.label for curve in growth.curves)]
    lines = [
        f"## {growth.title}\n",
        f"In {growth.unit}. ![{growth.title}]({growth.id}.svg)\n",
        "| " + " | ".join(map(_cell, heads)) + " |",
        "|---:" * len(heads) + "|",
        *(
            f"| {size:,} | " + " | ".join(number(points.get(size)) or "–" for points in reached) + " |"
            for size in sizes
        ),
    ]
    notes = [f"- {curve.label}: {curve.note}" for curve in growth.curves if curve.note]
    return "\n".join([*lines, *([""] if notes else []), *notes])


def machine() -> dict[str, Any]:
    """What was measured with: the versions, the system, and how many processors."""
    return {
        "deckwright": version("deckwright"),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.machine()}",
        "processors": default_jobs(),
    }


def number(figure: float | None) -> str:
    """A figure to three digits, with all digits before the point; nothing for none."""
    if figure is None:
        return ""
    return f"{figure:,.0f}" if abs(figure) >= 100 else f"{figure:#.3g}"


def _about(report: Report) -> str:
    on = machine()
    said = f"deckwright {on['deckwright']}, Python {on['python']}, SQLite {on['sqlite']}, {on['system']}"
    quick = " Quick: with less work, so no figure to quote." if report.quick else ""
    return f"{said}, {on['processors']} processors; {how_long(report)}.{quick}"


def _row(row: Row) -> dict[str, Any]:
    figures = {"ours": _rounded(row.ours), "theirs": _rounded(row.theirs), "ratio": _rounded(row.ratio)}
    return {**asdict(row), **figures, "better": row.better, "kept": row.kept}


def _growth(growth: Growth) -> dict[str, Any]:
    return {
        **asdict(growth),
        "curves": [
            {**asdict(curve), "points": [[size, _rounded(cost)] for size, cost in curve.points]}
            for curve in growth.curves
        ],
    }


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else float(f"{figure:.6g}")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
