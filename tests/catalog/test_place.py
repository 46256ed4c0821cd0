"""Where the catalogue is: what was given, what the environment names, the user's folder, a temporary one."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest

from deckwright.catalog.place import VARIABLE, catalogue_path
from tests.catalog.tides import forked

STRANGER = 54_321
"""A user whom this machine does not know."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="where users' folders are on Linux")


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment that says nothing of any place but a home."""
    monkeypatch.setenv("HOME", "/home/ana")
    for name in (VARIABLE, "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("environment", "place"),
    [
        ({}, "/home/ana/.local/share/deckwright/catalogue.db"),
        ({"XDG_DATA_HOME": "/srv/ana"}, "/srv/ana/deckwright/catalogue.db"),
        ({"XDG_DATA_HOME": "/srv/ana", VARIABLE: "cards.db"}, "cards.db"),
        ({VARIABLE: ""}, "/home/ana/.local/share/deckwright/catalogue.db"),
    ],
)
def test_where_the_environment_says(
    environment: dict[str, str], place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert catalogue_path() == Path(place)
    assert catalogue_path(Path("given.db")) == Path("given.db")


@pytest.mark.skipif(os.geteuid() != 0, reason="another user can only be had as root")
def test_a_user_without_a_home_has_a_temporary_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of their own, and not in whatever folder they happen to be in."""
    monkeypatch.delenv("HOME")
    assert forked(catalogue_path, STRANGER) == f"{tempfile.gettempdir()}/deckwright-{STRANGER}/catalogue.db"
