"""Hostile text: nothing that is printed can move the cursor, paint, turn text around or pass for another line."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

from tests.faults.harm import asked, settled
from tests.faults.poison import ESCAPES, SQL, UNSEEN, cards, decklist, poisoned, put
from tests.faults.runs import Run, run
from tests.faults.some import some

GAME = "hostile"
NAME = f"Lamplighter{ESCAPES}"


@pytest.fixture(scope="module")
def place(shipped: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a catalogue that holds a game of hostile texts, a decklist of them, and hostile file names."""
    folder = tmp_path_factory.mktemp("hostile")
    path = folder / "catalogue.db"
    shutil.copyfile(shipped, path)
    put(folder, "game.json", json.dumps(poisoned(GAME, ESCAPES)))
    put(folder, "cards.json", cards(ESCAPES))
    done = run("--catalog", path, "import", folder / "game.json").sound()
    assert done.status == 0, done
    done = run("--catalog", path, "import", "--game", GAME, folder / "cards.json").sound()
    assert done.status == 0, done
    assert asked(path, "SELECT count(*) FROM card WHERE name = ?", NAME) == [(1,)]
    put(folder, "list.deck", decklist(GAME, ESCAPES))
    put(folder, f"list{ESCAPES}.deck", decklist(GAME, ESCAPES))
    put(folder, "bad.deck", f"game: {GAME}\n0 Lamp{ESCAPES}\n0 {ESCAPES}\n")
    saved = run("--catalog", path, "deck", "save", folder / "list.deck", "--as", "one \u202e two").sound()
    assert saved.status == 0, saved
    return folder


SHOWN = [
    ("games",),
    ("game", GAME),
    ("game", GAME, "--markdown"),
    ("rules", GAME, "--all"),
    ("rules", GAME, "--json"),
    ("cards", f"g:{GAME}"),
    ("cards", f"g:{GAME}", "--columns", "name,text,motto,mood,source"),
    ("cards", f"g:{GAME}", "--json"),
    ("cards", f"g:{GAME}", "--markdown"),
    ("cards", f"g:{GAME}", "--by", "mood"),
    ("cards", f"g:{GAME} motto:{ESCAPES}", "--explain"),
    ("cards", f"name={ESCAPES}", f"mood:{ESCAPES}"),
    ("cards", f"{ESCAPES}:x"),
    ("cards", f"g:{ESCAPES}"),
    ("cards", f"/({ESCAPES}/"),
    ("help-query", GAME),
    ("show", NAME),
    ("show", f"Lamp{ESCAPES}"),
    ("show", NAME, "--json"),
    ("validate", "list.deck"),
    ("validate", f"list{ESCAPES}.deck"),
    ("validate", "bad.deck"),
    ("validate", f"none{ESCAPES}"),
    ("validate", ".", "--strict"),
    ("validate", "list.deck", "--show-lines"),
    ("validate", "list.deck", "--stats"),
    ("validate", "list.deck", "--fix"),
    ("validate", "list.deck", "--format", "all"),
    ("validate", "list.deck", "--format", ESCAPES),
    ("validate", "list.deck", "--game", ESCAPES),
    ("validate", "list.deck", "--on", ESCAPES),
    ("validate", "list.deck", "--option", f"{ESCAPES}=1"),
    ("validate", "list.deck", "--option", f"house={ESCAPES}"),
    ("validate", "list.deck", "--json"),
    ("validate", "list.deck", "--output", "markdown"),
    ("validate", "list.deck", "--output", "github"),
    ("deal", "list.deck"),
    ("deal", "list.deck", "--log", "--reveal", "--seed", ESCAPES),
    ("deal", "list.deck", "--hands", "2", "--seed", ESCAPES),
    ("deal", "list.deck", "--turns", "2"),
    ("deal", "list.deck", "--json", "--seed", ESCAPES),
    ("deal", "list.deck", "--pile", ESCAPES, "--draw", "1"),
    ("deal", "list.deck", "--sort", ESCAPES),
    ("deal", "--next-game", f"none{ESCAPES}"),
    ("odds", "list.deck"),
    ("odds", "list.deck", f"[motto:{ESCAPES}]"),
    ("odds", "list.deck", f"[name:{ESCAPES}"),
    ("odds", "list.deck", "[t:hero]", "--json"),
    ("odds", "list.deck", "[t:hero]", "--start", ESCAPES),
    ("compare", "list.deck", f"list{ESCAPES}.deck"),
    ("vary", "list.deck", NAME, "0..2", "[t:hero]"),
    ("vary", "list.deck", ESCAPES, "0..2", "[t:hero]"),
    ("deck", "list"),
    ("deck", "list", "--json"),
    ("deck", "history", "one \u202e two"),
    ("deck", "diff", "list.deck", "one \u202e two"),
    ("deck", "rename", "one \u202e two", f"x{ESCAPES}"),
    ("deck", "remove", ESCAPES, "--yes"),
    ("deck", "save", "list.deck", "--as", ESCAPES),
    ("deck", "format", "list.deck", "--check"),
    ("deck", "new", GAME),
    ("deck", "new", ESCAPES),
    ("export", f"g:{GAME}", "--markdown"),
    ("import", f"none{ESCAPES}"),
    ("import", "--dry-run", "cards.json", "--game", ESCAPES),
    ("import", "--dry-run", "cards.json", "--map", f"{ESCAPES}={ESCAPES}"),
    ("import", "--dry-run", "poison.csv", "--game", GAME),
    ("game", "check", "game.json", "cards.json"),
    ("game", "check", f"list{ESCAPES}.deck"),
    ("game", "new", f"A{ESCAPES}", "--folder", f"new{ESCAPES}"),
    ("game", "remove", GAME),
    ("game", "remove", ESCAPES, "--yes"),
    ("--catalog", f"none{ESCAPES}/a.db", "games"),
    (f"no{ESCAPES}",),
    ("games", f"--no{ESCAPES}"),
    ("doctor",),
]

DATA = [
    ("cards", f"g:{GAME}", "--csv"),
    ("deck", "show", "list.deck"),
    ("deck", "convert", "list.deck"),
    ("deck", "convert", "list.deck", "--to", "csv"),
    ("deck", "convert", "list.deck", "--to", "json"),
    ("deck", "convert", "list.deck", "--to", "markdown"),
    ("deck", "format", "list.deck"),
    ("export", f"g:{GAME}"),
    ("export", f"g:{GAME}", "--json"),
    ("export", "--game", GAME, "--document"),
    ("validate", "list.deck", "--output", "csv"),
    ("validate", "list.deck", "--output", "junit"),
    ("validate", "list.deck", "--output", "sarif"),
]
"""What is exact where a program reads it, and made visible only on a terminal."""

PAINTED = ("\x1b[31m\x1b]0", "\x1b]", "\x07", "\u202e", "\u2066", "\x9b", "\x7f")
COLOURS = "\x1b["


def shown(place: Path, *args: str, columns: int = 0) -> Run:
    """A run in the hostile folder; what it writes to files goes there too."""
    put(place, "poison.csv", f"name,type,n{ESCAPES}umber\nA{ESCAPES},hero{ESCAPES},900\n")
    for left in place.glob("new*"):
        shutil.rmtree(left, ignore_errors=True)
    catalogue = place / "catalogue.db"
    before = catalogue.read_bytes() if args[:2] == ("deck", "rename") else b""
    done = run(
        *args, cwd=place, columns=columns, stdin=b"n\n", environment={"DECKWRIGHT_CATALOG": str(catalogue)}
    )
    if before:
        catalogue.write_bytes(before)
    return done.sound()


def named(args: tuple[str, ...]) -> str:
    return " ".join(args).replace(ESCAPES, "!").encode("ascii", "backslashreplace").decode()


@pytest.mark.parametrize("args", some(SHOWN, 10), ids=named)
def test_nothing_hostile_is_printed(args: tuple[str, ...], place: Path) -> None:
    done = shown(place, *args)
    assert done.out + done.err
    for text in (done.out, done.err):
        found = UNSEEN.search(text)
        assert not found, (found, text[max(0, found.start() - 60) : found.end() + 20])


@pytest.mark.parametrize("args", some([*SHOWN, *DATA], 6), ids=named)
def test_nothing_hostile_is_shown_on_a_terminal(args: tuple[str, ...], place: Path) -> None:
    done = shown(place, *args, columns=100)
    text = done.out
    assert text + done.err
    for colour in range(110):
        text = text.replace(f"\x1b[{colour}m", "") if colour not in (31,) else text
    text = text.replace("\x1b[1m", "").replace("\x1b[31m\x1b[1m", "")
    for hostile in PAINTED:
        assert hostile not in text, text[: text.index(hostile) + 20][-200:]


@pytest.mark.parametrize("args", some(DATA, 4), ids=named)
def test_data_are_exact_where_a_program_reads_them(args: tuple[str, ...], place: Path) -> None:
    done = shown(place, *args)
    assert "\u202e" in done.out or "\\u202e" in done.out or "&#" in done.out


def test_a_file_name_of_several_lines_is_told_on_one(shipped: Path, tmp_path: Path) -> None:
    put(tmp_path, "a\ndeckwright: all is well\n.deck", "game: geopals\n0 Orb\n")
    put(tmp_path, "b\ndeckwright: all is well\n.deck", "0 Orb\n")
    (tmp_path / "c\ndeckwright: all is well\n.deck").symlink_to("nowhere")
    for args in (["validate", "."], ["deck", "format", "."], ["import", next(tmp_path.glob("a*")).name]):
        done = run("--catalog", shipped, *args, cwd=tmp_path).sound()
        assert "all is well" in done.err, done
        assert not any(line.startswith("deckwright: all is well") for line in done.err.splitlines())
        assert "\nall is well" not in done.out


@pytest.mark.parametrize(
    "cell", some(["=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "'=1", "=cmd|' /C calc'!A0"], 2)
)
def test_formulas_are_guarded_in_every_csv(cell: str, shipped: Path, tmp_path: Path) -> None:
    catalogue = tmp_path / "catalogue.db"
    shutil.copyfile(shipped, catalogue)
    stated = cell.strip("\t\r ") or cell
    row = [{"set": "own", "number": "F1", "type": "item", "name": stated, "text": cell, "passive": cell}]
    put(tmp_path, "cards.json", json.dumps(row))
    put(tmp_path, "list.deck", f"game: geopals\nname: x\n1 {stated} #F1\n1 {stated}?\n")
    environment = {"DECKWRIGHT_CATALOG": str(catalogue)}
    assert run("import", "cards.json", "--game", "geopals", cwd=tmp_path, environment=environment).status == 0
    for args in (
        ["cards", "set:own", "--csv", "--columns", "name,text,passive"],
        ["export", "set:own"],
        ["deck", "convert", "list.deck", "--to", "csv"],
        ["validate", "list.deck", "--output", "csv"],
        ["deal", "list.deck", "--csv"],
        ["odds", "list.deck", f'["{stated}"]', "--csv"],
    ):
        done = run(*args, cwd=tmp_path, environment=environment).sound()
        assert done.out or args[0] in ("deal", "odds")
        for line in csv.reader(io.StringIO(done.out)):
            for written in line:
                assert written[:1] not in tuple("=+-@\t\r") or written.lstrip("+-").isdigit(), (args, line)


@pytest.mark.parametrize(
    "args",
    some(
        [
            ("cards", SQL),
            ("cards", f'name="{SQL}"'.replace('--"', "--")),
            ("cards", "a", "--sort", SQL),
            ("cards", "a", "--columns", SQL),
            ("cards", "a", "--by", SQL),
            ("cards", "--game", SQL),
            ("show", SQL),
            ("game", SQL),
            ("rules", SQL),
            ("deck", "show", SQL),
            ("deck", "history", SQL),
            ("deck", "rename", "tide", SQL),
            ("deck", "save", "tide-and-sky", "--as", SQL),
            ("deck", "remove", SQL, "--yes"),
            ("validate", SQL),
            ("validate", "tide-and-sky", "--format", SQL),
            ("validate", "tide-and-sky", "--option", f"players={SQL}"),
            ("deal", "tide-and-sky", "--seed", SQL),
            ("deal", "tide-and-sky", "--start", SQL),
            ("odds", "tide-and-sky", f"[{SQL}]"),
            ("import", "sql.csv", "--game", "geopals"),
            ("import", "sql.csv", "--game", SQL),
        ],
        6,
    ),
    ids=" ".join,
)
def test_sql_in_every_field_is_text(args: tuple[str, ...], catalogue: Path, tmp_path: Path) -> None:
    put(tmp_path, "sql.csv", f'set,number,name,type,text\nown,S1,"{SQL}",item,"{SQL}"\n'.replace('--"', "--"))
    before = asked(catalogue, "SELECT count(*) FROM card WHERE set_code <> 'own'")
    run("--catalog", catalogue, *args, cwd=tmp_path).sound()
    assert asked(catalogue, "SELECT count(*) FROM card WHERE set_code <> 'own'") == before
    assert settled(catalogue)
