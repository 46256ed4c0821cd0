"""Simulating on a Dask cluster, as `concurrent.futures` sees it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from deckwright.catalog.extras import how_to_install
from deckwright.decks.odds.errors import NoCluster


@contextmanager
def cluster(address: str, timeout: float = 10) -> Iterator[tuple[Executor, int]]:
    """The executor of the cluster at an address, and how many threads it has. Raises `NoCluster`."""
    client = _client(address, timeout)
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise NoCluster(address, "the scheduler has no workers")
        yield client.get_executor(pure=False), threads
    finally:
        client.close()


def _client(address: str, timeout: float) -> Any:
    try:
        import distributed
    except ImportError:
        raise NoCluster(
            address, f"Dask, the extra [cluster], is not installed: {how_to_install('distributed')}"
        ) from None
    connect: Any = distributed.Client
    try:
        return connect(address, timeout=timeout, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise NoCluster(address, f"no scheduler answers there ({type(error).__name__})") from error
