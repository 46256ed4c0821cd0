"""`deckwright deal` as people and programs see it."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.cli.boxes import Box, Run, flowed
from deckwright.cli.table_picture import TablePicture
from deckwright.schemas.problems import problems, schema
from tests.cli.conftest import Run as Ran
from tests.decks.deal.tables import TIDE, dealer
from tests.decks.decks import SIX_TERRAINS, geopals

Runs = Callable[..., Any]
TERRAIN = "\n".join(f"1 {region} Terrain" for region in SIX_TERRAINS)


@pytest.fixture
def deck(tmp_path: Path) -> Callable[[str], str]:
    """Write a decklist and give its path."""

    def write(text: str, name: str = "own.deck") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


GAMES = [
    (
        ["tide-and-sky", "ember-and-root"],
        ["Player 2 · ember-and-root", "Hand · 6", "45 face down", "Map · 4"],
    ),
    (
        ["geoclash-twist", "--players", "3", "--option", "teams=2"],
        ["Player 3 · team 1", "Statehood rank"],
    ),
    (
        ["companion-quest", "--players", "1"],
        ["Zone 1 · 4", "3 face down", "Gu'Gu meeple  space 1", "Row · 4"],
    ),
    (
        ["repello", "--players", "4", "--option", "load=12"],
        ["Load · 12", "[r] Red Stack", ".n. start zone (green)"],
    ),
    (["garden-geckos", "--players", "1"], ["Nuisance · 5", "Bonus · 2", "Market · 6", "Bug Objectives · 8"]),
]


@pytest.mark.parametrize(("args", "shown"), GAMES, ids=lambda value: value[0])
def test_every_game_has_a_picture(run: Runs, args: list[str], shown: list[str]) -> None:
    done = run("deal", *args, "--seed", "amber")
    assert (done.status, done.err) == (0, "")
    assert "seed amber" in done.out.splitlines()[0]
    assert [text for text in shown if text not in done.out] == []
    assert "goes first" in done.out


@pytest.mark.parametrize("args", [args for args, _ in GAMES], ids=lambda args: args[0])
def test_json_is_by_the_schema(run: Runs, args: list[str]) -> None:
    done = run("deal", *args, "--seed", "amber", "--json")
    document = json.loads(done.out)
    assert problems("deal", document) == []
    assert document["seed"] == "amber"
    assert all(row["cite"] for row in document["log"])


def test_draws_and_turns_are_in_the_json_too(run: Runs) -> None:
    args = ("deal", "tide-and-sky", "--draw", "3", "--turns", "4", "--use", "2")
    document = json.loads(run(*args, "--json").out)
    assert problems("deal", document) == []
    assert len(document["drawn"][0]["pieces"]) == 3
    assert [row["turn"] for row in document["turns"]] == [1, 2, 3, 4]
    told = run(*args).out
    assert "next 3 of player 1, deck: " in told
    assert "2 used a turn" in told


def test_the_seed_is_always_shown_and_repeats_the_deal(run: Runs) -> None:
    first = run("deal", "tide-and-sky").out
    seed = re.search(r"seed (\S+)", first)
    assert seed
    assert run("deal", "tide-and-sky", "--seed", seed[1]).out == first
    assert run("deal", "tide-and-sky").out != first
    for more in (["--hands", "2"], ["--csv"], ["--hands", "2", "--markdown"], ["--self-test", "1000"]):
        done = run("deal", "tide-and-sky", *more)
        assert re.search(r"seed \S+", done.err + done.out), more


def test_face_down_cards_are_seen_only_when_revealed(run: Runs) -> None:
    hidden = run("deal", "tide-and-sky", "--seed", "a", "--log").out
    revealed = run("deal", "tide-and-sky", "--seed", "a", "--reveal", "--log").out
    assert "45 face down" in hidden
    assert "face down" not in revealed.split("Steps")[0]
    assert revealed.count("Berry") > hidden.count("Berry") + 10
    quest = run("deal", "companion-quest", "--seed", "a", "--log").out
    assert "Draw the Challenges: 10 face down" in " ".join(quest.split())


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("field", ["size", "statehood_rank", "Population"])
def test_hands_sort_by_any_rank(run: Runs, field: str, down: bool) -> None:
    done = run("deal", "geoclash-twist", "--seed", "a", "--sort", f"{'-' * down}{field}")
    column = {"size": 0, "statehood_rank": 1, "Population": 2}[field]
    rows = re.findall(r"^│ [A-Z][A-Za-z ]+?\s{2,}(\d+)\s+(\d+)\s+(\d+) │", done.out, re.M)
    assert len(rows) == 28
    for at in range(0, 28, 7):
        ranks = [int(row[column]) for row in rows[at : at + 7]]
        assert ranks == sorted(ranks, reverse=down)


@pytest.mark.parametrize("down", [False, True])
def test_cards_sort_by_an_order_from_its_lowest_value(catalogue: Path, down: bool) -> None:
    """Those that have no rarity come last either way."""
    with Catalogue.open(catalogue) as opened:
        made = dealer(opened, TIDE)
        rarity = made.game.fields["rarity"]
        picture = TablePicture(made.deal("a"), made.terms.lines, sort=rarity, down=down)
        found = picture.sorted(picture.deal.pieces())
    order = [*(reversed(rarity.values) if down else rarity.values), None]
    ranks = [order.index(piece.card.value("rarity")) for piece in found if piece.card]
    assert ranks == sorted(ranks)
    assert set(ranks) == set(range(6))


def test_sample_hands_in_a_table_and_as_csv(run: Runs) -> None:
    done = run("deal", "tide-and-sky", "--hands", "5", "--seed", "a")
    assert len(done.out.splitlines()) == 6
    rows = list(
        csv.DictReader(io.StringIO(run("deal", "tide-and-sky", "--hands", "5", "--seed", "a", "--csv").out))
    )
    assert [row["hand"] for row in rows] == list("12345")
    both = run("deal", "tide-and-sky", "ember-and-root", "--hands", "2", "--seed", "a").out
    assert both.count("ember-and-root") == 2


def test_hands_as_json_lines_go_on_from_one_another(run: Runs) -> None:
    from jsonschema import Draft202012Validator

    few = run("deal", "tide-and-sky", "--hands", "10", "--seed", "a", "--json").out.splitlines()
    many = run("deal", "tide-and-sky", "--hands", "3000", "--seed", "a", "--json").out.splitlines()
    assert len(many) == 3000
    assert many[:10] == few
    validator = Draft202012Validator({"$ref": "#/$defs/hand", "$defs": schema("deal")["$defs"]})
    for line in many[:50]:
        assert list(validator.iter_errors(json.loads(line))) == []
    deal = json.loads(run("deal", "tide-and-sky", "--seed", "a", "--json").out)
    (hand,) = [pile["pieces"] for pile in deal["piles"] if pile["pile"] == "hand"]
    assert [card["card"] for card in json.loads(few[0])["cards"]] == [piece["card"] for piece in hand]


@pytest.mark.parametrize("shape", ["csv", "markdown"])
def test_a_deal_is_a_row_for_each_piece(run: Runs, shape: str) -> None:
    done = run("deal", "repello", "--seed", "a", f"--{shape}")
    assert done.out.count("Repeller") >= 73
    assert "seed a" in done.err


class Page(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [str(value) for key, value in attrs if key in ("src", "href", "srcset", "action")]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("args", [args for args, _ in GAMES], ids=lambda args: args[0])
def test_a_page_needs_nothing_else(run: Runs, tmp_path: Path, args: list[str]) -> None:
    path = tmp_path / "deal.html"
    done = run("deal", *args, "--seed", "amber", "--html", str(path))
    assert (done.status, done.out) == (0, "")
    assert "seed amber" in done.err
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert page.links == []
    assert "url(" not in text
    assert "@import" not in text
    assert "@media print" in text
    assert "amber" in page.words


@pytest.mark.parametrize(
    ("players", "letters"),
    [("2", 2), ("4", 3)],
)
def test_the_boards_legend_tells_every_sign_apart_without_colours(
    run: Runs, tmp_path: Path, players: str, letters: int
) -> None:
    """With four players there are a black Repeller and a blue Stack, a gold one and a green Stack."""
    path = tmp_path / "deal.html"
    assert run("deal", "repello", "--players", players, "--seed", "a", "--html", str(path)).status == 0
    board, legend = re.findall(
        r'<table class="board">(.*?)</table><ul class="legend">(.*?)</ul>', path.read_text(encoding="utf-8")
    )[0]
    rows = re.findall(r"<li>(.*?)</li>", legend)
    named = dict(re.findall(r'<i class="sign[^>]*>(\w+)</i> (\w+ \w+)', legend))
    assert len(rows) == len(named) + 1 == 4 + int(players)
    assert "start zone (green)" in rows[-1]
    assert {len(sign) for sign in named} == {letters}
    assert set(re.findall(r'<i class="sign[^>]*>(\w+)</i>', board)) == set(named)
    for sign, name in named.items():
        assert name.startswith(sign)
        assert ('class="sign square"' in next(row for row in rows if name in row)) == name.endswith("Stack")


@pytest.mark.parametrize(
    ("args", "facts"),
    [
        (["tide-and-sky"], "seed amber · tide-and-sky · player 2 goes first"),
        (["repello"], "seed amber · repello · player 2 goes first"),
        (["repello", "--players", "4"], "seed amber · repello · player 4 goes first · players 4"),
        (
            ["repello", "--players", "4", "--option", "load=12"],
            "seed amber · repello · player 4 goes first · players 4 · load 12",
        ),
        (
            ["tide-and-sky", "--option", "geopals_in_play=4"],
            "seed amber · tide-and-sky · player 2 goes first · geopals in play 4",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_the_page_says_at_its_top_who_begins_and_which_options_are_not_the_usual(
    run: Runs, tmp_path: Path, args: list[str], facts: str
) -> None:
    path = tmp_path / "deal.html"
    assert run("deal", *args, "--seed", "amber", "--html", str(path)).status == 0
    (told,) = re.findall(r'<p class="facts">(seed .*?)</p>', path.read_text(encoding="utf-8"))
    assert re.sub("<.*?>", "", told) == facts


@pytest.mark.parametrize("args", [args for args, _ in GAMES], ids=lambda args: args[0])
def test_page_log_and_json_number_the_steps_alike(run: Runs, tmp_path: Path, args: list[str]) -> None:
    path = tmp_path / "deal.html"
    assert run("deal", *args, "--seed", "amber", "--html", str(path)).status == 0
    page = re.findall(r'<li value="(\d+)">', path.read_text(encoding="utf-8"))
    rows = csv.DictReader(io.StringIO(run("deal", *args, "--seed", "amber", "--log", "--csv").out))
    document = json.loads(run("deal", *args, "--seed", "amber", "--json").out)
    assert page == [row["step"] for row in rows]
    assert page == [str(entry["step"]) for entry in document["log"]]
    assert page[0] == "1"


def test_texts_from_outside_are_escaped_on_the_page_and_on_the_terminal(
    run: Runs, deck: Callable[..., str], tmp_path: Path
) -> None:
    evil = "<script>alert(1)</script>"
    path = deck(f"game: geopals\ndeck\n1 Zippo #1\n9 {evil}\n9 Es\x1b[31mc\nterrain\n{TERRAIN}\n", "a&b.deck")
    page = tmp_path / "deal.html"
    done = run("deal", path, "--seed", "<b>&\x1b[2J", "--html", str(page), "--reveal")
    assert done.status == 0
    text = page.read_text(encoding="utf-8")
    assert "script" not in Page(text).tags
    assert "&lt;script&gt;" in text
    assert "\x1b" not in done.err
    assert "\x1b" not in run("deal", path, "--seed", "\x1b[2J", "--reveal", "--log").out
    assert "\x1b" not in run("deal", path, "--hands", "3").out


def test_a_page_does_not_write_over_what_is_no_page(run: Runs, deck: Callable[..., str]) -> None:
    path = deck("precious\n")
    done = run("deal", "tide-and-sky", "--html", path)
    assert done.status == 2
    assert Path(path).read_text(encoding="utf-8") == "precious\n"


REFUSED = [
    (["geoclash-twist", "--players", "7"], 2, "2, 3, 4, 5, 6"),
    (["tide-and-sky"] * 3, 2, "Geopals is dealt from 1 or 2 decklists, found 3"),
    (["tide-and-sky", "--start", "Lagoona"], 2, "'Lagoona' cannot be chosen (GP-14)"),
    (["tide-and-sky", "--start", "Zippo #1"], 2, "is not in the pile"),
    (["tide-and-sky", "--option", "strat=Inji"], 2, "did you mean start?"),
    (["tide-and-sky", "--option", "start"], 2, "KEY=VALUE"),
    (
        ["tide-and-sky", "--option", "start=Zippo", "--start", "Nilgie"],
        2,
        "--start is short for --option start=",
    ),
    (["repello", "--option", "players=3", "--players", "2"], 2, "--players is short for --option players="),
    (["repello", "--option", "players=3", "--option", "players=2"], 2, "players is said 2 times"),
    (["tide-and-sky", "--hands", "0"], 2, "--hands"),
    (["tide-and-sky", "--sort", "regoin"], 2, "did you mean region or regions?"),
    (["tide-and-sky", "--use", "2"], 2, "--use is for --turns"),
    (["tide-and-sky", "--hands", "2", "--turns", "2"], 2, "exclude each other"),
    (["tide-and-sky", "--hands", "2", "--sort", "region"], 2, "--hands and --sort exclude each other"),
    (["tide-and-sky", "--hands", "2", "--log"], 2, "--hands and --log exclude each other"),
    (["tide-and-sky", "--hands", "2", "--reveal"], 2, "--hands and --reveal exclude each other"),
    (["companion-quest", "--hands", "2"], 2, "'hand'; say which with --pile: zone 1, zone 2, zone 3, row"),
    (["repello", "--hands", "2"], 2, "'hand', nor to any other of its piles: box, load, board, stack"),
    (["geoclash-twist", "--turns", "2"], 2, "does not say what a turn draws"),
    (["repello", "--option", "load=20", "--players", "4"], 1, "20 needed (RP-02"),
    (["--self-test", "10"], 2, "1,000 to 10,000,000"),
    ([], 2, "name a decklist"),
    (["nowhere.deck"], 2, "no such file"),
    (["--next-game", "nowhere.json"], 2, "nowhere.json"),
]


@pytest.mark.parametrize(("args", "status", "says"), REFUSED, ids=lambda value: str(value)[:50])
def test_what_cannot_be_is_refused_in_one_line(run: Runs, args: list[str], status: int, says: str) -> None:
    done = run("deal", *args)
    assert (done.status, done.out) == (status, "")
    assert says in done.err
    assert len(done.err.splitlines()) == 1


DECKS = [
    (
        f"game: geopals\ndeck\n1 Infernex\n20 Heat Berry\nterrain\n{TERRAIN}\n",
        "deck holds no card of t:geopal stage=0",
    ),
    (f"game: geopals\ndeck\n1 Zippo #1\n5 Heat Berry\nterrain\n{TERRAIN}\n", "deck has 5 cards, 6 needed"),
    (
        geopals(terrain=("1 Ocean Terrain", "1 Ice Terrain", "1 Mystic Terrain")),
        "terrain has 3 cards, 4 needed",
    ),
]


@pytest.mark.parametrize(("text", "says"), DECKS, ids=["no basic", "small", "three terrains"])
def test_a_deck_that_cannot_be_dealt_is_refused_in_one_line(
    run: Runs, deck: Callable[..., str], text: str, says: str
) -> None:
    for more in ([], ["--hands", "3"], ["--json"]):
        done = run("deal", deck(text), *more)
        assert (done.status, done.out) == (1, "")
        assert says in done.err
        assert len(done.err.splitlines()) == 1


def test_a_deck_that_breaks_rules_is_dealt_with_one_line_said(run: Runs, deck: Callable[..., str]) -> None:
    path = deck(geopals("5 Orb", "3 Rope", size=80).replace("5 Orb", "5 Orb\n2 Glimmerfox"))
    done = run("deal", path, "--seed", "a", "--reveal")
    assert done.status == 0
    assert len(done.err.splitlines()) == 1
    assert "breaks a rule: " in done.err
    assert "and " in done.err
    assert "Glimmerfox" in done.out
    assert run("deal", path, "--seed", "a", "--hands", "2", "--json").status == 0


def test_two_decks_start_as_they_are_told_in_turn(run: Runs) -> None:
    done = run(
        "deal", "tide-and-sky", "ember-and-root", "--start", "Inji", "--start", "Tadpearl", "--seed", "a"
    )
    assert "play: Inji #13, by --start" in done.out
    assert "play: Tadpearl" in done.out
    once = run("deal", "tide-and-sky", "tide-and-sky", "--start", "Inji", "--seed", "a")
    assert once.out.count("play: Inji #13, by --start") == 2


def test_saved_decks_and_other_forms_are_dealt(
    run: Runs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKWRIGHT_CATALOG", str(tmp_path / "own.db"))
    assert run("deck", "save", "tide-and-sky", "--as", "my tide").status == 0
    plain = run("deal", "tide-and-sky", "--hands", "3", "--seed", "a").out
    assert run("deal", "my tide", "--hands", "3", "--seed", "a").out == plain
    other = tmp_path / "tide.json"
    other.write_text(run("deck", "convert", "tide-and-sky", "--to", "json").out, encoding="utf-8")
    assert run("deal", str(other), "--hands", "3", "--seed", "a").out == plain


def test_the_next_game_of_a_match(run: Runs, tmp_path: Path) -> None:
    end = tmp_path / "end.json"
    document = json.loads(run("deal", "tide-and-sky", "ember-and-root", "--seed", "a", "--json").out)
    end.write_text(json.dumps(document), encoding="utf-8")
    silent = run("deal", "--next-game", str(end), "--seed", "a")
    assert (silent.status, "who won the game before" in silent.err) == (2, True)
    done = run("deal", "--next-game", str(end), "--winner", "2", "--seed", "a")
    assert (done.status, done.err) == (0, "")
    assert "game 2 of the match" in done.out
    assert "Player 1 · tide-and-sky · goes first" in done.out
    following = json.loads(run("deal", "--next-game", str(end), "--winner", "2", "--seed", "a", "--json").out)
    assert problems("deal", following) == []
    assert {cite for row in following["log"] for cite in row["cite"]} >= {"GP-32"}


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"game": "chess", "piles": []}', "[" * 5000, "\ud800"])
def test_a_position_that_is_none_is_refused(run: Runs, tmp_path: Path, text: str) -> None:
    end = tmp_path / "end.json"
    end.write_bytes(text.encode("utf-8", "surrogatepass"))
    done = run("deal", "--next-game", str(end))
    assert (done.status, done.out) == (2, "")
    assert "deckwright: " in done.err


def test_the_self_test_prints_its_figures(run: Runs) -> None:
    plain = run("deal", "--self-test", "2000", "--seed", "fair")
    assert plain.status == 0
    assert "2,000 shuffles of 60 cards   seed fair" in plain.out
    assert plain.out.count(" fair") >= 3
    deck = run("deal", "tide-and-sky", "--self-test", "1000", "--seed", "fair")
    assert "1,000 shuffles of 51 cards" in deck.out
    behind = run("deal", "--self-test", "tide-and-sky", "--seed", "fair", "--json")
    facts = json.loads(behind.out)
    assert (facts["shuffles"], facts["cards"], len(facts["rows"])) == (20_000, 51, 2)


@pytest.mark.parametrize("width", [12, 20, 30, 44])
def test_blocks_fit_narrow_terminals(width: int) -> None:
    block = Box("A title", [[Run("a word or two of some length")]])
    row = flowed([block] * 3, width)
    assert max(map(len, row)) <= width
    assert "length" in "".join(row)
    assert len(row) > 3


def test_blocks_stand_side_by_side() -> None:
    row = flowed([Box("A", [[Run("word")]])] * 5, 30)
    assert len(row) == 6
    assert row[0] == "┌─ A ──┐ ┌─ A ──┐ ┌─ A ──┐"


def test_frames_are_plain_where_the_output_is(catalogue: Path) -> None:
    """A real run, since a stream's encoding is settled as Python starts."""
    program = (
        f"from deckwright.cli.main import main\nmain(['deal', 'repello', '--catalog', {str(catalogue)!r}])"
    )
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
    assert "+- Load · 15" in done.stdout.decode("latin-1")
    assert b"\\u" not in done.stdout


def test_a_deck_that_only_breaks_a_construction_rule_is_dealt_with_one_line(
    run: Callable[..., Ran], deck: Callable[..., str]
) -> None:
    path = deck(geopals(terrain=tuple(f"1 {region} Terrain" for region in SIX_TERRAINS[:5])))
    done = run("deal", path, "--seed", "1")
    assert done.status == 0
    assert done.err.count("\n") == 1
    assert "GP-04" in done.err


def test_a_format_that_the_deck_is_not_made_for_is_told_where_nothing_can_be_dealt(run: Runs) -> None:
    done = run("deal", "companion-quest", "--format", "hard")
    told, refused = done.err.splitlines()
    assert (done.status, done.out) == (1, "")
    assert "says format: box, but is dealt by format hard" in told
    assert "problems has 0 cards, 12 needed" in refused
    assert "says format" not in run("deal", "companion-quest", "--format", "Box", "--seed", "a").err
