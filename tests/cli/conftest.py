"""What the tests of the command line share: a catalogue built once, and runs in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from deckwright.cli.main import main


@dataclass(frozen=True)
class Run:
    """How a run ended and what it wrote."""

    status: int
    out: str
    err: str


@pytest.fixture(scope="session")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue of the shipped games."""
    from deckwright.catalog.build import build

    path = tmp_path_factory.mktemp("catalogue") / "catalogue.db"
    assert build(path)
    return path


@pytest.fixture
def run(
    catalogue: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Run]:
    """Run the command line on the catalogue."""
    monkeypatch.setenv("DECKWRIGHT_CATALOG", str(catalogue))
    for name in ("NO_COLOR", "DECKWRIGHT_DEBUG", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)

    def run(*args: str) -> Run:
        with pytest.raises(SystemExit) as ended:
            main(args)
        written = capsys.readouterr()
        assert "Traceback" not in written.err
        assert isinstance(ended.value.code, int)
        return Run(ended.value.code, written.out, written.err)

    return run
