"""Processes that work for this one, and leave what the keyboard says to it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unheeding() -> Iterator[None]:
    """While processes are started: they never heed Ctrl-C, which is this process's to answer.

    They inherit that the signal is held back; one that comes meanwhile is answered at the end.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
