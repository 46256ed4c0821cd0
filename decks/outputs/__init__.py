"""Verdicts for scripts and continuous integration: each output by its name, its module loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module

from deckwright.decks.outputs.findings import Judged, Refusal

__all__ = ["OUTPUTS", "Judged", "Output", "Refusal", "output"]

Output = Callable[[Iterable[Judged], Sequence[Refusal], bool], Iterator[str]]
"""Writes verdicts piece by piece: what was judged, what was refused by the time that ends, and whether strictly."""

OUTPUTS: Mapping[str, tuple[str, str]] = {
    "json": ("document", "JSON, by the schema of verdicts"),
    "github": ("github", "annotations for GitHub Actions"),
    "junit": ("junit", "JUnit XML: a test suite a file, a test a rule"),
    "sarif": ("sarif", "SARIF 2.1.0, for code scanning and editors"),
    "csv": ("sheet", "CSV: a row a fault"),
    "markdown": ("markdown", "Markdown tables, for comments and summaries"),
}
"""Every output: the module that writes it, and what it is."""


def output(name: str) -> Output:
    """The output of a name of `OUTPUTS`."""
    module, _ = OUTPUTS[name]
    written: Output = import_module(f"deckwright.decks.outputs.{module}").written
    return written
