"""A legal Geopals deck to vary: each test says only what is different."""

from __future__ import annotations

SIX_TERRAINS = ("Ocean", "Ice", "Mystic", "Mountain", "Volcanic", "Desert")
TEAM = (
    "1 Nilgie #26",
    "1 Lagoona",
    "1 Medeepa",
    "1 Cupla",
    "1 Comet",
    "1 Astracoon",
    "1 Skippy #10",
    "1 Lilac",
    "1 Telesage",
    "1 Lazin",
    "1 Laxin",
    "1 Troja",
)


def geopals(
    *more: str, size: int = 60, terrain: tuple[str, ...] | None = None, team: tuple[str, ...] = TEAM
) -> str:
    """A Geopals decklist of `size` cards: the team, `more` lines of one to nine copies each, and Berries."""
    cards = (*team, *more)
    left = size - sum(int(line.split()[0].removesuffix("x")) for line in cards)
    berries = (f"{left // 2} Tide Berry", f"{left - left // 2} Sky Berry") if left else ()
    regions = terrain if terrain is not None else tuple(f"1 {region} Terrain" for region in SIX_TERRAINS)
    return "\n".join(("game: geopals", "deck", *cards, *berries, "terrain", *regions, ""))


def line_of(text: str, line: str, occurrence: int = 1) -> int:
    """The number, from 1, of a line of a decklist."""
    numbers = [number for number, raw in enumerate(text.split("\n"), 1) if raw == line]
    return numbers[occurrence - 1]
