"""The library face: `read`, `validate`, `write` and `deal.of` on texts, paths and decklists."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks import deal, read, validate, write
from deckwright.decks.decklist import Decklist
from deckwright.decks.errors import BadChoice, DecklistError
from deckwright.schemas import problems
from tests.decks.decks import geopals

SAMPLES = Path(__file__).parents[2] / "decks" / "samples"


@pytest.mark.parametrize("kind", ["text", "path", "decklist"])
def test_each_kind_of_source_is_read_and_judged_alike(
    catalogue: Catalogue, tmp_path: Path, kind: str
) -> None:
    text = geopals("3 Orb")
    path = tmp_path / "orbs.deck"
    path.write_text(text, "utf-8")
    deck = read(text, catalogue=catalogue)
    sources: dict[str, str | Path | Decklist] = {"text": text, "path": path, "decklist": deck}
    source = sources[kind]
    assert read(source, catalogue=catalogue) == deck
    assert write(read(source, catalogue=catalogue), catalogue=catalogue) == write(deck, catalogue=catalogue)
    verdict = validate(source, catalogue=catalogue)
    assert [(fault.rule, fault.found) for fault in verdict.faults] == [("copies.orb", 3)]


@pytest.mark.parametrize("kind", ["text", "json", "csv"])
def test_a_text_may_begin_with_a_byte_order_mark(catalogue: Catalogue, kind: str) -> None:
    texts = {
        "text": "game: geopals\n2 Orb\n",
        "json": json.dumps(
            {"deckwright": 1, "game": "geopals", "zones": {"deck": [{"count": 2, "name": "Orb"}]}}
        ),
        "csv": "count,name\n2,Orb\n",
    }
    deck = read("\ufeff" + texts[kind], catalogue=catalogue, game="geopals")
    assert [(entry.count, entry.name) for entry in deck.cards] == [(2, "Orb")]


@pytest.mark.parametrize("value", [55, "55"])
def test_options_are_words_or_numbers(catalogue: Catalogue, value: int | str) -> None:
    verdict = validate(geopals(size=54), options={"advised_size": value}, catalogue=catalogue)
    assert [(fault.rule, fault.allowed.min) for fault in verdict.faults] == [("size.advice", 55)]


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda shelf: read("game: geopals\n0 Orb\n", catalogue=shelf), DecklistError),
        (lambda shelf: read("game: geopets\n1 Orb\n", catalogue=shelf), LookupError),
        (lambda shelf: read("1 Orb", game="geopets", catalogue=shelf), LookupError),
        (lambda shelf: validate(geopals(), format="old", catalogue=shelf), BadChoice),
        (lambda shelf: validate(geopals(), options={"players": 9}, catalogue=shelf), BadChoice),
    ],
)
def test_what_is_raised(
    catalogue: Catalogue, ask: Callable[[Catalogue], object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        ask(catalogue)


def test_a_dealer_of_two_sides_deals_what_the_command_does(catalogue: Catalogue, tmp_path: Path) -> None:
    side = tmp_path / "side.deck"
    side.write_text((SAMPLES / "tide-and-sky.deck").read_text("utf-8"), "utf-8")
    dealer = deal.of(side, side, catalogue=catalogue, given={"start": ["Inji"]})
    table = dealer.deal("amber")
    assert [len(table.pile("hand", seat)) for seat in (1, 2)] == [6, 6]
    assert {piece.name for seat in (1, 2) for piece in table.pile("play", seat)} == {"Inji"}
    assert next(iter(deal.sample_hands(dealer, "amber", 1))) == table.pile("hand", 1)
    assert problems("deal", deal.document(table)) == []


def test_what_cannot_be_dealt_is_raised(catalogue: Catalogue) -> None:
    with pytest.raises(deal.DealError):
        deal.of(geopals(), geopals(), geopals(), catalogue=catalogue)
    with pytest.raises(BadChoice):
        deal.of(geopals(), catalogue=catalogue, given={"palyers": ["2"]})
