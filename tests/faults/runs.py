"""Real runs of the command line, each a process of its own: forked, so that fifty of them take a second or two."""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import io
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO

from deckwright.cli.main import COMMANDS, main

PATIENCE = 60.0
"""So many seconds are waited for a run before it is killed and fails its test."""

KEPT = ("PATH", "HOME", "TMPDIR", "LANG", "PYTHONPATH", "VIRTUAL_ENV")
OWN_FAULT = b"a fault of deckwright's own"
RIGHT = frozenset({0, 1, 2, 130, 141})
"""The exit statuses that there are."""


_IMPORTED = (
    *(module for module, _ in COMMANDS.values()),
    "deckwright.catalog.importing.run",
    "deckwright.catalog.own_games",
    "deckwright.catalog.query",
    "deckwright.catalog.tables",
    "deckwright.catalog.refresh",
    "deckwright.cli.deck.save",
    "deckwright.cli.deck.convert",
    "deckwright.cli.deal_modes",
    "deckwright.cli.game.check",
    "deckwright.cli.reports",
    "deckwright.decks.deal.engine",
    "deckwright.decks.game_check",
    "deckwright.decks.odds.asking",
    "deckwright.decks.validator",
    "deckwright.schemas.strict",
    "jsonschema",
    "rapidfuzz",
    "regex",
    "sqlmodel",
    "tabulate",
)
for _module in _IMPORTED:
    import_module(_module)  # before the forks, so that none of them needs to
codecs.lookup("utf-8-sig")  # another user may not be able to read where Python is installed


@dataclass(frozen=True)
class Run:
    """How a run ended and what it wrote. A negative status is the signal that ended it."""

    status: int
    out: str
    err: str
    seconds: float = 0.0
    peak: int = 0

    def sound(self) -> Run:
        """The same, if nothing escaped: no traceback, no fault of our own, a status that means something."""
        assert self.status in RIGHT, self
        for text in (self.out, self.err):
            assert "Traceback" not in text, self
            assert OWN_FAULT.decode() not in text, self
        return self


class Running:
    """A run that goes on: `wait` for its end, or send it signals first."""

    def __init__(
        self,
        *args: str | os.PathLike[str],
        stdin: bytes | int | None = b"",
        columns: int = 0,
        environment: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        before: Callable[[], object] | None = None,
    ) -> None:
        self.began = time.monotonic()
        self._given = stdin
        self._out, self._err = _file(), _file()
        ours, theirs = _terminal(columns) if columns else (-1, self._out.fileno())
        self._terminal = ours
        streams = (self._stdin(), theirs, self._err.fileno())
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until the run has begun
        self.pid = os.fork()
        if self.pid:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        else:
            _be(args, streams, environment, cwd, before)
        if columns:
            os.close(theirs)
        if isinstance(stdin, bytes) and streams[0] is not None:
            os.close(streams[0])

    def send(self, number: int) -> None:
        """Send it a signal, if it is still there to be sent one."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def wait(self, patience: float = PATIENCE) -> Run:
        """How it ended; one that does not end is killed, and its status says so (-9)."""
        shown = self._read_terminal(patience) if self._terminal >= 0 else b""
        status, usage = _waited(self.pid, self.began + patience)
        out, err = _all(self._out), _all(self._err)
        return Run(status, (out + shown).decode(), err.decode(), time.monotonic() - self.began, usage)

    def _stdin(self) -> int | None:
        if not isinstance(self._given, bytes):
            return self._given
        with _file(self._given) as file:
            return os.dup(file.fileno())

    def _read_terminal(self, patience: float) -> bytes:
        """What the terminal showed; Linux says EIO when the other side has closed."""
        shown = b""
        with contextlib.suppress(OSError):
            while select.select([self._terminal], [], [], patience)[0]:
                piece = os.read(self._terminal, 65536)
                if not piece:
                    break
                shown += piece
        os.close(self._terminal)
        return shown.replace(b"\r\n", b"\n")


def run(*args: str | os.PathLike[str], patience: float = PATIENCE, **how: object) -> Run:
    """How a run of the command line ended, and what it wrote."""
    return Running(*args, **how).wait(patience)  # type: ignore[arg-type]


def _be(
    args: tuple[str | os.PathLike[str], ...],
    streams: tuple[int | None, int, int],
    environment: Mapping[str, str] | None,
    cwd: Path | None,
    before: Callable[[], object] | None,
) -> None:
    """Be the process that runs the command line, and end."""
    status = 70
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.setsid()
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        os.environ.clear()
        os.environ.update({**kept, "TERM": "xterm", **(environment or {})})
        if cwd is not None:
            os.chdir(cwd)
        _streams(streams)
        if before is not None:
            before()
        _begin([os.fspath(arg) for arg in args])
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _begin(args: list[str]) -> None:
    """The command line, with Ctrl-C heeded from here on, as its entry does."""
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        sys.argv[1:] = args
        main()
    except KeyboardInterrupt:
        sys.stderr.write("deckwright: stopped\n")
        sys.exit(130)


def _streams(streams: tuple[int | None, int, int]) -> None:
    """Put the streams in their places, as Python finds them when it starts; None is a closed one."""
    for at, stream in enumerate(streams):
        if stream is None:
            os.close(at)
        else:
            os.dup2(stream, at)
    sys.stdin = None if streams[0] is None else io.TextIOWrapper(io.FileIO(0, closefd=False))
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8")
    for name, at in (("stdout", 1), ("stderr", 2)):
        raw = io.BufferedWriter(io.FileIO(at, "w", closefd=False))
        setattr(sys, name, io.TextIOWrapper(raw, encoding="utf-8", line_buffering=os.isatty(at)))


def _terminal(columns: int) -> tuple[int, int]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    return ours, theirs


def _waited(pid: int, deadline: float) -> tuple[int, int]:
    """The exit status, and the most memory that it held, in bytes."""
    while True:
        found, status, usage = os.wait4(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status), usage.ru_maxrss * 1024
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.002)


def _file(holding: bytes = b"") -> IO[bytes]:
    """A file without a name, at its beginning; `_all` reads and closes it."""
    made = tempfile.TemporaryFile()  # noqa: SIM115
    made.write(holding)
    made.seek(0)
    return made


def _all(file: IO[bytes]) -> bytes:
    with file:
        file.seek(0)
        return file.read()
