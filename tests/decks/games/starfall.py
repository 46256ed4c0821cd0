"""An invented trading-card game: a deck and a side under one legendary leader, bans by date, formats that extend."""

from __future__ import annotations

from typing import Any

GAME: dict[str, Any] = {
    "deckwright": 1,
    "id": "starfall",
    "name": "Starfall",
    "decklist": "player",
    "types": [{"id": "leader"}, {"id": "unit"}, {"id": "spell"}, {"id": "field"}],
    "fields": [
        {
            "id": "colours",
            "name": "Colours",
            "type": "set",
            "about": "what it belongs to",
            "values": ["sun", "moon", "tide"],
        },
        {"id": "cost", "name": "Cost", "type": "integer", "about": "what it costs", "special": ["any"]},
        {
            "id": "limit",
            "name": "Limit",
            "type": "integer",
            "about": "copies allowed, if not four",
            "special": ["any"],
        },
        {"id": "basic", "name": "Basic", "type": "flag", "about": "any number may be played"},
        {
            "id": "rank",
            "name": "Rank",
            "type": "ordered",
            "about": "how rare",
            "values": ["common", "rare", "legend"],
        },
    ],
    "zones": [
        {"id": "leader", "name": "Leader", "aliases": ["commander"], "accepts": "t:leader", "cite": "S-1"},
        {"id": "deck", "accepts": "-t:leader"},
        {"id": "side", "accepts": "-t:leader", "aliases": ["sideboard"]},
    ],
    "formats": [
        {"id": "classic"},
        {"id": "small", "extends": "classic"},
        {"id": "open", "extends": "small"},
    ],
    "rulebook": [
        {"id": "S-1", "home": ["con"], "says": "One leader", "where": "Leaders"},
        {"id": "S-2", "home": ["con"], "says": "Sixty cards", "where": "Decks"},
    ],
    "lists": {
        "limited": [
            {"from": "2024-01-01", "cards": {"Comet Storm": 1}},
            {"from": "2025-06-01", "says": "the comet is gone", "cards": {"comet storm": 0, "starfall/A-21": 1}},
        ],
        "relaxed": [{"from": "2024-01-01", "cards": {"Comet Storm": 2}}],
    },
    "rules": [
        {"id": "leader.one", "cite": "S-1", "says": "One legendary leader",
         "count": {"in": ["leader"], "where": "rank:legend", "min": 1, "max": 1}},
        {"id": "size.deck", "cite": ["S-2"], "says": "At least 60 cards in the deck",
         "count": {"in": ["deck"], "min": 60}},
        {"id": "size.deck", "says": "30 or 40 cards in the deck", "formats": ["small"],
         "count": {"in": ["deck"], "one_of": [30, 40]}},
        {"id": "size.side", "says": "No side, or one of 15 cards",
         "count": {"in": ["side"], "one_of": [0, 15]}},
        {"id": "side.trial", "says": "At most 10 cards in the side, for a season",
         "since": "2025-01-01", "until": "2025-03-31", "count": {"in": ["side"], "max": 10}},
        {"id": "copies", "says": "Up to four of a card over deck and side, or as many as it says itself",
         "count": {"in": ["deck", "side"], "unless": "is:basic", "per": "identity",
                   "max": {"field": "limit", "or": 4}}},
        {"id": "limited", "says": "As many of a listed card as the list says",
         "count": {"in": ["deck", "side"], "per": "identity", "max": {"list": "limited"}}},
        {"id": "limited", "says": "As many of a card as the relaxed list says, else three", "formats": ["open"],
         "count": {"in": ["deck", "side"], "unless": "is:basic", "per": "name",
                   "max": {"list": "relaxed", "or": 3}}},
        {"id": "leader.colours", "says": "No card of a colour that the leader has not",
         "each": {"in": ["leader"]},
         "count": {"in": ["deck", "side"], "where": "has:colours", "with": {"colours": "not <= colours"},
                   "max": 0}},
        {"id": "leader.follows", "severity": "warning", "says": "Half of the deck in the leader's colours",
         "each": {"in": ["leader"]},
         "count": {"in": ["deck"], "with": {"colours": "<= colours"}, "min": {"share": 0.5}}},
        {"id": "cost.curve", "severity": "advice", "says": "Costs of at most 150 in all",
         "reason": "A hand that costs more is not played out", "count": {"in": ["deck"], "sum": "cost", "max": 150}},
    ],
}  # fmt: skip


def _card(number: str, name: str, kind: str = "unit", set_: str = "A", **facts: Any) -> dict[str, Any]:
    own = {key: facts.pop(key) for key in ("identity",) if key in facts}
    return {"set": set_, "number": number, "name": name, "type": kind, "fields": facts, **own}


CARDS: dict[str, Any] = {
    "deckwright": 1,
    "game": "starfall",
    "cards": [
        _card("1", "Aurora", "leader", colours=["sun", "moon"], rank="legend"),
        _card("2", "Ebb", "leader", colours=["tide"], rank="legend"),
        _card("3", "Squire", "leader", colours=["sun"], rank="rare"),
        *(_card(str(at), f"Recruit {at}", colours=["sun"], cost=2) for at in range(4, 20)),
        _card("20", "Comet Storm", "spell", colours=["moon"], cost="any"),
        _card("21", "Twin Blades", "spell", colours=["sun", "moon"], cost=3),
        _card("22", "Lone Star", colours=["sun"], cost=7, limit=1),
        _card("23", "Swarm", colours=["sun"], cost=1, limit="any"),
        _card("24", "Tide Crab", colours=["tide"], cost=2),
        _card("25", "Golem", cost=5),
        _card("26", "Glade", "field", basic=True),
        _card("27", "Sail", "spell", colours=["sun", "tide"], cost=1),
        _card("4", "Recruit 4", set_="B", colours=["sun"], cost=2, identity="starfall/A-4"),
    ],
}

SIXTY = tuple(f"4 Recruit {at} (A)" if at == 4 else f"4 Recruit {at}" for at in range(4, 19))
"""Sixty cards, four of each."""


def starfall(
    *deck: str, leader: tuple[str, ...] = ("1 Aurora",), side: tuple[str, ...] = (), header: str = ""
) -> str:
    """A Starfall decklist."""
    parts = (
        "game: starfall",
        *((header,) if header else ()),
        "leader",
        *leader,
        "deck",
        *deck,
        "side",
        *side,
    )
    return "\n".join((*parts, ""))
