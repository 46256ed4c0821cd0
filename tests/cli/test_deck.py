"""`deckwright deck`: saved decklists keep every version, and files are tidied without loss."""

from __future__ import annotations

import errno
import io
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from deckwright.catalog.build import build
from deckwright.cli import written
from deckwright.decks.sources import sample_names, sample_text
from tests.cli.conftest import Run
from tests.decks.decks import geopals

Runner = Callable[..., Run]


@pytest.fixture
def shelf(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """The command line on a catalogue of its own, which may be written."""
    path = tmp_path / "own" / "catalogue.db"
    path.parent.mkdir()
    assert build(path)
    monkeypatch.setenv("DECKWRIGHT_CATALOG", str(path))
    return run


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., str]:
    """Write a decklist to a file and give its path."""

    def write(text: str, name: str = "mine.deck") -> str:
        path = tmp_path / name
        path.write_text(text, "utf-8", newline="")
        return str(path)

    return write


def names(run: Runner) -> list[str]:
    rows = json.loads(run("deck", "list", "--json").out)["rows"]
    return [row["name"] for row in rows if row["name"] not in sample_names()]


def test_a_save_keeps_the_one_before(shelf: Runner, file: Callable[..., str]) -> None:
    first, second = geopals(), geopals("2 Rope")
    assert shelf("deck", "save", file(first)).out == "saved mine, version 1: 60 deck, 6 terrain\n"
    assert shelf("deck", "save", file(first)).out == "mine is unchanged since version 1\n"
    assert shelf("deck", "save", file(second)).out == "saved mine, version 2: 60 deck, 6 terrain\n"
    assert shelf("deck", "show", "mine").out == second
    assert shelf("deck", "show", "MINE@1").out == first
    rows = json.loads(shelf("deck", "history", "mine", "--json").out)["rows"]
    assert [row["version"] for row in rows] == [1, 2]
    assert rows[1]["cards_in"] == ["2 Rope"]
    assert shelf("validate", "mine@1").status == 0


def test_history_tells_people_the_first_cards_and_programs_all(
    shelf: Runner, file: Callable[..., str]
) -> None:
    cards = ("2 Rope", "1 Search", "1 Re-stock", "1 Faction Tag", "1 Thief", "1 Portal Disc", "1 Snap Freeze")
    shelf("deck", "save", file(geopals()))
    shelf("deck", "save", file(geopals(*cards)))
    assert "1 Thief, and 2 more" in shelf("deck", "history", "mine").out
    [_, second] = json.loads(shelf("deck", "history", "mine", "--json").out)["rows"]
    assert second["cards_in"] == list(cards)


def test_the_text_is_kept_as_it_was_given(shelf: Runner, file: Callable[..., str]) -> None:
    text = "\ufeffgame: geopals\r\n# keep\r\ncolour: blue\r\n2 orb\r\n1 Nobody"
    assert shelf("deck", "save", file(text), "--as", "As it was").status == 0
    assert shelf("deck", "show", "as it was").out.encode() == text.removeprefix("\ufeff").encode() + b"\n"


def test_the_name_is_the_one_given_else_the_decks_own_else_the_files(
    shelf: Runner, file: Callable[..., str]
) -> None:
    shelf("deck", "save", file(geopals()), "--as", "Given")
    shelf("deck", "save", file(f"name: Its own\n{geopals()}"))
    shelf("deck", "save", file(geopals(), "the file.txt"))
    assert names(shelf) == ["Given", "Its own", "the file"]


@pytest.mark.parametrize(
    "name",
    [
        "../etc/passwd",
        "a/b",
        "a\\b",
        ".hidden",
        "-rf",
        "",
        "a@2",
        "a\nb",
        "x" * 81,
        " a",
        "\U0001f98e" * 51,
        "\udcff",
    ],
    ids=ascii,
)
def test_no_path_can_be_smuggled_into_a_name(shelf: Runner, file: Callable[..., str], name: str) -> None:
    done = shelf("deck", "save", file(geopals()), f"--as={name}")
    assert (done.status, names(shelf)) == (2, [])
    assert "cannot be the name of a saved decklist" in done.err


def test_the_longest_names_can_be_exported(shelf: Runner, file: Callable[..., str], tmp_path: Path) -> None:
    longest = ["x" * 80, "\U0001f98e" * 50]
    for name in longest:
        assert shelf("deck", "save", file(geopals()), "--as", name).status == 0
    assert shelf("deck", "export", "--to", str(tmp_path / "out")).status == 0
    assert {path.stem for path in (tmp_path / "out").iterdir()} == {*longest}


def test_list_shows_verdicts_and_samples(shelf: Runner, file: Callable[..., str]) -> None:
    shelf("deck", "save", file(geopals("3 Orb")))
    rows = {row["name"]: row for row in json.loads(shelf("deck", "list", "--json").out)["rows"]}
    assert set(rows) == {"mine", *sample_names()}
    assert (rows["mine"]["verdict"], rows["mine"]["size"]) == ("1 error", "60 cards, 6 terrain")
    assert rows["mine"]["age"] == "just now"
    assert rows["tide-and-sky"]["verdict"] == "legal"
    assert "repello" not in shelf("deck", "list", "--game", "Geopals").out


def test_rename_and_remove(shelf: Runner, file: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    shelf("deck", "save", file(geopals()), "--as", "One")
    shelf("deck", "save", file(geopals("2 Rope")), "--as", "One")
    shelf("deck", "save", file(geopals()), "--as", "Two")
    assert "saved as 'two' already" in shelf("deck", "rename", "One", "two").err
    assert shelf("deck", "rename", "one", "Three").out == "One is now Three\n"
    assert names(shelf) == ["Three", "Two"]
    assert shelf("deck", "show", "Three@1").status == 0
    assert shelf("deck", "remove", "three").status == 130  # nobody answers, so nothing is removed
    assert shelf("deck", "remove", "three", "--yes").out == "removed Three (2 versions)\n"
    assert names(shelf) == ["Two"]


@pytest.mark.parametrize(
    "args", [("show", "nope"), ("history", "nope"), ("rename", "nope", "x"), ("remove", "nope")]
)
def test_what_is_not_saved_is_said_with_the_nearest(
    shelf: Runner, file: Callable[..., str], args: tuple[str, ...]
) -> None:
    shelf("deck", "save", file(geopals()), "--as", "nop")
    done = shelf("deck", *args)
    assert (done.status, done.out) == (2, "")


def test_diff_of_versions_and_files(shelf: Runner, file: Callable[..., str]) -> None:
    shelf("deck", "save", file(geopals("1 Rope", "2 Orb")))
    shelf("deck", "save", file(geopals("2 Rope", "1 Sense", "1 Orb")))
    rows = json.loads(shelf("deck", "diff", "mine", "--json").out)["rows"]
    assert [
        (row["card"], row["change"], row["before"], row["after"])
        for row in rows
        if row["card"] != "Sky Berry"
    ] == [
        ("Rope", "changed", 1, 2),
        ("Orb", "changed", 2, 1),
        ("Sense", "in", 0, 1),
    ]
    assert shelf("deck", "diff", "mine", "mine").err == "no card differs\n"
    assert shelf("deck", "diff", "mine", file(geopals(), "other.deck")).status == 0


def test_diff_says_the_number_where_a_name_is_several_cards_zone_by_zone(
    shelf: Runner, file: Callable[..., str]
) -> None:
    one = file("game: geopals\n\nterrain\n1 Desert Terrain\ndeck\n1 Skippy #10\n2 Orb\n", "one.deck")
    other = file("game: geopals\n\nterrain\n2 Desert Terrain\ndeck\n1 Skippy #36\n1 Orb\n", "other.deck")
    rows = json.loads(shelf("deck", "diff", one, other, "--json").out)["rows"]
    assert [(row["zone"], row["card"], row["change"]) for row in rows] == [
        ("deck", "Skippy #10", "out"),
        ("deck", "Orb", "changed"),
        ("deck", "Skippy #36", "in"),
        ("terrain", "Desert Terrain", "changed"),
    ]
    shelf("deck", "save", one, "--as", "both")
    shelf("deck", "save", other, "--as", "both")
    assert "1 Skippy #36" in shelf("deck", "history", "both").out


def test_diff_of_two_games_names_each_card_as_its_game_does(shelf: Runner) -> None:
    done = shelf("deck", "diff", "ember-and-root", "geoclash-twist", "--json")
    rows = json.loads(done.out)["rows"]
    assert done.err == "ember-and-root is of Geopals, geoclash-twist of GeoClash Twist\n"
    assert ("Zippo #1", 1, 0) in [(row["card"], row["before"], row["after"]) for row in rows]
    assert {row["change"] for row in rows} == {"in", "out"}
    assert [row["card"] for row in rows if "/" in row["card"]] == []
    back = json.loads(shelf("deck", "diff", "geoclash-twist", "ember-and-root", "--json").out)["rows"]
    assert sorted((row["zone"], row["card"], row["after"], row["before"]) for row in back) == sorted(
        (row["zone"], row["card"], row["before"], row["after"]) for row in rows
    )


@pytest.mark.parametrize("words", [("mine", "1", "2"), ("mine@1", "mine@2"), ("mine@1", "mine"), ("mine",)])
def test_diff_takes_version_numbers(shelf: Runner, file: Callable[..., str], words: tuple[str, ...]) -> None:
    shelf("deck", "save", file(geopals("1 Rope")))
    shelf("deck", "save", file(geopals("2 Rope")))
    rows = json.loads(shelf("deck", "diff", *words, "--json").out)["rows"]
    assert ("Rope", 1, 2) in [(row["card"], row["before"], row["after"]) for row in rows]


GUESSES = [
    (("deck", "diff", "mine", "1"), "a version is mine@1: deck diff mine@1 mine"),
    (("deck", "diff", "mine", "mine", "mine"), "diff takes two decklists"),
    (("deck", "diff", "mine"), "mine has one version only"),
    (("deck", "show", "mine", "--version", "2"), "no decklist is saved as 'mine@2'; did you mean mine@1?"),
    (("deck", "show", "mine@1", "--version", "1"), "mine@1 names a version already"),
    (("deck", "export", "mine", "out"), "deck export mine --to out"),
    (("deck", "export", "mine"), "deck export mine --to FOLDER"),
    (("deck", "export"), "deck export --to FOLDER"),
    (("help", "nope"), "no command is called 'nope'"),
]


@pytest.mark.parametrize(("words", "says"), GUESSES)
def test_a_guess_is_answered_with_the_right_form(
    shelf: Runner, file: Callable[..., str], words: tuple[str, ...], says: str
) -> None:
    shelf("deck", "save", file(geopals()))
    done = shelf(*words)
    assert (done.status, done.out) == (2, "")
    assert says in done.err


def test_guesses_without_a_doubt_are_taken(shelf: Runner, file: Callable[..., str]) -> None:
    shelf("deck", "save", file(geopals()))
    assert shelf("deck", "show", "mine", "--version", "1").out == geopals()
    assert shelf("help").out == shelf("--help").out
    assert shelf("help", "deck", "save").out == shelf("deck", "save", "--help").out
    assert shelf("deck", "help", "save").out == shelf("deck", "save", "--help").out


def test_a_save_says_what_is_wrong_and_what_it_hides(shelf: Runner, file: Callable[..., str]) -> None:
    broken = file("game: geopals\n\ndeck\n3 Orb\n1 Nosuch\n")
    done = shelf("deck", "save", broken, "--as", "tide-and-sky")
    assert re.fullmatch(r"saved tide-and-sky, version 1: 4 deck; \d errors.*\n", done.out)
    assert done.err == "tide-and-sky means this decklist from now on, not the shipped sample of that name\n"
    again = shelf("deck", "save", file(geopals()), "--as", "tide-and-sky")
    assert again.err == ""
    legal = shelf("deck", "save", "repello", "--as", "mine")
    assert (";" in legal.out, legal.err) == (False, "")


@pytest.mark.parametrize("shape", ["text", "json", "csv", "markdown"])
@pytest.mark.parametrize("sample", sample_names())
def test_what_is_converted_reads_back(shelf: Runner, tmp_path: Path, sample: str, shape: str) -> None:
    suffix = {"text": "deck", "json": "json", "csv": "csv", "markdown": "txt"}[shape]
    path = tmp_path / f"converted.{suffix}"
    assert shelf("deck", "convert", sample, "--to", shape, "--output", str(path)).status == 0
    game = re.search(r"(?m)^game: (.*)", sample_text(sample))
    assert game is not None
    assert shelf("deck", "diff", sample, str(path), "--game", game[1]).err == "no card differs\n"


def test_format_prints_checks_and_writes(shelf: Runner, file: Callable[..., str]) -> None:
    path = Path(file("game: geopals\n# one\n2x orb # two\ncolour?\n1 Zippo #21\n"))
    before = path.read_text()
    printed = shelf("deck", "format", str(path))
    assert path.read_text() == before
    assert shelf("deck", "format", "--check", str(path)).status == 1
    assert shelf("deck", "format", "--write", str(path)).status == 0
    assert path.read_text() == printed.out
    assert shelf("deck", "format", "--check", str(path)).status == 0
    assert printed.out == "game: geopals\n\ndeck\n1 Zippo #21\n# one\n# two\n2 Orb\n1 colour?\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("show", "Tuesday@9"), "no decklist is saved as 'Tuesday@9'; did you mean Tuesday@1?"),
        (("diff", "repello", "Tuesday@9"), "no decklist is saved as 'Tuesday@9'; did you mean Tuesday@1?"),
        (("diff", "Tusday"), "no decklist is saved as 'Tusday'; did you mean Tuesday?"),
        (("diff", "Tuesday@1"), "diff takes another version too: deck diff Tuesday@1 Tuesday"),
        (("diff", "Tuesday"), "Tuesday has one version only"),
        (("diff", "repello"), "diff takes two decklists, or one saved name with two versions"),
    ],
)
def test_what_is_not_saved_is_told(shelf: Runner, words: tuple[str, ...], says: str) -> None:
    assert shelf("deck", "save", "repello", "--as", "Tuesday").status == 0
    done = shelf("deck", *words)
    assert (done.status, done.err.startswith(f"deckwright: {says}")) == (2, True), done.err


def test_a_new_name_may_hide_a_sample_and_says_so(shelf: Runner) -> None:
    assert shelf("deck", "save", "repello", "--as", "Tuesday").status == 0
    done = shelf("deck", "rename", "Tuesday", "repello")
    assert done.err == "repello means this decklist from now on, not the shipped sample of that name\n"


def test_a_number_that_no_card_has_is_not_lost(shelf: Runner, tmp_path: Path) -> None:
    path = tmp_path / "a.deck"
    path.write_text("game: geopals\n1 Cindragon (S1) 81\n2 Orb (S9) 4\n")
    before = path.read_text()
    done = shelf("deck", "format", "--write", str(path))
    assert (done.status, path.read_text()) == (1, before)
    assert "line 2: no Cindragon is (S1) #81" in done.err
    assert "line 3: no Orb is (S9) #4" in done.err
    assert done.err.endswith("left as it is\n")
    assert "line 2: no Cindragon is (S1) #81" in shelf("deck", "format", str(path)).err
    assert "line 3: no Orb is (S9) #4" in shelf("deck", "convert", str(path), "--to", "csv").err


def test_format_keeps_the_files_mode_and_follows_links(
    shelf: Runner, file: Callable[..., str], tmp_path: Path
) -> None:
    path = Path(file("game: geopals\n2x orb\n"))
    path.chmod(0o640)
    link = tmp_path / "link.deck"
    link.symlink_to(path)
    assert shelf("deck", "format", "--write", str(link)).status == 0
    assert link.is_symlink()
    assert (path.stat().st_mode & 0o777, path.read_text()) == (0o640, "game: geopals\n\ndeck\n2 Orb\n")


def test_a_new_decklist_is_a_frame_to_fill(shelf: Runner, tmp_path: Path) -> None:
    path = tmp_path / "new.deck"
    assert shelf("deck", "new", "geopals", str(path)).status == 0
    text = path.read_text()
    assert "game: geopals\n" in text
    assert shelf("deck", "new", "geopals", str(path)).status == 2
    assert path.read_text() == text
    path.write_text(text.replace("\ndeck\n", "\ndeck\n1 Cupla\n"))
    assert "1 card" in shelf("validate", str(path)).out


@pytest.mark.parametrize("game", ["geopals", "geoclash-twist", "companion-quest", "repello", "garden-geckos"])
def test_each_option_that_a_new_decklist_offers_is_a_header(game: str, shelf: Runner, tmp_path: Path) -> None:
    offered = re.findall(r"^# (\w+: \S.*)$", shelf("deck", "new", game).out, flags=re.M)
    options = [line for line in offered if not line.startswith("formats:")]
    assert any(line.startswith("players:") for line in options)
    path = tmp_path / "new.deck"
    path.write_text("\n".join((f"game: {game}", *options, "1 Anything", "")))
    table = shelf("validate", "--show-lines", str(path)).out.splitlines()[3:]
    assert [line.split()[1] for line in table] == ["header"] * (1 + len(options)) + ["card", "blank"]


def test_a_new_decklist_tells_the_options_and_the_rules_of_all_zones(shelf: Runner, tmp_path: Path) -> None:
    path = tmp_path / "new.deck"
    shelf("game", "new", "My", "Tale", "--folder", str(tmp_path))
    shelf("import", str(tmp_path / "my-tale.json"), str(tmp_path / "my-tale.csv"))
    shelf("deck", "new", "my-tale", str(path))
    text = path.read_text()
    assert "\n# players: 2\n#     players at the table: 1 or 2\n" in text
    assert "\n# deck and relics: At most two of each card\n" in text
    assert "\n# deck and relics: No banned card  (standard)\n" in text
    assert "\ndeck\n# 12 to 20 cards in the deck\n\nrelics\n" in text
    path.write_text(text.replace("# budget: 30", "budget: 1").replace("\ndeck\n", "\ndeck\n2 Lamplighter\n"))
    assert "no more points than the budget" in shelf("validate", str(path)).out


def test_export_writes_what_was_saved(shelf: Runner, file: Callable[..., str], tmp_path: Path) -> None:
    text = geopals() + "# as it was\r\n"
    shelf("deck", "save", file(text), "--as", "Mine")
    folder = tmp_path / "out"
    assert shelf("deck", "export", "--to", str(folder)).status == 0
    assert (folder / "Mine.deck").read_bytes() == text.encode()
    assert shelf("deck", "export", "--to", str(folder)).status == 2
    assert shelf("deck", "export", "mine", "--to", str(folder), "--force").status == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "Count,Name,Price\n2,Orb,5\n"),
        ("a.json", '{"deckwright":1,"game":"geopals","zones":{"deck":[{"count":1,"name":"Orb"}]}}'),
    ],
)
def test_format_leaves_tables_and_json_alone(shelf: Runner, tmp_path: Path, name: str, text: str) -> None:
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / name).write_text(text)
    (folder / "b.deck").write_text("game: geopals\n1 Orb\n1 Lagoona\n")
    assert shelf("deck", "format", "--write", str(folder / name)).status == 2
    done = shelf("deck", "format", "--write", str(folder))
    assert (done.status, "passed over" in done.err, "b.deck: tidied" in done.err) == (0, True, True)
    assert (folder / name).read_text() == text


UNTIDY, TIDY = "game: geopals\n2x orb\n", "game: geopals\n\ndeck\n2 Orb\n"


@pytest.mark.parametrize("args", [(), ("--write",)], ids=["", "--write"])
@pytest.mark.parametrize("given", [UNTIDY, TIDY], ids=["untidy", "tidy"])
def test_format_prints_what_it_reads_of_standard_input(
    shelf: Runner, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], given: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
    assert shelf("deck", "format", *args, "-") == Run(0, TIDY, "")


@pytest.mark.parametrize("name", ["mine", "repello"], ids=["saved", "a sample"])
def test_format_writes_to_no_name(shelf: Runner, file: Callable[..., str], name: str) -> None:
    shelf("deck", "save", file(UNTIDY))
    done = shelf("deck", "format", "--write", name)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        f"deckwright: {name}: is no file to write to; leave --write out, and its tidy text is printed\n"
    )
    assert shelf("deck", "format", name).status == 0


FOLDER = {
    "a.deck": UNTIDY,
    "b.deck": "game: geopals\n0 Orb\n",
    "c.deck": UNTIDY,
    "d.deck": "game: nosuch\n1 Orb\n",
    "e.csv": "Count,Name\n1,Orb,2\n",
    "f.deck": UNTIDY,
}
"""Files that can be tidied, each but the first behind one that is not understood."""


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    """A folder of them."""
    folder = tmp_path / "lists"
    folder.mkdir()
    for name, text in FOLDER.items():
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize(
    ("args", "said"), [(("--write",), "tidied"), (("--check",), "not tidy"), ((), "")], ids=str
)
def test_format_goes_on_behind_what_it_does_not_understand(
    shelf: Runner, lists: Path, args: tuple[str, ...], said: str
) -> None:
    done = shelf("deck", "format", *args, str(lists / "none.deck"), str(lists))
    assert done.status == 2
    for name in ("none.deck", "b.deck:2", "d.deck", "e.csv"):
        assert f"deckwright: {lists / name}: " in done.err
    assert [f"{lists / name}: {said}\n" in done.err for name in FOLDER] == [
        bool(said) and text == UNTIDY for text in FOLDER.values()
    ]
    assert done.out == ("" if said else TIDY * 3)
    left = [(lists / name).read_text() for name in FOLDER]
    assert left == [TIDY if text == UNTIDY and said == "tidied" else text for text in FOLDER.values()]


@pytest.mark.parametrize(
    "args", [("deck", "format", "--write"), ("validate", "--fix", "--write")], ids=" ".join
)
def test_a_file_that_cannot_be_written_stops_no_other(
    shelf: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    real = written.write_file

    def write(path: Path, pieces: Iterable[str]) -> None:
        if path.name == "a.deck":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        real(path, pieces)

    monkeypatch.setattr(written, "write_file", write)
    for name in ("a.deck", "b.deck"):
        (tmp_path / name).write_text("game: geopals\n3x orb\n")
    done = shelf(*args, str(tmp_path / "a.deck"), str(tmp_path / "b.deck"))
    assert done.status == 2
    assert f"deckwright: {tmp_path / 'a.deck'}: cannot be written: permission denied\n" in done.err
    assert (tmp_path / "a.deck").read_text() == "game: geopals\n3x orb\n"
    assert (tmp_path / "b.deck").read_text() != "game: geopals\n3x orb\n"


def test_format_refuses_a_game_that_is_none_at_once(shelf: Runner, lists: Path) -> None:
    done = shelf("deck", "format", "--write", "--game", "nosuch", str(lists))
    assert (done.status, done.err.count("nosuch")) == (2, 1)
    assert (lists / "a.deck").read_text() == UNTIDY


def test_format_keeps_headers_that_stand_twice(shelf: Runner, tmp_path: Path) -> None:
    path = tmp_path / "a.deck"
    path.write_text("author: Ana\ngame: geopals\nauthor: Bob\n1 Orb\n")
    printed = shelf("deck", "format", str(path)).out
    assert [line for line in printed.splitlines() if ":" in line] == [
        "author: Ana",
        "game: geopals",
        "author: Bob",
    ]
