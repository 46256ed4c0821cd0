"""Pictures: every kind, the same bytes for the same input, refused before any work where they cannot be."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")

from deckwright.decks.odds.asking import Odds
from deckwright.decks.odds.canvas import DARK, ENDINGS, LIGHT, check_file
from deckwright.decks.odds.comparing import compare, compare_reports
from deckwright.decks.odds.errors import NothingToPlot, WrongEnding
from deckwright.decks.odds.plots import plot_answers, plot_pairs, plot_report, plot_varied
from deckwright.decks.odds.reporting import report
from deckwright.decks.odds.varying import vary

Ask = Callable[..., Odds]

BEGINS = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF", ".html": b"<!doctype html>"}


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_same_input_gives_the_same_bytes(hand: Ask, tmp_path: Path, ending: str) -> None:
    asked = hand("tide-and-sky")
    answers = [asked.ask("[t:stamina] >= 2 in 6 cards given [t:item] = 0")]
    files = [tmp_path / f"{name}{ending}" for name in ("one", "two")]
    for file in files:
        plot_answers(asked, answers, str(file))
    one, two = (file.read_bytes() for file in files)
    assert one == two
    assert one.startswith(BEGINS[ending])


def test_a_page_says_its_terms_in_words(hand: Ask, tmp_path: Path) -> None:
    asked = hand("tide-and-sky")
    file = tmp_path / "a.html"
    plot_answers(asked, [asked.ask("[t:stamina] >= 2")], str(file))
    page = file.read_text("utf-8")
    assert "[type:stamina] &gt;= 2: 87.6 %, exact" in page
    assert "6 cards from 51 in deck" in page


def words(file: Path) -> str:
    """What a page says below its picture, for those who cannot see it."""
    return file.read_text("utf-8").partition("</figure>")[2]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (
            "[t:stamina] >= 2",
            "[type:stamina] &gt;= 2 by turn. 6 cards before turn 1, then those drawn each turn",
        ),
        ("[t:stamina] = 1 or [t:item] = 1", "by turn. 6 cards before turn 1"),
    ],
)
def test_what_may_come_later_is_drawn_by_turn(hand: Ask, tmp_path: Path, question: str, says: str) -> None:
    asked = hand("tide-and-sky")
    plot_answers(asked, [asked.ask(question)], str(tmp_path / "a.html"))
    assert says in words(tmp_path / "a.html")


@pytest.mark.parametrize(
    "question",
    ["[t:stamina] >= 2 given [t:item] = 0", "([t:stamina] >= 2 in 6 cards) and ([t:item] >= 1 by turn 3)"],
)
def test_what_says_when_itself_is_not(hand: Ask, tmp_path: Path, question: str) -> None:
    asked = hand("tide-and-sky")
    plot_answers(asked, [asked.ask(question)], str(tmp_path / "a.html"))
    said = words(tmp_path / "a.html")
    assert ", exact" in said
    assert "cards before turn 1" not in said


def test_a_simulated_figure_says_so(hand: Ask, tmp_path: Path) -> None:
    asked = hand("tide-and-sky")
    answer = asked.ask("[t:stamina] >= 2 given [t:item] = 0")
    found = asked.simulate(answer.question, 2_000, "seed of tests")
    plot_answers(asked, [answer.but(chance=None, simulated=found)], str(tmp_path / "a.html"))
    assert " %, simulated: 2,000 hands drawn, seed seed of tests." in words(tmp_path / "a.html")


def test_no_figure_says_so(hand: Ask, tmp_path: Path) -> None:
    asked = hand("tide-and-sky")
    plot_answers(asked, [asked.ask("[t:stamina] >= 2").but(chance=None)], str(tmp_path / "a.html"))
    assert "[type:stamina] &gt;= 2: not exact." in words(tmp_path / "a.html")


@pytest.mark.parametrize(
    ("against", "how"), [("t:stamina", "replacing type:stamina"), (None, "the deck growing with it")]
)
def test_copies_are_drawn_with_the_terms_of_those_there_are(
    hand: Ask, tmp_path: Path, against: str | None, how: str
) -> None:
    asked = hand("tide-and-sky")
    varied = vary(asked, "Orb", range(1, 4), ["[!orb] >= 1"], against=against, target=Fraction(1, 3))
    plot_varied(asked, varied, ["[!orb] >= 1"], str(tmp_path / "a.html"))
    assert f"copies of Orb #62, {how}. with 2 copies: 6 cards from 51 in deck" in words(tmp_path / "a.html")


def test_forbidden_copies_are_hollow(hand: Ask, tmp_path: Path) -> None:
    asked = hand("tide-and-sky")
    found = []
    for counts in (range(1, 3), range(1, 5)):
        varied = vary(asked, "Orb", counts, ["[!orb] >= 1"], against="t:stamina")
        plot_varied(asked, varied, ["[!orb] >= 1"], str(tmp_path / "a.svg"))
        markers = re.findall(
            r"<use [^>]*fill: #(\w+); stroke: #(\w+)", (tmp_path / "a.svg").read_text("utf-8")
        )
        hollow = [fill for fill, stroke in markers if fill == "ffffff" != stroke]
        found.append((sum(bool(one.forbidden) for one in varied.variations), len(hollow)))
    assert found == [(0, 0), (2, 3)]  # one in the legend


def test_copies_that_can_be_in_no_hand_are_refused(hand: Ask, tmp_path: Path) -> None:
    asked = hand("tide-and-sky")
    with pytest.raises(NothingToPlot):
        plot_varied(asked, vary(asked, "Orb", [], ["[!orb] >= 1"]), ["[!orb] >= 1"], str(tmp_path / "a.png"))


def test_the_smallest_count_that_reaches_the_target_is_marked(hand: Ask, tmp_path: Path) -> None:
    asked = hand("tide-and-sky")
    drawn = []
    for target in (Fraction(1, 100), Fraction(99, 100)):
        varied = vary(asked, "Orb", range(1, 3), ["[!orb] >= 1"], target=target)
        plot_varied(asked, varied, ["[!orb] >= 1"], str(tmp_path / "a.svg"))
        drawn.append((varied.reached(0), (tmp_path / "a.svg").read_text("utf-8").count('<g id="text_')))
    (reached, texts), (never, fewer) = drawn
    assert (reached, never) == (1, None)
    assert texts == fewer + 1


def test_five_questions_stand_in_two_columns(hand: Ask, tmp_path: Path) -> None:
    asked = hand("tide-and-sky")
    sizes = []
    for many in (1, 5):
        answers = [asked.ask(f"[t:stamina] >= {at} given [t:item] = 0") for at in range(1, many + 1)]
        plot_answers(asked, answers, str(tmp_path / "a.png"))
        sizes.append(struct.unpack(">II", (tmp_path / "a.png").read_bytes()[16:24]))
    (narrow, low), (wide, high) = sizes
    assert wide == narrow * 3 // 2
    assert 2 * low < high < 4 * low


def test_questions_are_drawn_for_both_decks(hand: Ask, tmp_path: Path) -> None:
    decks = hand("tide-and-sky"), hand("ember-and-root")
    pairs = list(compare(*decks, ["[t:stamina] >= 2"]))
    plot_pairs(("Tide", "Ember"), pairs, [], [], str(tmp_path / "a.html"))
    said = words(tmp_path / "a.html")
    assert all(f"{label}: 6 cards from" in said for label in ("Tide", "Ember"))
    assert said.rstrip().endswith("exact</p>\n</html>")


def test_what_has_no_exact_chance_is_told_as_not_drawn(hand: Ask, tmp_path: Path) -> None:
    decks = hand("tide-and-sky"), hand("game: geopals\ndeck\n1 Inji\n40 Sky Berry\n")
    never = "[t:stamina] given [!Orb]"
    plot_pairs(
        ("a", "b"), list(compare(*decks, [never, "[t:stamina]"])), [], [], str(tmp_path / "pairs.html")
    )
    varied = vary(decks[0], "Orb", range(3), [never], against="t:stamina")
    plot_varied(decks[0], varied, [never], str(tmp_path / "varied.html"))
    left = "not drawn, without an exact chance: "
    assert f"{left}[type:stamina] &gt;= 1 given [!Orb] &gt;= 1" in words(tmp_path / "pairs.html")
    assert f"{left}[t:stamina] given [!Orb] with 0 copies" in words(tmp_path / "varied.html")


def test_reports_and_comparisons_are_drawn(hand: Ask, tmp_path: Path) -> None:
    one, other = hand("tide-and-sky"), hand("ember-and-root")
    first, second, rows = compare_reports(one, other)
    plot_report(one, first, str(tmp_path / "report.png"))
    plot_pairs(("Tide", "Ember"), [], rows, [first.basis, second.basis], str(tmp_path / "pairs.png"))
    for name in ("report", "pairs"):
        width, height = struct.unpack(">II", (tmp_path / f"{name}.png").read_bytes()[16:24])
        assert 1_000 < width < 2_000
        assert 1_000 < height < 3_000


@pytest.mark.parametrize("seen", [0, 1, 9])
def test_a_report_of_another_number_of_cards_is_drawn(hand: Ask, tmp_path: Path, seen: int) -> None:
    asked = hand("garden-geckos", seen=seen)
    plot_report(asked, report(asked), str(tmp_path / "a.html"))
    assert f"{seen} {'card' if seen == 1 else 'cards'} from 60 in tiles" in words(tmp_path / "a.html")


def test_the_two_colours_differ_in_grey() -> None:
    """By lightness (Rec. 709), more than a third of the scale apart."""

    def lightness(colour: str) -> float:
        red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    assert abs(lightness(DARK) - lightness(LIGHT)) > 1 / 3


@pytest.mark.parametrize("name", ["a.gif", "a", "a.png.txt"])
def test_other_endings_are_refused(name: str) -> None:
    with pytest.raises(WrongEnding, match=r"ends in \.png"):
        check_file(name)


def test_a_picture_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NothingToPlot):
        plot_pairs(("a", "b"), [], [], [], str(tmp_path / "a.png"))
