"""A few of many cases always, and the others where there is time."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest


def some(cases: Collection[Any], always: int, several: bool = False) -> list[Any]:
    """The cases as parameters: `always` of them, spread over the whole, are run always, the others are long.

    With `several` each case holds the values of several parameters.
    """
    listed = list(cases)
    kept = {at * len(listed) // always for at in range(always)}
    return [
        pytest.param(*(case if several else (case,)), marks=() if at in kept else pytest.mark.long)
        for at, case in enumerate(listed)
    ]
