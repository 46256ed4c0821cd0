"""Drawing with matplotlib: panels of bars and curves, readable in grey, the same bytes for the same input."""

from __future__ import annotations

import html
import io
import textwrap
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckwright.catalog.text import visible
from deckwright.catalog.whole_files import write_whole
from deckwright.decks.odds.backend import own_backend
from deckwright.decks.odds.basis import percent, short_percent
from deckwright.decks.odds.errors import NoPlotting, NothingToPlot, WrongEnding

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ENDINGS = (".png", ".svg", ".pdf", ".html")
DARK, LIGHT, LINES = "#0072B2", "#F0C46A", ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000")
"""Colours that differ in lightness too, and that colour-blind eyes tell apart; hatches, markers and dashes help."""

_HATCH = "///"
_MARKERS = ("o", "s", "^", "D", "v")
_DASHES = ("-", "--", "-.", ":", (0, (1, 3)))
_STYLE: Any = {
    "font.family": "DejaVu Sans",
    "svg.hashsalt": "deckwright",
    "svg.fonttype": "path",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 11,
    "hatch.linewidth": 0.6,
    "text.parse_math": False,
}
_WIDTH = 7.5
_LINE = 104
_MANY = 4
_CSS = "body{font-family:sans-serif;max-width:60em;margin:2em auto}svg{max-width:100%;height:auto}"


@dataclass(frozen=True, slots=True)
class Curve:
    """A line over whole numbers; `hollow` points are those the rules forbid, `marked` is the one that counts."""

    label: str
    points: tuple[tuple[int, Fraction], ...]
    hollow: frozenset[int] = frozenset()
    marked: int | None = None


def check_file(file: str) -> None:
    """Make sure that a picture can be made, before any work is done. Raises `WrongEnding`, `NoPlotting`."""
    if Path(file).suffix.lower() not in ENDINGS:
        raise WrongEnding(file, ENDINGS)
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise NoPlotting(file)


@dataclass(frozen=True, slots=True)
class _Panel:
    title: str
    terms: tuple[str, ...]
    draw: Any
    height: float = 3.9
    legend_above: bool = False


class Canvas:
    """A picture in the making: panels one under the other."""

    def __init__(self, file: str, title: str) -> None:
        check_file(file)
        self._file = Path(file)
        self._title = visible(title)
        self._panels: list[_Panel] = []

    def bars(
        self, title: str, terms: Sequence[str], shares: Mapping[str, Fraction], hits: set[str], axis: str
    ) -> None:
        """A bar for each count, those that are asked for dark and hatched."""

        def draw(axes: Axes) -> None:
            heights = [float(share) * 100 for share in shares.values()]
            drawn = axes.bar(
                list(map(visible, shares)), heights, color=LIGHT, edgecolor="black", linewidth=0.8
            )
            for key, one in zip(shares, drawn, strict=True):
                if key in hits:
                    one.set(facecolor=DARK, hatch=_HATCH, edgecolor="white")
            axes.bar_label(
                drawn, [f"{short_percent(share)} %" for share in shares.values()], padding=2, fontsize=8
            )
            axes.set(xlabel=visible(axis), ylabel="chance, %", ylim=(0, max(heights, default=0) * 1.15 or 1))

        self._add(title, terms, draw)

    def curves(
        self,
        title: str,
        terms: Sequence[str],
        curves: Sequence[Curve],
        axis: str,
        target: Fraction | None,
    ) -> None:
        """A line for each curve, with the target as a dashed one."""
        with own_backend():
            from matplotlib.ticker import MaxNLocator

        def draw(axes: Axes) -> None:
            for at, curve in enumerate(curves):
                _curve(axes, curve, at)
            if target is not None:
                axes.axhline(float(target) * 100, color="black", linestyle=(0, (6, 4)), linewidth=1)
                axes.annotate(
                    f"target {percent(target)}",
                    (1, float(target) * 100),
                    xycoords=("axes fraction", "data"),
                    xytext=(-2, 3),
                    textcoords="offset points",
                    ha="right",
                    fontsize=8,
                )
            axes.set(xlabel=visible(axis), ylabel="chance, %")
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
            axes.grid(axis="y", color="0.85", linewidth=0.6)
            axes.margins(y=0.12)
            axes.legend(frameon=False, fontsize=8, loc="best")

        self._add(title, terms, draw)

    def pairs(
        self,
        title: str,
        terms: Sequence[str],
        pairs: Mapping[str, tuple[Fraction, Fraction]],
        labels: tuple[str, str],
    ) -> None:
        """Two bars for each row, one deck's under the other's."""

        def draw(axes: Axes) -> None:
            rows = range(len(pairs))
            looks = ((DARK, _HATCH, "white"), (LIGHT, "", "black"))
            for side, (label, (colour, hatch, edge)) in enumerate(zip(labels, looks, strict=True)):
                widths = [float(pair[side]) * 100 for pair in pairs.values()]
                places = [row + (side - 0.5) * 0.38 for row in rows]
                drawn = axes.barh(
                    places, widths, 0.36, color=colour, hatch=hatch, edgecolor=edge, label=visible(label)
                )
                said = [f"{short_percent(pair[side])} %" for pair in pairs.values()]
                axes.bar_label(drawn, said, padding=2, fontsize=7)
            axes.set_yticks(list(rows), [textwrap.fill(visible(key), 34) for key in pairs], fontsize=8)
            axes.margins(y=0.3 / max(len(pairs), 1))
            axes.invert_yaxis()
            axes.set(xlabel="chance, %", xlim=(0, 112))
            axes.legend(frameon=False, fontsize=8, loc="lower left", bbox_to_anchor=(0, 1.0), ncols=2)

        height = 1.4 + 0.16 * len(terms) + 0.36 * len(pairs)
        self._add(title, terms, draw, height, legend_above=True)

    def _add(
        self, title: str, terms: Sequence[str], draw: Any, height: float = 3.9, legend_above: bool = False
    ) -> None:
        """A panel more; what its words would do to a picture is written out."""
        told = tuple(map(visible, terms))
        self._panels.append(_Panel(visible(title), told, draw, height, legend_above))

    def save(self) -> None:
        """Write the picture. Raises `NothingToPlot`, OSError."""
        if not self._panels:
            raise NothingToPlot(str(self._file))
        ending = self._file.suffix.lower().removeprefix(".")
        drawn = self._drawn("svg" if ending == "html" else ending)
        if ending == "html":
            drawn = self._page(drawn.decode("utf-8")).encode("utf-8")
        write_whole(self._file, [drawn])

    def _drawn(self, kind: str) -> bytes:
        with own_backend():
            import matplotlib
        from matplotlib.figure import Figure

        # What a user's own settings say of pictures must not change these.
        style = {**matplotlib.rcParamsDefault, "backend": "agg", **_STYLE}
        with matplotlib.rc_context(style), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph")  # a box stands for it
            columns = 1 if len(self._panels) < _MANY else 2
            rows = -(-len(self._panels) // columns)
            heights = [
                max(one.height for one in self._panels[at * columns :][:columns]) for at in range(rows)
            ]
            figure = Figure(
                figsize=(_WIDTH * (1 if columns == 1 else 1.5), sum(heights) + 0.6), layout="constrained"
            )
            shared = self._panels[0].terms if columns > 1 and self._alike() else ()
            if shared:
                figure.suptitle("\n".join([self._title, *_lines(shared, columns)]), fontsize=10)
            else:
                figure.suptitle(self._title, fontsize=12, fontweight="bold")
            grid = figure.subplots(rows, columns, squeeze=False, height_ratios=heights)
            for at, axes in enumerate(grid.flat):
                if at < len(self._panels):
                    self._draw(axes, self._panels[at], bool(shared))
                else:
                    axes.set_axis_off()
            out = io.BytesIO()
            figure.savefig(out, format=kind, dpi=150, metadata=_METADATA[kind])
        return out.getvalue()

    def _alike(self) -> bool:
        return len({panel.terms for panel in self._panels}) == 1

    def _draw(self, axes: Axes, panel: _Panel, told: bool) -> None:
        """One panel, its terms between its title and the picture unless they stand above all panels."""
        panel.draw(axes)
        said = [] if told else _lines(panel.terms, 1)
        room = 6 + 18 * panel.legend_above
        axes.set_title(textwrap.fill(panel.title, 80), loc="left", pad=room + 11 * len(said))
        if said:
            axes.annotate(
                "\n".join(said),
                (0, 1),
                xycoords="axes fraction",
                xytext=(0, room - 2),
                textcoords="offset points",
                fontsize=8,
                va="bottom",
                annotation_clip=False,
            )

    def _page(self, svg: str) -> str:
        """A page that stands alone: the picture, and its words for those who cannot see it."""
        said = [f"{panel.title}. {' '.join(panel.terms)}" for panel in self._panels]
        words = "".join(f"<p>{html.escape(line)}</p>\n" for line in said)
        title = html.escape(self._title)
        return (
            f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
            f"<style>{_CSS}</style>\n"
            f"<h1>{title}</h1>\n<figure>\n{svg[svg.index('<svg') :]}</figure>\n{words}</html>\n"
        )


def _lines(terms: Sequence[str], columns: int) -> list[str]:
    return [line for term in terms for line in textwrap.wrap(term, _LINE if columns == 1 else _LINE * 3 // 2)]


_METADATA: Mapping[str, Mapping[str, Any]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Producer": None, "Creator": None},
}
"""Nothing that changes with the day or the release."""


def _curve(axes: Axes, curve: Curve, at: int) -> None:
    colour, marker = LINES[at % len(LINES)], _MARKERS[at % len(_MARKERS)]
    places = [place for place, _ in curve.points]
    heights = [float(chance) * 100 for _, chance in curve.points]
    axes.plot(places, heights, color=colour, linestyle=_DASHES[at % len(_DASHES)], linewidth=1.4)
    for hollow in (False, True):
        chosen = [(x, y) for x, y in zip(places, heights, strict=True) if (x in curve.hollow) is hollow]
        if chosen:
            said = visible(curve.label)
            label = f"{said}, forbidden by the rules" if hollow else said
            face = "white" if hollow else colour
            xs, ys = zip(*chosen, strict=True)
            axes.plot(xs, ys, marker, color=colour, markerfacecolor=face, markersize=5, label=label)
    for place, chance in curve.points:
        if place == curve.marked:
            axes.annotate(
                f"{place}: {percent(chance)}",
                (place, float(chance) * 100),
                xytext=(8, -14),
                textcoords="offset points",
                fontsize=8,
                arrowprops={"arrowstyle": "-", "linewidth": 0.6},
            )
