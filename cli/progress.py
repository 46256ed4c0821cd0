"""A bar of progress for long work: on stderr, only on a terminal, only if it takes a while."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from deckwright.catalog.text import visible

Tell = Callable[[str, int, int], None]
"""Told what is worked on, how much of it is done, and how much there is."""

_FIRST = 0.5
_EVERY = 0.1
_WIDTH = 30


@contextmanager
def progress() -> Iterator[Tell | None]:
    """What long work tells how far it is; None where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = _Bar()
    try:
        yield bar.tell
    finally:
        bar.clear()


class _Bar:
    def __init__(self) -> None:
        self._next = time.monotonic() + _FIRST
        self._shown = False

    def tell(self, what: str, done: int, total: int) -> None:
        """Draw the bar, if it is time."""
        now = time.monotonic()
        if now < self._next or total <= 0:
            return
        self._next = now + _EVERY
        share = min(done / total, 1.0)
        filled = round(share * _WIDTH)
        name = visible(what)[-30:]
        sys.stderr.write(f"\r\x1b[K{name}  {'█' * filled}{'░' * (_WIDTH - filled)} {share:4.0%}")
        sys.stderr.flush()
        self._shown = True

    def clear(self) -> None:
        """Take the bar away."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
