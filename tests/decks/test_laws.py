"""What is read is what was written: the laws of decklists, over random ones and over every card."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckwright.catalog.build import build
from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.shipped import shipped_games
from deckwright.decks.csv_decks import written as as_csv
from deckwright.decks.decklist import MAYBE, Decklist
from deckwright.decks.errors import DecklistError
from deckwright.decks.json_decks import document_of
from deckwright.decks.lines import LineReader, clean
from deckwright.decks.markdown_decks import written as as_markdown
from deckwright.decks.reader import DecklistReader
from deckwright.decks.writer import card_text, formatted, write
from tests.decks.biting import CARDS, shipment


@pytest.fixture(scope="module")
def biting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DecklistReader]:
    path = tmp_path_factory.mktemp("biting") / "catalogue.db"
    assert build(path, [shipment()])
    with Catalogue.open(path) as catalogue:
        yield DecklistReader(catalogue)


@pytest.fixture(scope="module")
def shipped(catalogue: Catalogue) -> DecklistReader:
    return DecklistReader(catalogue)


words = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0"), min_size=1, max_size=20)
remarks = st.one_of(
    words, st.sampled_from(["deck", "maybe", "Side (3):", "2 Inji", "# x", "a # b", "name: x"])
)
zones = st.sampled_from(["deck", "side", "land", MAYBE])
names = st.one_of(
    st.sampled_from([card.name for card in CARDS]), words, st.sampled_from(["Nobody", "Inj", "2 Foo"])
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A decklist with awkward names, unknown ones, comments everywhere, headers and sections in any order."""
    lines = ["game: biting"]
    for key in draw(
        st.lists(st.sampled_from(["name", "author", "odds two", "colour", "Format"]), max_size=3)
    ):
        lines.append(f"{key}: {draw(st.sampled_from(['x', 'standard', 'two: three', '']))}")
    for _ in range(draw(st.integers(1, 12))):
        match draw(st.integers(0, 6)):
            case 0:
                lines += ["", draw(zones)]
            case 1:
                lines.append(f"# {draw(remarks)}")
            case 2:
                lines.append("")
            case 3:
                lines.append(f"{draw(st.integers(1, 9999))} {draw(names)} # {draw(remarks)}")
            case 4:
                card = draw(st.sampled_from(CARDS))
                lines.append(f"{draw(st.integers(1, 9))} {card.name} #{card.number}")
            case 5:
                lines.append(f"{draw(st.integers(1, 9))} {draw(st.sampled_from(CARDS)).id}")
            case _:
                lines.append(f"{draw(st.integers(1, 9))} {draw(names)}")
    return "\n".join([*lines, "1 Inji", ""])


def read(text: str, reader: DecklistReader) -> Decklist | None:
    """The decklist of a text, None where the random text is none."""
    try:
        return reader.read(text, game="biting")
    except DecklistError:
        return None


def counted(deck: Decklist) -> dict[tuple[str, str], int]:
    return {entry.key: entry.count for entry in deck.entries}


def check_text(text: str, reader: DecklistReader) -> bool:
    """Whether the text was a decklist; if so, it reads back equal and its canonical text is stable."""
    deck = read(text, reader)
    if deck is None:
        return False
    lines = reader.lines_of(deck.game)
    once = write(deck, lines)
    again = reader.read(once)
    assert again == deck
    assert write(again, lines) == once == formatted(reader.read_all(once), reader)
    document = json.loads(json.dumps(document_of(deck)))
    assert reader.read(json.dumps(document)) == deck
    assert counted(reader.read(as_csv(deck), game="biting")) == counted(deck)
    return True


def test_read_of_write_is_equal_for_random_decks(biting: DecklistReader) -> None:
    read_any = []

    @settings(max_examples=300)
    @given(texts())
    def holds(text: str) -> None:
        read_any.append(check_text(text, biting))

    holds()
    assert sum(read_any) > 150


@pytest.mark.long
def test_read_of_write_is_equal_for_ten_thousand_random_decks(biting: DecklistReader) -> None:
    read_any = []

    @settings(max_examples=12_000)
    @given(texts())
    def holds(text: str) -> None:
        read_any.append(check_text(text, biting))

    holds()
    assert sum(read_any) >= 10_000


def every_form(card: Card, lines: LineReader) -> Iterator[str]:
    """Each way to write two copies of a card that can hold its name."""
    text = card_text(card, lines, 2)
    yield from (f"2 {text}", f"- 2 {text}", f"2 {text} # a remark", f"2 {card.id}")
    if "\n" not in card.name:
        forms = (
            "2x {0}",
            "2 x {0}",
            "x2 {0}",
            "[2] {0}",
            "(2) {0}",
            "{0} x2",
            "2 {0} ({1}) {2}",
            "2 {0} #{2}",
        )
        for form in forms:
            yield form.format(card.name, card.set, card.number)


def test_every_card_of_every_game_reads_in_every_form_that_can_hold_its_name(shipped: DecklistReader) -> None:
    tried = 0
    for game in shipped_games():
        lines = shipped.lines_of(game)
        for card in shipped.catalogue.cards(game):
            for form in every_form(card, lines):
                deck = shipped.read(f"game: {game}\n{form}\n")
                [entry] = deck.entries
                assert entry.count == 2, form
                assert entry.card == card or card in entry.candidates, form
                tried += 1
    assert tried > 4_000


@pytest.mark.parametrize("game", shipped_games())
def test_every_shipped_card_survives_every_file_form(shipped: DecklistReader, game: str) -> None:
    lines = shipped.lines_of(game)
    cards = shipped.catalogue.cards(game)
    text = f"game: {game}\n" + "".join(f"3 {card_text(card, lines, 3)}\n" for card in cards)
    deck = shipped.read(text)
    assert {entry.card for entry in deck.entries} == set(cards)
    assert shipped.read(write(deck, lines)) == deck
    assert shipped.read(json.dumps(document_of(deck))) == deck
    assert counted(shipped.read(as_csv(deck), game=game)) == counted(deck)
    assert counted(shipped.read(as_markdown(deck, lines), game=game)) == counted(deck)


def test_csv_cells_that_a_spreadsheet_would_run_are_guarded(biting: DecklistReader) -> None:
    deck = biting.read("game: biting\n2 =1+1\n3 - Dash\n")
    cells = [row["Name"] for row in csv.DictReader(io.StringIO(as_csv(deck)))]
    assert cells == ["'=1+1", "'- Dash"]
    assert counted(biting.read(as_csv(deck), game="biting")) == counted(deck)


def test_no_line_is_lost(biting: DecklistReader) -> None:
    @settings(max_examples=200)
    @given(texts())
    def holds(text: str) -> None:
        deck = read(text, biting)
        if deck is not None:
            assert [line.raw for line in deck.lines] == text.replace("\r\n", "\n").replace("\r", "\n").split(
                "\n"
            )
            assert all(line.reading.kind == "blank" or clean(line.raw) for line in deck.lines)

    holds()


def test_decks_of_one_file_are_parted(biting: DecklistReader) -> None:
    text = "game: biting\n=== One ===\nauthor: Ana\n2 Inji\n=== Two ===\n3 Inji\n"
    one, two = biting.read_all(text)
    assert (one.title, two.title) == ("One", "Two")
    assert [counted(deck) for deck in (one, two)] == [
        {("deck", CARDS[22].id): 2},
        {("deck", CARDS[22].id): 3},
    ]
    assert biting.read_all(formatted(biting.read_all(text), biting)) == [one, two]
