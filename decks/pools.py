"""Processes that work for this one, and leave what the keyboard says to it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


def end_with_parent() -> None:
    """End as the process does that this one works for, were it killed; else it would wait for work for ever."""
    import multiprocessing
    import os
    import threading
    from multiprocessing.connection import wait

    parent = multiprocessing.parent_process()
    if parent is None:
        return
    sentinel = parent.sentinel

    def watch() -> None:
        wait([sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


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
