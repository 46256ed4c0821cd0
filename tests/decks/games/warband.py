"""An invented skirmish game: a band within a budget, of characters who do not all get on."""

from __future__ import annotations

from typing import Any

GAME: dict[str, Any] = {
    "deckwright": 1,
    "id": "warband",
    "name": "Warband",
    "decklist": "player",
    "types": [{"id": "captain"}, {"id": "fighter"}, {"id": "plot"}],
    "fields": [
        {"id": "faction", "name": "Faction", "type": "enum", "about": "whom it fights for",
         "values": ["elf", "orc", "troll"]},
        {"id": "rank", "name": "Rank", "type": "ordered", "about": "how long it has served",
         "values": ["green", "seasoned", "veteran"]},
        {"id": "unique", "name": "Unique", "type": "flag", "about": "there is one of this character"},
        {"id": "might", "name": "Might", "type": "integer", "about": "what it adds to the band's strength"},
        {"id": "carries", "name": "Carries", "type": "set", "about": "its gear", "values": ["bow", "drum"]},
        {"id": "trained", "name": "Trained", "type": "set", "about": "the gear that it can serve",
         "values": ["bow", "drum"]},
    ],
    "zones": [
        {"id": "band", "accepts": "-t:plot"},
        {"id": "plots", "accepts": "t:plot", "box": True},
    ],
    "options": {
        "budget": {"about": "points to spend", "values": [30, 60], "default": 30},
        "players": {"about": "players", "values": [2, 3, 4], "default": 2},
    },
    "formats": [{"id": "skirmish"}],
    "lists": {
        "points": [
            {"from": "2024-01-01", "cards": {"Ashen": 9, "Grub": 4, "Old Bark": 12}},
            {"from": "2026-01-01", "cards": {"Ashen": 10, "Grub": 3, "Old Bark": 12}},
        ]
    },
    "rules": [
        {"id": "budget", "says": "Points within the budget",
         "count": {"in": ["band"], "sum": {"list": "points", "or": 5}, "max": {"option": "budget"}}},
        {"id": "size", "says": "A band of 5 or 7", "count": {"in": ["band"], "one_of": [5, 7]}},
        {"id": "unique", "says": "One of each unique character",
         "count": {"in": ["band"], "where": "is:unique", "per": "identity", "max": 1}},
        {"id": "printing", "severity": "warning", "says": "Up to three of one printing",
         "count": {"in": ["band"], "per": "card", "max": 3}},
        {"id": "enemies", "says": "Not elves and orcs together",
         "count": {"in": ["band"], "where": "faction:elf,orc", "distinct": "faction", "max": 1}},
        {"id": "captains", "says": "At least one captain, and no more than the table allows",
         "count": {"in": ["band"], "where": "t:captain", "min": 1,
                   "max": {"by": "players", "2": 2, "3..4": 1}}},
        {"id": "loyal", "says": "Half of the fighters of the captain's own faction",
         "each": {"in": ["band"], "where": "t:captain"},
         "count": {"in": ["band"], "where": "t:fighter", "with": {"faction": "= faction"},
                   "min": {"share": 0.5}}},
        {"id": "hired", "says": "Up to a third of the fighters of other factions",
         "each": {"in": ["band"], "where": "t:captain"},
         "count": {"in": ["band"], "where": "t:fighter", "with": {"faction": "!= faction"},
                   "max": {"share": 0.34}}},
        {"id": "respect", "severity": "warning", "says": "No fighter of the captain's rank or above",
         "each": {"in": ["band"], "where": "t:captain"},
         "count": {"in": ["band"], "where": "t:fighter", "with": {"rank": ">= rank"}, "max": 0}},
        {"id": "pupil", "says": "A captain who is not green trains somebody of lower rank",
         "each": {"in": ["band"], "where": "t:captain", "unless": "rank:green"},
         "count": {"in": ["band"], "with": {"rank": "< rank"}, "min": 1}},
        {"id": "served", "says": "Somebody else can serve what one carries",
         "each": {"in": ["band"], "where": "has:carries"},
         "count": {"in": ["band"], "with": {"trained": "has carries"}, "min": 1}},
        {"id": "might", "says": "Might of 4 to 12 in all",
         "count": {"in": ["band"], "sum": "might", "min": 4, "max": 12}},
        {"id": "plots", "severity": "advice", "says": "Two different plots", "reason": "Plots win games",
         "count": {"in": ["plots"], "distinct": "name", "min": 2}},
    ],
}  # fmt: skip


def _card(number: int, name: str, kind: str = "fighter", set_: str = "W", **facts: Any) -> dict[str, Any]:
    own = {key: facts.pop(key) for key in ("identity",) if key in facts}
    return {"set": set_, "number": str(number), "name": name, "type": kind, "fields": facts, **own}


CARDS: dict[str, Any] = {
    "deckwright": 1,
    "game": "warband",
    "cards": [
        _card(1, "Ashen", "captain", faction="elf", rank="veteran", unique=True, might=3),
        _card(1, "Ashen", "captain", "X", faction="elf", rank="veteran", unique=True, might=3, identity="warband/W-1"),
        _card(2, "Grub", "captain", faction="orc", rank="green", might=2),
        _card(3, "Archer", faction="elf", rank="green", might=1, carries=["bow"], trained=["bow"]),
        _card(4, "Warden", faction="elf", rank="veteran", might=1),
        _card(5, "Scout", faction="elf", rank="seasoned", might=1),
        _card(6, "Orc", faction="orc", rank="green", might=2),
        _card(7, "Old Bark", faction="troll", rank="seasoned", unique=True, might=4),
        _card(8, "Pebble", faction="troll", rank="green", might=2),
        _card(9, "Coward", faction="elf", rank="green", might=-3),
        _card(10, "Band", faction="elf", rank="green", carries=["bow", "drum"]),
        _card(11, "Drummer", faction="elf", rank="green", trained=["bow", "drum"]),
        _card(12, "Stray"),
        _card(13, "Ambush", "plot"),
        _card(14, "Siege", "plot"),
    ],
}  # fmt: skip


def warband(*band: str, plots: tuple[str, ...] = ("1 Ambush", "1 Siege"), header: str = "") -> str:
    """A Warband decklist."""
    parts = ("game: warband", *((header,) if header else ()), "band", *band, "plots", *plots)
    return "\n".join((*parts, ""))
