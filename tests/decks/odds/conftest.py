"""What the tests of odds share: the shipped samples, asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks import odds
from deckwright.decks.odds.asking import Odds
from deckwright.decks.sources import Source, sources

Ask = Callable[..., Odds]


@pytest.fixture(scope="session")
def hand(catalogue: Catalogue) -> Ask:
    """The odds of a decklist: a shipped sample by name, or a text."""

    def asked(deck: str, **wishes: Any) -> Odds:
        text = deck if "\n" in deck else sample(deck)
        return odds.of(text, catalogue=catalogue, **wishes)

    return asked


def sample(name: str) -> str:
    """The text of a shipped sample."""
    (found,) = sources(name)
    assert isinstance(found, Source)
    return found.read()
