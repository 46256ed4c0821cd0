"""What a verdict offers against each kind of breach: which copies to cut, what to add, what to put in its place."""

from __future__ import annotations

from typing import Any

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.judge import MOST_SUGGESTED
from deckwright.decks.validator import Validator
from deckwright.decks.verdict import Mend
from deckwright.decks.wording import mend_sentence
from tests.decks.decks import geopals
from tests.decks.games.invented import judged
from tests.decks.games.warband import warband

FIGHTERS: dict[str, Any] = {"in": ["band"], "where": "t:fighter"}
CAPTAINS: dict[str, Any] = {"in": ["band"], "where": "t:captain"}


def band(**count: Any) -> dict[str, Any]:
    """A rule that counts the band, whose first card stands on line 3 of its decklist."""
    return {"count": {"in": ["band"], **count}}


CUTS = {
    "all, where none is allowed": (
        band(where="faction:orc", max=0), ("1 Archer", "3 Orc"), "cut line 4"),
    "from the zone, where every card of it counts": (
        band(max=2), ("1 Archer", "3 Orc"), "cut 2 cards from band"),
    "on the lines of all zones that count, unknown cards too": (
        {"count": {"in": ["band", "plots"], "max": 4}}, ("4 Nobody",), "cut 2 from line 3, 5 or 6"),
    "down to the next number that is allowed": (
        band(where="t:fighter", one_of=[2, 4]), ("7 Archer",), "cut 3 from line 3"),
    "down to the next number that the other bounds allow too": (
        band(where="t:fighter", one_of=[2, 4, 5], max=4), ("7 Archer",), "cut 3 from line 3"),
    "one of two cards, where the values are one too many": (
        band(distinct="faction", max=1), ("2 Archer", "1 Orc", "1 Stray"), "cut line 4, or cut line 3"),
    "the rarest values, where they are two too many": (
        band(distinct="faction", max=1), ("2 Archer", "1 Orc", "1 Pebble", "3 Stray"), "cut lines 4 and 5"),
    "what shows any value, where a card shows several": (
        band(distinct="trained", max=1),
        ("1 Orc", "2 Archer", "1 Drummer"),
        "cut cards worth 1 Trained from line 4 or line 5"),
    "what adds to a sum, and not what takes away": (
        band(sum="might", max=3), ("1 Coward", "4 Orc", "1 Pebble"), "cut cards worth 4 Might from line 4 or line 5"),
    "to below zero, where a sum must lie there": (
        band(sum="might", max=-1), ("1 Orc", "2 Coward", "3 Pebble"), "cut cards worth 3 Might from line 3 or line 5"),
    "what a list counts, a card that it leaves out for nothing": (
        band(sum={"list": "points"}, max=20),
        ("1 Ashen", "1 Old Bark", "5 Archer"),
        "cut cards worth 2 points from line 3 or line 4"),
    "never a sum that lies above what is left without it": (
        band(sum="might", max=-1), ("1 Orc", "3 Pebble"), ""),
    "the cards that a card forbids, or that card": (
        {"each": CAPTAINS, "count": {**FIGHTERS, "with": {"faction": "!= faction"}, "max": 1}},
        ("1 Ashen", "2 Archer", "3 Orc"),
        "cut 2 from line 5, or cut line 3"),
    "beside a card, which does not count for itself": (
        {"each": {"in": ["band"], "where": "has:carries"},
         "count": {"in": ["band"], "with": {"faction": "= faction"}, "max": 1}},
        ("3 Archer",),
        "cut 1 from line 3, or cut line 3"),
    "what passes a share of the others, or each that has too many beside it": (
        {"each": FIGHTERS, "count": {**FIGHTERS, "with": {"faction": "!= faction"}, "max": {"share": 0.5}}},
        ("2 Archer", "2 Orc"),
        "cut 1 from line 4, or cut line 3"),
    "what passes a share, of which each that is cut takes its part": (
        {"each": CAPTAINS, "count": {**FIGHTERS, "with": {"faction": "!= faction"}, "max": {"share": 0.5}}},
        ("1 Ashen", "1 Archer", "3 Orc"),
        "cut 2 from line 5, or cut line 3"),
    "of a sum what passes a share of it": (
        {"each": CAPTAINS,
         "count": {**FIGHTERS, "sum": "might", "with": {"faction": "!= faction"}, "max": {"share": 0.5}}},
        ("1 Ashen", "1 Archer", "3 Orc"),
        "cut cards worth 5 Might from line 5, or cut line 3"),
    "the cards that several forbid as one, or all of those": (
        {"each": {**CAPTAINS, "union": True},
         "count": {**FIGHTERS, "with": {"faction": "!= faction"}, "max": 0}},
        ("1 Ashen", "1 Ashen (X)", "3 Orc"),
        "cut line 5, or cut lines 3 and 4"),
}  # fmt: skip

ADDITIONS = {
    "cards by name, where few would do": (
        band(where="faction:troll", min=3), ("1 Pebble",), "add 2 of Old Bark or Pebble"),
    "cards by query, where many would do": (
        band(where="t:fighter", min=3), ("1 Archer",), "add 2 cards of type:fighter to band"),
    "cards that the first zone takes, by name": (
        {"count": {"in": ["plots", "band"], "min": 9}}, ("4 Nobody",), "add 3 of Ambush or Siege"),
    "cards that the first zone takes, by query": (
        {"count": {"in": ["band", "plots"], "min": 9, "where": "t:fighter or t:plot"}},
        ("4 Archer",),
        "add 3 cards of type:fighter or type:plot to band"),
    "cards that add to the sum": (
        band(where="has:trained or has:carries", sum="might", min=4),
        ("1 Archer", "1 Band"),
        "add Archer, worth 3 Might"),
    "cards to the sum, where cutting all that takes away is too little": (
        band(sum={"list": "points", "or": -1}, where="-t:captain", min=4),
        ("3 Archer", "1 Ashen"),
        "add Old Bark, worth 7 points"),
    "cards to the sum, or enough of what takes away": (
        band(sum={"list": "points", "or": -1}, where="-t:captain", min=-1),
        ("3 Archer", "1 Ashen"),
        "add Old Bark, worth 2 points, or cut cards worth -2 points from line 3"),
    "values that are not shown yet": (
        band(where="has:rank -rank:green", distinct="rank", min=2), ("2 Warden",), "add 1 of Scout or Old Bark"),
    "several values, each with a card of its own": (
        band(where="has:rank -rank:green or t:captain", distinct="rank", min=3),
        ("2 Warden",),
        "add 2 of Grub, Scout or Old Bark, each of another Rank"),
    "several cards, by query": (
        band(where="t:fighter", distinct="identity", min=4),
        ("2 Warden",),
        "add 3 cards of type:fighter to band, each of another card"),
    "cards of the group, or none of it": (
        band(where="faction:elf,troll", per="faction", min=3),
        ("3 Archer", "1 Pebble"),
        "add 2 of Old Bark or Pebble, or cut line 4"),
    "up or down to what is allowed": (
        band(where="t:fighter", one_of=[2, 5, 9]),
        ("3 Archer",),
        "add 2 cards of type:fighter to band, or cut 1 from line 3"),
    "up to a number that the other bounds allow too": (
        band(where="t:fighter", one_of=[2, 4, 9], min=3), ("2 Archer",), "add 2 cards of type:fighter to band"),
    "up, or down to a size of which so many are enough": (
        band(where="faction:troll", min={"by": {"in": ["band"]}, "0..4": 1, "5..": 2}),
        ("5 Archer", "1 Pebble"),
        "add 1 of Old Bark or Pebble, or cut 2 from line 3"),
    "up to a share, or less of the others": (
        {"each": CAPTAINS, "count": {**FIGHTERS, "with": {"faction": "= faction"}, "min": {"share": 0.5}}},
        ("1 Ashen", "1 Archer", "2 Orc", "1 Pebble"),
        "add 2 of Archer, Warden, Scout, Coward, Band or Drummer, or cut 2 from line 5 or line 6, or cut line 3"),
    "up to a share, or one less of the others": (
        {"each": CAPTAINS, "count": {**FIGHTERS, "with": {"faction": "= faction"}, "min": {"share": 0.5}}},
        ("1 Ashen", "1 Archer", "2 Orc"),
        "add 1 of Archer, Warden, Scout, Coward, Band or Drummer, or cut 1 from line 5, or cut line 3"),
    "up to a bound on the card itself, of which a copy less is never enough": (
        {"each": CAPTAINS, "count": {**CAPTAINS, "min": {"field": "might"}}},
        ("2 Grub",),
        "add 1 of Ashen, Grub or warband/X-1, or cut line 3"),
    "for several that count as one, or none of them": (
        {"each": {**CAPTAINS, "union": True}, "count": {**FIGHTERS, "with": {"rank": ">= rank"}, "min": 3}},
        ("1 Ashen", "2 Ashen (X)", "1 Warden"),
        "add 2 Warden, or cut lines 3 and 4"),
}  # fmt: skip

SWAPS = {
    "for the values that are not there": (
        band(per="faction", max=1),
        ("2 Archer", "1 Orc"),
        "cut 1 from line 3, or swap 1 on line 3 for Old Bark, Pebble or Stray"),
    "all copies, of either card": (
        band(per="faction", max=1),
        ("1 Archer", "1 Scout"),
        "cut line 3 or line 4, or on line 3 or line 4 write Grub, Orc, Old Bark, Pebble or Stray"),
    "not for a card that the first zone does not take": (
        {"count": {"in": ["plots", "band"], "per": "faction", "max": 2}},
        ("3 Archer",),
        "cut 1 from line 3, or swap 1 on line 3 for Ambush or Siege"),
    "all copies, where none is allowed": (
        band(per="faction", max=0),
        ("2 Archer", "1 Orc"),
        "cut line 3, or on line 3 write Stray"),
    "never for one of very many": (
        band(per="faction", max=1), ("2 Orc",), "cut 1 from line 3"),
    "never copies of a card, of which there are many others": (
        band(where="t:captain", per="identity", max=1), ("2 Grub",), "cut 1 from line 3"),
    "never where values count, and not copies": (
        band(per="faction", distinct="name", max=1),
        ("2 Orc", "1 Grub", "1 Archer"),
        "cut line 4, or cut line 3"),
    "never where a sum counts, and not copies": (
        band(per="faction", sum="might", max=4),
        ("1 Grub", "2 Orc", "1 Coward"),
        "cut cards worth 2 Might from line 3 or line 4"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "cards", "mends"),
    [
        pytest.param(*row, id=f"{kind}: {name}")
        for kind, table in (("cut", CUTS), ("add", ADDITIONS), ("swap", SWAPS))
        for name, row in table.items()
    ],
)
def test_mends_of_a_rule(
    rule: dict[str, Any], cards: tuple[str, ...], mends: str, invented: Catalogue
) -> None:
    verdict = judged(invented, warband(*cards), rule)
    faults = [fault for fault in verdict.faults if fault.rule == "rule 1"]
    assert mends in [mend_sentence(fault.mends) for fault in faults]
    assert {mend.zone for fault in faults for mend in fault.mends} <= {"", rule["count"]["in"][0]}


@pytest.mark.parametrize(
    ("other", "named"),
    [
        ({"where": "faction:elf", "max": 3}, ("Orc", "Pebble")),
        ({"where": "name=archer", "max": 2}, ("Orc", "Pebble")),
        ({"where": "name:pebble", "max": 0}, ("Archer", "Orc")),
        ({"where": "name:pebble", "max": 1}, ("Archer", "Orc", "Pebble")),
        ({"where": "t:fighter", "max": 3}, ("Archer", "Orc", "Pebble")),
        ({"sum": "might", "max": 4}, ("Archer",)),
        ({"sum": "might", "max": 2}, ("Archer", "Orc", "Pebble")),
    ],
    ids=str,
)
def test_no_card_is_named_that_would_break_another_rule(
    other: dict[str, Any], named: tuple[str, ...], invented: Catalogue
) -> None:
    wanting = band(where="name=archer or name:orc or name:pebble", min=4)
    verdict = judged(invented, warband("3 Archer"), wanting, {"count": {"in": ["band"], **other}})
    [fault] = [fault for fault in verdict.faults if fault.rule == "rule 1"]
    assert fault.mends[0].cards == named


@pytest.mark.parametrize(
    ("least", "mends"),
    [
        (3, "cut line 3, or cut line 5"),
        (4, "cut line 3, or on line 5 write Warden, Scout, Coward, Band, Drummer or Stray"),
        (9, "cut line 3, or cut line 5"),
    ],
    ids=["it can go", "as few as there may be: another in its place", "too few anyhow"],
)
def test_no_cut_is_offered_that_breaks_another_rule(least: int, mends: str, invented: Catalogue) -> None:
    loyal = {
        "each": {"in": ["band"], "where": "t:fighter -name:archer"},
        "count": {"in": ["band"], "where": "t:captain", "max": 0, "with": {"faction": "!= faction"}},
    }
    verdict = judged(
        invented, warband("1 Ashen", "3 Archer", "1 Pebble"), loyal, band(where="t:fighter", min=least)
    )
    [fault] = [fault for fault in verdict.faults if fault.rule == "rule 1"]
    assert mend_sentence(fault.mends) == mends


@pytest.mark.parametrize(
    ("count", "measure"),
    [
        ({}, "copies"),
        ({"sum": "might"}, "Might"),
        ({"sum": {"list": "points"}}, "points"),
        ({"distinct": "identity"}, "different cards"),
        ({"distinct": "faction"}, "different values of Faction"),
    ],
    ids=str,
)
def test_a_fault_says_what_was_counted(count: dict[str, Any], measure: str, invented: Catalogue) -> None:
    verdict = judged(invented, warband("1 Ashen"), band(**count, min=99))
    [fault] = verdict.faults
    assert fault.measure == measure


def test_several_cards_are_one_subject(invented: Catalogue) -> None:
    rule = {"each": {**CAPTAINS, "union": True}, "count": {**FIGHTERS, "max": 0, "with": {"rank": "< rank"}}}
    verdict = judged(invented, warband("1 Ashen", "2 Ashen (X)", "1 Archer"), rule)
    [fault] = verdict.faults
    assert fault.subject is not None
    assert (fault.subject.name, fault.subject.card, fault.subject.count) == ("Ashen", None, 3)
    assert fault.subject.lines == ((3, 1), (4, 2))


@pytest.mark.parametrize(
    ("team", "word", "mend"),
    [
        (("1 Cupla", "1 Comet"), "Nobody", Mend("write", 1, ((2, 1),), ("Comet", "Cupla"))),
        (("1 Orb",), "Nobody", Mend("cut", 1, ((2, 1),))),
    ],
)
def test_a_card_to_start_with_is_named_or_the_header_goes(
    team: tuple[str, ...], word: str, mend: Mend, validator: Validator
) -> None:
    text = "\n".join(("game: geopals", f"start: {word}", "deck", *team, ""))
    [verdict] = validator.text(text)
    [fault] = [fault for fault in verdict.faults if fault.rule == "start"]
    assert fault.mends == (mend,)


@pytest.mark.parametrize(
    ("line", "mend"),
    [
        ("Tide Berry 12", "on line 3 write 12 Tide Berry, or cut line 3"),
        ("Tide Berry\t12", "on line 3 write 12 Tide Berry, or cut line 3"),
        ("Tide Berry - 12", "on line 3 write 12 Tide Berry, or cut line 3"),
        ("Tide Berry, 12 # mine", "on line 3 write 12 Tide Berry, or cut line 3"),
        ("12, Tide Berry", "on line 3 write 12 Tide Berry, or cut line 3"),
        ("12: Tide Bery", "on line 3 write 12 Tide Berry, or cut line 3"),
        ("Skippy 10", "cut line 3, or on line 3 write 10 Skippy, or on line 3 write Skippy #10"),
        ("Tide Berry 0", "cut line 3, or on line 3 write Tide Berry"),
        ("Tide Berry 12 mine", "cut line 3, or on line 3 write Tide Berry"),
        ("2-3 Tide Berry", "cut line 3, or on line 3 write Tide Berry"),
    ],
)
def test_a_number_beside_a_name_is_not_lost_in_its_mend(line: str, mend: str, validator: Validator) -> None:
    [verdict] = validator.text(f"game: geopals\ndeck\n{line}\n1 Cupla\n")
    unknown = [mend_sentence(fault.mends) for fault in verdict.faults if fault.rule == "card.unknown"]
    assert unknown == [mend]


def test_very_many_unknown_names_are_told_without_the_nearest(validator: Validator) -> None:
    unknown = [f"1 Telesage {chr(0x4E00 + at)}" for at in range(MOST_SUGGESTED + 1)]
    [verdict] = validator.text(geopals(*unknown, size=12 + len(unknown)))
    offered = [fault.mends[0].do for fault in verdict.faults if fault.rule == "card.unknown"]
    assert offered == ["write"] * MOST_SUGGESTED + ["cut"]


@pytest.mark.parametrize(
    ("line", "mend"),
    [
        ("12 Tide Berry, 18 Sky Berry", "write 12 Tide Berry and 18 Sky Berry on two lines"),
        ("Orb; 2x Rope + 1 Inji # mine", "write 1 Orb, 2x Rope and 1 Inji on three lines"),
        ("12 Tide Bery, 18 Sky Berry", "on line 3 write Sky Berry or Tide Berry, or cut line 3"),
        ("1 Inji #13, 1 Lilac #11", "write 1 Inji #13 and 1 Lilac #11 on two lines"),
        ("- Skippy #10; Inji #13 # mine", "write Skippy #10 and Inji #13 on two lines"),
        ("2 Heat Berry #B1, 2 Sky Berry #B2", "write 2 Heat Berry #B1 and 2 Sky Berry #B2 on two lines"),
        ("12 Tide Berry and 18 Sky Berry", "write 12 Tide Berry and 18 Sky Berry on two lines"),
        ("2 Orb / 1 Rope", "write 2 Orb and 1 Rope on two lines"),
        ("Orb and Rope", "write Orb and Rope on two lines"),
        ("Action cards", "on line 3 write Action cards:"),
        ("Geopals", "on line 3 write Geopals:"),
        ("Items & Traps", "on line 3 write Items & Traps:"),
        ("1 Geopals", "cut line 3"),
        ("Orb, Rope", "write Orb and Rope on two lines"),
        ("Orb x2, Rope x1", "write Orb x2 and Rope x1 on two lines"),
        ("2 Orb, Rope", "cut line 3, or on line 3 write Rope"),
        ("1 Inji # for Skippy, 2 Orb", None),
        ("1 Inji #fast, #strong", None),
        ("1 Search - great - or not", None),
        ("1 Serch - great for awakening", "on line 3 write Search, or cut line 3"),
    ],
)
def test_a_line_holds_one_card_or_is_a_headline(line: str, mend: str | None, validator: Validator) -> None:
    [verdict] = validator.text(f"game: geopals\ndeck\n{line}\n")
    unknown = [mend_sentence(fault.mends) for fault in verdict.faults if fault.rule == "card.unknown"]
    assert unknown == ([mend] if mend else [])
