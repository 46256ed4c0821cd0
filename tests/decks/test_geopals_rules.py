"""Every construction rule of Geopals: decks that keep it, break it, and stand on its edge."""

from __future__ import annotations

import pytest

from deckwright.decks.validator import Validator
from deckwright.decks.verdict import Allowed, Fault, Verdict
from deckwright.decks.wording import mend_sentence, sentence
from tests.decks.decks import SIX_TERRAINS, TEAM, geopals, line_of


def judged(validator: Validator, text: str) -> Verdict:
    [verdict] = validator.text(text)
    return verdict


def only(verdict: Verdict, rule: str) -> Fault:
    found = [fault for fault in verdict.faults if fault.rule == rule]
    assert len(found) == 1, verdict.faults
    return found[0]


def terrains(*regions: str) -> tuple[str, ...]:
    return tuple(f"1 {region} Terrain" for region in regions)


# What is broken, by each deck: severity, ledger id, rule. An empty list: nothing, not even advice.
VERDICTS = {
    "60 cards": (geopals(), []),
    "70 cards, the most (GP-02, GP-10)": (geopals(size=70), []),
    "71 cards (GP-02)": (geopals(size=71), [("error", "GP-02", "size.deck")]),
    "50 cards, where advice ends (GP-03)": (geopals(size=50), []),
    "49 cards, where advice begins (GP-03)": (geopals(size=49), [("advice", "GP-03", "size.advice")]),
    "8 Terrains, one of each region (GP-04)": (
        geopals(terrain=terrains(*SIX_TERRAINS, "Forest", "Shadow")),
        [],
    ),
    "5 Terrains (GP-04)": (
        geopals(terrain=terrains(*SIX_TERRAINS[:5])),
        [("error", "GP-04", "size.terrain")],
    ),
    "no Terrain deck (GP-04)": (geopals(terrain=()), [("error", "GP-04", "size.terrain")]),
    "two Ocean Terrains (GP-04)": (
        geopals(terrain=("2 Ocean Terrain", *terrains(*SIX_TERRAINS[1:]))),
        [("error", "GP-04", "terrain.region")],
    ),
    "Inji and its alternate (GP-05)": (
        geopals("1 Inji", "1 Inji [medal]"),
        [("error", "GP-05", "copies.one")],
    ),
    "two of one Geopal (GP-05)": (geopals("2 Inji"), [("error", "GP-05", "copies.one")]),
    "both Zippos, two characters (GP-05)": (
        geopals("1 Zippo #1", "1 Zippo #21", "1 Heat Berry", "1 Earth Berry"),
        [("advice", "GP-05", "copies.name")],
    ),
    "two of an Item (GP-07)": (geopals("2 Rope"), []),
    "three of an Item (GP-07)": (geopals("3 Rope"), [("error", "GP-07", "copies.two")]),
    "three of a Trap (GP-07)": (geopals("3 Snap Freeze"), [("error", "GP-07", "copies.two")]),
    "three of an Action (GP-07)": (geopals("3 Thief"), [("error", "GP-07", "copies.two")]),
    "three of a Terraform (GP-07)": (geopals("3 Aura Veil"), [("error", "GP-07", "copies.two")]),
    "any number of Stamina cards (GP-06)": (geopals(size=70), []),
    "two Orbs (GP-08)": (geopals("2 Orb"), []),
    "three Orbs, one fault and not two (GP-08)": (geopals("3 Orb"), [("error", "GP-08", "copies.orb")]),
    "a Terrain card in the deck (GP-09)": (geopals("1 Forest Terrain"), [("error", "GP-09", "card.zone")]),
    "an Orb in the Terrain deck (GP-09)": (
        geopals(terrain=(*terrains(*SIX_TERRAINS), "1 Orb")),
        [("error", "GP-09", "card.zone")],
    ),
    "a Geopal in the Terrain deck takes no Terrain's region and stops nobody (GP-09)": (
        geopals("1 Zippo #1", "1 Heat Berry", terrain=(*terrains(*SIX_TERRAINS), "1 Pandart's Nilgie")),
        [("error", "GP-09", "card.zone")],
    ),
    "awakened forms alone (GP-11)": (
        geopals(team=("1 Lagoona", "1 Medeepa")),
        [
            ("error", "GP-11", "start.basic"),
            ("warning", "GP-12", "awakens.earlier-form"),
            ("advice", "GP-24", "start.moves"),
            ("advice", "GP-29", "terrain.stops"),
        ],
    ),
    "Cindragon without Infernex (GP-12)": (
        geopals("1 Cindragon", "1 Zippo #1", "1 Heat Berry"),
        [("warning", "GP-12", "awakens.earlier-form")],
    ),
    "Telesage [medal] over Lilac (GP-12)": (
        geopals("1 Telesage [medal]", team=tuple(line for line in TEAM if line != "1 Telesage")),
        [],
    ),
    "both next forms of Slemo (GP-12)": (
        geopals("1 Slemo", "1 Dralcora", "1 Aroclard", "1 Earth Berry"),
        [],
    ),
    "a Basic and six more cards (GP-18)": (
        geopals(team=("1 Cupla",), size=7),
        [("advice", "GP-03", "size.advice"), ("advice", "GP-29", "terrain.stops")],
    ),
    "a Basic and five more cards (GP-18)": (
        geopals(team=("1 Cupla",), size=6),
        [
            ("warning", "GP-18", "hand.full"),
            ("advice", "GP-03", "size.advice"),
            ("advice", "GP-29", "terrain.stops"),
        ],
    ),
    "no Stamina for a Heat Geopal (GP-25)": (geopals("1 Descarfo"), [("advice", "GP-25", "stamina.kind")]),
    "a Basic that cannot move alone (GP-24)": (
        geopals(team=("1 Inji", "1 Jurra", "1 Lazin", "1 Laxin"), terrain=terrains(*SIX_TERRAINS)),
        [("advice", "GP-24", "start.moves")],
    ),
}


@pytest.mark.parametrize(("text", "expected"), VERDICTS.values(), ids=VERDICTS)
def test_rules_hold_or_break(validator: Validator, text: str, expected: list[tuple[str, str, str]]) -> None:
    verdict = judged(validator, text)
    found = {(fault.severity, fault.cite[0], fault.rule) for fault in verdict.faults}
    assert found == set(expected)
    broken = {rule for _, _, rule in expected}
    assert set(verdict.held) == set(verdict.checked) - broken


def test_every_construction_rule_of_the_ledger_is_tried_above(validator: Validator) -> None:
    tried = " ".join(VERDICTS)
    con = {
        entry.id
        for entry in validator.reader.lines_of("geopals").game.rulebook.values()
        if "con" in entry.home
    }
    assert con == {cite for cite in con if cite in tried}


def test_71_cards_say_found_allowed_and_mend(validator: Validator) -> None:
    fault = only(judged(validator, geopals(size=71)), "size.deck")
    assert (fault.found, fault.allowed) == (71, Allowed(max=70))
    assert sentence(fault).endswith("found 71, allowed 70")
    assert mend_sentence(fault.mends) == "cut 1 card from deck"
    assert fault.where == ("What each player needs", "How to set up")


def test_a_base_and_its_alternate_are_named_with_both_lines(validator: Validator) -> None:
    text = geopals("1 Inji", "1 Inji [medal]")
    fault = only(judged(validator, text), "copies.one")
    lines = line_of(text, "1 Inji"), line_of(text, "1 Inji [medal]")
    assert [(held.name, held.lines) for held in fault.cards] == [
        ("Inji", ((lines[0], 1),)),
        ("Inji [medal]", ((lines[1], 1),)),
    ]
    assert mend_sentence(fault.mends) == f"cut line {lines[0]} or line {lines[1]}"


def test_copies_of_one_card_on_three_lines_are_added_and_all_named(validator: Validator) -> None:
    text = geopals("1 Rope", "1 Rope", "1 Rope")
    fault = only(judged(validator, text), "copies.two")
    lines = [line_of(text, "1 Rope", nth) for nth in (1, 2, 3)]
    assert fault.found == 3
    assert [line for held in fault.cards for line, _ in held.lines] == lines
    assert mend_sentence(fault.mends) == f"cut line {lines[0]}, {lines[1]} or {lines[2]}"


@pytest.mark.parametrize(
    ("regions", "rule"),
    [
        (
            ("1 Ocean Terrain", "1 Forest Terrain", "1 Forest Terrain", *terrains("Ice", "Desert", "Shadow")),
            "region",
        ),
        (terrains("Ocean", "Forest", "Ice", "Desert", "Shadow"), "size"),
    ],
)
def test_a_terrain_deck_short_of_regions_names_those_not_used(
    validator: Validator, regions: tuple[str, ...], rule: str
) -> None:
    verdict = judged(validator, geopals(terrain=regions))
    [fault] = [fault for fault in verdict.faults if fault.severity == "error" and rule in fault.rule]
    named = {card for mend in fault.mends if mend.do in ("add", "write") for card in mend.cards}
    assert named == {"Mystic Terrain", "Mountain Terrain", "Volcanic Terrain"}
    assert fault.incomplete == (rule == "size")


def test_a_missing_earlier_form_is_named(validator: Validator) -> None:
    text = geopals("1 Cindragon", "1 Zippo #1", "1 Heat Berry")
    verdict = judged(validator, text)
    fault = only(verdict, "awakens.earlier-form")
    line = line_of(text, "1 Cindragon")
    assert fault.subject is not None
    assert (fault.subject.name, fault.subject.lines) == ("Cindragon", ((line, 1),))
    assert mend_sentence(fault.mends) == f"add 1 Infernex, or cut line {line}"
    assert verdict.passes()
    assert not verdict.passes(strict=True)


def test_a_card_in_the_wrong_zone_is_moved(validator: Validator) -> None:
    text = geopals("1 Forest Terrain")
    fault = only(judged(validator, text), "card.zone")
    assert mend_sentence(fault.mends) == f"move line {line_of(text, '1 Forest Terrain')} to terrain"


def test_a_name_of_two_characters_asks_which(validator: Validator) -> None:
    text = geopals("1 Zippo", "1 Heat Berry", "1 Earth Berry")
    fault = only(judged(validator, text), "card.ambiguous")
    assert mend_sentence(fault.mends) == f"on line {line_of(text, '1 Zippo')} write Zippo #1 or Zippo #21"


def test_an_unknown_name_has_the_nearest(validator: Validator) -> None:
    text = geopals("1 Telesge")
    fault = only(judged(validator, text), "card.unknown")
    line = line_of(text, "1 Telesge")
    assert mend_sentence(fault.mends) == f"on line {line} write Telesage, or cut line {line}"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("name: Late", True),
        ("start: Inji", True),
        ("players: 2", True),
        ("Tag: Team", False),
        ("Nobody", False),
    ],
)
def test_a_header_below_the_cards_is_told_as_such(validator: Validator, line: str, told: bool) -> None:
    fault = only(judged(validator, geopals(f"1 {line}")), "card.unknown")
    assert ("a header stands above the first card" in sentence(fault)) is told


@pytest.mark.parametrize(
    ("start", "says"),
    [
        ("Cupla", None),
        ("Nilgie #26", None),
        ("Nilgie #6", "is not in deck"),
        ("Nilgie #999", None),
        ("Medeepa", "cannot be chosen"),
        ("Zippo #1", "is not in deck"),
        ("Nobody", "is no card"),
        ("", None),
    ],
)
def test_a_start_must_be_in_the_deck_and_choosable(
    validator: Validator, start: str, says: str | None
) -> None:
    verdict = judged(validator, f"start: {start}\n{geopals()}")
    found = [fault for fault in verdict.faults if fault.rule == "start"]
    if says is None:
        assert not found
    else:
        assert [(says in fault.says, fault.cite) for fault in found] == [(True, ("GP-14",))]


def test_unknown_cards_count_where_whole_zones_do(validator: Validator) -> None:
    verdict = judged(validator, geopals("1 Nobody", size=71))
    assert {fault.rule for fault in verdict.faults} == {"size.deck", "card.unknown"}
    assert verdict.sizes == {"deck": 71, "terrain": 6}
