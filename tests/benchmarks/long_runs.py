"""Long work to watch the memory of: `long_runs judge CATALOGUE DECKLISTS` and `long_runs draw HANDS`."""

from __future__ import annotations

import sys
from pathlib import Path


def judge(path: Path, count: int) -> None:
    """Judge so many decklists, one after another."""
    from deckwright.catalog.catalogue import Catalogue
    from deckwright.decks.validator import Validator
    from tests.benchmarks.judging import decklists

    with Catalogue.open(path) as catalogue:
        validator = Validator(catalogue)
        for text in decklists(catalogue, count, seed=2):
            validator.text(text)


def draw(hands: int) -> None:
    """Draw so many hands in two processes."""
    from deckwright.decks.odds.tallying import processes, simulate
    from tests.benchmarks.simulation import plain

    with processes(2) as pool:
        if simulate(plain(), "x", hands, pool, 2).hands != hands:
            raise RuntimeError("some hands were not drawn")


if __name__ == "__main__":
    if sys.argv[1] == "judge":
        judge(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        draw(int(sys.argv[2]))
