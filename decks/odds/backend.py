"""Drawing without a window, whatever the surroundings say."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def own_backend() -> Iterator[None]:
    """While matplotlib is imported: it would look at this variable, and fail at one that it does not know."""
    said = os.environ.pop("MPLBACKEND", None)
    try:
        yield
    finally:
        if said is not None:
            os.environ["MPLBACKEND"] = said
