"""How many cards have each value of a field, with bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckwright.catalog.fields import Value
from deckwright.catalog.text import natural_key
from deckwright.cli.tables import Cell

WIDEST = 30
"""The most columns that a bar takes."""

_EIGHTHS = " ▏▎▍▌▋▊▉"

Row = Mapping[str, Cell]


def facet_rows(counts: Mapping[Value | None, int], field: str, missing: str | None) -> Sequence[Row]:
    """A row for each value, the most frequent first; cards without a value stand last, as `missing`."""
    ordered = sorted(counts.items(), key=lambda one: (one[0] is None, -one[1], natural_key(str(one[0]))))
    return [{field: missing if value is None else value, "cards": count} for value, count in ordered]


def with_bars(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows with a bar as long as its share of the greatest count."""
    most = max((count for row in rows if isinstance(count := row["cards"], int)), default=0)
    return [{**row, "bar": bar(row["cards"], most)} for row in rows]


def bar(count: Cell, most: int) -> str:
    """A bar of blocks in eighths; what is there at all is seen."""
    if not isinstance(count, int) or not most:
        return ""
    eighths = max(round(count / most * WIDEST * 8), 1)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
