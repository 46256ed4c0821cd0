"""What an extra brings, where it is not installed: how to get it for the Python that runs."""

from __future__ import annotations

import shlex
import sys


def how_to_install(*requirements: str) -> str:
    """The command that installs packages beside this one, also into an environment that has no pip of its own."""
    return f"python3 -m pip --python {shlex.quote(sys.executable)} install {shlex.join(requirements)}"
