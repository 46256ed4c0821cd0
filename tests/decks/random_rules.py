"""Random construction rules of the invented skirmish game: every key of the rule language, mixed at random."""

from __future__ import annotations

from random import Random
from typing import Any

from deckwright.catalog.game import Game
from deckwright.schemas import problems
from tests.decks.games import warband

WHERES = (
    "",
    "",
    "is:unique",
    "t:fighter",
    "t:captain",
    "faction:elf,orc",
    "has:carries",
    "might>1",
    "-rank:green",
)
GROUPS = (None, None, "card", "identity", "faction", "rank", "carries", "type", "unique", "might")
SUMS = ("might", {"list": "points", "or": 5}, {"list": "points"})
RELATIONS = (
    *(f"{denied}{op} faction" for op in ("=", "!=") for denied in ("", "not ")),
    *(f"{denied}{op} rank" for op in ("<", "<=", ">", ">=", "=") for denied in ("", "not ")),
    *(f"{denied}{op} might" for op in ("<", "<=", ">", ">=", "!=") for denied in ("", "not ")),
    *(f"{denied}{op} carries" for op in ("<", "<=", ">", ">=", "has", "=") for denied in ("", "not ")),
)


def _selection(random: Random) -> dict[str, Any]:
    zones = random.choice((["band"], ["band"], ["plots"], ["band", "plots"]))
    row: dict[str, Any] = {"in": zones}
    for key in ("where", "unless"):
        query = random.choice(WHERES)
        if query and random.random() < 0.5:
            row[key] = query
    return row


def _bound(random: Random, low: bool) -> Any:
    number = random.randint(0, 4) + (0 if low else 1)
    table = {"..3": number, "4..6": number + 1, "7..": number + 2}
    return random.choice(
        (
            *(number,) * 12,
            {"field": "might"},
            {"field": "might", "or": number},
            {"share": random.choice((0.2, 0.29, 0.34, 0.5))},
            {"by": "players", "2": number, "3..4": number + 1},
            {"by": _selection(random), **table},
            {"list": "points"},
            {"list": "points", "or": number},
            {"option": "players"},
        )
    )


def rule(random: Random, at: int) -> dict[str, Any]:
    """One rule."""
    count = _selection(random)
    if group := random.choice(GROUPS):
        count["per"] = group
    measure = random.random()
    if measure < 0.25:
        count["sum"] = random.choice(SUMS)
    elif measure < 0.4:
        count["distinct"] = random.choice(("faction", "name", "trained", "rank"))
    row: dict[str, Any] = {"id": f"rule.{at}", "says": f"rule {at}", "count": count}
    if random.random() < 0.5:
        row["each"] = _selection(random) | ({"union": True} if random.random() < 0.3 else {})
        if random.random() < 0.8:
            said = random.sample(RELATIONS, random.choice((1, 1, 2)))
            count["with"] = {_counted(text.split()[-1]): text for text in said}
    for side in random.choice((("min",), ("max",), ("min", "max"), ("one_of",))):
        count[side] = _bound(random, side == "min") if side != "one_of" else random.sample(range(8), 2)
    return row


def _counted(field: str) -> str:
    return "trained" if field == "carries" else field


def game(random: Random) -> Game:
    """The skirmish game with random rules instead of its own."""
    document = {**warband.GAME, "rules": [rule(random, at) for at in range(random.randint(1, 5))]}
    assert problems("game", document) == []
    return Game.read(document)
