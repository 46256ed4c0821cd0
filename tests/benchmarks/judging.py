"""How fast 60-card decklists are read and judged on one core, beside peers that only read them.

Every decklist is another text: a legal deck of 25 card lines with cards swapped by chance, a tenth of them over a limit
where that is said. `mtg-parser` reads the whole text; `decklist` knows no headers, sections or empty lines, so it is
given the card lines alone. Neither knows cards or rules: a misspelt name is as good to them as a right one.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from deckwright.catalog.build import build
from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.validator import Validator
from tests.benchmarks.clock import least, watched
from tests.benchmarks.rows import Curve, Growth, Measured, Row, at_most, versioned
from tests.benchmarks.suite import alone
from tests.decks.decks import SIX_TERRAINS, TEAM

SIZES = (10, 100, 1_000, 10_000, 100_000)
COMPARED = 2_000
"""The figures of the table are of so many decklists."""

JUDGED, READ = "read and judged", "read"
FLAT = at_most(1.1)
"""Twenty times as many decklists may take at most so many times the memory."""


def measure(quick: bool) -> Iterator[Measured]:
    """Rows in decklists a second of the processor, memory, and the seconds as the decklists grow in number."""
    sizes = SIZES[:3] if quick else SIZES
    with tempfile.TemporaryDirectory(prefix="deckwright-judging-") as folder:
        path = Path(folder) / "catalogue.db"
        build(path)
        with Catalogue.open(path) as catalogue:
            yield from judged_rows(catalogue, 200 if quick else COMPARED)
            yield _growth(catalogue, sizes)
        yield memory_row(path, 200 if quick else COMPARED)


def judged_rows(catalogue: Catalogue, count: int) -> Iterator[Row]:
    """Judging and reading beside each peer's reading."""
    texts = list(decklists(catalogue, count))
    validator = Validator(catalogue)
    failed = sum(not verdict.legal for text in texts for verdict in validator.text(text))
    mixed = f"{JUDGED}, {failed:,} of {count:,} illegal"
    legal = list(decklists(catalogue, count, illegal=0))
    took = least({**ways(catalogue, legal), mixed: each(validator.text, texts)}, 5)
    for work in (JUDGED, mixed, READ):
        for peer in peers():
            yield Row(
                name="decklists",
                work=work,
                unit="decks/s",
                ours=count / took[work],
                peer=f"{peer}, reading alone",
                theirs=count / took[peer],
            )


def ways(catalogue: Catalogue, texts: Sequence[str]) -> dict[str, Callable[[], object]]:
    """Reading and judging these texts, reading them, and the peers' reading."""
    validator = Validator(catalogue)
    bare = [bare_lines(text) for text in texts]
    theirs = zip(peers().items(), (texts, bare), strict=True)
    return {
        JUDGED: each(validator.text, texts),
        READ: each(validator.reader.read_all, texts),
        **{name: each(read, given) for (name, read), given in theirs},
    }


def peers() -> Mapping[str, Callable[[str], object]]:
    """What reads a list, by name and version."""
    from decklist import parse_deck_string
    from mtg_parser import DecklistDeckParser

    parser = DecklistDeckParser()
    return {
        versioned("mtg-parser"): lambda text: list(parser.parse_deck(text)),
        versioned("decklist"): parse_deck_string,
    }


def bare_lines(text: str) -> str:
    """The card lines alone."""
    return "\n".join(line for line in text.splitlines() if line[:1].isdigit())


def each(work: Callable[[str], object], texts: Sequence[str]) -> Callable[[], None]:
    """The same work on each of some texts."""

    def whole() -> None:
        for text in texts:
            work(text)

    return whole


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


def memory_row(path: Path, count: int) -> Row:
    """The most memory of a process that judges so many decklists, and of one that judges twenty times as many."""
    few, many = (
        watched("tests.benchmarks.long_runs", "judge", str(path), str(number))[1]
        for number in (count, 20 * count)
    )
    return Row(
        name="decklists: memory",
        work=f"{20 * count:,} judged",
        unit="MB",
        ours=many,
        peer=f"deckwright, {count:,} judged",
        theirs=few,
        budget=FLAT,
    )


def _growth(catalogue: Catalogue, sizes: Sequence[int]) -> Growth:
    every = list(decklists(catalogue, max(sizes), illegal=0, seed=3))
    took = {size: least(ways(catalogue, every[:size]), 3 if size < 10_000 else 1) for size in sizes}
    curves = (
        Curve(
            f"deckwright, {way}" if way in (JUDGED, READ) else f"{way}, read",
            tuple((size, seconds[way]) for size, seconds in took.items()),
        )
        for way in (JUDGED, READ, *peers())
    )
    return Growth("decks", "Decklists of 60 cards", "decklists", "seconds", tuple(curves))


if __name__ == "__main__":
    sys.exit(alone(measure))
