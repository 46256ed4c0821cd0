"""What these tests share: a catalogue of the shipped games, built once, and copies of it to do harm to."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.catalog.tides import open_folder
from tests.faults.harm import settled


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue of the shipped games that nobody writes to."""
    from deckwright.catalog.build import build

    path = tmp_path_factory.mktemp("shipped") / "catalogue.db"
    assert build(path)
    return path


@pytest.fixture
def catalogue(shipped: Path, tmp_path: Path) -> Path:
    """A catalogue of one's own, and what `doctor` and SQLite think of it afterwards."""
    path = tmp_path / "own" / "catalogue.db"
    path.parent.mkdir()
    shutil.copyfile(shipped, path)
    return path


@pytest.fixture
def reachable(shipped: Path) -> Iterator[Path]:
    """A catalogue in a folder that every user can reach, as pytest's own cannot."""
    with open_folder() as folder:
        path = folder / "catalogue.db"
        shutil.copyfile(shipped, path)
        path.chmod(0o644)
        yield path
        assert settled(path) or not path.exists()
