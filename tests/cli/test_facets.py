"""Bars of facets, and what show tells beside a card's facts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.shipped import shipped_games
from deckwright.cli.facets import WIDEST, bar, facet_rows

GAME = shipped_games()[0]


@pytest.mark.parametrize(
    ("count", "most", "drawn"),
    [
        (8, 8, "█" * WIDEST),
        (4, 8, "█" * (WIDEST // 2)),
        (1, 8 * WIDEST, "▏"),
        (1, 10**6, "▏"),
        (0, 0, ""),
        (None, 3, ""),
    ],
)
def test_a_bar_is_its_share_of_the_longest(count: int | None, most: int, drawn: str) -> None:
    assert bar(count, most) == drawn


def test_the_most_frequent_first_and_none_last() -> None:
    rows = facet_rows({None: 9, "b10": 2, "b2": 2, "a": 5}, "f", "(none)")
    assert [row["f"] for row in rows] == ["a", "b2", "b10", "(none)"]
    assert facet_rows({None: 1}, "f", None) == [{"f": None, "cards": 1}]


def test_bars_are_for_people(run: Callable[..., Any]) -> None:
    drawn = run("cards", "t:geopal", "--by", "region")
    assert drawn.status == 0
    assert drawn.out.splitlines()[0].split() == ["Region", "Cards"]
    assert "█" in drawn.out
    document = json.loads(run("cards", "t:geopal", "--by", "region", "--json").out)
    assert [column["id"] for column in document["columns"]] == ["region", "cards"]
    assert sum(row["cards"] for row in document["rows"]) == document["total"]
    assert "█" not in run("cards", "t:geopal", "--by", "region", "--csv").out


def test_show_tells_the_decks_that_use_it_and_what_is_yours(
    run: Callable[..., Any], catalogue: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own.db"
    own.write_bytes(catalogue.read_bytes())
    monkeypatch.setenv("DECKWRIGHT_CATALOG", str(own))
    assert run("deck", "save", "tide-and-sky", "--as", "Mine").status == 0
    file = tmp_path / "a.json"
    file.write_text('[{"number": "26", "illustrator": "Me"}]')
    assert run("import", str(file), "--game", GAME).status == 0
    shown = run("show", "Nilgie #26").out
    assert [line.split() for line in shown.splitlines() if line.startswith("Illustrator")] == [
        ["Illustrator", "Me", "yours"]
    ]
    assert "Decks that use it" in shown
    assert ["Mine", "1", "deck"] in [line.split()[:3] for line in shown.splitlines()]


def test_counts_by_one_field_only(run: Callable[..., Any]) -> None:
    done = run("cards", "t:geopal", "--by", "region,stage")
    assert (done.status, done.out) == (2, "")
    assert "--by counts by one field: region or stage" in done.err
