"""What the tests of decklists share: the shipped games in a real catalogue, and decks to start from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.validator import Validator
from tests.decks.games.invented import shipments


@pytest.fixture(scope="session")
def catalogue_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue of the shipped games."""
    from deckwright.catalog.build import build

    path = tmp_path_factory.mktemp("decks") / "catalogue.db"
    assert build(path)
    return path


@pytest.fixture(scope="session")
def catalogue(catalogue_path: Path) -> Iterator[Catalogue]:
    """The catalogue, open."""
    with Catalogue.open(catalogue_path) as opened:
        yield opened


@pytest.fixture(scope="session")
def validator(catalogue: Catalogue) -> Validator:
    """A validator that remembers, as one run of the command would."""
    return Validator(catalogue)


@pytest.fixture(scope="session")
def invented(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    """A catalogue of the invented games, open."""
    from deckwright.catalog.build import build

    path = tmp_path_factory.mktemp("invented") / "catalogue.db"
    assert build(path, shipments())
    with Catalogue.open(path) as opened:
        yield opened
