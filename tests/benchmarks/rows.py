"""What a benchmark yields: a figure beside a peer's with the budget that it must keep, and how a cost grows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from typing import Literal

Better = Literal["less", "more"]


@dataclass(frozen=True, slots=True)
class Budget:
    """A bound of a row's ratio, or of our figure itself."""

    sign: Literal["≤", "≥"]
    limit: float
    of: Literal["ratio", "ours"] = "ratio"

    def kept(self, row: Row) -> bool:
        """Whether a row is within it."""
        figure = row.ratio if self.of == "ratio" else row.ours
        if figure is None:
            return False
        return figure <= self.limit if self.sign == "≤" else figure >= self.limit

    def __str__(self) -> str:
        return f"{self.sign} {self.limit:,g}"


def at_most(limit: float, of: Literal["ratio", "ours"] = "ratio") -> Budget:
    """The bound of what should be little."""
    return Budget("≤", limit, of)


def at_least(limit: float, of: Literal["ratio", "ours"] = "ratio") -> Budget:
    """The bound of what should be much."""
    return Budget("≥", limit, of)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Our figure and a peer's, taken in the same run; `peer` says its version."""

    name: str
    work: str
    unit: str
    ours: float
    peer: str = ""
    theirs: float | None = None
    budget: Budget | None = None

    @property
    def ratio(self) -> float | None:
        """Ours to theirs."""
        return self.ours / self.theirs if self.theirs else None

    @property
    def better(self) -> Better:
        """Of rates more is better, of times and memory less."""
        return "more" if self.unit.endswith("/s") else "less"

    @property
    def kept(self) -> bool | None:
        """Whether the budget is kept; None where there is none."""
        return None if self.budget is None else self.budget.kept(self)

    def __str__(self) -> str:
        return f"{self.name}, {self.work}" + (f", beside {self.peer}" if self.peer else "")


@dataclass(frozen=True, slots=True)
class Curve:
    """What one of those compared takes for so much work; `note` says why it has no further points."""

    label: str
    points: tuple[tuple[int, float], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Growth:
    """How a cost grows with the work; `id` names its picture."""

    id: str
    title: str
    work: str
    unit: str
    curves: tuple[Curve, ...]


Measured = Row | Growth
Measure = Callable[[bool], Iterator[Measured]]
"""A benchmark. Told whether to be quick: with less work and fewer rounds, to see that it runs."""


def versioned(distribution: str) -> str:
    """The name and version of a package that is installed."""
    return f"{distribution} {version(distribution)}"
