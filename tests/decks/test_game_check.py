"""Checking a game's rules and setup: each fault at its place, each oddity said."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.build import build
from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.catalog.prototype import written
from deckwright.catalog.shipped import shipped_games
from deckwright.decks.game_check import check
from deckwright.decks.game_remarks import Remark

DOCUMENT: dict[str, Any] = json.loads(written("Proto")[1][".json"])


def card(number: str, name: str, kind: str, **fields: Any) -> Card:
    own = f"proto/P1-{number}"
    return Card(own, "proto", kind, "P1", number, name, own, fields=fields)


CARDS = [
    card("1", "Ember", "hero", points=2, element="Fire", tier="epic"),
    card("2", "Second Sun", "spell", points=5, tier="rare"),
    card("3", "Crown", "relic", points=1, tier="common"),
    *(card(f"{at}", f"Hero {at}", "hero", points=1, tier="epic") for at in range(4, 15)),
    *(card(f"{at}", f"Relic {at}", "relic", points=1, tier="common") for at in range(15, 26)),
]


def remarks(tmp_path: Path, document: dict[str, Any], cards: list[Card] | None = None) -> list[Remark]:
    path = tmp_path / "c.db"
    path.unlink(missing_ok=True)
    game = Game.read(document)
    assert build(path, [(game, CARDS if cards is None else cards)])
    with Catalogue.open(path) as catalogue:
        return check(catalogue.game("proto"), catalogue)


def rule(**changed: Any) -> dict[str, Any]:
    """The prototype with one more rule."""
    count = changed.pop("count", {"in": ["deck"], "max": 1})
    return {
        **DOCUMENT,
        "rules": [*DOCUMENT["rules"], {"id": "extra", "says": "a rule", "count": count, **changed}],
    }


def counted(**count: Any) -> dict[str, Any]:
    return rule(count={"in": ["deck"], **count})


def step(**changed: Any) -> dict[str, Any]:
    """The prototype with one more step of setup."""
    made: dict[str, Any] = {"do": "shuffle", "pile": "deck", "cite": "R-6", **changed}
    piles = {**DOCUMENT["piles"], "hand2": "player"}
    return {**DOCUMENT, "piles": piles, "setup": [*DOCUMENT["setup"], made]}


def default(**table: Any) -> dict[str, Any]:
    """The prototype with an option whose default another decides; its players are 1 or 2, its usual budget is 30."""
    return {**DOCUMENT, "options": {**DOCUMENT["options"], "size": {"about": "a", "default": table}}}


def test_the_prototype_is_sound(tmp_path: Path) -> None:
    assert remarks(tmp_path, DOCUMENT) == []


@pytest.mark.parametrize("game_id", shipped_games())
def test_every_shipped_game_is_sound(tmp_path: Path, game_id: str) -> None:
    path = tmp_path / "c.db"
    assert build(path)
    with Catalogue.open(path) as catalogue:
        found = check(catalogue.game(game_id), catalogue)
    assert [str(one) for one in found if one.severity == "error"] == []


ERRORS: list[tuple[dict[str, Any], str, str]] = [
    (counted(where="t:heor", max=1), "/rules/5/count/where", "unknown type 'heor'\n  t:heor\n    ^^^^"),
    (counted(unless="tier>", max=1), "/rules/5/count/unless", "a value is missing after '>'"),
    (rule(each={"in": ["deck"], "where": "colour:red"}), "/rules/5/each/where", "unknown field 'colour'"),
    (rule(count={"in": ["dekc"], "max": 1}), "/rules/5/count/in", "no zone is called 'dekc'; did you mean deck?"),
    (rule(formats=["modern"]), "/rules/5/formats", "no format is called 'modern'; there is standard, open"),
    (
        {**DOCUMENT, "formats": [{"id": "a", "extends": "b"}, {"id": "b", "extends": "a"}]},
        "/formats/0/extends",
        "'a' extends itself, by way of 'b'",
    ),
    ({**DOCUMENT, "formats": [{"id": "a", "extends": "stand"}]}, "/formats/0/extends", "no format is called 'stand'"),
    (rule(since="2026-02-01", until="2026-01-01"), "/rules/5/until", "comes before since, so the rule never holds"),
    (counted(), "/rules/5/count", "has no bound"),
    (counted(min=3, max=2), "/rules/5/count/min", "at least 3 and at most 2 cannot both be"),
    (counted(max=-1), "/rules/5/count/max", "at most -1 can never be"),
    (counted(one_of=[1, 9], min=2, max=8), "/rules/5/count/one_of", "none of these numbers lies between"),
    (counted(per="colour", max=1), "/rules/5/count/per", "no field is called 'colour'"),
    (counted(distinct="elemnet", max=1), "/rules/5/count/distinct", "did you mean element?"),
    (counted(sum="tier", max=1), "/rules/5/count/sum", "tier is no whole number but of type ordered"),
    (counted(sum={"list": "points"}, max=1), "/rules/5/count/sum/list", "no list is called 'points'; there is banned"),
    (counted(max={"option": "buget"}), "/rules/5/count/max/option", "did you mean budget?"),
    (counted(max={"list": "baned"}), "/rules/5/count/max/list", "did you mean banned?"),
    (counted(max={"field": "tier"}), "/rules/5/count/max/field", "tier is no whole number"),
    (counted(max={"by": "playrs", "2": 3}), "/rules/5/count/max/by", "did you mean players?"),
    (counted(max={"by": {"in": ["hand"]}, "2": 3}), "/rules/5/count/max/by/in", "no zone is called 'hand'"),
    (counted(**{"with": {"tier": "= tier"}}, max=1), "/rules/5/count/with", "the rule has no `each`"),
    (
        rule(each={"in": ["deck"]}, count={"in": ["deck"], "with": {"tier": "= teir"}, "max": 1}),
        "/rules/5/count/with/tier",
        "no field is called 'teir'; did you mean tier?",
    ),
    (counted(min=21), "/rules/5/count/min", "at least 21 here and at most 20 in size.deck cannot both be"),
    (step(pile="discrad"), "/setup/3/pile", "no pile is called 'discrad'"),
    (step(do="deal", **{"from": "deck"}, to=["hand", "sleeve"], n=1), "/setup/3/to", "no pile is called 'sleeve'"),
    (step(where="t:heor"), "/setup/3/where", "unknown type 'heor'"),
    (step(n={"option": "hands"}), "/setup/3/n/option", "no option is called 'hands'"),
    (step(order="-cost"), "/setup/3/order", "no field is called 'cost'"),
    (step(formats=["modern"]), "/setup/3/formats", "no format is called 'modern'"),
    (step(at={"board": "corners"}), "/setup/3/at/board", "no group of squares is called 'corners'"),
    (step(when={"in": ["sleeve"], "min": 1}), "/setup/3/when/in", "no pile is called 'sleeve'"),
    (step(when={"weather": ["rain"]}), "/setup/3/when/weather", "no option is called 'weather'"),
    ({**DOCUMENT, "seats": {"colour": ["red"]}}, "/seats/colour", "no field is called 'colour'"),
    (
        {**DOCUMENT, "options": {**DOCUMENT["options"], "size": {"about": "a", "values": [1, 2], "default": 3}}},
        "/options/size/default",
        "3 is none of the values",
    ),
    (default(by="playrs", **{"2": 3}), "/options/size/default/by", "did you mean players?"),
    (default(by={"in": ["deck"]}, **{"2": 3}), "/options/size/default/by", "an option's default is by another option"),
    (default(by="players", **{"2": 3}), "/options/size/default", "has no row for players 1: there the option must"),
    (default(by="players", **{"3..": 3, "x": 1}), "/options/size/default", "has no row for players 1, 2: there"),
    (default(by="budget", **{"..29": 3, "31..": 4}), "/options/size/default", "has no row for budget 30: there"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "pointer", "says"), ERRORS)
def test_a_fault_is_found_at_its_place(
    tmp_path: Path, document: dict[str, Any], pointer: str, says: str
) -> None:
    found = [one for one in remarks(tmp_path, document) if one.severity == "error"]
    assert [one for one in found if one.pointer == pointer and says in one.says], found


WARNINGS: list[tuple[dict[str, Any], str, str]] = [
    (counted(where="points>=9", max=1), "/rules/5/count/where", "no card of the game matches 'points>=9'"),
    (
        counted(where="t:hero", unless="tier:epic", max=1),
        "/rules/5/count/unless",
        "every card that matches is left out",
    ),
    (step(where="element:earth"), "/setup/3/where", "no card of the game matches"),
    (counted(where="t:hero", min=200), "/rules/5/count/min", "that it counts allow only 24 by copies.two"),
    (rule(count={"in": ["relics"], "min": 25}), "/rules/5/count/min", "12 different cards that it counts allow"),
    (counted(min=-2), "/rules/5/count/min", "at least -2 asks for nothing"),
    (step(do="deal", **{"from": "deck"}, to="hand", n=16), "/setup/3/n", "21 with those before, and size.deck lets in"),
    (step(pile="hand2"), "/setup/3/pile", "nothing lies in hand2 yet"),
    (step(do="deal", **{"from": "hand2"}, to="hand", n=1), "/setup/3/from", "nothing lies in hand2 yet"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "pointer", "says"), WARNINGS)
def test_what_can_never_match_a_card_is_odd(
    tmp_path: Path, document: dict[str, Any], pointer: str, says: str
) -> None:
    (found,) = remarks(tmp_path, document)
    assert (found.pointer, found.severity) == (pointer, "warning")
    assert says in found.says


@pytest.mark.parametrize(
    "document",
    [
        counted(where="t:hero", min=24),
        rule(count={"in": ["relics"], "min": 24}),
        step(do="deal", **{"from": "deck"}, to="hand", n=15),
        step(do="deal", **{"from": "hand"}, to="hand2", n=50),
        step(pile="hand"),
        counted(sum="points", min=-2),
        counted(min=0),
        default(by="players", **{"1": 3, "2": 4}),
        default(by="players", **{"1..2": 3}),
        default(by="budget", **{"..29": 3, "30..": 4}),
    ],
)
def test_what_can_just_come_about_is_not_odd(tmp_path: Path, document: dict[str, Any]) -> None:
    assert remarks(tmp_path, document) == []


def test_a_field_that_is_none_is_told_with_each_field_once_the_games_own_first(tmp_path: Path) -> None:
    (found,) = remarks(tmp_path, counted(sum="cost", max=9))
    assert found.says.startswith("no field is called 'cost'; there is points, element, tier, keywords, ")
    words = found.says.partition("there is ")[2].split(", ")
    assert sorted(set(words)) == sorted(words)


def test_without_cards_nothing_can_be_said_of_them(tmp_path: Path) -> None:
    assert remarks(tmp_path, counted(where="points>=9", max=1), cards=[]) == []


def test_names_of_a_list_that_no_card_has(tmp_path: Path) -> None:
    document = deepcopy(DOCUMENT)
    document["lists"]["banned"][0]["cards"] = {"Secnd Sun": 0, "proto/P1-1": 0, "ember": 1}
    (found,) = remarks(tmp_path, document)
    assert str(found) == "/lists/banned/0/cards/Secnd Sun: no card is called so; did you mean Second Sun?"


@pytest.mark.parametrize(
    "changed",
    [{"where": "t:hero"}, {"per": "tier"}, {"in": ["relics"]}, {"sum": "points"}],
)
def test_rules_that_count_other_cards_do_not_contradict(tmp_path: Path, changed: dict[str, Any]) -> None:
    assert remarks(tmp_path, rule(count={"in": ["deck"], "min": 21, **changed})) == []


@pytest.mark.parametrize(
    "changed",
    [{"severity": "advice"}, {"severity": "warning"}],
)
def test_advice_contradicts_nothing(tmp_path: Path, changed: dict[str, Any]) -> None:
    assert remarks(tmp_path, {**rule(count={"in": ["deck"], "min": 21}, **changed)}) == []


def test_rules_of_other_formats_or_days_do_not_contradict(tmp_path: Path) -> None:
    document = deepcopy(rule(count={"in": ["deck"], "min": 21}, formats=["open"]))
    document["rules"][0]["formats"] = ["standard"]
    assert remarks(tmp_path, document) == []
    document = deepcopy(rule(count={"in": ["deck"], "min": 21}, since="2027-01-01"))
    document["rules"][0]["until"] = "2026-12-31"
    assert remarks(tmp_path, document) == []
