"""Processes that work for this one, and leave what the keyboard says to it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

_MOST = 256
_MOST_ANYWHERE = 61
"""Where nobody says how many handles there are, as on Windows, a pool may not have more."""
_HANDLES, _OWN_HANDLES = 3, 64
"""How many file handles a worker takes, and how many are left for everything else."""


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


def most_workers() -> int:
    """How many processes this one can keep in touch with: each takes file handles, which may not run out."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit
    except ImportError:
        return _MOST_ANYWHERE
    handles, _ = getrlimit(RLIMIT_NOFILE)
    return _MOST if handles == RLIM_INFINITY else max(1, (handles - _OWN_HANDLES) // _HANDLES)


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
