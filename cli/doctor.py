"""`deckwright doctor`."""

from __future__ import annotations

import platform
import re
import sqlite3
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import click

from deckwright.catalog.health import Finding, examine
from deckwright.catalog.place import catalogue_path
from deckwright.catalog.text import visible
from deckwright.cli.errors import BROKEN
from deckwright.cli.options import shape_options
from deckwright.cli.screen import styled
from deckwright.cli.tables import Table, columns, write_table

_COLUMNS = columns(what="Looked at", found="Found", remedy="What to do")
_NAME = re.compile(r"[\w.-]+")
_EXTRAS = {"datasette": "[web], for browse", "matplotlib": "[plot], for odds --plot", "dask": "[cluster]"}


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
    found = {name: _version(name) for name in _needed()}
    missing = [name for name, one in found.items() if one is None]
    there = ", ".join(f"{name} {one}" for name, one in found.items() if one)
    remedy = "pip install --force-reinstall deckwright" if missing else ""
    yield Finding("libraries", there + (f"; missing: {', '.join(missing)}" if missing else ""), remedy)
    for name, use in _EXTRAS.items():
        yield Finding(f"extra {use}", f"{name} {_version(name) or 'not installed'}")


def _needed() -> list[str]:
    """The packages that this one says it needs."""
    try:
        declared = requires("deckwright") or []
    except PackageNotFoundError:
        return []
    return [found[0] for one in declared if "extra ==" not in one and (found := _NAME.match(one))]


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
