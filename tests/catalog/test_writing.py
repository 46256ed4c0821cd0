"""Writing in a transaction: what stops it leaves nothing beside the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckwright.catalog.writing import writing
from tests.catalog.tides import beside, built


class Stopping:
    """A value at which Ctrl-C comes."""

    def __conform__(self, _protocol: object) -> str:
        raise KeyboardInterrupt


def test_a_write_that_is_stopped_leaves_no_log(tmp_path: Path) -> None:
    path = built(tmp_path / "catalogue.db")
    rows = [(f"s{at}",) for at in range(3)]
    with pytest.raises(KeyboardInterrupt) as raised, writing(path) as connection:
        connection.exec_driver_sql("INSERT INTO shipped VALUES (?)", [*rows, (Stopping(),)])
    assert raised.traceback
    assert beside(path) == []
