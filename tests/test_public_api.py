"""The names that programs build on, with what they take: none changes unnoticed.

Where a change is meant, `python -m tests.test_public_api` writes `public_api.txt` anew, and the README's list of
changes has a word on it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tests.readme import BLOCK, PUBLIC, README, public_names

PINNED = Path(__file__).with_name("public_api.txt")
IMPORT = re.compile(r"^from (deckwright[\w.]*) import (.+)$", re.M)


def taken(function: object) -> str:
    """The parameters of a function as one writes them, without their types."""
    assert callable(function)
    written, named = [], False
    for one in inspect.signature(function).parameters.values():
        if one.kind is one.KEYWORD_ONLY and not named:
            named = True
            written.append("*")
        star = "*" if one.kind is one.VAR_POSITIONAL else "**" if one.kind is one.VAR_KEYWORD else ""
        named = named or one.kind is one.VAR_POSITIONAL
        said = "..." if callable(one.default) else repr(one.default)
        default = "" if one.default is one.empty else f"={said}"
        written.append(f"{star}{one.name}{default}")
    return f"({', '.join(written)})"


def lines() -> Iterator[str]:
    """Every public name, a line each; of a class its public methods and properties too."""
    for name, value in public_names().items():
        if not inspect.isclass(value):
            yield name + taken(value)
            continue
        yield f"{name}: {', '.join(base.__name__ for base in value.__bases__)}"
        for member, of in inspect.getmembers_static(value):
            if member.startswith("_") or hasattr(Exception, member):
                continue
            function = of.__func__ if isinstance(of, classmethod | staticmethod) else of
            yield f"{name}.{member}" + (taken(function) if inspect.isfunction(function) else "")


def test_every_public_name_is_as_it_was() -> None:
    assert list(lines()) == PINNED.read_text("utf-8").splitlines()


def test_every_public_name_is_in_the_readme_and_documented() -> None:
    text = README.read_text("utf-8")
    for name, value in public_names().items():
        assert f"| `{name}` |" in text
        assert inspect.getdoc(value), name


def test_the_readme_imports_public_names_alone() -> None:
    public = public_names()
    blocks = [body for kind, body in BLOCK.findall(README.read_text("utf-8")) if kind == "python"]
    imported = [found for body in blocks for found in IMPORT.findall(body)]
    assert len(imported) >= 3
    for module, names in imported:
        for name in names.split(", "):
            full = f"{module}.{name}"
            assert full in public or full in PUBLIC


def test_what_a_package_offers_is_there() -> None:
    for name in PUBLIC:
        module = import_module(name)
        assert list(module.__all__) == sorted(module.__all__)
        assert all(hasattr(module, one) for one in module.__all__)
        assert not hasattr(module, "no_such_name")


if __name__ == "__main__":
    PINNED.write_text("".join(f"{line}\n" for line in lines()), "utf-8")
