"""Ten processes read while one writes: each sees the state before or after a save, never one between."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.faults.harm import asked, settled
from tests.faults.runs import Running, run


def read_until(catalogue: Path, deadline: float) -> int:
    """Read over and over, in a process of its own; its exit status is 0 if every answer was whole."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        from deckwright.catalog.catalogue import Catalogue

        reads = 0
        while time.monotonic() < deadline:
            with Catalogue.open(catalogue) as opened:
                cards = opened.ask("SELECT count(*) FROM card WHERE set_code = 'own'")[0][0]
                decks = [(row.version, row.copies) for row in opened.saved() if row.name == "both"]
                texts = [opened.saved_text(row) for row in opened.saved()]
            assert cards % 50 == 0, cards
            assert all(copies == 66 for _, copies in decks), decks
            assert [version for version, _ in decks] == list(range(1, len(decks) + 1))
            assert all(text.strip() for text in texts)
            reads += 1
        status = 0 if reads else 3
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        os._exit(status)


@pytest.mark.parametrize(
    ("readers", "seconds"),
    [(4, 0.7), pytest.param(10, 60.0, marks=pytest.mark.long)],
    ids=["few", "a minute"],
)
def test_readers_and_a_writer(readers: int, seconds: float, catalogue: Path, tmp_path: Path) -> None:
    deadline = time.monotonic() + seconds
    children = [read_until(catalogue, deadline) for _ in range(readers)]
    writes = 0
    deck = tmp_path / "both.deck"
    sample = run("deck", "show", "tide-and-sky", environment={"DECKWRIGHT_CATALOG": str(catalogue)}).out
    while writes < 2 or time.monotonic() < deadline:
        writes += 1
        deck.write_text(f"{sample}# {writes}\n")
        done = run("--catalog", catalogue, "deck", "save", deck, "--as", "both").sound()
        assert done.status == 0, done
        if writes % 3 == 1:
            rows = "".join(f"own,{writes}-{at},Card {at},item\n" for at in range(50))
            (tmp_path / "own.csv").write_text(f"set,number,name,type\n{rows}")
            done = run("--catalog", catalogue, "import", tmp_path / "own.csv", "--game", "geopals").sound()
            assert done.status == 0, done
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * readers
    assert asked(catalogue, "SELECT count(*) FROM deck WHERE name = 'both'") == [(writes,)]
    assert settled(catalogue)


def test_two_writers_take_turns(catalogue: Path) -> None:
    running = [
        Running("--catalog", catalogue, "deck", "save", "tide-and-sky", "--as", f"deck {number}")
        for number in range(6)
    ]
    assert [one.wait().sound().status for one in running] == [0] * 6
    assert asked(catalogue, "SELECT count(*) FROM deck") == [(6,)]
    same = [
        Running("--catalog", catalogue, "deck", "save", name, "--as", "one")
        for name in ("tide-and-sky", "ember-and-root") * 3
    ]
    assert {one.wait().sound().status for one in same} <= {0, 2}
    found = asked(catalogue, "SELECT version FROM deck WHERE name = 'one' ORDER BY version")
    assert found == [(version,) for version in range(1, len(found) + 1)]
    assert settled(catalogue)
