"""`deckwright doctor`."""

from __future__ import annotations

import platform
import re
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import click

from deckwright.catalog.extras import how_to_install
from deckwright.catalog.health import Finding, examine
from deckwright.catalog.place import catalogue_path
from deckwright.catalog.text import visible
from deckwright.cli.errors import BROKEN
from deckwright.cli.options import shape_options
from deckwright.cli.screen import styled
from deckwright.cli.tables import Table, columns, write_table

_COLUMNS = columns(what="Looked at", found="Found", remedy="What to do")
_NAME = re.compile(r"[\w.-]+")
_LEAST = re.compile(r">=\s*([\d.]+)")
_EXTRAS = {
    "datasette": "[web], for browse",
    "matplotlib": "[plot], for odds --plot",
    "distributed": "[cluster]",
}


@click.command()
@shape_options("json")
def doctor(shape: str) -> None:
    """Check the installation and the catalogue, and say what to do.

    Exit status: 1 if something is wrong.
    """
    root = click.get_current_context().find_root()
    path = catalogue_path(Path(root.obj) if root.obj else None)
    findings = [*_versions(), *examine(path)]
    wrong = [one for one in findings if not one.sound]
    rows = [{"what": one.what, "found": one.found, "remedy": one.remedy or None} for one in findings]
    table = Table(_COLUMNS, rows, facts={"total": len(rows)} if shape == "json" else {})
    write_table(table if shape == "json" else table.filled(), shape)
    if shape == "table":
        click.echo()
        for one in wrong:
            click.echo(f"{styled('wrong', 'error')}  {visible(one.what)}: {visible(one.remedy)}")
        if not wrong:
            click.echo(styled("all is well", "good"))
    click.get_current_context().exit(BROKEN if wrong else 0)


def _versions() -> Iterator[Finding]:
    own = _version("deckwright")
    yield Finding("deckwright", own or "not installed as a package", "" if own else "install it with pip")
    yield Finding("Python", f"{platform.python_version()}, {sys.executable}")
    yield Finding("SQLite", sqlite3.sqlite_version)
    yield libraries(_needed())
    for name, use in _EXTRAS.items():
        yield Finding(f"extra {use}", f"{name} {_version(name) or 'not installed'}")


def libraries(needed: Mapping[str, str]) -> Finding:
    """The libraries that there are; what to install where one is missing or older than the least that is needed."""
    there = {name: _version(name) for name in needed}
    missing = [name for name, one in there.items() if one is None]
    old = [name for name, one in there.items() if one and _release(one) < _release(needed[name])]
    found = ", ".join(f"{name} {one}" for name, one in there.items() if one)
    found += "".join(f"; {name} is older than {needed[name]}" for name in old)
    found += f"; missing: {', '.join(missing)}" if missing else ""
    wanted = [f"{name}>={needed[name]}" if needed[name] else name for name in (*missing, *old)]
    return Finding("libraries", found, how_to_install(*wanted) if wanted else "")


def _release(number: str) -> tuple[int, ...]:
    """A version's numbers, to compare by; what stands behind them is left aside."""
    found = re.match(r"[\d.]*\d", number)
    return tuple(map(int, found[0].split("."))) if found else ()


def _needed() -> dict[str, str]:
    """The packages that this one says it needs, with the lowest version of each; '' where it says none."""
    try:
        declared = requires("deckwright") or []
    except PackageNotFoundError:
        return {}
    needed = {}
    for one in declared:
        if "extra ==" not in one and (name := _NAME.match(one)):
            least = _LEAST.search(one.partition(";")[0])
            needed[name[0]] = least[1] if least else ""
    return needed


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
