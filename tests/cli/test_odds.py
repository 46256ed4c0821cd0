"""`deckwright odds`, `compare` and `vary`: what they say, to whom, and their exit status."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.catalog.catalogue import Catalogue
from deckwright.cli.report_tables import report_tables
from deckwright.decks import odds
from deckwright.decks.odds.basis import percent, probability, short_percent
from deckwright.schemas import problems
from tests.cli.conftest import Run

Runner = Callable[..., Run]

TERMS = "6 cards from 51 in deck: of 60, 8 to awakened (GP-13) and Nilgie #26 to play (GP-14) set aside"


def words(text: str) -> list[str]:
    """The lines with single blanks."""
    return [" ".join(line.split()) for line in text.splitlines()]


def test_the_answer_comes_first_and_then_its_terms(run: Runner) -> None:
    done = run("odds", "tide-and-sky", "[t:stamina] >= 2")
    assert done.status == 0
    assert words(done.out) == ["87.6 % [type:stamina] >= 2 in the opening hand exact: 68,591/78,302", TERMS]


@pytest.mark.parametrize(
    ("question", "echo"),
    [
        ("[]", "[any card] >= 1 in the opening hand"),
        (
            "not ([] in 3 cards) or [t:item]",
            "not ([any card] >= 1 in 3 cards) or [type:item] >= 1 in the opening hand",
        ),
        ("distinct([], [Orb])", "distinct([any card], [Orb]) in the opening hand"),
        ("[] + [Orb] > 1", "[any card] + [Orb] > 1 in the opening hand"),
        ('["[]"]', '["[]"] >= 1 in the opening hand'),
    ],
)
def test_a_query_of_any_card_is_echoed_as_such(run: Runner, question: str, echo: str) -> None:
    done = run("odds", "tide-and-sky", question, "--allow-empty")
    assert done.status == 0
    assert words(done.out)[0].split(" % ")[1].startswith(echo)


@pytest.mark.parametrize("more", [[], ["--fraction"]], ids=["percent", "fraction"])
def test_what_is_exact_stands_in_one_column(run: Runner, more: list[str]) -> None:
    asked = ["[t:stamina]", "[t:geopal] and [t:stamina]", "[!Orb] by turn 3 using 2"]
    out = run("odds", "tide-and-sky", *asked, *more).out.splitlines()
    columns = [line.index("exact: ") for line in out if "exact: " in line]
    assert len(columns) == len(asked)
    assert len(set(columns)) == 1
    narrow = run(
        "odds", "tide-and-sky", "[t:geopal] or [t:item] or [t:action] or [t:trap] or [t:stamina]", *asked
    ).out
    assert [line.index("exact: ") for line in narrow.splitlines() if "exact: " in line][1:] == [
        line.index("exact: ")
        for line in run("odds", "tide-and-sky", *asked).out.splitlines()
        if "exact: " in line
    ]


def test_drawn_piles_are_exact(run: Runner) -> None:
    done = run("odds", "companion-quest", "[t:danger] >= 1", "--pile", "face-up")
    assert "exact: 5/11" in done.out
    assert run(
        "odds", "companion-quest", "[t:danger] >= 1", "--pile", "face-up", "--fraction"
    ).out.startswith("5/11")


def test_terms_stand_once_under_those_that_share_them(run: Runner) -> None:
    done = run("odds", "tide-and-sky", "[t:stamina]", "[t:item]", "[t:trap] in 9 cards")
    assert done.out.count("6 cards from 51") == 1
    assert done.out.count("9 cards from 51") == 1


def test_a_simulation_says_hands_interval_seed_and_whether_the_exact_value_is_inside(run: Runner) -> None:
    done = run("odds", "tide-and-sky", "[t:stamina] >= 2", "--simulate", "100000", "--seed", "tide")
    assert re.search(
        r"simulated: 87\.\d\d %, between 87\.\d\d % and 87\.\d\d % at 95 % \(Wilson\): [\d,]+ of 100,000 hands drawn, "
        r"seed tide; the exact value lies (inside|outside)",
        done.out,
    )
    assert run("odds", "tide-and-sky", "[t:stamina] >= 2", "--simulate", "100000", "--seed", "tide") == done


def test_what_has_no_exact_answer_is_simulated_and_says_the_step(run: Runner) -> None:
    done = run(
        "odds", "companion-quest", "[t:token]", "--pile", "face-up", "--simulate", "300", "--seed", "x"
    )
    assert done.status == 0
    assert done.out.startswith("≈")
    assert "not exact: chance enters with the step" in done.out
    assert "of 300 setups dealt, seed x" in done.out


@pytest.mark.parametrize(
    ("args", "status", "says"),
    [
        (["tide-and-sky", "[t:orb]"], 2, "unknown type 'orb'"),
        (["tide-and-sky", "[t:item"], 2, "never closed"),
        (["tide-and-sky", "opener"], 2, "no question 'opener'"),
        (
            ["tide-and-sky", "[kind:heat]"],
            1,
            "no card of the deck matches [stamina_kind:heat]; --allow-empty",
        ),
        (["tide-and-sky", "[!Lazim or !Lagona]"], 1, "matches [!Lazim or !Lagona]; --allow-empty"),
        (["tide-and-sky", "[!Lagona]"], 1, "matches [!Lagona]; did you mean Lagoona?; --allow-empty"),
        (["tide-and-sky", "[t:item] given [t:item] > 99"], 1, "never happens"),
        (["no-such-deck", "[t:item]"], 2, "no such file"),
        (["companion-quest", "[t:danger]"], 2, "--pile"),
        (["tide-and-sky", "[t:item]", "--plot", "a.gif"], 2, "a picture's name ends in"),
        (["tide-and-sky", "[t:item]", "--option", "players"], 2, "KEY=VALUE"),
        (
            ["tide-and-sky", "[t:item]", "--option", "players=1", "--players", "2"],
            2,
            "--players is short for",
        ),
        (["tide-and-sky", "[t:item]", "--option", "players=1", "--option", "players=2"], 2, "said 2 times"),
        (["tide-and-sky", "[t:item]", "--start", "Zippo #1"], 2, "Zippo"),
    ],
)
def test_refusals(run: Runner, args: list[str], status: int, says: str) -> None:
    done = run("odds", *args)
    assert (done.status, done.out) == (status, "")
    assert says in done.err


@pytest.mark.long
def test_a_cluster_that_is_not_there_is_refused(run: Runner) -> None:
    done = run("odds", "tide-and-sky", "[t:item]", "--cluster", "tcp://127.0.0.1:1", "--simulate", "9")
    assert (done.status, done.out) == (2, "")
    assert "cluster tcp://127.0.0.1:1" in done.err


def test_the_report_holds_what_people_want_to_know(run: Runner) -> None:
    out = words(run("odds", "tide-and-sky").out)
    assert out[1] == TERMS
    assert "Stamina 24 2.82 1.6 10.8 26.9 32.9 20.7 6.4 0.7" in out
    assert "Stamina 98.4 87.6 60.7 27.8 7.1 0.7 █████████▉" in out
    assert "no Stamina 1.6 ▏" in out
    assert "all of one type 0.7 ▏" in out
    assert "Geopal 3 60.8 76.7 86.7 92.8 96.3" in out
    assert "Orb #62 2 22.4 ██▎" in out


def test_the_report_is_about_the_cards_seen(run: Runner) -> None:
    """10 * 24/51 = 4.71 Stamina; none of them C(27, 10) / C(51, 10) = 0.07 % of the time."""
    out = words(run("odds", "tide-and-sky", "--seen", "10").out)
    assert out[1].startswith("10 cards from 51 in deck")
    assert any(line.startswith("Stamina 24 4.71 0.1 0.9 4.8 14.1 ") for line in out)
    assert any(line.startswith("no Stamina 0.1") for line in out)


@pytest.mark.parametrize(
    "args",
    [
        ["odds", "tide-and-sky"],
        [
            "odds",
            "tide-and-sky",
            "[t:stamina]",
            "[!Orb] >= 3",
            "[t:item] given [t:trap]",
            "--simulate",
            "1000",
        ],
        ["odds", "companion-quest", "[t:token]", "--pile", "face-up", "--simulate", "50"],
        ["odds", "garden-geckos", "--pile", "market"],
        ["compare", "tide-and-sky", "ember-and-root"],
        ["compare", "tide-and-sky", "ember-and-root", "[t:stamina] >= 2"],
        ["vary", "tide-and-sky", "Orb", "0..4", "[t:item]", "--against", "t:action", "--target", "50%"],
        ["vary", "tide-and-sky", "Orb", "0..2", "[t:item] given [!Orb]"],
    ],
    ids=" ".join,
)
def test_json_is_by_its_schema(run: Runner, args: list[str]) -> None:
    done = run(*args, "--json")
    assert done.status == 0
    assert problems("odds", json.loads(done.out)) == []


def test_every_chance_in_json_agrees_with_itself(run: Runner) -> None:
    document = json.loads(run("odds", "tide-and-sky", "--json").out)
    found = list(chances(document))
    assert len(found) > 300
    for one in found:
        exact = Fraction(one["fraction"])
        assert one["probability"] == pytest.approx(float(exact))
        assert (one["percent"] in ("0 %", "100 %")) == (exact in (0, 1))
    rows = [row for field in document["report"]["fields"] for row in field["rows"]]
    assert rows
    for row in rows:
        assert sum(Fraction(one["fraction"]) for one in row["exactly"]) == 1


def chances(document: Any) -> Any:
    """Every chance in a document."""
    if isinstance(document, dict):
        if "probability" in document:
            yield document
        for member in document.values():
            yield from chances(member)
    if isinstance(document, list):
        for member in document:
            yield from chances(member)


@pytest.mark.parametrize(
    "args",
    [
        ["odds", "tide-and-sky"],
        ["odds", "tide-and-sky", "[t:stamina]"],
        ["compare", "tide-and-sky", "ember-and-root"],
        ["compare", "tide-and-sky", "ember-and-root", "[t:stamina]"],
        ["vary", "tide-and-sky", "Orb", "0..4", "[t:item]"],
    ],
    ids=" ".join,
)
def test_every_row_of_csv_has_its_terms(run: Runner, args: list[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(run(*args, "--csv").out)))
    assert rows
    for row in rows:
        assert "51 in deck" in str(row) or "Orb" in args
        assert "8 to awakened (GP-13)" in str(row)
    markdown = run(*args, "--markdown").out
    assert "|" in markdown
    assert "GP-13" in markdown


@pytest.mark.parametrize("name", ["lacking", "by_turn", "cards", "type_at_least"])
def test_no_table_of_the_report_stands_in_the_place_of_another(catalogue: Path, name: str) -> None:
    """A game of one's own may call a field as one of the report's tables is called."""
    deck = "game: geopals\nstart: Inji\n1 Inji\n20 Sky Berry\n"
    with Catalogue.open(catalogue) as shelf:
        told = odds.report(odds.of(deck, catalogue=shelf))
    own = replace(told.fields[0], field=name, name="Own")
    titles = [
        table.title for table in report_tables(replace(told, fields=(*told.fields, own)), False).values()
    ]
    assert len(titles) == 2 * (len(told.fields) + 1) + 3
    assert {"Own: how many, %", "Own: at least so many, %", "Each card, at least one, %"} <= {*titles}


def test_compare_shows_both_and_the_difference(run: Runner) -> None:
    out = words(run("compare", "tide-and-sky", "ember-and-root", "[t:stamina] >= 2").out)
    assert out[1] == "[type:stamina] >= 2 87.6 % 82.9 % −4.7 pp"
    assert TERMS in out
    assert (
        "6 cards from 60 in deck: of 70, 9 to awakened (GP-13) and Zippo #1 to play (GP-14) set aside" in out
    )


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (
            ["tide-and-sky", "[!Nilgie]"],
            "why: [!Nilgie] >= 1: the pile holds 0 of them; 1 lies in play (GP-14)",
        ),
        (
            ["companion-quest", "[t:token]", "--pile", "face-up"],
            "[type:token] >= 1: not exact: chance enters with the step "
            "'A Danger is up: put the Danger token on the Quest' (CQ-04)",
        ),
    ],
    ids=["0", "not exact"],
)
def test_compare_says_under_each_deck_why_there_is_no_chance(run: Runner, args: list[str], says: str) -> None:
    out = words(run("compare", args[0], *args).out)
    assert out.count(says) == 2


@pytest.mark.parametrize("swapped", [False, True], ids=["the second", "the first"])
def test_a_deck_that_never_meets_what_is_given_is_compared_all_the_same(
    run: Runner, tmp_path: Path, swapped: bool
) -> None:
    """Of 22 cards two are Orbs; the other deck has none, so that it has no chance, and there is no difference."""
    lacks = tmp_path / "lacks.deck"
    lacks.write_text("game: geopals\nstart: Inji\n1 Inji\n20 Sky Berry\n")
    has = tmp_path / "has.deck"
    has.write_text(f"{lacks.read_text()}2 Orb\n")
    decks = [str(lacks), str(has)] if swapped else [str(has), str(lacks)]
    args = ("compare", *decks, "[!Orb] = 1 given [!Orb]", "[!Orb]")
    never = "what is given never happens: [!Orb] >= 1"
    done = run(*args)
    out = words(done.out)
    assert done.status == 0
    cells = (
        ["never given", "86.5 %"] if swapped else ["86.5 %", "never given"]
    )  # 2 C(20,5) of C(22,6) - C(20,6)
    assert f"[!Orb] = 1 given [!Orb] >= 1 {' '.join(cells)}" in out
    assert sum("why: " in line and never in line for line in out) == 1
    rows = list(csv.DictReader(io.StringIO(run(*args, "--csv").out)))
    assert [rows[0][side] for side in ("a", "b", "change")] == [*cells, ""]
    ends = [rows[0][f"terms{at}"].rsplit("; ", 1)[1] for at in (0, 1)]
    assert ends == ([never, "exact"] if swapped else ["exact", never])
    assert all(rows[1][f"terms{at}"].endswith("; exact") for at in (0, 1))
    document = json.loads(run(*args, "--json").out)
    assert not problems("odds", document)
    first, second = document["questions"]
    assert (first["difference"], second["difference"] is None) == (None, False)
    whys = [(answer["chance"] is None, answer["why"]) for answer in first["answers"]]
    assert whys == ([(True, [never]), (False, [])] if swapped else [(False, []), (True, [never])])


@pytest.mark.parametrize(
    "args", [["compare", "companion-quest", "companion-quest"], ["vary", "companion-quest", "Prost", "1"]]
)
def test_csv_calls_exact_only_what_is(run: Runner, args: list[str]) -> None:
    (row,) = csv.DictReader(io.StringIO(run(*args, "[t:token]", "--pile", "face-up", "--csv").out))
    terms = [text for name, text in row.items() if name.startswith("terms")]
    assert terms
    assert all("; not exact: chance enters with the step" in text and "; exact" not in text for text in terms)


def test_vary_finds_the_smallest_count_and_marks_what_the_rules_forbid(run: Runner) -> None:
    out = words(
        run("vary", "tide-and-sky", "Tide Berry", "12..24", "[t:stamina] >= 2", "--target", "90%").out
    )
    assert "15 copies reach 90.0 % for [type:stamina] >= 2" in out
    assert "12 60 51 87.6 % ████████▊ now" in out
    assert "22 70 61 94.5 % █████████▌" in out
    assert any(line.startswith("23 71 62 94.9 %") and line.endswith("GP-02, GP-10") for line in out)


def test_vary_replaces_others_and_keeps_the_size(run: Runner) -> None:
    done = run(
        "vary", "tide-and-sky", "Tide Berry", "10..20", "[t:stamina] >= 2", "--against", "t:item", "--json"
    )
    found = json.loads(done.out)["variations"]
    assert [one["size"] for one in found] == [60] * 10 + [61]
    assert found[-1]["missing"] == 1
    curve = [Fraction(one["answers"][0]["chance"]["fraction"]) for one in found]
    assert curve == sorted(curve)
    assert "GP-08" in found[0]["forbidden"]


@pytest.mark.parametrize(
    ("counts", "goal", "reaches", "terms"),
    [
        ("1..2", "10%", "1 copy reaches 10.0 % for [!Orb] >= 1", "with 2 copies:"),
        ("1..1", "90%", "no count reaches 90.0 % for [!Orb] >= 1", "with 1 copy:"),
        ("1..2", "20%", "2 copies reach 20.0 % for [!Orb] >= 1", "with 2 copies:"),
        ("0..0", "20%", "no count reaches 20.0 % for [!Orb] >= 1", "with 0 copies:"),
    ],
)
def test_one_copy_is_no_copies(run: Runner, counts: str, goal: str, reaches: str, terms: str) -> None:
    out = words(run("vary", "tide-and-sky", "Orb", counts, "[!Orb]", "--target", goal).out)
    assert out[1] == reaches
    assert terms in out


@pytest.mark.parametrize("name", ["copies", "size", "pile", "note", "forbidden", "terms", "bar0"])
def test_a_question_named_like_a_column_leaves_that_column_as_it_is(
    run: Runner, tmp_path: Path, name: str
) -> None:
    deck = tmp_path / "own.deck"
    deck.write_text(f"game: geopals\nstart: Inji\nodds {name}: [!Orb]\n1 Inji\n20 Sky Berry\n2 Orb\n")
    args = ("vary", str(deck), "Orb", "1..2", name)
    one, two = csv.DictReader(io.StringIO(run(*args, "--csv").out))
    assert [(row["copies"], row["size"], row["pile"], row["note"]) for row in (one, two)] == [
        ("1", "22", "21", ""),
        ("2", "23", "22", "now"),
    ]
    assert "6 cards from 22 in deck" in two["terms"]
    heading = name if name == "bar0" else f"odds {name}"
    assert (one[heading], two[heading]) == ("28.6 %", "48.1 %")  # 6 of 21, and 1 - C(20,6)/C(22,6)
    assert "2 23 22 48.1 % ████▊ now" in "\n".join(words(run(*args).out))


def test_what_a_variation_lacks_is_said_once(run: Runner) -> None:
    out = words(run("vary", "tide-and-sky", "Orb", "0", "[!Orb] >= 1").out)
    assert "why: [!Orb] >= 1: the pile holds 0 of them" in out


def test_a_count_with_which_what_is_given_never_happens_is_a_row_like_others(run: Runner) -> None:
    done = run("vary", "tide-and-sky", "Orb", "0..2", "[t:trap] given [!Orb]", "--target", "1%")
    out = words(done.out)
    assert done.status == 0
    assert out[1].startswith("1 copy reaches 1.0 % for [type:trap] >= 1 given [!Orb] >= 1")
    assert "0 58 49 what is given never happens: [!Orb] >= 1" in out
    assert any(line.startswith("2 60 51 ") and line.endswith(" now") for line in out)


def test_a_target_that_only_a_forbidden_count_reaches_is_said(run: Runner) -> None:
    out = run("vary", "tide-and-sky", "Orb", "1..6", "[!Orb]", "--target", "30%").out
    assert "3 copies reach 30.0 % for [!Orb] >= 1, none within the rules" in out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["Orb", "5..2", "[!Orb]"], "'5..2' must go from low to high: 2..5"),
        (["Orb", "0..500", "[!Orb]"], "'0..500' must go over at most 500 numbers"),
        (["Orb", "many", "[!Orb]"], "no range of copies"),
        (["Orb", "1..2", "[!Orb]", "--target", "200%"], "no chance"),
        (["Orbb", "1..2", "[!Orb]"], "it may be Orb"),
        (["Zippo", "0..1", "[t:item]"], "Zippo #1 or Zippo #21"),
    ],
)
def test_vary_refuses(run: Runner, args: list[str], says: str) -> None:
    done = run("vary", "tide-and-sky", *args)
    assert done.status == 2
    assert says in done.err


@pytest.mark.parametrize(
    ("chance", "said", "short"),
    [
        ("0", "0 %", "0"),
        ("1", "100 %", "100"),
        ("1/2", "50.0 %", "50.0"),
        ("1/3000", "0.03 %", "<0.1"),
        ("1/1000000", "0.0001 %", "<0.1"),
        ("2999/3000", "99.97 %", ">99.9"),
        ("999999/1000000", "99.9999 %", ">99.9"),
        (f"1/{10**40}", "<0.000000000001 %", "<0.1"),
        (f"{10**40 - 1}/{10**40}", ">99.999999999999 %", ">99.9"),
    ],
)
def test_percentages_are_0_or_100_only_where_the_chance_is(chance: str, said: str, short: str) -> None:
    assert (percent(Fraction(chance)), short_percent(Fraction(chance))) == (said, short)


@given(st.fractions(0, 1))
def test_no_figure_rounds_to_certainty(chance: Fraction) -> None:
    certain = chance in (0, 1)
    assert (percent(chance) in ("0 %", "100 %")) == certain
    assert (short_percent(chance) in ("0", "100")) == certain
    assert (probability(chance) in (0, 1)) == certain


def test_stopped_by_the_keyboard_it_prints_what_there_is(catalogue: Path) -> None:
    """On a machine with much else to do the first signals come before any hand is drawn: later ones do not."""
    for seconds in (3, 6, 15, 40):
        status, out, err = stopped_after(seconds, catalogue)
        if "partial" in out:
            break
    assert status == 130
    assert "Traceback" not in err
    assert "stopped, partial: 1,000,000,000,000 were wanted" in out
    assert "87.6 %" in out


def stopped_after(seconds: float, catalogue: Path) -> tuple[int, str, str]:
    """How a long simulation in two processes ends if all three are interrupted."""
    # A shell's background jobs, and so all that they start, ignore SIGINT unless told to heed it.
    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    program = heed + "from deckwright.cli.main import main; main()"
    args = [
        "--catalog",
        str(catalogue),
        "odds",
        "tide-and-sky",
        "[t:stamina] >= 2",
        "--simulate",
        str(10**12),
    ]
    started = subprocess.Popen(
        [sys.executable, "-c", program, *args, "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(seconds)
    os.killpg(started.pid, signal.SIGINT)
    out, err = started.communicate(timeout=60)
    return started.returncode, out, err


def test_exact_odds_import_nothing_heavy(catalogue: Path) -> None:
    program = (
        "import sys\nfrom deckwright.cli.main import main\n"
        f"try: main(['--catalog', {str(catalogue)!r}, 'odds', 'tide-and-sky', '[t:stamina] by turn 2'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy', 'sqlmodel', 'jsonschema', 'matplotlib', 'distributed'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
