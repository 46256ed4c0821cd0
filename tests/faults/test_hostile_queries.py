"""Regexes, queries, questions and numbers made to explode: bounded in time and memory, or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.harm import within_memory
from tests.faults.runs import run
from tests.faults.some import some

PATIENCE = 20.0
ROOM = 2 << 30

EXPLOSIVE = [
    "/(a|aa)+$/",
    "/(.*)*x/",
    "text:/((a*)*)*b/",
    "text:/^(([a-z ,.])+.)+[A-Z]([a-z ])+$/",
    "/(?:lagoona){e<=9}/",
    "/(a{100}){100}b/",
    "/((((((a{9}){9}){9}){9}){9}){9})/",
    "/" + "a?" * 200 + "a" * 90 + "/",
    "/" + "[a-z]*" * 60 + "$9/",
    "/(?R)/",
    " or ".join(f"/(.*)*x{at}/" for at in range(60)),
    " or ".join(["text:e"] * 190),
    "-(" * 49 + "a" + ")" * 49,
    '"' + "a" * 1_990 + '"',
    "(" * 1_000,
    "a " * 900,
    "stage>=" + "9" * 1_900,
    "n:1.." + "9" * 1_900,
    "g:" + "x" * 1_900,
]


@pytest.mark.parametrize("query", some(EXPLOSIVE, 5), ids=lambda query: query[:20])
def test_queries_are_bounded(query: str, shipped: Path) -> None:
    done = run(
        "--catalog", shipped, "cards", "--", query, patience=PATIENCE, before=within_memory(ROOM)
    ).sound()
    assert done.status in (0, 2)
    assert done.seconds < 10
    assert len(done.err) < 5_000


KINDS = (
    "t:geopal",
    "t:item",
    "r:ocean",
    "r:ice",
    "stage=0",
    "rarity:c",
    "rarity:b",
    "style:runner",
    "t:stamina",
)
QUESTIONS = [
    "distinct(" + ",".join(f"[{kind}]" for kind in KINDS) + ")",
    " and ".join(f"[{kind}]" for kind in KINDS),
    " or ".join(f"([{kind}] in {at + 5} cards)" for at, kind in enumerate(KINDS[:6])),
    " + ".join(f"[{kind}]" for kind in KINDS) + " >= 3",
    "[t:item] by turn 1000000000",
    "[t:item] in 999999999999 cards",
    "[t:item] >= " + "9" * 500,
    "(" * 1_900 + "[t:item]" + ")" * 1_900,
    "not " * 1_000 + "[t:item]",
    "[/(.*)*x/]",
    "[" + "x" * 5_000 + "]",
]


@pytest.mark.parametrize("question", some(QUESTIONS, 3), ids=lambda question: question[:20])
def test_questions_are_bounded(question: str, shipped: Path) -> None:
    args = ("odds", "tide-and-sky", "--allow-empty", "--", question)
    done = run("--catalog", shipped, *args, patience=PATIENCE, before=within_memory(ROOM)).sound()
    assert done.status in (0, 1, 2)
    assert done.seconds < 15


TOO_LARGE = [
    ("deal", "tide-and-sky", "--hands", "1000000000"),
    ("deal", "tide-and-sky", "--hands", "100001", "--csv"),
    ("deal", "tide-and-sky", "--turns", "1001"),
    ("deal", "tide-and-sky", "--self-test", "99999999999"),
    ("vary", "tide-and-sky", "Orb", "0..1000000000", "[t:item]"),
    ("odds", "tide-and-sky", "[t:item]", "--simulate", "9" * 40),
    ("odds", "tide-and-sky", "--seen", "9" * 40),
    ("validate", "tide-and-sky", "--jobs", "100000"),
]


@pytest.mark.parametrize("args", TOO_LARGE, ids=lambda args: f"{args[0]} {args[2][:12]}")
def test_numbers_that_are_too_large_are_refused(args: tuple[str, ...], shipped: Path) -> None:
    done = run("--catalog", shipped, *args, patience=PATIENCE, before=within_memory(ROOM)).sound()
    assert done.status == 2
    assert not done.out
