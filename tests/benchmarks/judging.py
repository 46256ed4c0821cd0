"""How many 60-card decklists a second are read and judged on one core, beside a peer that only reads them.

    python tests/benchmarks/judging.py [DECKS]

Every decklist is another text: a legal Geopals deck of 25 card lines with cards swapped by chance, a tenth of them
over a limit. The peer is `mtg-parser` from PyPI (extra `bench`), which reads the same lines; it judges nothing.
"""

from __future__ import annotations

import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / ".dev")]

from deckwright.catalog.build import build  # noqa: E402
from deckwright.catalog.catalogue import Catalogue  # noqa: E402
from deckwright.decks.validator import Validator  # noqa: E402
from tests.decks.decks import SIX_TERRAINS, TEAM  # noqa: E402

REPEATS = 5


def decklists(catalogue: Catalogue, count: int, illegal: float = 0.1, seed: int = 1) -> Iterator[str]:
    """So many different decklists of 60 cards on 25 lines, a share of them with a card too many."""
    chance = random.Random(seed)
    kinds = ("item", "action", "trap", "terraform")
    spare = [card.name for card in catalogue.cards("geopals") if card.type in kinds]
    terrain = [f"1 {region} Terrain" for region in SIX_TERRAINS]
    for _ in range(count):
        chosen = [f"2 {name}" for name in chance.sample(spare, 5)]
        if chance.random() < illegal:
            chosen[0] = "3" + chosen[0][1:]
        tide = 60 - len(TEAM) - sum(int(line[0]) for line in chosen) - 20
        berries = [f"{tide} Tide Berry", "20 Sky Berry"]
        yield "\n".join(["game: geopals", "deck", *TEAM, *chosen, *berries, "terrain", *terrain, ""])


def best_rate(work: Callable[[str], object], texts: list[str]) -> float:
    """The best rate of some repeats, in texts a second of processor time."""
    rates = []
    for _ in range(REPEATS):
        start = time.process_time()
        for text in texts:
            work(text)
        rates.append(len(texts) / (time.process_time() - start))
    return max(rates)


def peer() -> Callable[[str], object] | None:
    """What reads a list with the peer, None where it is not installed."""
    try:
        from mtg_parser import DecklistDeckParser
    except ImportError:
        return None
    parser = DecklistDeckParser()
    return lambda text: list(parser.parse_deck(text) or ())


def main() -> None:
    """Print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "catalogue.db"
        build(path)
        with Catalogue.open(path) as catalogue:
            texts = list(decklists(catalogue, count))
            legal = list(decklists(catalogue, count, illegal=0))
            validator = Validator(catalogue)
            failed = sum(not verdict.legal for text in texts for verdict in validator.text(text))
            rows = {
                "read and judge, legal": best_rate(validator.text, legal),
                f"read and judge, {failed} of {count} illegal": best_rate(validator.text, texts),
                "read alone": best_rate(validator.reader.read_all, legal),
            }
            other = peer()
            if other is not None:
                rows["mtg-parser, reading alone"] = best_rate(other, legal[:200])
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            for text in decklists(catalogue, 20 * count, seed=2):
                validator.text(text)
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    base = rows.get("mtg-parser, reading alone")
    print("| decklists of 60 cards, 25 lines | a second, one core | ratio to mtg-parser |")
    print("|---|---:|---:|")
    for name, rate in rows.items():
        print(f"| {name} | {rate:,.0f} | {f'{rate / base:.1f}' if base else ''} |")
    print(f"\nmemory grown over {20 * count:,} further decklists: {grown / 1024:.1f} MiB")


if __name__ == "__main__":
    main()
