"""Errors become text and exit statuses here, and nowhere else."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper

import click

from deckwright.catalog.nearest import meant
from deckwright.catalog.text import visible, visible_lines

BROKEN = 1
"""Exit status where a rule is broken, or the cards and decks given cannot answer."""
NOT_UNDERSTOOD = 2
"""Exit status where the input is not understood or not found."""
INTERRUPTED = 130
READER_LEFT = 141
"""What a shell reports of a program whose reader closed the pipe."""
BY_SIGNAL = 128
"""What a shell adds the number of a signal to, of a program that it ended."""

_LOOK = "DECKWRIGHT_DEBUG=1 shows where, and deckwright doctor whether the catalogue is sound"


class NoSuchCommand(click.UsageError):
    """A command name that is none, with the names it may have meant."""

    def __init__(self, name: str, known: Sequence[str], ctx: click.Context) -> None:
        super().__init__(f"no command is called {name!r}", ctx)
        self.name = name
        self.known = tuple(known)

    def format_message(self) -> str:
        """The sentence, with the nearest names."""
        return self.message + nearest(self.name, self.known)


class CannotAnswer(click.ClickException):
    """The question is understood, but the cards given do not settle it."""

    exit_code = BROKEN


class NotFound(click.ClickException):
    """What was named is not there."""

    exit_code = NOT_UNDERSTOOD


def nearest(word: str, known: Sequence[str]) -> str:
    """`; did you mean ...?` with the nearest of the known words, or nothing."""
    from difflib import get_close_matches

    close = get_close_matches(word.lower(), known, n=3)
    return meant(close)


def tell(error: BaseException) -> int:
    """Say on stderr, if that takes it, what went wrong; the exit status for it. A reader that left is told nothing."""
    if _reader_left(error):
        _silence(sys.stdout)
        return READER_LEFT
    status, sentence = _judged(_interruption(error) or error)
    try:
        click.echo(f"deckwright: {visible_lines(sentence.rstrip())}", err=True)
        if os.environ.get("DECKWRIGHT_DEBUG"):
            import traceback

            traceback.print_exception(error)
    except OSError:
        _silence(sys.stderr)
    return status


class Ended(KeyboardInterrupt):
    """This process was told to end, by the signal of this `number`, while it had something to clear away."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def prepare_streams() -> None:
    """Make sure that there are streams, and that no character can fail to be written to them."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - quick to start
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115


def flush_streams(status: int) -> int:
    """Write out what is still held back; the exit status, another if that failed and nothing failed before."""
    try:
        sys.stdout.flush()
    except OSError as error:
        if status != NOT_UNDERSTOOD:
            status = tell(error)
        _silence(sys.stdout)
    return status


def _interruption(error: BaseException) -> KeyboardInterrupt | None:
    """The Ctrl-C that an error came of: Python wraps one that comes while a class is made, for instance."""
    cause: BaseException | None = error
    seen: set[int] = set()  # causes can go in a circle
    while cause is not None and id(cause) not in seen:
        if isinstance(cause, KeyboardInterrupt):
            return cause
        seen.add(id(cause))
        cause = cause.__cause__ or cause.__context__
    return None


def _reader_left(error: BaseException) -> bool:
    return isinstance(error, OSError) and error.errno in (errno.EPIPE, errno.ESHUTDOWN)


def _silence(stream: object) -> None:
    """Point the stream at nothing, so that what it still holds cannot fail again as Python ends."""
    if isinstance(stream, TextIOWrapper):
        with suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def _judged(error: BaseException) -> tuple[int, str]:
    """The exit status of an error, and its sentence."""
    match error:
        case Ended():
            return BY_SIGNAL + error.number, "ended"
        case KeyboardInterrupt() | click.Abort():
            return INTERRUPTED, "stopped"
        case click.ClickException():
            return error.exit_code, _click_sentence(error)
        case RecursionError():
            return NOT_UNDERSTOOD, "the input is nested too deeply"
        case MemoryError():
            return NOT_UNDERSTOOD, "the input is too large for this machine's memory"
        case UnicodeError():
            return NOT_UNDERSTOOD, f"not readable as UTF-8 text: {error}"
        case OSError():
            return NOT_UNDERSTOOD, _file_sentence(error)
    if type(error).__module__.startswith("deckwright."):
        return getattr(error, "exit_code", NOT_UNDERSTOOD), str(error)
    if type(error).__module__ == "sqlite3":
        return NOT_UNDERSTOOD, f"the catalogue cannot be used: {error}"
    kind = type(error).__name__
    return NOT_UNDERSTOOD, f"a fault of deckwright's own ({kind}: {error}); {_LOOK}"


def _click_sentence(error: click.ClickException) -> str:
    says = error.format_message()
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{says}  ({error.ctx.command_path} --help)"
    return says


def _file_sentence(error: OSError) -> str:
    reason = (error.strerror or str(error) or type(error).__name__).lower()
    named = isinstance(error.filename, str | bytes)
    return f"{visible(os.fsdecode(error.filename))}: {reason}" if named else reason
