"""How a cost grows, drawn: both axes in powers of ten, readable in grey, the same bytes for the same figures."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.benchmarks.rows import Curve, Growth

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLOURS = ("#000000", "#0072B2", "#D55E00", "#8A8A8A", "#009E73")
_MARKERS = ("o", "s", "^", "D", "v")
_DASHES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (6, 2, 1, 2, 1, 2)))
_FEW = 1_000
"""An axis that spans less has marks between the powers of ten."""

_STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "svg.hashsalt": "deckwright",
    "svg.fonttype": "path",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.parse_math": False,
}


def draw(growth: Growth, folder: Path) -> Path:
    """Write the picture into a folder."""
    place = folder / f"{growth.id}.svg"
    place.write_bytes(picture(growth))
    return place


def picture(growth: Growth) -> bytes:
    """The picture as SVG."""
    import matplotlib
    from matplotlib.figure import Figure

    # What a user's own settings say of pictures must not change these.
    with matplotlib.rc_context({**matplotlib.rcParamsDefault, "backend": "agg", **_STYLE}):
        figure = Figure(figsize=(7, 4.4), layout="constrained")
        axes = figure.subplots()
        for at, curve in enumerate(growth.curves):
            _line(axes, curve, at)
        _label(axes, growth)
        out = io.BytesIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()


def _line(axes: Axes, curve: Curve, at: int) -> None:
    sizes, costs = zip(*curve.points, strict=True)
    kind = at % len(_COLOURS)
    axes.plot(
        sizes,
        costs,
        color=_COLOURS[kind],
        marker=_MARKERS[kind],
        linestyle=_DASHES[kind],
        linewidth=2.2 if at == 0 else 1.4,
        markersize=6,
        markerfacecolor=_COLOURS[kind] if at == 0 else "white",
        zorder=3 if at == 0 else 4,
        label=curve.label,
    )


def _label(axes: Axes, growth: Growth) -> None:
    """Axes in powers of ten, a mark at each size that was measured."""
    from matplotlib.ticker import LogLocator

    sizes = sorted({size for curve in growth.curves for size, _ in curve.points})
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
    axes.minorticks_off()
    lowest, highest = axes.get_ylim()
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if highest < _FEW * lowest else (1,)))
    axes.yaxis.set_major_formatter(lambda cost, _: f"{cost:,g}")
    axes.set(xlabel=growth.work, ylabel=growth.unit)
    axes.set_title(growth.title, loc="left", fontweight="bold")
    axes.grid(color="0.88", linewidth=0.6)
    axes.legend(loc="upper left", framealpha=1, edgecolor="white")
