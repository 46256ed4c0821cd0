"""Decklists of the invented games, each with the rules that it breaks: what passes, fails, and stands on the edge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tests.decks.games.starfall import SIXTY, starfall
from tests.decks.games.vault import vault
from tests.decks.games.warband import warband


class Case(NamedTuple):
    """A decklist, the rules that it breaks, and the day on which it is judged."""

    text: str
    broken: str = ""
    on: str = "2026-01-31"


FIFTEEN = ("4 Twin Blades", "4 Recruit 19", "4 Sail", "3 Golem")
LATE, EARLY = "2026-01-31", "2025-05-31"
SMALL = (
    "4 Recruit 5",
    "4 Recruit 6",
    "4 Recruit 7",
    "4 Recruit 8",
    "4 Recruit 9",
    "4 Recruit 10",
    "4 Recruit 11",
)

STARFALL: Mapping[str, Case] = {
    "sixty cards, no side": Case(starfall(*SIXTY)),
    "sixty-one": Case(starfall(*SIXTY, "1 Golem")),
    "fifty-nine": Case(starfall(*SIXTY[:-1], "3 Recruit 18"), "size.deck"),
    "unknown cards count for the size": Case(starfall(*SIXTY[:-1], "4 Nobody"), "card.unknown"),
    "the side does not count for the size": Case(
        starfall(*SIXTY[:-4], side=("4 Recruit 16", "4 Recruit 17", "4 Recruit 18", "3 Recruit 19")),
        "size.deck",
    ),
    "a side of 15": Case(starfall(*SIXTY, side=("4 Recruit 19", "4 Golem", "6 Glade", "1 Twin Blades"))),
    "a side of 14": Case(starfall(*SIXTY, side=("4 Recruit 19", "4 Golem", "6 Glade")), "size.side"),
    "a side of 16": Case(starfall(*SIXTY, side=("4 Recruit 19", "4 Golem", "8 Glade")), "size.side"),
    "a side of 1": Case(starfall(*SIXTY, side=("1 Glade",)), "size.side"),
    "a side of 10 in its season": Case(starfall(*SIXTY, side=("10 Glade",)), "size.side", "2025-03-31"),
    "a side of 11 on the last day of the season": Case(
        starfall(*SIXTY, side=("11 Glade",)), "size.side side.trial", "2025-03-31"
    ),
    "a side of 11 on the first day of the season": Case(
        starfall(*SIXTY, side=("11 Glade",)), "size.side side.trial", "2025-01-01"
    ),
    "a side of 15 the day before the season": Case(starfall(*SIXTY, side=("15 Glade",)), "", "2024-12-31"),
    "a side of 15 the day after the season": Case(starfall(*SIXTY, side=("15 Glade",)), "", "2025-04-01"),
    "five of a card": Case(starfall(*SIXTY, "1 Recruit 5"), "copies"),
    "five of a card over deck and side": Case(starfall(*SIXTY, side=("1 Recruit 5", "14 Glade")), "copies"),
    "a reprint counts with its first printing": Case(starfall(*SIXTY, "1 Recruit 4 (B)"), "copies"),
    "any number of basics": Case(starfall(*SIXTY, "20 Glade")),
    "one of a card that is limited to one": Case(starfall(*SIXTY, "1 Lone Star")),
    "two of a card that is limited to one": Case(starfall(*SIXTY, "2 Lone Star"), "copies"),
    "a special limit is no bound": Case(starfall(*SIXTY, "30 Swarm")),
    "no leader": Case(starfall(*SIXTY, leader=()), "leader.one"),
    "two leaders": Case(
        starfall(*SIXTY, leader=("1 Aurora", "1 Ebb")), "leader.one leader.colours leader.follows"
    ),
    "a leader who is no legend": Case(starfall(*SIXTY, leader=("1 Squire",)), "leader.one"),
    "a leader in the deck": Case(starfall(*SIXTY, "1 Squire"), "card.zone"),
    "a colour of the leader's": Case(starfall(*SIXTY, "1 Twin Blades")),
    "two colours, one not the leader's": Case(starfall(*SIXTY, "1 Sail"), "leader.colours"),
    "a colour not the leader's": Case(starfall(*SIXTY, "1 Tide Crab"), "leader.colours"),
    "a colour not the leader's in the side": Case(
        starfall(*SIXTY, side=("1 Tide Crab", "14 Glade")), "leader.colours"
    ),
    "no colour at all": Case(starfall(*SIXTY, "4 Golem")),
    "half in the leader's colours": Case(starfall(*SIXTY, "60 Glade")),
    "less than half in the leader's colours": Case(starfall(*SIXTY, "61 Glade"), "leader.follows"),
    "costs of 150, specials nothing": Case(starfall(*SIXTY, "4 Golem", "1 Recruit 19", "8 Swarm")),
    "costs of 151": Case(starfall(*SIXTY, "4 Golem", "1 Recruit 19", "9 Swarm"), "cost.curve"),
    "a special cost adds nothing": Case(
        starfall(*SIXTY, "4 Golem", "1 Recruit 19", "8 Swarm", "1 Comet Storm"), "", "2025-05-31"
    ),
    "the comet, restricted to one": Case(starfall(*SIXTY, "1 Comet Storm"), "", "2025-05-31"),
    "the comet twice, restricted to one": Case(starfall(*SIXTY, "2 Comet Storm"), "limited", "2025-05-31"),
    "the comet over deck and side": Case(
        starfall(*SIXTY, "1 Comet Storm", side=("14 Glade", "1 Comet Storm")), "limited", "2025-05-31"
    ),
    "the comet before any list": Case(starfall(*SIXTY, "4 Comet Storm"), "", "2023-12-31"),
    "the comet on the first day of the first list": Case(
        starfall(*SIXTY, "4 Comet Storm"), "limited", "2024-01-01"
    ),
    "the comet on the day of its ban": Case(starfall(*SIXTY, "1 Comet Storm"), "limited", "2025-06-01"),
    "blades by id, one": Case(starfall(*SIXTY, "1 Twin Blades"), "", "2025-06-01"),
    "blades by id, two": Case(starfall(*SIXTY, "2 Twin Blades"), "limited", "2025-06-01"),
    "blades before": Case(starfall(*SIXTY, "4 Twin Blades"), "", "2025-05-31"),
    "small: 30": Case(starfall(*SMALL, "2 Golem", header="format: small")),
    "small: 40": Case(starfall(*SMALL, "4 Golem", "8 Glade", header="format: small")),
    "small: 31": Case(starfall(*SMALL, "3 Golem", header="format: small"), "size.deck"),
    "small: 29": Case(starfall(*SMALL, "1 Golem", header="format: small"), "size.deck"),
    "small: 39": Case(starfall(*SMALL, "4 Golem", "7 Glade", header="format: small"), "size.deck"),
    "small: 41": Case(starfall(*SMALL, "4 Golem", "9 Glade", header="format: small"), "size.deck"),
    "small: sixty is too many": Case(starfall(*SIXTY, header="format: small"), "size.deck"),
    "small keeps the classic rules": Case(
        starfall(*SMALL[:-1], "5 Recruit 12", "1 Golem", header="format: small"), "copies"
    ),
    "open: three of a name": Case(
        starfall("3 Recruit 5", "27 Glade", header="format: open", side=()), "leader.follows"
    ),
    "open: four of a name": Case(
        starfall("4 Recruit 5", "26 Glade", header="format: open"), "limited leader.follows"
    ),
    "open: the comet twice, by the relaxed list": Case(
        starfall(
            *(f"3 Recruit {at}" for at in range(5, 14)), "2 Comet Storm", "1 Golem", header="format: open"
        )
    ),
    "open: the comet three times": Case(
        starfall(*(f"3 Recruit {at}" for at in range(5, 14)), "3 Comet Storm", header="format: open"),
        "limited",
    ),
}

VAULT: Mapping[str, Case] = {
    "forty-five, twenty points": Case(vault("6 Big Job", "2 Small Job")),
    "forty-five, twenty-one points": Case(vault("7 Big Job")),
    "nineteen points": Case(vault("6 Big Job", "1 Small Job"), "points"),
    "twenty-two points": Case(vault("7 Big Job", "1 Small Job"), "points"),
    "a scheme without points adds nothing": Case(vault("6 Big Job", "2 Small Job", "4 Rumour")),
    "forty-four are too few for Vera": Case(vault("6 Big Job", size=44), "size.least"),
    "fifty, in the next band": Case(vault("7 Big Job", "1 Small Job", size=50)),
    "fifty, one point too few": Case(vault("7 Big Job", size=50), "points"),
    "fifty, one point too many": Case(vault("8 Big Job", size=50), "points"),
    "forty-nine, the end of the band": Case(vault("7 Big Job", size=49)),
    "unknown cards count for one band and not the other": Case(
        vault("7 Big Job", "1 Small Job", "5 Nobody", size=50), "points card.unknown"
    ),
    "forty is enough for Otto": Case(vault("6 Big Job", agent=("1 Otto",), size=40)),
    "thirty-nine is not": Case(vault("5 Big Job", "1 Small Job", agent=("1 Otto",), size=39), "size.least"),
    "thirty for an agent who says nothing": Case(
        vault("5 Big Job", "1 Small Job", agent=("1 Nix",), size=30)
    ),
    "twenty-nine": Case(vault("5 Big Job", "1 Small Job", agent=("1 Nix",), size=29), "size.least"),
    "influence of six": Case(vault("7 Big Job", "3 Wiretap")),
    "influence of six, and what is free": Case(vault("7 Big Job", "3 Wiretap", "9 Gift")),
    "influence of eight": Case(vault("7 Big Job", "4 Wiretap"), "influence"),
    "influence of seven": Case(vault("7 Big Job", "3 Wiretap", "1 Speech"), "influence skills"),
    "one's own faction is free": Case(vault("7 Big Job", "20 Crowbar")),
    "no faction is no other faction": Case(vault("7 Big Job", "9 Badge")),
    "a special budget is no bound": Case(vault("6 Big Job", "20 Bomb", agent=("1 Otto",), size=40), "tier"),
    "a budget that nobody says is no bound": Case(
        vault("5 Big Job", "1 Small Job", "9 Crowbar", agent=("1 Nix",), size=30)
    ),
    "a skill that the agent has not": Case(vault("7 Big Job", "1 Speech"), "skills"),
    "the agent's skills and one more": Case(
        vault("5 Big Job", "1 Small Job", "1 Drill", agent=("1 Nix",), size=30), "skills"
    ),
    "the agent's own tier": Case(vault("7 Big Job", "3 Drill")),
    "a tier above the agent's": Case(vault("7 Big Job", "1 Bomb"), "tier"),
    "no tier is above none, and none is above a special one": Case(
        vault("5 Big Job", "1 Small Job", "1 Bomb", agent=("1 Nix",), size=30)
    ),
    "no agent": Case(vault("7 Big Job", agent=()), "agent.count"),
    "two agents alone": Case(vault("7 Big Job", agent=("1 Vera", "1 Otto")), "agent.count"),
    "a pair": Case(vault("7 Big Job", agent=("1 Vera", "1 Otto"), header="format: pair")),
    "one is no pair": Case(vault("7 Big Job", header="format: pair"), "agent.count"),
    "three are no pair": Case(
        vault("7 Big Job", agent=("1 Vera", "1 Otto", "1 Nix"), header="format: pair"), "agent.count"
    ),
    "a pair has the skills of both": Case(
        vault("7 Big Job", "1 Speech", "1 Wiretap", agent=("1 Vera", "1 Otto"), header="format: pair")
    ),
    "a pair without words": Case(
        vault("7 Big Job", "1 Speech", agent=("1 Vera", "1 Nix"), header="format: pair"), "skills"
    ),
}

ELVES = ("1 Ashen", "1 Archer", "1 Scout", "2 Drummer")

WARBAND: Mapping[str, Case] = {
    "five elves": Case(warband(*ELVES)),
    "four": Case(warband("1 Ashen", "1 Archer", "2 Drummer"), "size"),
    "six": Case(warband(*ELVES, "1 Archer", header="budget: 60"), "size"),
    "seven, 40 points": Case(warband(*ELVES, "1 Archer", "1 Scout", header="budget: 60")),
    "seven, 40 points of 30": Case(warband(*ELVES, "1 Archer", "1 Scout"), "budget"),
    "eight": Case(warband(*ELVES, "2 Archer", "1 Scout", header="budget: 60"), "size"),
    "30 points of 30": Case(warband(*ELVES)),
    "32 points of 30": Case(warband("1 Ashen", "1 Archer", "2 Drummer", "1 Old Bark"), "budget"),
    "29 points, by the older list": Case(warband(*ELVES), "", "2025-12-31"),
    "31 points of 30, by the older list": Case(
        warband("1 Grub", "1 Old Bark", "3 Orc"), "budget respect", "2025-12-31"),
    "30 points of the same, by the newer list": Case(
        warband("1 Grub", "1 Old Bark", "3 Orc"), "respect", "2026-01-01"),
    "a character and its other printing": Case(
        warband("1 Ashen (W)", "1 Ashen (X)", "1 Archer", "2 Drummer", header="budget: 60"), "unique"),
    "a character twice": Case(warband("2 Ashen", "1 Archer", "2 Drummer", header="budget: 60"), "unique"),
    "three of a printing": Case(warband("1 Ashen", "1 Archer", "3 Drummer")),
    "four of a printing": Case(warband("1 Ashen", "4 Drummer"), "printing might"),
    "elves and an orc": Case(warband("1 Ashen", "1 Archer", "2 Drummer", "1 Orc"), "enemies"),
    "elves and a troll": Case(warband("1 Ashen", "1 Archer", "2 Drummer", "1 Pebble")),
    "no captain": Case(warband("2 Archer", "3 Drummer", "2 Scout", header="budget: 60"), "captains"),
    "two captains of two players": Case(
        warband("1 Ashen", "1 Ashen (X)", "1 Archer", "2 Drummer", header="budget: 60"), "unique"),
    "two captains of three players": Case(
        warband("1 Ashen", "1 Ashen (X)", "1 Archer", "2 Drummer", header="budget: 60\nplayers: 3"),
        "unique captains"),
    "two captains of four players": Case(
        warband("1 Ashen", "1 Ashen (X)", "1 Archer", "2 Drummer", header="budget: 60\nplayers: 4"),
        "unique captains"),
    "three captains": Case(
        warband("1 Ashen", "2 Ashen (X)", "1 Archer", "1 Drummer", header="budget: 60"), "unique captains"),
    "two of four are the captain's": Case(warband("1 Ashen", "2 Drummer", "2 Stray"), "might"),
    "three of six are the captain's": Case(
        warband("1 Ashen", "1 Archer", "2 Drummer", "3 Stray", header="budget: 60")),
    "two of five: less than half": Case(
        warband("1 Ashen", "1 Archer", "1 Drummer", "3 Stray", header="budget: 60"), "loyal size"),
    "two of six hired: a third": Case(
        warband("1 Ashen", "2 Archer", "2 Drummer", "2 Pebble", header="budget: 60")),
    "three of six hired": Case(
        warband("1 Ashen", "1 Archer", "2 Drummer", "3 Pebble", header="budget: 60"), "hired"),
    "one of the captain's rank": Case(warband("1 Ashen", "1 Warden", "1 Archer", "2 Drummer"), "respect"),
    "nobody below the captain": Case(
        warband("1 Ashen", "4 Stray"), "pupil loyal printing might", "2026-01-01"),
    "one below the captain": Case(warband("1 Ashen", "1 Archer", "3 Warden"), "respect served"),
    "a green captain trains nobody": Case(warband("1 Grub", "1 Orc", "2 Pebble", "1 Orc"), "hired respect"),
    "a bow that only its bearer serves": Case(warband("1 Ashen", "1 Archer", "3 Scout"), "served"),
    "bows that two serve for each other": Case(warband("1 Ashen", "2 Archer", "2 Scout")),
    "bow and drum for one who serves both": Case(warband("1 Ashen", "1 Band", "1 Drummer", "2 Scout")),
    "bow and drum, and nobody for the drum": Case(warband("1 Ashen", "1 Band", "2 Archer", "1 Scout"), "served"),
    "might of 4": Case(warband("1 Ashen", "1 Archer", "3 Drummer")),
    "might of 3": Case(warband("1 Ashen", "1 Drummer", "3 Band"), "might"),
    "might of 12": Case(
        warband("1 Ashen", "3 Archer", "1 Old Bark", "1 Pebble", "1 Drummer", header="budget: 60")),
    "might of 13": Case(
        warband("1 Ashen", "3 Archer", "1 Old Bark", "1 Pebble", "1 Scout", header="budget: 60"), "might"),
    "a coward takes might away": Case(
        warband("1 Ashen", "1 Archer", "1 Drummer", "1 Coward", "1 Scout"), "might"),
    "one plot": Case(warband(*ELVES, plots=("2 Siege",)), "plots"),
    "a plot in the band": Case(warband(*ELVES, "1 Siege"), "card.zone size budget"),
}  # fmt: skip

CASES: Mapping[str, Mapping[str, Case]] = {"starfall": STARFALL, "vault": VAULT, "warband": WARBAND}
