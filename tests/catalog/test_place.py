"""Where the catalogue is: what was given, what the environment names, the user's folder, a temporary one."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from deckwright.catalog.place import VARIABLE, catalogue_path
from tests.catalog.tides import forked

STRANGER = 54_321
"""A user whom this machine does not know."""

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="another user can only be had as root")
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


@pytest.fixture
def everyones(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary folder in which every user may write, as the machine's own is, and no home."""
    monkeypatch.delenv("HOME")
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o1777)
        monkeypatch.setattr(tempfile, "tempdir", name)
        yield Path(name)


@as_root
def test_a_user_without_a_home_has_a_temporary_place(everyones: Path) -> None:
    """Of their own, and not in whatever folder they happen to be in."""
    folder = everyones / f"deckwright-{STRANGER}"
    for _ in range(2):
        assert forked(catalogue_path, STRANGER) == str(folder / "catalogue.db")
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@as_root
@pytest.mark.parametrize("kind", ["link", "file", "another's", "open to all"])
def test_a_temporary_place_that_another_made_is_refused(everyones: Path, kind: str) -> None:
    folder = everyones / f"deckwright-{STRANGER}"
    match kind:
        case "link":
            folder.symlink_to(everyones, target_is_directory=True)
        case "file":
            folder.touch()
        case _:
            folder.mkdir()
            folder.chmod(0o777)
    if kind == "open to all":
        os.chown(folder, STRANGER, STRANGER)
    said = forked(catalogue_path, STRANGER)
    assert said.startswith(f"CatalogueError: {folder} is not this user's alone: set HOME")
