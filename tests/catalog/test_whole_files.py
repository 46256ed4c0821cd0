"""Files appear whole or not at all; what may not be replaced is refused, by the name that was given."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deckwright.catalog.whole_files import write_whole


def test_a_file_and_its_rights(tmp_path: Path) -> None:
    write_whole(tmp_path / "new", [b"one ", b"two"])
    assert (tmp_path / "new").read_bytes() == b"one two"
    (tmp_path / "new").chmod(0o640)
    write_whole(tmp_path / "new", [b"three"])
    assert (tmp_path / "new").read_bytes() == b"three"
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640
    assert [*tmp_path.iterdir()] == [tmp_path / "new"]


def test_what_a_link_points_at_is_written_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("there")
    write_whole(tmp_path / "link", [b"x"])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there").read_bytes() == b"x"


def folder(path: Path) -> None:
    path.mkdir()


def loop(path: Path) -> None:
    path.symlink_to(path)


def nowhere(path: Path) -> None:
    path.symlink_to("no/such/folder")


@pytest.mark.parametrize(
    ("made", "error"),
    [(folder, "Is a directory"), (os.mkfifo, "is not a regular file"), (loop, "Too many levels"),
     (nowhere, "No such file")],
)  # fmt: skip
def test_what_cannot_be_replaced(made: Callable[[Path], None], error: str, tmp_path: Path) -> None:
    made(tmp_path / "here")
    with pytest.raises(OSError, match=error) as caught:
        write_whole(tmp_path / "here", [b"x"])
    assert caught.value.filename == str(tmp_path / "here")
    assert [*tmp_path.iterdir()] == [tmp_path / "here"]


def test_a_failure_on_the_way_leaves_the_old_file_alone(tmp_path: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"half"
        raise RuntimeError

    (tmp_path / "old").write_bytes(b"old")
    with pytest.raises(RuntimeError):
        write_whole(tmp_path / "old", pieces())
    assert (tmp_path / "old").read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [tmp_path / "old"]


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no /dev/fd")
def test_a_device_and_an_open_file_are_written_into(tmp_path: Path) -> None:
    write_whole("/dev/null", [b"x"])
    assert not Path("/dev/null").is_file()
    with (tmp_path / "open").open("wb") as file:
        same = os.fstat(file.fileno()).st_ino
        write_whole(f"/dev/fd/{file.fileno()}", [b"x"])
    assert (tmp_path / "open").read_bytes() == b"x"
    assert (tmp_path / "open").stat().st_ino == same


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="no /dev/shm")
def test_a_file_that_lies_under_dev_is_replaced_as_any_other() -> None:
    file = Path(f"/dev/shm/deckwright-test-{os.getpid()}")
    try:
        file.write_bytes(b"old")
        old = file.stat().st_ino
        with file.open("rb"):
            write_whole(file, [b"new"])
            assert file.stat().st_ino != old
        assert file.read_bytes() == b"new"
    finally:
        file.unlink()
