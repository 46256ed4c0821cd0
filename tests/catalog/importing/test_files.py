"""Files of every shape: separators, ragged rows, encodings, JSON of many forms, and each trouble in a clear line."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.importing.problems import ImportRefused
from tests.catalog.importing.bench_game import built, held, take, whole

HEAD = "number,name,type,cost\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return built(tmp_path)


def written(path: Path, text: str | bytes, name: str = "cards.csv") -> Path:
    file = path.parent / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def refused(path: Path, file: Path, **wishes: Any) -> str:
    """What the refusal of a file says; nothing may have been written."""
    before = whole(path)
    with pytest.raises(ImportRefused) as caught:
        take(path, file, **{"game": "moors", **wishes})
    assert whole(path) == before
    assert str(caught.value).endswith("nothing was imported")
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (HEAD + "90,Toad,beast,3\n", "a.csv"),
        ("\ufeff" + HEAD + "90,Toad,beast,3\n", "bom.csv"),
        ("number;name;type;cost\n90;Toad;beast;3\n", "semicolon.csv"),
        ("sep=;\nnumber;name;type;cost\n90;Toad;beast;3\n", "said.csv"),
        ("sep=|\r\nnumber|name|type|cost\r\n90|Toad|beast|3\r\n", "bar.csv"),
        ("number\tname\ttype\tcost\n90\tToad\tbeast\t3\n", "tab.tsv"),
        ("number\tname\ttype\tcost\n90\tToad\tbeast\t3\n", "tab.txt"),
        (HEAD.replace("\n", "\r\n") + '"90","Toad","beast","3"\r\n\r\n', "windows.csv"),
        ('"number","name",type,"cost, in coins"\n90,Toad,beast,3\n', "quoted.csv"),
        ("﻿number,name,type,cost\n90,Toad,beast,3".encode("utf-16"), "wide.csv"),
        ('[{"number":"90","name":"Toad","type":"beast","cost":"3"}]', "array.json"),
        ('\ufeff[{"number":90,"name":"Toad","type":"beast","cost":3}]', "bom.json"),
        ('{"number":"90","name":"Toad","type":"beast","cost":3}', "one.json"),
        ('{"number":"90","name":"Toad","type":"beast","cost":3}\n\n', "lines.jsonl"),
        (
            '{"deckwright":1,"game":"moors","cards":[{"number":"90","name":"Toad","type":"beast",'
            '"fields":{"cost":3}}]}',
            "document.json",
        ),
        ('{"columns":[],"rows":[{"number":"90","name":"Toad","type":"beast","cost":3}]}', "table.json"),
        (
            '[{"deckwright":1,"game":"moors","cards":[{"number":"90","name":"Toad","type":"beast",'
            '"fields":{"cost":3}}]}]',
            "documents.json",
        ),
    ],
    ids=lambda part: part if isinstance(part, str) and len(part) < 20 else "",
)
def test_one_card_in_every_shape(path: Path, text: str | bytes, name: str) -> None:
    mapping = {"cost": "cost, in coins"} if name == "quoted.csv" else {}
    report = take(path, written(path, text, name), game="moors", mapping=mapping)
    assert (report.read, report.new, report.problems) == (1, 1, [])
    toad = held(path, "moors/M1-90")
    assert (toad.name, toad.type, toad.source, toad.fields) == ("Toad", "beast", "user", {"cost": 3})


def test_lines_of_json_are_told_from_an_array(path: Path) -> None:
    rows = [{"number": str(number), "name": "Toad", "type": "beast"} for number in (90, 91)]
    file = written(path, "\n".join(map(json.dumps, rows)), "cards.txt")
    assert take(path, file, game="moors").new == 2


TROUBLE: list[tuple[str, str | bytes, str]] = [
    ("a.csv", HEAD + "90,Toad\n", "a.csv, row 2: has 2 cells, but the heading 4"),
    ("a.csv", HEAD + "90,Toad,beast,3,more\n", "row 2: has 5 cells, but the heading 4"),
    ("a.csv", "number,name,cost,cost\n90,Toad,1,2\n", "row 1: cost: names columns 3 and 4"),
    ("a.csv", "number,name,cost,Play-Cost\n1,Hare,1,2\n", ""),
    (
        "a.csv",
        "number,name,play cost,Play-Cost\n1,Hare,1,2\n",
        "columns 'play cost' and 'Play-Cost' both are",
    ),
    ("a.csv", HEAD + "90,Toad,beast,1\n90,Newt,beast,1\n", "row 3: number: moors/M1-90 stands in row 2 too"),
    ("a.csv", HEAD.encode() + b"90,T\xf6ad,beast,1\n", "row 2: name: the byte 0xf6 is no UTF-8 text"),
    ("a.csv", HEAD + "90,To\0ad,beast,1\n", "row 2: name: holds a NUL character"),
    ("a.csv", HEAD + '90,"Toad,beast,1\n', "row 2: a quote is opened and never closed"),
    ("a.csv", HEAD + '90,"Toad"s,beast,1\n', "row 2: cannot be read"),
    ("a.csv", "\n\n", "has no heading"),
    ("a.csv", "colour,size\nred,2\n", "no column says which card a row is (found: colour, size)"),
    (
        "a.csv",
        HEAD + "90,Toad,beast,lots\n91,Newt,bird,1\n92,,beast,1\n",
        "row 2: cost: 'lots' is no whole number",
    ),
    ("a.csv", HEAD + "90,Toad,beast,lots\n91,Newt,bird,1\n92,,beast,1\n", "row 3: type: 'bird' is none"),
    ("a.csv", HEAD + "90,Toad,beast,lots\n91,Newt,bird,1\n92,,beast,1\n", "row 4: name: is missing"),
    ("a.csv", "name,cost\nHeron,1\n", "row 2: number: is missing, and 'Heron' is no card yet"),
    (
        "a.csv",
        "number,name,type,grows_from\n90,Toad,beast,Tadpole\n",
        "grows_from: no card has the number, id or name",
    ),
    ("a.json", "[1]", "row 1: is no card"),
    ("a.json", '"cards"', "holds no cards"),
    (
        "a.json",
        "[",
        "a.json, line 1: is no JSON: a value is missing here, or is none that JSON knows (column 2)",
    ),
    ("a.json", '[\n {"number": "1"},\n]\n', "a.json, line 2: is no JSON: a comma before ] or }"),
    ("a.json", '[\n {"number": "1",\n\n }\n]\n', "a.json, line 2: is no JSON: a comma before ] or }"),
    (
        "a.json",
        '[{"number": "1"\n "name": "a"}]',
        "a.json, line 2: is no JSON: a comma is missing before this",
    ),
    ("a.json", "[" * 100_000, "is nested too deeply"),
    ("a.json", '[{"number":"1","number":"2"}]', "the key 'number' stands twice"),
    ("a.json", '[{"number":"1","cost":NaN}]', "NaN is no number"),
    ("a.json", '[{"number":"1","cost":' + "9" * 10_000 + "}]", "a.json"),
    ("a.json", '[{"number":"1","name":"\\ud83d","type":"beast"}]', "holds half a character"),
    ("a.jsonl", '{"number":"1"}\n{nope}\n', "a.jsonl, row 2: is no JSON"),
]


@pytest.mark.parametrize(("name", "text", "says"), [row for row in TROUBLE if row[2]])
def test_trouble_is_told_in_a_clear_line(path: Path, name: str, text: str | bytes, says: str) -> None:
    assert says in refused(path, written(path, text, name))


def test_the_better_name_of_a_field_wins(path: Path) -> None:
    report = take(path, written(path, "number,Play-Cost,cost\n1,5,7\n"), game="moors")
    assert held(path, "moors/M1-1").fields["cost"] == 7
    assert [column for _, column, _ in report.passed] == ["Play-Cost"]


def test_a_heading_alone_is_no_card_and_no_trouble(path: Path) -> None:
    report = take(path, written(path, HEAD), game="moors")
    assert (report.read, report.touched, report.problems) == (0, False, [])


def test_older_encodings_are_read_when_named(path: Path) -> None:
    take(path, written(path, HEAD.encode() + b"90,T\xf6ad,beast,1\n"), game="moors", encoding="latin-1")
    assert held(path, "moors/M1-90").name == "Töad"


OLDER = "the byte 0xf6 is no UTF-8 text; --encoding latin-1 reads older files"


@pytest.mark.parametrize(
    ("name", "text", "encoding", "place", "says"),
    [
        ("a.csv", HEAD.encode() + b"90,T\xf6ad,beast,1\n", None, "row 2: name: ", OLDER),
        ("a.json", b'[{"number": "90",\n"name": "T\xf6ad"}]', None, "line 2: ", OLDER),
        ("a.jsonl", b'{"number": "90"}\n{"name": "T\xf6ad"}\n', None, "row 2: name: ", OLDER),
        ("b.json", b"[]]", "utf-16", "line 1: ", "is no UTF-16 text"),
        ("b.jsonl", b"{}", "utf-16", "row 1: ", "is no UTF-16 text"),
        ("c.jsonl", b"\xff\xfe{\0}\0\n\0\0\xd8", None, "row 2: ", "is no UTF-16 text"),
    ],
)
def test_bytes_that_are_no_text_are_told_with_their_file_and_place(
    path: Path, name: str, text: bytes, encoding: str | None, place: str, says: str
) -> None:
    good = written(path, HEAD + "80,Newt,beast,1\n", "good.csv")
    with pytest.raises(ImportRefused) as caught:
        take(path, good, written(path, text, name), game="moors", encoding=encoding)
    assert f"{name}, {place}" in str(caught.value)
    assert says in str(caught.value)


def test_a_cell_of_a_megabyte(path: Path) -> None:
    text = "x" * (1 << 20)
    take(path, written(path, f"number,name,type,text\n90,Toad,beast,{text}\n"), game="moors")
    assert held(path, "moors/M1-90").text == text


def test_a_cell_beyond_all_measure(path: Path) -> None:
    file = written(path, f"number,name,type,text\n90,Toad,beast,{'x' * (17 << 20)}\n")
    assert "a cell has over 16,777,216 characters" in refused(path, file)


def test_an_array_too_large_to_be_read_whole(path: Path) -> None:
    file = written(path, "[" + " " * (65 << 20) + "]", "big.json")
    assert "is over 64 MB; write one card a line" in refused(path, file)


def test_rows_are_numbered_as_the_file_shows_them(path: Path) -> None:
    text = HEAD + '90,"A name\nover two lines",beast,1\n\n91,Newt,beast,lots\n'
    assert "row 5: cost" in refused(path, written(path, text))


def test_all_problems_are_counted_and_the_first_shown(path: Path) -> None:
    text = HEAD + "".join(f"{number},Toad,beast,no\n" for number in range(100, 400))
    with pytest.raises(ImportRefused) as caught:
        take(path, written(path, text), game="moors")
    assert (len(caught.value.problems), caught.value.total) == (200, 300)
    assert "and 100 more problems" in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_read_to_its_end(path: Path) -> None:
    pipe = path.parent / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(HEAD + "90,Toad,beast,3\n"))
    writer.start()
    assert take(path, pipe, game="moors").new == 1
    writer.join()


@pytest.mark.parametrize("place", ["/dev/zero", "/"])
def test_what_is_no_file_is_refused(path: Path, place: str) -> None:
    with pytest.raises(ImportRefused, match=r"is no ordinary file|is a folder"):
        take(path, Path(place), game="moors")


def test_problems_stand_as_the_rows_do(path: Path) -> None:
    said = refused(path, written(path, HEAD + "90,Toad,beast,no\n91,Newt\n92,Frog,bird,1\n"))
    assert [line.split(":")[0].rpartition(" ")[2] for line in said.splitlines()[:3]] == ["2", "3", "4"]
