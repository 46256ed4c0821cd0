"""`deckwright cards`: queries as arguments, tables, pages, and why nothing was found."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from deckwright.catalog.shipped import cards_document
from deckwright.cli.cards import cards
from deckwright.schemas import problems


def names(done: Any) -> list[str]:
    """The names in a run's CSV."""
    return [row["name"] for row in csv.DictReader(io.StringIO(done.out))]


@pytest.mark.parametrize(
    ("args", "found"),
    [
        (["infernex"], ["Infernex"]),
        (["tide", "berry"], ["Tide Berry"]),
        (["tide berry"], ["Tide Berry"]),
        (["-t:geopal", "n:62"], ["Orb"]),
        (["--game", "geopals", "-t:geopal", "orb"], ["Orb"]),
        (["-t:geopal", "--game", "geopals", "orb"], ["Orb"]),
        (["orb", "-t:geopal", "--", "-t:trap"], ["Orb"]),
        (["n:1", "or", "n:2", "g:geopals", "t:geopal", "--sort", "-max_stamina"], ["Infernex", "Zippo"]),
    ],
    ids=" ".join,
)
def test_arguments_are_a_query(args: list[str], found: list[str], run: Any) -> None:
    done = run("cards", "--csv", *args)
    assert (done.status, done.err) == (0, "")
    assert names(done) == found


@pytest.mark.parametrize(
    "args", [['o:"advance" or is:holo -rarity:c'], ["-rarity:c"], ["-(t:geopal or t:trap)"]]
)
def test_one_leading_dash_is_query(args: list[str], run: Any) -> None:
    done = run("cards", *args, "--count", "--game", "geopals")
    assert done.status == 0
    assert 0 < int(done.out) < len(cards_document("geopals")["cards"])


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--jsno"], "--json"),
        (["orb", "--colums", "name"], "--columns"),
        (["foo:bar"], "  foo:bar\n  ^^^"),
        (["--columns", "nme"], "no field is called 'nme'; did you mean name"),
        (["--columns", ""], "no field is called ''"),
        (["--by", "regoin"], "did you mean region"),
        (["--sort", "regoin"], "region"),
        (["--limit", "-1"], "--limit"),
        (["--page", "0"], "--page"),
        (["--limit", "0", "--page", "3"], "--limit 0 shows every card on one page"),
        (["--game", "geopal"], "did you mean Geopals?"),
        (["--json", "--markdown"], "exclude each other"),
        (["(" * 60 + "a" + ")" * 60], "50"),
        (["a " * 201], "200"),
        (["a" * 2001], "2,000"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_not_understood_is_refused(args: list[str], said: str, run: Any) -> None:
    done = run("cards", *args)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["zipo"], "no card matches `zipo`; did you mean Zippo?\n"),
        (["qqqqqq"], "no card matches `qqqqqq`\n"),
        (
            ["NOT", "t:trap"],
            "no card matches `NOT`; what is not wanted has a - in front of it, such as -t:item\n",
        ),
        (
            ["t:trap", "stage:0"],
            "no card matches all of it: 30 cards without `type:trap`, 8 cards without `stage:0`\n",
        ),
        (["infernex", "stage:0"], "1 card without `stage:0`"),
        (["zipo", "qqqqqq"], "no card matches `zipo` and none matches `qqqqqq`"),
        (["orb", "--game", "repello"], "no card matches `orb`"),
        (["-name:z", "name:z"], "no card matches all of it"),
        ([*["-name:y"] * 20, "infernex", "zippo", "orb"], "`zippo` leaves none of the 1 card found"),
    ],
    ids=str,
)
def test_no_hits_are_explained(args: list[str], said: str, run: Any) -> None:
    done = run("cards", *args)
    assert (done.status, done.out) == (0, "")
    assert said in done.err


def test_no_hits_are_explained_in_json_too(run: Any) -> None:
    done = run("cards", "zipo", "--json")
    document = json.loads(done.out)
    assert not problems("table", document)
    assert (done.status, done.err, document["rows"], document["total"]) == (0, "", [], 0)
    assert "Zippo" in document["empty"]


def test_the_columns_are_those_the_hits_have(run: Any) -> None:
    heading = run("cards", "zippo").out.splitlines()[0].split("  ")
    assert [word.strip() for word in heading if word.strip()][:3] == ["Name", "Number", "Type"]
    assert "Region" in " ".join(heading)
    assert "Game" not in " ".join(heading)
    assert "Game" in run("cards", "a").out.splitlines()[0]


def test_columns_named_stand_in_their_order(run: Any) -> None:
    done = run("cards", "infernex", "--csv", "--columns", "weak_to, name,r,awakens_from,copies")
    assert done.out == "weak_to,name,region,awakens_from,copies\nIce; Ocean,Infernex,Volcanic,geopals/S1-1,\n"
    assert "Zippo #1 (geopals/S1-1)" in run("cards", "infernex", "--columns", "awakens_from").out


def test_pages_part_the_whole(run: Any) -> None:
    whole = names(run("cards", "g:geopals", "--csv"))
    assert len(whole) == len(cards_document("geopals")["cards"])
    pages = [run("cards", "g:geopals", "--csv", "--limit", "40", "--page", page) for page in "123"]
    assert [name for page in pages for name in names(page)] == whole
    assert pages[0].err == "40 of 101 cards; --limit 0 for all, --page 2 for the next\n"
    assert pages[1].err == "41 to 80 of 101 cards; --limit 0 for all, --page 3 for the next\n"
    assert pages[2].err == "81 to 101 of 101 cards; --limit 0 for all\n"
    assert run("cards", "g:geopals", "--csv", "--page", "9").err == "page 9 is past the last, 3\n"
    assert names(run("cards", "g:geopals", "--csv", "--limit", "0")) == whole


def test_json_is_by_the_schema_and_exact(run: Any) -> None:
    document = json.loads(run("cards", "inji", "--json", "--limit", "1").out)
    assert not problems("table", document)
    assert document["total"] == 2
    assert document["rows"][0]["id"] == "geopals/S1-13"
    assert document["rows"][0]["type"] == "geopal"


@pytest.mark.parametrize("shape", ["--json", "--csv", "--markdown"])
@pytest.mark.parametrize("extra", [("--count",), ("--explain",), ("--by", "region")], ids=" ".join)
def test_every_answer_has_every_shape(shape: str, extra: tuple[str, ...], run: Any) -> None:
    done = run("cards", "t:geopal", "stage:0", shape, *extra)
    assert (done.status, done.err) == (0, "")
    if shape == "--json":
        assert not problems("table", json.loads(done.out))
    assert done.out.count("\n") >= 2


def test_explain_says_the_reading(run: Any) -> None:
    done = run("cards", "t:geopal", "-region:ice", "--explain")
    assert done.status == 0
    reading, count = done.out.splitlines()
    assert "Ice" in reading
    assert "not" in reading
    assert count.endswith(" cards")


def test_by_counts_each_value(run: Any) -> None:
    rows = list(csv.reader(io.StringIO(run("cards", "t:geopal", "--by", "weak_to", "--csv").out)))
    geopals = [row for row in cards_document("geopals")["cards"] if row["type"] == "geopal"]
    counted = {
        region: sum(region in row["fields"].get("weak_to", ()) for row in geopals)
        for row in geopals
        for region in row["fields"].get("weak_to", ())
    }
    assert rows[0] == ["weak_to", "cards"]
    assert {name: int(count) for name, count in rows[1:] if name} == counted
    numbers = [int(count) for name, count in rows[1:] if name]
    assert numbers == sorted(numbers, reverse=True)


def test_every_option_is_told_apart_from_query() -> None:
    assert {"--limit", "--by"} <= {name for param in cards.params for name in param.opts}
