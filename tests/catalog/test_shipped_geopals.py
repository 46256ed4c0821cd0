"""Facts of Geopals cards that rules and setups lean on: identities, awakening, regions, texts."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from deckwright.catalog.card import Card
from deckwright.catalog.game import Game
from deckwright.catalog.shipped import cards_document, cards_of, game_document


@cache
def game(game_id: str) -> Game:
    return Game.read(game_document(game_id))


@cache
def by_number(game_id: str) -> dict[str, Card]:
    return {card.number: card for card in cards_of(game(game_id), cards_document(game_id))}


def of_type(game_id: str, type_: str) -> list[Card]:
    return [card for card in by_number(game_id).values() if card.type == type_]


FULL = {
    "geopal": {
        *("region", "stage", "style", "max_stamina", "stamina_kind", "weak_to"),
        *("rarity", "illustrator", "holo", "border"),
    },
    "stamina": {"regions", "stamina_kind", "illustrator", "holo", "border"},
    "action": {"rarity", "illustrator", "art", "holo", "border"},
    "item": {"rarity", "illustrator", "art", "holo", "border"},
    "terraform": {"sets_region", "turns", "rarity", "illustrator", "art", "holo", "border"},
    "trap": {"rounds_held", "rarity", "illustrator", "art", "holo", "border"},
    "terrain": {"region", "stops"},
}


@pytest.mark.parametrize(("type_", "keys"), FULL.items())
def test_every_card_of_a_type_has_its_facts(type_: str, keys: set[str]) -> None:
    found = of_type("geopals", type_)
    assert found
    assert [(card.id, keys - set(card.fields)) for card in found if keys - set(card.fields)] == []


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("active_cost", 51),
        ("active", 51),
        ("passive", 55),
        ("awakens_from", 26),
        ("alternate_of", 9),
        ("character_number", 47),
        ("art", 86),
        ("bonus_region", 7),
        ("rarity", 89),
    ],
)
def test_facts_that_some_cards_lack(key: str, expected: int) -> None:
    assert sum(key in card.fields for card in by_number("geopals").values()) == expected


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("13", "82", True),
        ("26", "77", True),
        ("1", "78", True),
        ("23", "90", True),
        ("1", "21", False),
        ("10", "36", False),
        ("6", "26", False),
        ("31", "32", False),
    ],
)
def test_identity_is_the_character(first: str, second: str, same: bool) -> None:
    held = by_number("geopals")
    assert (held[first].identity == held[second].identity) is same


def test_there_are_47_characters_and_three_names_are_borne_by_two() -> None:
    characters = [card for card in of_type("geopals", "geopal") if card.identity == card.id]
    assert len({card.identity for card in of_type("geopals", "geopal")}) == len(characters) == 47
    names = Counter(card.name for card in of_type("geopals", "geopal"))
    assert sorted(name for name, times in names.items() if times > 1) == ["Nilgie", "Skippy", "Zippo"]


def test_an_awakened_form_comes_from_the_stage_before_it() -> None:
    held = {card.id: card for card in of_type("geopals", "geopal")}
    for card in held.values():
        assert ("awakens_from" in card.fields) == (card.fields["stage"] != 0), card.id
        if earlier := card.fields.get("awakens_from"):
            before, stage = held[str(earlier)].fields["stage"], card.fields["stage"]
            assert isinstance(before, int)
            assert before + 1 == stage, card.id
    slemo = [card.number for card in held.values() if card.fields.get("awakens_from") == "geopals/S1-30"]
    assert slemo == ["31", "32"]


def test_terrain_stops_exactly_those_who_are_weak_there() -> None:
    terrains = of_type("geopals", "terrain")
    assert len({card.fields["region"] for card in terrains}) == 8
    for terrain in terrains:
        weak = {
            str(card.fields["region"])
            for card in of_type("geopals", "geopal")
            if terrain.fields["region"] in (card.value("weak_to") or ())  # type: ignore[operator]
        }
        assert weak == set(terrain.value("stops") or ())  # type: ignore[arg-type]
        assert {"set", "number"} <= set(terrain.assumed)


def test_a_geopal_uses_the_stamina_of_its_region() -> None:
    kinds = {str(card.fields["stamina_kind"]): card for card in of_type("geopals", "stamina")}
    assert sorted(kinds) == ["earth", "heat", "sky", "tide"]
    for card in of_type("geopals", "geopal"):
        regions = kinds[str(card.fields["stamina_kind"])].fields["regions"]
        assert card.fields["region"] in regions  # type: ignore[operator]


def test_the_text_of_a_geopal_names_its_abilities_and_their_cost() -> None:
    for card in of_type("geopals", "geopal"):
        starts = [f"{card.fields['passive']}: "] if "passive" in card.fields else []
        if "active" in card.fields:
            starts.append(f"{card.fields['active']} ({card.fields['active_cost']}): ")
        lines = card.text.split("\n")
        assert len(lines) == len(starts)
        assert all(line.startswith(start) for line, start in zip(lines, starts, strict=True)), card.id
    assert by_number("geopals")["8"].fields["active_cost"] == "variable"
