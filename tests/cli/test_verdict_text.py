"""Verdicts for people: what is left out because it stands above, and what is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Run


def test_each_place_in_the_rulebook_is_told_where_faults_of_one_rule_differ(
    run: Callable[..., Run], tmp_path: Path
) -> None:
    deck = tmp_path / "misplaced.deck"
    deck.write_text(
        "game: companion-quest\nquests\n1 Companion 02\nproblems\n1 Companion 03\n1 Companion 04\n"
    )
    lines = [" ".join(line.split()) for line in run("validate", str(deck)).out.splitlines()]
    misplaced = [line for line in lines if "does not belong in" in line]
    assert len(misplaced) == 3
    assert lines.count("where 1. Create the Quest") == 1
    assert lines.count("where 2. Add the Portal Problem Cards") == 1
