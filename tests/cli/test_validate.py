"""`deckwright validate`: what it says, to whom, and its exit status."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr
from pathlib import Path

import pytest

from deckwright.cli.main import main
from deckwright.decks.sources import sample_names
from deckwright.schemas import problems
from tests.cli.conftest import Run
from tests.decks.decks import geopals, line_of

Runner = Callable[..., Run]


@pytest.fixture
def deck(tmp_path: Path) -> Callable[..., str]:
    """Write a decklist to a file and give its path."""

    def write(text: str, name: str = "test.deck") -> str:
        path = tmp_path / name
        path.write_text(text, "utf-8", newline="")
        return str(path)

    return write


def test_a_legal_deck_is_one_line(run: Runner, deck: Callable[..., str]) -> None:
    path = deck(geopals(size=70))
    done = run("validate", path)
    assert done == Run(0, f"{path}   Geopals, standard   70 cards, 6 terrain   legal\n", "")


def test_a_fault_says_rule_place_cards_found_allowed_and_mend(run: Runner, deck: Callable[..., str]) -> None:
    text = geopals("1 Inji", "1 Inji [medal]", size=71)
    done = run("validate", deck(text))
    one, other = line_of(text, "1 Inji"), line_of(text, "1 Inji [medal]")
    assert done.status == 1
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    assert lines[0].endswith("2 errors")
    assert lines[2:8] == [
        "error GP-05 One of each Geopal, a base card and its alternate being the same: found 2 of Inji, allowed 1",
        "where How many copies of a card you can run",
        f"line {one} 1 Inji",
        f"line {other} 1 Inji [medal]",
        f"mend cut line {one} or line {other}",
        "",
    ]
    assert lines[8:11] == [
        "error GP-02, GP-10 At most 70 cards in the deck, awakened forms included: found 71, allowed 70",
        "where What each player needs; How to set up",
        "mend cut 1 card from deck",
    ]


def test_faults_go_down_the_file_and_sizes_stand_behind(run: Runner, deck: Callable[..., str]) -> None:
    text = "game: geopals\nstart: Nobody\ndeck\n1 Inji\n3 Orb\n1 Telesge\n1 Inji [medal]\n1 Ice Terrain\n"
    [row] = json.loads(run("validate", "--json", deck(text)).out)["decks"]
    errors = [fault["rule"] for fault in row["faults"] if fault["severity"] == "error"]
    assert errors == ["start", "copies.one", "copies.orb", "card.unknown", "card.zone", "size.terrain"]


def test_where_a_rule_stands_is_told_once(run: Runner, deck: Callable[..., str]) -> None:
    cards = ("1 Inji", "1 Inji [medal]", "1 Telesage", "1 Telesage [medal]")
    done = run("validate", "--no-advice", deck("game: geopals\n" + "\n".join(cards)))
    assert done.out.count("One of each Geopal, a base card and its alternate being the same: found 2 of") == 2
    assert done.out.count("How many copies of a card you can run") == 1


def test_cards_that_lack_the_same_are_told_together(run: Runner, deck: Callable[..., str]) -> None:
    path = deck("game: geopals\ndeck\n1 Zippo #1\n1 Ursulo\n1 Infernex\n")
    lines = [" ".join(line.split()) for line in run("validate", path).out.splitlines()]
    says = "advice GP-25, GP-37 Each Geopal finds Stamina of its own kind in the deck"
    assert [line for line in lines if line.startswith(says)] == [
        f"{says}: Zippo (line 3) and Infernex (line 5), each found 0, needed 1",
        f"{says}: Ursulo (line 4), found 0, needed 1",
    ]
    assert "mend add 1 Heat Berry" in lines
    [row] = json.loads(run("validate", "--json", path).out)["decks"]
    assert [fault["rule"] for fault in row["faults"]].count("stamina.kind") == 3


@pytest.mark.parametrize(
    ("lines", "args", "status"),
    [
        (("1 Cindragon", "1 Zippo #1", "1 Heat Berry"), (), 0),
        (("1 Cindragon", "1 Zippo #1", "1 Heat Berry"), ("--strict",), 1),
        (("3 Orb",), (), 1),
        (("1 Zippo",), (), 1),
        (("0 Orb",), (), 2),
    ],
)
def test_exit_status(
    run: Runner, deck: Callable[..., str], lines: tuple[str, ...], args: tuple[str, ...], status: int
) -> None:
    assert run("validate", *args, deck(geopals(*lines))).status == status


def test_advice_never_fails_a_deck_and_can_be_left_out(run: Runner, deck: Callable[..., str]) -> None:
    path = deck(geopals(size=49))
    done = run("validate", "--strict", path)
    assert done.status == 0
    assert "advice   GP-03" in done.out
    assert "GP-03" not in run("validate", "--no-advice", path).out


def test_json_is_by_its_schema_and_says_the_same(run: Runner, deck: Callable[..., str]) -> None:
    good, bad = deck(geopals(), "good.deck"), deck(geopals("3 Orb"), "bad.deck")
    done = run("validate", "--json", good, bad, deck("0 Orb", "worse.deck"))
    document = json.loads(done.out)
    assert problems("verdict", document) == []
    assert done.status == 2
    assert [row["passed"] for row in document["decks"]] == [True, False]
    [fault] = document["decks"][1]["faults"]
    assert (fault["rule"], fault["found"], fault["allowed"]) == ("copies.orb", 3, {"max": 2})
    assert "copies.two" in document["decks"][1]["held"]
    assert document["refused"][0]["deck"].endswith("worse.deck")


def test_every_shipped_sample_is_legal_without_any_word_to_say(run: Runner) -> None:
    done = run("validate", "--strict", *sample_names())
    assert done.status == 0
    assert len(sample_names()) == 6
    legal = [line for line in done.out.splitlines() if line.endswith("   legal")]
    assert len(legal) == 6
    assert done.out.splitlines()[-1] == "6 decklists: 6 passed"


NOT_A_DECKLIST: dict[str, tuple[bytes, str]] = {
    "an empty file": (b"", "is empty"),
    "nothing but a comment": (b"# nothing\n", "holds no card"),
    "a list in JSON": (
        b'[{"count": 2, "name": "Orb"}]',
        "is no decklist: line 1: the document must be an object",
    ),
    "a table row without a name": (b"Count,Name\n1,Orb\n2,\n", ":3: '2': the row names no card"),
    "a section without a card": (b"game: geopals\ndeck\n", "holds no card"),
    "a PNG": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is not text: byte 0 cannot be read as UTF-8"),
    "2 MB of text": (b"1 Orb\n" * 350_000, "is larger than a decklist may be"),
    "NUL characters": (b"game: geopals\n1 Orb\0\n", "NUL"),
    "Latin-1": ("game: geopals\n1 Café\n".encode("latin-1"), "byte 19 cannot be read as UTF-8"),
    "an unknown game": (b"game: geopets\n1 Orb\n", "no game is called 'geopets'; did you mean Geopals?"),
    "names of no game": (b"1 Nobody\n", "no game knows any of these cards"),
    "an unknown format": (b"game: geopals\nformat: standart\n1 Orb\n", "did you mean standard?"),
}


@pytest.mark.parametrize(("raw", "says"), NOT_A_DECKLIST.values(), ids=NOT_A_DECKLIST)
def test_what_is_no_decklist_is_refused_in_one_line(
    run: Runner, tmp_path: Path, raw: bytes, says: str
) -> None:
    path = tmp_path / "file.deck"
    path.write_bytes(raw)
    done = run("validate", str(path))
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert str(path) in done.err
    assert says in done.err


@pytest.mark.parametrize(
    "text",
    [
        "2 geopals/S1-62\n",
        "- geopals/S1-62 x2\n",
        "Card id,Count\ngeopals/S1-62,2\n",
        "Count,Card\n2,geopals/S1-62\n",
        "Count,Name\n2,Orb\n",
    ],
)
def test_names_or_card_ids_settle_the_game(run: Runner, deck: Callable[..., str], text: str) -> None:
    document = json.loads(run("validate", "--json", deck(text)).out)
    assert [(row["game"], row["sizes"]["deck"]) for row in document["decks"]] == [("geopals", 2)]


@pytest.mark.parametrize(("game", "told"), [("repello", True), ("geopals", False), ("Geopals", False)])
def test_a_list_that_names_another_game_keeps_it_and_says_so(
    run: Runner, deck: Callable[..., str], game: str, told: bool
) -> None:
    done = run("validate", "--json", "--game", game, deck(geopals()))
    [row] = json.loads(done.out)["decks"]
    assert (done.status, row["game"]) == (0, "geopals")
    assert row["notes"] == (["the list says game: geopals, which holds"] if told else [])


def test_fix_shows_the_same_lines_whatever_ends_them(run: Runner, deck: Callable[..., str]) -> None:
    """A mark that parts lines elsewhere, in a remark, parts none here."""
    text = "game: geopals\n\ndeck\n1 Inji\n3 Orb # mine\u2028yours\n"
    shown = {end: run("validate", "--fix", deck(text.replace("\n", end))).out for end in ("\n", "\r\n", "\r")}
    assert len({*shown.values()}) == 1
    assert shown["\n"].split("\n")[3:] == [
        " ",
        " deck",
        " 1 Inji",
        "-3 Orb # mine\\u2028yours",
        "+2 Orb # mine\\u2028yours",
        "",
    ]


@pytest.mark.parametrize(
    "line",
    ["1. 2 Orb", "| 2 | Orb |", "[b]2 Orb[/b]", "2x[[Orb]]", "Orb: 2", "2 Orb // mine", "2 Orb - mine"],
)
def test_any_form_of_a_line_settles_the_game(run: Runner, deck: Callable[..., str], line: str) -> None:
    [row] = json.loads(run("validate", "--json", deck(f"--- Deck ---\n{line}\n")).out)["decks"]
    assert (row["game"], row["sizes"]["deck"]) == ("geopals", 2)


def test_fix_says_which_of_several_cards_it_cut(run: Runner, deck: Callable[..., str]) -> None:
    done = run("validate", "--fix", deck(geopals("1 Inji", "1 Inji [medal]")))
    assert "-1 Inji [medal]" in done.out
    assert "cut 1 Inji [medal], the last of Inji and Inji [medal]" in done.err


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("game: geopals\ncolour: blue\n2 Orb\n", 2),
        (
            '{"deckwright": 1, "game": "geopals",\n "headers": {"author": "Ana",\n  "colour": "blue"},'
            ' "zones": {"deck": [{"count": 2, "name": "Orb"}]}}',
            3,
        ),
    ],
    ids=["text", "JSON"],
)
def test_a_header_that_nothing_reads_is_told(
    run: Runner, deck: Callable[..., str], text: str, line: int
) -> None:
    [row] = json.loads(run("validate", "--json", deck(text)).out)["decks"]
    assert row["notes"] == [f"line {line}: nothing reads the header 'colour'; it is kept"]


def test_a_header_that_is_there_twice_is_told(run: Runner, deck: Callable[..., str]) -> None:
    text = "game: geopals\nauthor: Ana\nstart: Zippo\n\nStart: Inji\n1 Inji\n"
    [row] = json.loads(run("validate", "--json", deck(text)).out)["decks"]
    assert row["notes"] == ["line 5: Start is said on line 3 too; what is said last holds"]


def test_a_header_with_a_slip_is_told_with_what_is_meant(run: Runner, deck: Callable[..., str]) -> None:
    [row] = json.loads(run("validate", "--json", "--game", "geopals", deck("gmae: geopals\n2 Orb\n")).out)[
        "decks"
    ]
    assert row["notes"] == ["line 1: nothing reads the header 'gmae'; it is kept; did you mean game?"]
    many = "".join(f"formt{at}: x\n" for at in range(500))
    [row] = json.loads(run("validate", "--json", deck(f"game: geopals\n{many}2 Orb\n")).out)["decks"]
    assert [note.endswith("did you mean format?") for note in row["notes"]] == [at < 20 for at in range(500)]


def test_utf_16_with_a_mark_crlf_and_bom_are_read(run: Runner, tmp_path: Path) -> None:
    text = geopals().replace("\n", "\r\n")
    for name, raw in (("a", text.encode("utf-16")), ("b", b"\xef\xbb\xbf" + text.encode())):
        (tmp_path / f"{name}.deck").write_bytes(raw)
    assert run("validate", str(tmp_path)).status == 0


def test_a_missing_file_and_a_mistyped_sample(run: Runner, tmp_path: Path) -> None:
    assert "did you mean tide-and-sky?" in run("validate", "tide-and-skye").err
    assert run("validate", str(tmp_path / "none.deck")).status == 2


def test_an_empty_word_is_not_the_folder_around(
    run: Runner, deck: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(deck(geopals())).parent)
    assert run("validate", ".").status == 0
    done = run("validate", "")
    assert (done.status, done.out) == (2, "")
    assert "no name" in done.err


def test_a_folder_is_its_decklists_and_others_are_counted(run: Runner, deck: Callable[..., str]) -> None:
    path = Path(deck(geopals(), "one.deck"))
    deck(geopals(), "two.txt")
    deck("not a decklist", "notes.md")
    deck("hidden", ".hidden.deck")
    done = run("validate", str(path.parent))
    assert done.status == 0
    assert done.out.splitlines()[-1] == "2 decklists: 2 passed"
    assert done.err == f"{path.parent}: 1 other file passed over\n"


def test_a_folder_without_a_decklist(run: Runner, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("nothing")
    done = run("validate", str(tmp_path))
    assert (done.status, done.out) == (2, "")
    assert "a folder without a decklist" in done.err


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_a_file_that_may_not_be_read(run: Runner, catalogue: Path) -> None:
    from tests.catalog.tides import NOBODY, forked, open_folder

    def attempt(path: Path) -> str:
        said = io.StringIO()
        with redirect_stderr(said), pytest.raises(SystemExit) as ended:
            main(["--catalog", str(shared), "validate", str(path)])
        return f"{ended.value.code} {said.getvalue()}"

    assert run("validate", "tide-and-sky").status == 0  # so that all is imported before the user changes
    with open_folder() as folder:
        shared = folder / "catalogue.db"
        shared.write_bytes(catalogue.read_bytes())
        shared.chmod(0o644)
        path = folder / "secret.deck"
        path.write_text(geopals())
        path.chmod(0)
        said = forked(lambda: attempt(path), NOBODY)
    assert said.startswith("2 ")
    assert "permission denied" in said
    assert said.count("\n") == 1


def test_special_files_are_refused_at_once(run: Runner, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.deck")
    for path in (tmp_path / "pipe.deck", Path("/dev/zero")):
        done = run("validate", str(path))
        assert done.status == 2
        assert "is not a regular file" in done.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_standard_input(catalogue: Path, jobs: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "deckwright.cli.main", "validate", "-", "--jobs", jobs],
        input=geopals("3 Orb").encode(),
        capture_output=True,
        env={**os.environ, "DECKWRIGHT_CATALOG": str(catalogue)},
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout.startswith(b"standard input   Geopals")


def test_several_processes_say_what_one_says(run: Runner, tmp_path: Path) -> None:
    for at in range(200):
        (tmp_path / f"{at:03}.deck").write_text(
            geopals(*(("3 Orb",) if at % 3 == 0 else ()), size=60 + at % 12)
        )
    one = run("validate", str(tmp_path))
    assert run("validate", "--jobs", "2", str(tmp_path)) == one
    assert one.status == 1


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--option", "size=3"), "unknown option of Geopals 'size'"),
        (("--option", "players=9"), "unknown value of players '9'"),
        (("--option", "players"), "KEY=VALUE"),
        (("--option", "players="), "KEY=VALUE"),
        (
            ("--option", "players=2", "--players", "1"),
            "--players is short for --option players=...; give one",
        ),
        (("--option", "players=2", "--option", "players=1"), "players is given 2 times, 2 and 1; give one"),
        (("--on", "tomorrow"), "YYYY-MM-DD"),
        (("--format", "modern"), "unknown format of Geopals 'modern'"),
        (("--game", "geopels"), "did you mean Geopals?"),
        (("--write",), "--write goes with --fix"),
        (
            ("--stats", "--show-lines"),
            "--show-lines and --stats are reports of their own; ask for one at a time",
        ),
        (("--fix", "--stats", "--show-lines"), "--fix and --show-lines and --stats are reports of their own"),
        (
            ("--format", "all", "--stats"),
            "--stats goes by one format; name that, or ask for --format all alone",
        ),
        (("--format", "all", "--show-lines"), "--show-lines goes by one format"),
        (("--format", "all", "--fix"), "--fix goes by one format"),
    ],
)
def test_wishes_that_are_not_understood(run: Runner, args: tuple[str, ...], says: str) -> None:
    done = run("validate", "tide-and-sky", *args)
    assert done.status == 2
    assert says in done.err or "a day such as 2026-01-31" in done.err


def test_companion_quest_is_judged_by_difficulty(run: Runner, deck: Callable[..., str]) -> None:
    def problems_deck(challenges: int, dangers: int) -> str:
        quests = [f"1 Quest {number:02}" for number in (1, 4, 7, 10)]
        problems = [f"1 Challenge {number:02}" for number in range(3, 3 + challenges)]
        problems += [f"1 Danger {number}" for number in range(2, 2 + dangers)]
        return "\n".join(("game: companion-quest", "quests", *quests, "problems", *problems, ""))

    rules = {"normal": (10, 2), "easy": (11, 1), "hard": (9, 3)}
    for format_id, counts in rules.items():
        path = deck(problems_deck(*counts), f"{format_id}.deck")
        for judged in rules:
            wanted = "standard" if judged == "normal" else judged
            done = run("validate", "--format", wanted, path)
            danger = [
                line for line in done.out.splitlines() if "Danger" in line and line.startswith("  error")
            ]
            assert (not danger) == (judged == format_id), (format_id, judged, done.out)


def test_lines_as_read(run: Runner, deck: Callable[..., str]) -> None:
    done = run(
        "validate",
        "--show-lines",
        "--json",
        deck("game: geopals\ncolour: blue\ndeck\n2 Orb # two\n1 Zippo\n"),
    )
    rows = json.loads(done.out)["rows"]
    assert [row["kind"] for row in rows] == ["header", "header", "section", "card", "card", "blank"]
    assert rows[3]["card"] == "Orb (geopals/S1-62)"
    assert rows[3]["zone"] == "deck"
    assert rows[4]["card"] == "any of 2"
    assert rows[1]["why"] == "nothing reads 'colour'"


def test_composition(run: Runner) -> None:
    done = run("validate", "--stats", "--json", "tide-and-sky")
    document = json.loads(done.out)
    counted = {(row["zone"], row["field"], row["value"]): row["copies"] for row in document["rows"]}
    assert counted[("deck", "Type", "geopal")] == 16
    assert counted[("deck", "Stage", "0")] == 8
    assert counted[("deck", "Stamina kind", "tide")] == 20
    demands = [
        (row["value"], row["asking"], row["answering"]) for row in document["tables"]["demands"]["rows"]
    ]
    assert demands == [("sky", 8, 12), ("tide", 8, 12)]


def test_every_format_side_by_side(run: Runner) -> None:
    done = run("validate", "--format", "all", "companion-quest")
    assert done.status == 0
    assert [line.split()[0] for line in done.out.splitlines()[3:]] == ["box", "standard", "easy", "hard"]


REPORTS = [("--show-lines",), ("--stats",), ("--format", "all")]


@pytest.mark.parametrize("report", REPORTS, ids=" ".join)
def test_reports_on_many_decks_are_one_table_for_programs(run: Runner, report: tuple[str, ...]) -> None:
    done = run("validate", *report, "--json", "tide-and-sky", "ember-and-root")
    document = json.loads(done.out)
    assert problems("table", document) == []
    assert {row["deck"] for row in document["rows"]} == {"tide-and-sky", "ember-and-root"}
    lines = run("validate", *report, "--output", "csv", "tide-and-sky", "ember-and-root").out.splitlines()
    assert lines[0] == ",".join(column["id"] for column in document["columns"])
    assert len(lines) == 1 + len(document["rows"])


@pytest.mark.parametrize("report", [*REPORTS, ("--fix",)], ids=" ".join)
def test_reports_heed_strict(run: Runner, deck: Callable[..., str], report: tuple[str, ...]) -> None:
    path = deck(geopals("1 Cindragon", size=60))
    assert run("validate", *report, path).status == 0
    assert run("validate", *report, "--strict", path).status == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (geopals(), "nothing to fix without taste"),
        ("Count,Name\n3,Orb\n", "deckwright deck convert"),
        (geopals("3 Orb"), ""),
    ],
)
def test_fix_says_why_it_changes_nothing(run: Runner, deck: Callable[..., str], text: str, says: str) -> None:
    done = run("validate", "--fix", deck(text))
    assert (says in done.err, bool(done.out)) == (True, not says)
    assert bool(done.err) == bool(says)


def test_fix_does_not_take_a_list_of_lines_for_another_form(
    run: Runner, deck: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKWRIGHT_CATALOG", str(tmp_path / "own.db"))
    run("game", "new", "Tide Pool", "--folder", str(tmp_path))
    run("import", *(str(tmp_path / f"tide-pool.{kind}") for kind in ("json", "csv")))
    path = deck("game: tide-pool\ndeck\n1 Second Sun\n")
    assert "cut line 3" in run("validate", path).out
    assert run("validate", "--fix", path).err == f"{path}: nothing to fix without taste\n"


@pytest.mark.parametrize(
    ("more", "args", "status"),
    [
        ((), ("--fix",), 0),
        (("3 Orb",), ("--fix",), 1),
        (("3 Orb",), ("--fix", "--write"), 0),
        (("3 Orb", "1 Nobody"), ("--fix", "--write"), 1),
        (("3 Orb", "1 Cindragon"), ("--fix", "--write", "--strict"), 1),
    ],
)
def test_a_file_counts_as_what_fix_leaves(
    run: Runner, deck: Callable[..., str], more: tuple[str, ...], args: tuple[str, ...], status: int
) -> None:
    path = deck(text := geopals(*more))
    done = run("validate", *args, path)
    assert done.status == status
    assert (Path(path).read_text() != text) == ("--write" in args)
    assert f"{path}: written\n" in done.err or "--write" not in args
    Path(path).write_text(text)
    done = run("validate", *args, path, "repello")
    assert done.err.splitlines()[-1] == f"2 decklists: {'1 passed, 1 failed' if status else '2 passed'}"


def test_fix_of_standard_input_counts_what_was_given(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    given = io.TextIOWrapper(io.BytesIO(geopals("3 Orb").encode()))
    monkeypatch.setattr("sys.stdin", given)
    done = run("validate", "--fix", "--write", "-")
    assert (done.status, "-3 Orb" in done.out) == (1, True)
    assert done.err == "standard input is no file; nothing was written\n"


def test_fix_goes_on_behind_what_it_does_not_understand(run: Runner, deck: Callable[..., str]) -> None:
    first, last = deck("game: nosuch\n1 Orb\n", "a.deck"), deck(geopals("3 Orb"), "b.deck")
    done = run("validate", "--fix", "--write", first, last)
    assert done.status == 2
    assert f"deckwright: {first}: no game is called 'nosuch'" in done.err
    assert f"{last}: written\n" in done.err


def test_fix_names_the_file_that_it_cannot_read(run: Runner, deck: Callable[..., str]) -> None:
    path = deck("game: geopals\n0 Orb\n")
    done = run("validate", "--fix", path)
    assert done.status == 2
    assert done.err.startswith(f"deckwright: {path}:2: ")
