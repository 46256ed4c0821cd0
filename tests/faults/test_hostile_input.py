"""Hostile files: JSON without end, keys that stand twice, lists of any length, devices and pipes for files."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from tests.faults.harm import asked, settled
from tests.faults.poison import put
from tests.faults.runs import Running, run
from tests.faults.some import some

PATIENCE = 20.0
DECK = '{"deckwright":1,"game":"geopals","zones":{"deck":[%s]}}'
ENTRY = '{"count":%s,"name":"Orb"}'
CARD = '{"set":"own","number":"H1","type":"item","game":"geopals","name":"A",%s}'
PARTS = '"types":[{"id":"a"}],"zones":[{"id":"deck"}],"formats":[{"id":"f"}]'
GAME = '{"deckwright":1,"id":"mine","name":"Mine",' + PARTS + ",%s}"
POSITION = '{"deckwright":1,"game":"geopals","piles":[],%s}'

DOCUMENTS = {
    "array": "[" * 100_000 + "]" * 100_000,
    "object": '{"a":' * 100_000 + "1" + "}" * 100_000,
    "digits": "9" * 10_000,
    "negative": "-" + "9" * 10_000,
    "fraction": "0." + "1" * 10_000,
    "exponent": "1e999999999",
    "NaN": "NaN",
    "Infinity": "-Infinity",
    "twice": '{"a":1,"a":2}',
    "half a character": '"\\ud800"',
    "a million keys": "{" + ",".join(f'"k{key}":0' for key in range(70_000)) + "}",
}
TOLD = {
    "array": "nested",
    "object": "nested",
    "digits": "number",
    "negative": "number",
    "NaN": "NaN",
    "Infinity": "Infinity",
    "twice": "stands twice",
}
HOLDERS: dict[str, tuple[str, Callable[[Path], list[object]]]] = {
    "decklist": (DECK.replace("%s", '{"count":1,"name":"Orb"}],"more":[%s'), lambda path: ["validate", path]),
    "count": (DECK % (ENTRY), lambda path: ["deck", "save", path, "--as", "x"]),
    "cards": ("[" + CARD % '"copies":%s' + "]", lambda path: ["import", path]),
    "card text": ("[" + CARD % '"text":%s' + "]", lambda path: ["import", "--dry-run", path]),
    "game": (GAME % '"options":%s', lambda path: ["game", "check", path]),
    "game to import": (GAME % '"rules":[%s]', lambda path: ["import", path]),
    "position": (POSITION % '"options":%s', lambda path: ["deal", "--next-game", path]),
}


@pytest.mark.parametrize(
    ("holder", "document"), some(list(product(HOLDERS, DOCUMENTS)), 11, several=True), ids=lambda word: word
)
def test_json_of_every_kind(document: str, holder: str, shipped: Path, tmp_path: Path) -> None:
    text, args = HOLDERS[holder]
    path = put(tmp_path, "hostile.json", text % DOCUMENTS[document])
    before = shipped.read_bytes()
    words = [str(word) for word in args(path)]
    done = run("--catalog", shipped, *words, patience=PATIENCE).sound()
    assert done.status in ((0, 1, 2) if holder == "card text" else (1, 2))
    assert shipped.read_bytes() == before
    assert len(done.out + done.err) < 100_000
    if document in TOLD:
        assert TOLD[document] in done.out + done.err, done


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (
            "decklist",
            '{"deckwright":1,"game":"geopals","zones":{"deck":[{"count":1,"count":50,"name":"Orb"}]}}',
        ),
        (
            "decklist",
            '{"deckwright":1,"game":"geopals","game":"repello","zones":{"deck":[{"count":1,"name":"Orb"}]}}',
        ),
        (
            "decklist",
            '{"deckwright":1,"game":"geopals","zones":{"deck":[],"deck":[{"count":1,"name":"Orb"}]}}',
        ),
        ("cards", '[{"set":"own","number":"1","type":"item","game":"geopals","name":"A","name":"B"}]'),
        ("cards", '{"set":"own","number":"1","name":"A","name":"B"}\n{"set":"own"}\n'),
        ("game", GAME % '"rules":[{"id":"a","says":"s","count":{"in":["deck"],"max":1,"max":99}}]'),
        ("game", GAME % '"name":"Other"'),
        ("position", POSITION % '"first":1,"first":2'),
    ],
)
def test_a_key_that_stands_twice_is_told(kind: str, text: str, shipped: Path, tmp_path: Path) -> None:
    path = put(tmp_path, "twice.jsonl" if text.count("\n") else "twice.json", text)
    args = {
        "decklist": [["validate"], ["deal"], ["odds"], ["deck", "save"], ["deck", "convert"]],
        "cards": [["import", "--game", "geopals"]],
        "game": [["game", "check"], ["import"]],
        "position": [["deal", "--next-game"]],
    }
    for words in args[kind]:
        done = run("--catalog", shipped, *words, path).sound()
        if words == ["game", "check"]:  # what it finds is what it was asked for
            assert (done.status, "stands twice in one object" in done.out) == (2, True), done
            continue
        assert done.status == 2, done
        assert "twice" in done.err.split("\n", 1)[1] or "stands twice in one object" in done.err


def text_of(lines: int, line: str) -> str:
    return "game: geopals\n" + "".join(f"{line.format(at)}\n" for at in range(lines))


LISTS = {
    "9,999 known": (text_of(9_999, "1 Orb"), 1),
    "9,999 many": (text_of(9_999, "9999 Orb"), 1),
    "9,999 unknown": (text_of(9_999, "1 Nothing {}"), 1),
    "9,999 comments": (text_of(9_999, "# {}") + "1 Orb\n", 1),
    "9,999 headers": ("".join(f"k{at}: v\n" for at in range(9_999)) + text_of(1, "1 Orb"), 1),
    "too many lines": (text_of(60_000, "1 Orb"), 2),
    "too long a line": ("game: geopals\n1 Orb" + " #" * 400_000, 2),
    "stars": ("game: geopals\n1 " + "*a " * 600 + "\n" + ("1 " + "*a " * 600 + "\n") * 100, 1),
    "remarks": (("1 Orx" + " #" * 900 + "\n") * 200 + "1 Orb\n", 1),
    "hints": ("game: geopals\n" + ("1 Orx" + " (a)" * 400 + "\n") * 200, 1),
    "one long word": ("game: geopals\n1 " + "x" * 900_000, 2),
    "digits": ("game: geopals\n" + "9" * 1_900 + " Orb\n", 2),
    "over a megabyte": ("game: geopals\n" + "# x\n" * 300_000, 2),
    "a NUL": ("game: geopals\n1 Orb\0\n", 2),
    "a table without end": ("name,count\n" + "Orb,9999\n" * 20_000, 1),
    "a table too wide": ("name,count," + "," * 900_000, 2),
    "a cell too long": ('name,count\n"' + "x" * 200_000 + '",1\nOrb,1\n', 2),
    "escapes": ("game: geopals\n1 [" + "\\a" * 900 + "\n1 Orb\n", 1),
    "a headline of dashes": ("game: geopals\n" + "-" * 1_900 + "a\n" + "=" * 1_900 + "a\n1 Orb\n", 1),
    "blanks": (" " * 60_000 + "\ngame: geopals\n1 Orb\n", 2),
    "bare returns": ("\r" * 49_000 + "game: geopals\r1 Orb\r", 1),
    "1,001 decks": ("game: geopals\n" + "=== d ===\n1 Orb\n" * 1_001, 2),
    "only brackets": ("[" * 5_000 + "\n1 Orb\n", 2),
}


@pytest.mark.parametrize("name", some(LISTS, 2))
def test_decklists_of_any_length(name: str, shipped: Path, tmp_path: Path) -> None:
    text, status = LISTS[name]
    path = put(tmp_path, "list.deck", text)
    done = run("--catalog", shipped, "validate", path, patience=PATIENCE).sound()
    assert done.status == status
    assert status == 1 or len(done.err) < 1_000
    for args in (["deal"], ["odds"], ["deck", "format", "--check"])[: 1 if len(text) > 60_000 else 3]:
        again = run("--catalog", shipped, *args, path, patience=PATIENCE).sound()
        assert again.status in (0, 1, 2)


def special(folder: Path) -> dict[str, str]:
    """What is no ordinary file: devices, pipes, sockets, links to them and to nothing, folders."""
    os.mkfifo(folder / "fifo")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(folder / "s"))
    (folder / "zero.deck").symlink_to("/dev/zero")
    (folder / "fifo.deck").symlink_to(folder / "fifo")
    (folder / "round.deck").symlink_to(folder / "round.deck")
    (folder / "nothing.deck").symlink_to(folder / "nowhere")
    (folder / "sub").mkdir()
    (folder / "up").symlink_to(folder)
    made_ = {
        name: name for name in ("s", "zero.deck", "fifo.deck", "round.deck", "nothing.deck", "sub", "fifo")
    }
    devices = {name: name for name in ("/dev/zero", "/dev/null", "/dev/full", "/dev/tty", "/proc/self/mem")}
    return {**made_, **{name: name for name in devices if Path(name).exists()}}


TAKERS = [
    ("validate", "{}"),
    ("validate", "{}", "--fix", "--write"),
    ("deal", "{}"),
    ("odds", "{}"),
    ("compare", "{}", "{}"),
    ("vary", "{}", "Orb", "0..1", "[t:item]"),
    ("deal", "--next-game", "{}"),
    ("deck", "save", "{}", "--as", "x"),
    ("deck", "format", "{}", "--write"),
    ("deck", "convert", "{}"),
    ("deck", "show", "{}"),
    ("deck", "diff", "{}", "{}"),
    ("--catalog", "{}", "games"),
]
WAITERS = [("import", "{}"), ("game", "check", "{}")]
"""These read from pipes too, as `<(...)` makes them, and so wait for who writes."""


@pytest.mark.parametrize("args", some([*TAKERS, *WAITERS], 2), ids=" ".join)
def test_files_that_are_none(args: tuple[str, ...], catalogue: Path, tmp_path: Path) -> None:
    before = catalogue.read_bytes()
    for name in special(tmp_path):
        if (args in WAITERS and "fifo" in name) or (args[0] == "--catalog" and name == "nothing.deck"):
            continue
        words = [word.format(name) for word in args]
        environment = {"DECKWRIGHT_CATALOG": str(catalogue)}
        done = run(*words, cwd=tmp_path, patience=PATIENCE, environment=environment).sound()
        assert done.status == 2, (name, done)
        assert done.err.startswith("deckwright: "), (name, done)
    assert catalogue.read_bytes() == before


def test_a_folder_of_such_files_is_gone_through(shipped: Path, tmp_path: Path) -> None:
    special(tmp_path)
    (tmp_path / "sub" / "round").symlink_to(tmp_path / "sub")
    put(tmp_path, "sound.deck", "game: geopals\n1 Orb\n")
    done = run("--catalog", shipped, "validate", ".", cwd=tmp_path, patience=PATIENCE).sound()
    assert done.status == 2
    assert "sound.deck" in done.out


def test_a_pipe_that_is_written_to_is_imported(catalogue: Path, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    running = Running("--catalog", catalogue, "import", fifo, "--game", "geopals")
    fifo.write_text("set,number,name,type\nown,1,Piped,item\n")
    assert running.wait().sound().status == 0
    assert asked(catalogue, "SELECT count(*) FROM card WHERE name = 'Piped'") == [(1,)]


def test_an_empty_word_is_no_file(catalogue: Path, tmp_path: Path) -> None:
    """As an unset variable in a script leaves one: the folder that one stands in is not meant."""
    text = "game: geopals\n1 Lagoona\n1 Orb\n"
    put(tmp_path, "list.deck", text)
    for args in (*TAKERS, *WAITERS):
        words = [word.format("") for word in args]
        done = run(*words, cwd=tmp_path, environment={"DECKWRIGHT_CATALOG": str(catalogue)}).sound()
        assert done.status == 2, (args, done)
    assert (tmp_path / "list.deck").read_text() == text


ROWS = "".join(f"own,C{number},Card {number},item\n" for number in range(50))
TABLES = {
    "a cell of 20 MB": "set,number,name,type,text\nown,1,A,item," + "x" * 20_000_000 + "\n",
    "a quote never closed": 'set,number,name,type\nown,1,"A,item\n' + "x\n" * 100_000,
    "many columns": "set,number,name,type," + ",".join(f"c{at}" for at in range(20_000)) + "\nown,1,A,item\n",
    "NUL": "set,number,name,type\nown,1,A\0,item\n",
    "not text": "set,number,name,type\nown,1,\udcff,item\n",
    "ragged": "set,number,name,type\nown,1\nown,2,B,item,more\n",
    "one id twice": "set,number,name,type\nown,1,A,item\nown,1,B,item\n",
}


def test_a_heading_whose_quote_is_never_closed_is_refused(catalogue: Path, tmp_path: Path) -> None:
    path = put(tmp_path, "cards.csv", 'set,number,name,"type\n' + "own,1,A,item\n" * 400_000)
    done = run("--catalog", catalogue, "import", path, "--game", "geopals", patience=PATIENCE).sound()
    assert (done.status, "row 1: a quote is opened and never closed" in done.err) == (2, True), done


@pytest.mark.parametrize("name", some(TABLES, 3))
def test_tables_to_import(name: str, catalogue: Path, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text(TABLES[name], encoding="utf-8", errors="surrogateescape")
    done = run("--catalog", catalogue, "import", path, "--game", "geopals", patience=PATIENCE).sound()
    assert done.status in (1, 2)
    assert len(done.err) < 100_000
    assert asked(catalogue, "SELECT count(*) FROM card WHERE set_code = 'own'") == [(0,)]
    assert settled(catalogue)


def test_a_catalogue_that_is_a_link_stays_one(shipped: Path, tmp_path: Path) -> None:
    real = tmp_path / "real.db"
    shutil.copyfile(shipped, real)
    link = tmp_path / "link.db"
    link.symlink_to(real)
    assert run("--catalog", link, "deck", "save", "tide-and-sky", "--as", "mine").status == 0
    assert link.is_symlink()
    assert asked(real, "SELECT name FROM deck") == [("mine",)]
    deck = put(tmp_path, "list.deck", "game: geopals\n1 Orb\n1 Lagoona\n")
    alias = tmp_path / "alias.deck"
    alias.symlink_to(deck)
    assert run("--catalog", real, "deck", "format", alias, "--write").status == 0
    assert alias.is_symlink()
    assert json.dumps(deck.read_text()) != json.dumps("game: geopals\n1 Orb\n1 Lagoona\n")
