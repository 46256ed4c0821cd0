"""Texts that are no decklist: what is said of each, and what would mend it."""

from __future__ import annotations

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.csv_decks import MOST_COLUMNS
from deckwright.decks.decklist import MOST_COPIES
from deckwright.decks.errors import DecklistError, LinesNotUnderstood, NotADecklist
from deckwright.decks.lines import LONGEST_LINE
from deckwright.decks.reader import MOST_LINES, DecklistReader, shape_of

HEAD = "game: geopals\n\n"
ORB = "1 Orb\n"

REFUSED = {
    "two in one": (f"{HEAD}{ORB}=== Second ===\n{HEAD}{ORB}", "holds 2 decklists"),
    "two games in one": (
        f"{HEAD}{ORB}=== Second ===\ngame: repello\n{ORB}",
        "holds decklists of several games",
    ),
    "a second that is empty": (f"{HEAD}{ORB}=== Second ===\n{HEAD}", "list (Second): holds no card"),
    "nothing": ("", "is empty"),
    "nothing but a remark": ("# to do\n", "holds no card"),
    "too many lines": (
        HEAD + "\n" * MOST_LINES,
        f"has {MOST_LINES + 3:,} lines; at most {MOST_LINES:,} are read",
    ),
    "a table of too many lines": (
        "count,name\n" + "1,Orb\n" * MOST_LINES,
        f"has {MOST_LINES + 2:,} lines; at most {MOST_LINES:,} are read",
    ),
    "a long line": (
        f"{HEAD}1 {'Orb' * 700}\n",
        f"the line has 2,102 characters; write at most {LONGEST_LINE:,}",
    ),
    "no game": ("1 Nothing of the kind\n", "no game knows any of these cards"),
    "a table of nothing": ("count,name\n", "holds no card"),
    "a long row": (f"count,name\n1,{'Orb' * 700}\n", "the line has 2,101 characters"),
    "a long name of a column": (f"count,{'name' * 40_000}\n1,Orb\n", "the line has 160,006 characters"),
    "a row without a name": ("count,name\n1,Orb\n2,\n", "the row names no card"),
    "a row of no zone": ("count,name,zone\n1,Orb,attic\n", "'attic' is no zone of Geopals; it has "),
    "cards, as CSV": (
        "number,name,type,text\n1,Orb,item,Glows.\n",
        "is a table of cards, not a decklist; deckwright import",
    ),
    "cards, as JSON": ('{"deckwright": 1, "game": "geopals", "cards": []}', "holds cards, not a decklist"),
    "JSON with a comma too many": ('{\n "game": "geopals",\n}', "is not JSON: line 2: a comma before ] or }"),
    "JSON that breaks off": ('{\n "game":', "is not JSON: line 2: a value is missing here"),
    "a game": ('{"id": "x", "types": [], "zones": [], "formats": []}', "is a game, not a decklist"),
    "below none": (f"{HEAD}-2 Orb\n", "a quantity of -2; write 1 or more, or take the line out"),
    "a row of too many": (f"count,name\n{MOST_COPIES + 1},Orb\n", f"write 1 to {MOST_COPIES:,}"),
    "a column twice": ("name,count,name\nOrb,1,Orb\n", "has the column 'name' twice; keep one"),
    "a wide row": ("count,name\n1,Orb,2\n", "line 2 has 3 cells for 2 columns"),
}


@pytest.fixture(scope="module")
def reader(catalogue: Catalogue) -> DecklistReader:
    return DecklistReader(catalogue)


@pytest.mark.parametrize(
    ("above", "sign"),
    [("\n", ""), ("\r\n \t\r\n", ""), ("\n\n", "sep=;\n"), ("\ufeff\n", ""), ("", "sep=;\n")],
)
def test_a_table_may_stand_below_blank_lines(reader: DecklistReader, above: str, sign: str) -> None:
    text = f"{above}{sign}Count;Name\n2;Orb\n"
    assert shape_of(text) == "CSV"
    [line] = reader.read(text).lines
    assert (line.number, getattr(line.reading, "count", None)) == (text.count("\n"), 2)
    with pytest.raises(LinesNotUnderstood) as caught:
        reader.read(f"{text}0;Orb\n")
    assert [line.number for line in caught.value.lines] == [text.count("\n") + 1]
    with pytest.raises(NotADecklist, match=f"line {text.count(chr(10)) + 1} has 3 cells for 2 columns"):
        reader.read(f"{text}1;Orb;2\n")


@pytest.mark.parametrize(("text", "says"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_decklist_is_told(reader: DecklistReader, text: str, says: str) -> None:
    with pytest.raises(DecklistError) as caught:
        reader.read(text, "list", "geopals" if text.startswith(("count", "name")) else None)
    assert says in str(caught.value)


def test_names_of_several_games_are_asked_about(reader: DecklistReader) -> None:
    """With the lines that settle it, each of which then does."""
    games = ["geopals", "repello"]
    text = "".join(f"1 {reader.catalogue.cards(game)[0].name}\n" for game in games)
    with pytest.raises(DecklistError) as caught:
        reader.read(text)
    assert "write 'game: geopals' or 'game: repello' above the cards" in str(caught.value)
    assert [reader.read(f"game: {game}\n{text}").game for game in games] == games


@pytest.mark.parametrize(
    ("row", "name"),
    [("1,Orbit,S1,9", "Orbit (S1) 9"), ("1,Orbit,,9", "Orbit #9"), ("1,Orbit,S1,", "Orbit (S1)")],
)
def test_a_row_that_is_no_card_keeps_its_hints(reader: DecklistReader, row: str, name: str) -> None:
    deck = reader.read(f"count,name,set,number\n{row}\n", game="geopals")
    assert [(entry.name, entry.card) for entry in deck.cards] == [(name, None)]


def test_a_first_line_of_more_columns_than_a_table_has_is_a_line(reader: DecklistReader) -> None:
    deck = reader.read("count,name" + "," * MOST_COLUMNS, game="geopals")
    assert [(entry.count, entry.card) for entry in deck.cards] == [(1, None)]
