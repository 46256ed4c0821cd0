"""What all tests share: a catalogue that is lived in, and laws without a deadline, however busy the machine is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("unhurried", parent=settings.default, deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue that somebody has used for a while, which nobody writes to."""
    from tests.catalog.versions import lived_in

    return lived_in(tmp_path_factory.mktemp("used") / "catalogue.db")
