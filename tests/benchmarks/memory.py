"""A module run with its memory watched: `python -m tests.benchmarks.memory FILE MODULE ARGUMENT…`."""

from __future__ import annotations

import re
import resource
import runpy
import sys
from pathlib import Path

_PEAK = re.compile(r"VmHWM:\s*(\d+) kB")
_STATUS = Path("/proc/self/status")


def peak() -> float:
    """The most megabytes that this process, or one of those that it waited for, has held.

    Linux counts into `ru_maxrss` what the parent held when it started this process, so there its own record is read.
    """
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    found = _PEAK.search(_STATUS.read_text("ascii", "replace")) if _STATUS.exists() else None
    own = int(found[1]) if found else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return max(own, children) / (2**20 if sys.platform == "darwin" else 2**10)


def main() -> None:
    """Run the module as a program, and write its peak into the file."""
    place, module, *arguments = sys.argv[1:]
    sys.argv = [module, *arguments]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    finally:
        Path(place).write_text(f"{peak():.2f}", "utf-8")


if __name__ == "__main__":
    main()
