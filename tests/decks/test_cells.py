"""Rows of tables and entries of JSON that say a card's name and its id: what is taken, what is told, what is kept."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.decklist import CardLine, Decklist
from deckwright.decks.reader import DecklistReader
from deckwright.decks.writer import unsaid

ORB = "geopals/S1-62"

ROWS = {
    "both, which agree": ("Orb", ORB, "Orb", "", ""),
    "a name in other letters": ("  orb", ORB, "Orb", "", ""),
    "a name with its number": ("Orb #62", ORB, "Orb", "", ""),
    "an id alone": ("", ORB, "Orb", "", ""),
    "a name alone": ("Orb", "", "Orb", "", ""),
    "an id that is none": (
        "Orb", "geopals/S1-999",
        "Orb", "geopals/S1-999", "no card of Geopals has the id geopals/S1-999; the name was taken"),
    "an id of another game": (
        "Orb", "repello/box-gold",
        "Orb", "repello/box-gold", "no card of Geopals has the id repello/box-gold; the name was taken"),
    "an id of another card": (
        "Rope", ORB, "Orb", "Rope", f"{ORB} is Orb, not Rope; the id was taken"),
    "a name of no card": (
        "Nobody", ORB, "Orb", "Nobody", f"{ORB} is Orb, not Nobody; the id was taken"),
    "neither is known": (
        "Nobody", "geopals/S1-999",
        None, "geopals/S1-999", "no card of Geopals has the id geopals/S1-999"),
    "an id alone that is none": ("", "geopals/S1-999", None, "", ""),
}  # fmt: skip


@pytest.fixture(scope="module")
def reader(catalogue: Catalogue) -> DecklistReader:
    return DecklistReader(catalogue)


def as_json(name: str, card: str) -> str:
    """A decklist of one entry, as JSON."""
    entry = {"count": 2, **{key: word for key, word in (("name", name), ("card", card)) if word}}
    return json.dumps({"deckwright": 1, "game": "geopals", "zones": {"deck": [entry]}})


def as_csv(name: str, card: str) -> str:
    """The same as a table."""
    out = io.StringIO()
    csv.writer(out).writerows((("Count", "Name", "Card id"), ("2", name, card)))
    return out.getvalue()


def only_card(deck: Decklist) -> CardLine:
    """The reading of the one card line of a deck."""
    [reading] = [line.reading for line in deck.lines if isinstance(line.reading, CardLine)]
    return reading


@pytest.mark.parametrize("write", [as_json, as_csv])
@pytest.mark.parametrize(("name", "card", "read", "lost", "told"), ROWS.values(), ids=ROWS)
def test_what_a_row_says_of_a_card_is_taken_or_told(
    reader: DecklistReader,
    write: Callable[[str, str], str],
    name: str,
    card: str,
    read: str | None,
    lost: str,
    told: str,
) -> None:
    deck = reader.read(write(name, card), game="geopals")
    reading = only_card(deck)
    assert (reading.count, reading.card.name if reading.card else None) == (2, read)
    assert reading.unmatched == lost
    assert list(reading.warnings) == ([told] if told else [])
    assert len(unsaid(deck)) == bool(lost)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (f"2,Orb,S1,62,{ORB}", ""),
        (f"2,Orb,S1,062,{ORB}", ""),
        (f"2,Orb,S9,62,{ORB}", "no Orb is (S9) #62; the name was taken (Orb #62)"),
        ("2,Orb #62,S9,,", "no Orb is #62 (S9); the name was taken (Orb #62)"),
        (f"2,Orb,,63,{ORB}", "no Orb is #63; the name was taken (Orb #62)"),
    ],
)
def test_a_set_and_number_beside_an_id_are_looked_at(reader: DecklistReader, row: str, told: str) -> None:
    reading = only_card(reader.read(f"Count,Name,Set,Number,Card id\n{row}\n", game="geopals"))
    assert (reading.card is not None and reading.card.id, list(reading.warnings)) == (
        ORB,
        [told] if told else [],
    )


@pytest.mark.parametrize(
    ("head", "notes"),
    [
        ("Count,Name,Foil", ("columns passed over: Foil",)),
        (
            "Anzahl,Name,Set",
            ("no column is called Count, so each row is one copy", "columns passed over: Anzahl"),
        ),
        ("Set,Name", ()),
    ],
)
def test_the_columns_that_are_not_read_are_told(
    reader: DecklistReader, head: str, notes: tuple[str, ...]
) -> None:
    assert reader.read(f"{head}\n2,Orb\n", game="geopals").notes == notes
