"""A validator of many decklists: what it remembers has an end."""

from __future__ import annotations

import gc
import weakref

from deckwright.catalog.catalogue import Catalogue
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
