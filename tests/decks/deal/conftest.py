"""What the tests of dealing share besides the shipped games: catalogues of a game of one's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from deckwright.catalog.build import build
from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.schemas.problems import problems
from tests.decks.deal.own import Opens


@pytest.fixture
def opens(tmp_path: Path) -> Iterator[Opens]:
    """Opens a catalogue of one game, which passes the schema, and its cards; it is closed when the test is over."""
    with ExitStack() as until_then:

        def opened(row: dict[str, Any], cards: Sequence[Card]) -> Catalogue:
            assert problems("game", row) == []
            path = tmp_path / f"{len(list(tmp_path.glob('*.db')))}.db"
            assert build(path, [(Game.read(row), cards)])
            return until_then.enter_context(Catalogue.open(path))

        yield opened
