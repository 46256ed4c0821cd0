"""A validator of many decklists, and of long ones: what it remembers has an end, and so has its time."""

from __future__ import annotations

import gc
import time
import weakref

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.decklist import Decklist, Line
from deckwright.decks.judge import Judge
from deckwright.decks.validator import MOST_JUDGES, Validator


def test_judges_are_remembered_up_to_a_number_of_them(catalogue: Catalogue) -> None:
    """Each value of an option that takes any number needs a judge of its own."""
    validator = Validator(catalogue)

    def judge(number: int) -> weakref.ref[Judge]:
        (deck,) = validator.reader.read_all(f"game: garden-geckos\nbug_objectives: {number}\nbox\n1 Ant\n")
        found = validator.judge_of(deck)
        assert validator.judge_of(deck) is found
        assert found.around.options["bug_objectives"] == number
        return weakref.ref(found)

    judges = [judge(number) for number in range(3 * MOST_JUDGES)]
    gc.collect()
    alive = [one for one in judges if one() is not None]
    assert 1 <= len(alive) <= MOST_JUDGES


def test_a_deck_with_a_warning_on_each_of_very_many_lines_is_judged_at_once(catalogue: Catalogue) -> None:
    """Notes that were told one by one into a new row each time took half a minute for as many as can be read."""
    validator, most = Validator(catalogue), 50_000
    (read,) = validator.reader.read_all("game: geopals\ndeck\n1 Orb #90001\n")
    [line] = read.entries[0].lines
    warned = Decklist("geopals", tuple(Line(at, line.raw, line.reading, "deck") for at in range(1, most + 1)))
    start = time.process_time()
    verdict = validator.deck(warned)
    assert time.process_time() - start < 3
    assert (len(verdict.notes), verdict.sizes["deck"]) == (most, most)
    assert verdict.notes[-1].startswith(f"line {most}: ")
