"""What the tests of the catalogue share: a catalogue of the shipped games, built once, and a copy for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckwright.catalog.build import build


@pytest.fixture(scope="session")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a catalogue of the shipped games."""
    path = tmp_path_factory.mktemp("fresh") / "c.db"
    assert build(path)
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, fresh: bytes) -> Path:
    """A catalogue of the shipped games, for one test to write to."""
    place = tmp_path / "c.db"
    place.write_bytes(fresh)
    return place
