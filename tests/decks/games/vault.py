"""An invented asymmetric game: what a deck must and may be is the agent's to say."""

from __future__ import annotations

from typing import Any

_SKILLS = ["locks", "wires", "words"]
_SIZES = {"..39": 16, "40..44": 18, "45..49": 20, "50..": 22}

GAME: dict[str, Any] = {
    "deckwright": 1,
    "id": "vault",
    "name": "Vault",
    "decklist": "player",
    "types": [{"id": "agent"}, {"id": "scheme"}, {"id": "tool"}],
    "fields": [
        {"id": "faction", "name": "Faction", "type": "enum", "about": "whose it is",
         "values": ["red", "blue", "grey"]},
        {"id": "min_size", "name": "Smallest deck", "type": "integer", "about": "cards that the deck needs"},
        {"id": "budget", "name": "Budget", "type": "integer", "about": "influence to spend",
         "special": ["unlimited"]},
        {"id": "influence", "name": "Influence", "type": "integer", "about": "its price for other factions",
         "special": ["free"]},
        {"id": "points", "name": "Points", "type": "integer", "about": "what a scheme scores"},
        {"id": "skills", "name": "Skills", "type": "set", "about": "what an agent can do", "values": _SKILLS},
        {"id": "needs", "name": "Needs", "type": "set", "about": "the skills that it takes", "values": _SKILLS},
        {"id": "tier", "name": "Tier", "type": "integer", "about": "how hard it is", "special": ["none"]},
    ],
    "zones": [{"id": "agent", "accepts": "t:agent"}, {"id": "deck", "accepts": "-t:agent"}],
    "formats": [{"id": "solo"}, {"id": "pair", "extends": "solo"}],
    "rules": [
        {"id": "agent.count", "says": "One agent", "count": {"in": ["agent"], "min": 1, "max": 1}},
        {"id": "agent.count", "says": "Two agents", "formats": ["pair"],
         "count": {"in": ["agent"], "min": 2, "max": 2}},
        {"id": "size.least", "says": "As many cards as the agent asks for, else 30",
         "each": {"in": ["agent"]}, "count": {"in": ["deck"], "min": {"field": "min_size", "or": 30}}},
        {"id": "influence", "says": "Influence of other factions within the agent's budget",
         "each": {"in": ["agent"]},
         "count": {"in": ["deck"], "unless": "t:scheme", "with": {"faction": "!= faction"}, "sum": "influence",
                   "max": {"field": "budget"}}},
        {"id": "points", "says": "Points of schemes within the band of the deck's size",
         "count": {"in": ["deck"], "where": "t:scheme", "sum": "points",
                   "min": {"by": {"in": ["deck"]}, **_SIZES},
                   "max": {"by": {"in": ["agent", "deck"], "where": "t:scheme,tool", "unless": "t:agent"},
                           **{size: points + 1 for size, points in _SIZES.items()}}}},
        {"id": "skills", "says": "Nothing needs a skill that no agent has",
         "each": {"in": ["agent"], "union": True},
         "count": {"in": ["deck"], "where": "has:needs", "with": {"needs": "not <= skills"}, "max": 0}},
        {"id": "tier", "says": "Nothing of a higher tier than the agent's",
         "each": {"in": ["agent"]}, "count": {"in": ["deck"], "with": {"tier": "> tier"}, "max": 0}},
    ],
}  # fmt: skip


def _card(number: int, name: str, kind: str, **facts: Any) -> dict[str, Any]:
    return {"number": str(number), "name": name, "type": kind, "fields": facts}


CARDS: dict[str, Any] = {
    "deckwright": 1,
    "game": "vault",
    "set": "V",
    "cards": [
        _card(1, "Vera", "agent", faction="red", min_size=45, budget=6, skills=["locks", "wires"], tier=3),
        _card(2, "Otto", "agent", faction="blue", min_size=40, budget="unlimited", skills=["words"], tier=2),
        _card(3, "Nix", "agent", faction="grey", skills=["locks"], tier="none"),
        _card(4, "Small Job", "scheme", faction="red", points=1),
        _card(5, "Big Job", "scheme", faction="red", points=3),
        _card(6, "Rumour", "scheme", faction="red"),
        _card(7, "Crowbar", "tool", faction="red", influence=1, needs=["locks"], tier=1),
        _card(8, "Wiretap", "tool", faction="blue", influence=2, needs=["wires"], tier=2),
        _card(9, "Gift", "tool", faction="blue", influence="free"),
        _card(10, "Badge", "tool", influence=3),
        _card(11, "Speech", "tool", faction="blue", influence=1, needs=["words"]),
        _card(12, "Drill", "tool", faction="red", influence=1, needs=["locks", "wires"], tier=3),
        _card(13, "Bomb", "tool", faction="red", influence=1, tier=4),
        _card(14, "Rope", "tool", faction="red"),
    ],
}


def vault(*deck: str, agent: tuple[str, ...] = ("1 Vera",), size: int = 45, header: str = "") -> str:
    """A Vault decklist: so many cards, all that is not said being Rope."""
    left = size - sum(int(line.split()[0]) for line in deck)
    rope = (f"{left} Rope",) if left else ()
    parts = ("game: vault", *((header,) if header else ()), "agent", *agent, "deck", *deck, *rope)
    return "\n".join((*parts, ""))
