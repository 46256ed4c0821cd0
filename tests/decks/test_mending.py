"""Mending decklists in their own text: what is changed, and that all else stays as it was written."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.mending import apply, fixed
from deckwright.decks.validator import Validator
from deckwright.decks.verdict import Mend
from deckwright.decks.writer import formatted
from tests.decks.decks import geopals, line_of
from tests.decks.games.warband import warband

TEAM = geopals()


def changes(validator: Validator, text: str) -> tuple[list[str], list[str]]:
    """The lines that fixing takes out of a text, and those that it puts in."""
    after, _ = fixed(text, validator)
    before, left = Counter(text.split("\n")), Counter(after.split("\n"))
    return [*(before - left).elements()], [*(left - before).elements()]


@pytest.mark.parametrize(
    ("lines", "gone", "come"),
    [
        (("3 Orb",), ["3 Orb"], ["2 Orb"]),
        (("3x Orb",), ["3x Orb"], ["2x Orb"]),
        (("x3 Orb",), ["x3 Orb"], ["x2 Orb"]),
        (("Orb x3",), ["Orb x3"], ["Orb x2"]),
        (("[3] Orb",), ["[3] Orb"], ["[2] Orb"]),
        (("- 3 Orb",), ["- 3 Orb"], ["- 2 Orb"]),
        (("  3   Orb  # for 3 turns",), ["  3   Orb  # for 3 turns"], ["  2   Orb  # for 3 turns"]),
        (("３ Orb",), ["３ Orb"], ["2 Orb"]),
        (("3 geopals/S1-76",), ["3 geopals/S1-76"], ["2 geopals/S1-76"]),
        (("2 Orb", "2 Orb"), ["2 Orb"], []),
        (("1 Orb", "1 Orb # last"), [], []),
        (("1 Orb", "# keep", "5 Orb"), ["5 Orb"], ["1 Orb"]),
        (("1 Telesge",), ["1 Telesge"], ["1 Telesage"]),
        (("2x Telesge # twice",), ["2x Telesge # twice"], ["1x Telesage # twice"]),
        (("1 Telesge - for the end",), ["1 Telesge - for the end"], ["1 Telesage - for the end"]),
        (("1 Telesge // end",), ["1 Telesge // end"], ["1 Telesage // end"]),
        (("3 Orb // start",), ["3 Orb // start"], ["2 Orb // start"]),
        (("1 Rope, 2 Mind Shackle",), ["1 Rope, 2 Mind Shackle"], ["1 Rope", "2 Mind Shackle"]),
        (
            ("Orb; 2x Rope + 1 Mind Shackle # mine",),
            ["Orb; 2x Rope + 1 Mind Shackle # mine"],
            ["1 Orb # mine", "2x Rope", "1 Mind Shackle"],
        ),
        (
            ("# above", "- 1 Orb, 2 Rope // mine, too"),
            ["- 1 Orb, 2 Rope // mine, too"],
            ["1 Orb", "2 Rope // mine, too"],
        ),
        (
            ("1 Rope #63, 1 Mind Shackle # both",),
            ["1 Rope #63, 1 Mind Shackle # both"],
            ["1 Rope #63 # both", "1 Mind Shackle"],
        ),
        (("Heat Berry\t2 # hot",), ["Heat Berry\t2 # hot"], ["2 Heat Berry # hot"]),
        (("Rope 2 or 3",), [], []),
        (("Action cards",), ["Action cards"], ["Action cards:"]),
        (("Skippy 10",), [], []),
        (("1 Shackle",), ["1 Shackle"], ["1 Mind Shackle"]),
        (("1 Lagona; 2x Rope",), [], []),
        (("1 The Rope of Nobody",), [], []),
        (("1 Nobody At All",), [], []),
        (("1 Zippo", "1 Heat Berry"), [], []),
        (("1 Inji", "1 Inji [medal]"), ["1 Inji [medal]"], []),
    ],
    ids=str,
)
def test_copies_and_names(
    validator: Validator, lines: tuple[str, ...], gone: list[str], come: list[str]
) -> None:
    base = TEAM.replace("1 Telesage\n", "") if "Telesge" in lines[0] else TEAM
    text = base.replace("1 Comet\n", "1 Comet\n" + "\n".join(lines) + "\n")
    orb = validator.catalogue.named("geopals", "orb")[0].id
    lines = tuple(line.replace("geopals/S1-76", orb) for line in lines)
    text = text.replace("geopals/S1-76", orb)
    expected = [[line.replace("geopals/S1-76", orb) for line in side] for side in (gone, come)]
    assert [*map(sorted, changes(validator, text))] == [*map(sorted, expected)]


@pytest.mark.parametrize(
    ("more", "size", "said"),
    [
        (("1 Inji", "1 Inji [medal]"), 60, ["cut 1 Inji [medal], the last of Inji and Inji [medal]"]),
        ((), 73, ["cut 3 Sky Berry, the last of 14 cards"]),
        (("3 Orb",), 60, ["cut 1 from line 15"]),
        (("1 Orb", "2 Orb"), 60, ["cut 1 from line 15 or line 16"]),
    ],
    ids=["of two cards", "of a whole zone", "of one card", "of one card on two lines"],
)
def test_what_was_cut_of_several_cards_is_said(
    validator: Validator, more: tuple[str, ...], size: int, said: list[str]
) -> None:
    _, applied = fixed(geopals(*more, size=size), validator)
    assert [str(step) for step in applied] == said


def test_a_card_that_another_needs_stays_where_a_size_is_cut(validator: Validator) -> None:
    """Of 71 cards the last is the earlier form of one that would be left without."""
    text = geopals(size=71).replace("1 Comet\n", "")
    text = text.replace("\nterrain", "\n1 Comet\n\nterrain")
    [verdict] = validator.text(text)
    assert verdict.sizes["deck"] == 71
    assert "awakens.earlier-form" in verdict.held
    after, applied = fixed(text, validator)
    [mended] = validator.text(after)
    assert (mended.sizes["deck"], "awakens.earlier-form" in mended.held) == (70, True)
    assert [str(step) for step in applied] == ["cut 1 Sky Berry, the last that can go of 14 cards"]


def test_a_deck_too_large_is_cut_from_its_end(validator: Validator) -> None:
    text = geopals(size=73)
    after, mends = fixed(text, validator)
    assert [(mend.do, mend.count) for mend in mends] == [("cut", 3)]
    gone, come = changes(validator, text)
    assert (gone, come) == (["31 Sky Berry"], ["28 Sky Berry"])
    [verdict] = validator.text(after)
    assert verdict.sizes["deck"] == 70


def test_cards_move_behind_the_last_of_their_zone(validator: Validator) -> None:
    text = TEAM.replace("1 Comet\n", "1 Forest Terrain # mine\n1 Comet\n").replace(
        "terrain\n", "[Terrain] (6)\n"
    )
    after, mends = fixed(text, validator)
    assert [mend.do for mend in mends] == ["move"]
    assert after.split("\n")[-3:] == ["1 Desert Terrain", "1 Forest Terrain # mine", ""]


def test_cards_move_to_a_section_of_their_own(validator: Validator) -> None:
    text = "game: geopals\ndeck\n1 Cupla\n1 Forest Terrain"
    after, _ = fixed(text, validator)
    assert after == "game: geopals\ndeck\n1 Cupla\n\nterrain\n1 Forest Terrain\n"


def test_the_comments_above_a_card_move_with_it(validator: Validator) -> None:
    text = "game: geopals\ndeck\n1 Cupla\n# the woods\n# at the end\n1 Forest Terrain\n2 Orb\n"
    after, _ = fixed(text, validator)
    assert (
        after
        == "game: geopals\ndeck\n1 Cupla\n2 Orb\n\nterrain\n# the woods\n# at the end\n1 Forest Terrain\n"
    )


def test_no_other_card_moves_with_it(validator: Validator) -> None:
    text = "game: geopals\ndeck\n1 Cupla\n# of the sea\n1 Orb\n# the woods\n1 Forest Terrain\n"
    after, _ = fixed(text, validator)
    assert after == (
        "game: geopals\ndeck\n1 Cupla\n# of the sea\n1 Orb\n\nterrain\n# the woods\n1 Forest Terrain\n"
    )


def test_the_second_deck_of_a_file_is_mended_in_its_place(validator: Validator) -> None:
    text = "game: geopals\n=== One ===\ndeck\n1 Cupla\n1 Forest Terrain\n\n=== Two ===\ndeck\n3 Orb\n1 Ice Terrain\n"
    after, mends = fixed(text, validator)
    assert len(mends) == 3
    assert after == (
        "game: geopals\n=== One ===\ndeck\n1 Cupla\n\nterrain\n1 Forest Terrain\n\n"
        "=== Two ===\ndeck\n2 Orb\n\nterrain\n1 Ice Terrain\n"
    )


def test_line_ends_stay_as_they_are(validator: Validator) -> None:
    text = "game: geopals\r\ndeck\r\n1 Cupla\r\n3 Orb\r\n1 Forest Terrain\r\n# end"
    after, _ = fixed(text, validator)
    assert (
        after == "game: geopals\r\ndeck\r\n1 Cupla\r\n2 Orb\r\n# end\r\n\r\nterrain\r\n1 Forest Terrain\r\n"
    )


def test_warnings_are_left(invented: Catalogue) -> None:
    validator = Validator(invented)
    text = warband("1 Ashen", "1 Archer", "4 Drummer", "1 Pebble", header="budget: 60")
    [verdict] = validator.text(text)
    assert ("warning", "printing") in {(fault.severity, fault.rule) for fault in verdict.faults}
    assert fixed(text, validator) == (text, ())


def test_what_needs_taste_is_left(validator: Validator) -> None:
    text = geopals("1 Cindragon", "1 Nobody", terrain=())
    [verdict] = validator.text(text)
    assert {fault.rule for fault in verdict.faults} >= {
        "awakens.earlier-form",
        "card.unknown",
        "size.terrain",
    }
    assert fixed(text, validator) == (text, ())


def test_a_header_that_can_mean_one_card_is_written(validator: Validator) -> None:
    text = "game: geopals\nstart: Nobody\ndeck\n1 Cupla\n"
    after, mends = fixed(text, validator)
    assert [mend.do for mend in mends] == ["write"]
    assert after == "game: geopals\nstart: Cupla\ndeck\n1 Cupla\n"


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"deckwright": 1, "game": "geopals", "zones": {"deck": [{"count": 3, "name": "Orb"}]}}),
        "Count,Name,Zone\n3,Orb,deck\n1,Cupla,deck\n",
    ],
)
def test_what_is_no_list_of_lines_stays(validator: Validator, text: str) -> None:
    assert fixed(text, validator) == (text, ())


def test_adding_is_not_for_a_program(validator: Validator) -> None:
    [deck] = validator.reader.read_all(TEAM)
    lines = validator.reader.lines_of("geopals")
    assert apply(Mend("add", 1, (), ("Inji",), "deck"), TEAM, deck, lines) == TEAM


def test_a_sum_is_cut_one_copy_at_a_time_from_the_end(validator: Validator) -> None:
    [deck] = validator.reader.read_all(TEAM)
    lines = validator.reader.lines_of("geopals")
    held = tuple((line_of(TEAM, f"24 {berry} Berry"), 24) for berry in ("Tide", "Sky"))
    after = apply(Mend("cut", None, held, unit="3 Stamina"), TEAM, deck, lines)
    assert after == TEAM.replace("24 Sky Berry", "23 Sky Berry")


@pytest.mark.parametrize(
    "more",
    [
        ("60 Sky Berry", "1 Nobody At All # of the new set"),
        ("60 Sky Berry", "1 Nobody At All", "2 Orb"),
        ("70 Nobody At All",),
    ],
    ids=["the last line", "a line between", "nearly all"],
)
def test_a_size_is_not_cut_where_a_name_among_it_is_not_understood(
    validator: Validator, more: tuple[str, ...]
) -> None:
    text = "\n".join(("game: geopals", "deck", "1 Cupla", "11 Tide Berry", *more, ""))
    [verdict] = validator.text(text)
    assert {"card.unknown", "size.deck"} <= {fault.rule for fault in verdict.faults}
    assert fixed(text, validator) == (text, ())


def test_no_deck_loses_its_last_card(validator: Validator) -> None:
    text = "game: geopals\nterrain\n2 Ice Terrain\n=== Two ===\nterrain\n1 Orb\n"
    after, _ = fixed(text, validator)
    assert [deck.size("terrain") for deck in validator.reader.read_all(after)] == [1, 0]


def test_a_text_without_cards_is_what_it_is(validator: Validator) -> None:
    text = "game: geopals\nmaybe\n3 Orb\n"
    assert fixed(text, validator) == (text, ())


def test_formatting_keeps_remarks_of_every_sign(validator: Validator) -> None:
    text = "game: geopals\ndeck\n1 Inji   // start\n2x Search - great for awakening\n| 2 | Orb | why not |\n"
    reader = validator.reader
    after = formatted(reader.read_all(text), reader)
    for pair in ("# start\n1 Inji\n", "# great for awakening\n2 Search\n", "# why not\n2 Orb\n"):
        assert pair in after
    assert formatted(reader.read_all(after), reader) == after
