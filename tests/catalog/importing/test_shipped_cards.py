"""Every shipped card through CSV and JSON, and a publisher's own export over the cards that ship."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.exporting import as_csv, as_json
from deckwright.catalog.shipped import shipped_games
from deckwright.schemas import problems
from tests.catalog.importing.bench_game import held, take, whole


@pytest.mark.parametrize("shape", ["csv", "json"])
@pytest.mark.parametrize("game_id", [*shipped_games(), None])
def test_what_is_exported_changes_nothing_when_imported(path: Path, game_id: str | None, shape: str) -> None:
    before = whole(path)
    with Catalogue.open(path) as catalogue:
        games = {game.id: game for game in catalogue.games() if game_id in (None, game.id)}
        cards = [card for game in games for card in catalogue.cards(game)]
    file = path.parent / f"out.{shape}"
    file.write_text(
        "".join(as_csv(cards, games) if shape == "csv" else as_json(cards, games)),
        encoding="utf-8",
        newline="",
    )
    report = take(path, file)
    assert (report.read, report.same, report.touched) == (len(cards), len(cards), False)
    assert len(cards) > 5
    assert not report.passed
    assert whole(path) == before
    if shape == "json" and game_id:
        assert problems("cards", json.loads(file.read_text(encoding="utf-8"))) == []


def published(number: str, name: str, kind: str, **said: str) -> dict[str, str]:
    """A row as the publisher writes it: every value a string, every key there."""
    keys = (
        "region rarity stage style maxStamina passiveName passiveText activeName activeCost activeText illustrator"
        " artType borderColour holo image sample setCode setSize"
    )
    fixed = {
        "borderColour": "Blue",
        "image": f"assets/{number}.jpg",
        "sample": "false",
        "setCode": "S1",
        "setSize": "90",
    }
    row = {"id": number, "name": name, "cardType": kind}
    return {**row, **dict.fromkeys(keys.split(), ""), **fixed, **said}


EXPORT = [
    published(
        "1", "Zippo", "Character", region="Volcano", rarity="C", stage="Basic", style="Runner", maxStamina="2",
        passiveName="Glare", passiveText="Stares until a card falls.", activeName="Overburn", activeCost="2",
        activeText="Runs three tiles hot.", illustrator="Cawbird", artType="Regular",
    ),
    published(
        "8", "Mechaglyph", "Character", region="Mountain", rarity="S", stage="Stage 2", style="All Rounder",
        maxStamina="0", passiveName="Transport", passiveText="NA", activeName="Step", activeCost="1",
        artType="Character", holo="Holo",
    ),
    published("54", "Rock Slide", "Trap", rarity="C", passiveName="Effect", passiveText="Rumbles for two rounds."),
    published("84", "Medeepa [medal]", "", region="Ocean", stage="Stage 2", maxStamina="3", borderColour="Orange"),
    published("B1", "Heat Berry", "Berry", region="Volcanic & Desert", illustrator="Pandarts"),
    published("91", "Brand New", "Character", region="Ice", rarity="A", stage="Stage 1", maxStamina="1", holo="Holo"),
]  # fmt: skip


def test_the_publishers_export_goes_in_with_one_command(path: Path) -> None:
    file = path.parent / "cards.json"
    file.write_text("\ufeff" + json.dumps(EXPORT), encoding="utf-8")
    report = take(path, file)
    assert report.games == {"geopals": 6}
    assert report.new_cards == [("geopals/S1-91", "Brand New")]
    changes = {(one.id.partition("-")[2], one.field): (one.before, one.after) for one in report.changes}
    assert changes == {
        ("1", "passive_text"): (None, "Stares until a card falls."),
        ("1", "active_text"): (None, "Runs three tiles hot."),
        ("8", "active_cost"): ("variable", 1),
        ("54", "passive_text"): (None, "Rumbles for two rounds."),
    }
    assert (report.changed, report.same) == (3, 2)
    passed = {(column, kind): count for (_, column, kind), count in report.passed.items()}
    assert passed == {
        ("image", ""): 6,
        ("sample", ""): 6,
        ("setSize", ""): 6,
        ("passiveName", "trap"): 1,
    }


def test_what_the_publisher_says_is_read_in_our_words(path: Path) -> None:
    file = path.parent / "cards.json"
    file.write_text("\ufeff" + json.dumps(EXPORT), encoding="utf-8")
    take(path, file)
    fields: dict[str, Any] = dict(held(path, "geopals/S1-91").fields)
    assert fields == {
        "region": "Ice",
        "rarity": "A",
        "stage": 1,
        "max_stamina": 1,
        "holo": True,
        "border": "Blue",
    }
    assert held(path, "geopals/S1-B1").fields["regions"] == ("Desert", "Volcanic")
    assert take(path, file).same == 6
