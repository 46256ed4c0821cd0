"""Print the lowest version that is declared of all that is needed, as constraints for pip.

`python tests/lowest.py EXTRA...` tells those of the package itself and of the extras named.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from packaging.requirements import Requirement

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def lowest(extras: Iterable[str]) -> Iterator[str]:
    """A constraint for each requirement. Raises ValueError for one that has no lowest version, or several."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    needed = [project["dependencies"], *(project["optional-dependencies"][extra] for extra in extras)]
    for requirement in (Requirement(text) for texts in needed for text in texts):
        (least,) = (spec.version for spec in requirement.specifier if spec.operator in (">=", "~="))
        yield f"{requirement.name}=={least}"


if __name__ == "__main__":
    print("\n".join(lowest(sys.argv[1:])))
