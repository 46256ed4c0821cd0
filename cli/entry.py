"""Where the command begins: Ctrl-C is answered while the rest is still being imported."""

from __future__ import annotations

import sys

_INTERRUPTED = 130


def main() -> None:
    """Run the command line."""
    try:
        from deckwright.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("deckwright: stopped\n")
        sys.exit(_INTERRUPTED)
