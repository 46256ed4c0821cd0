"""`deckwright game NAME`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.fields import Field
from deckwright.catalog.game import Game, Option
from deckwright.cli import games
from deckwright.cli.options import complete_game, open_catalogue, shape_options
from deckwright.cli.tables import Cell, Table, columns, write_page


@click.command()
@click.argument("name", shell_complete=complete_game)
@shape_options("json", "markdown")
def show(name: str, shape: str) -> None:
    """Show a game, which `deckwright game NAME` does too."""
    catalogue = open_catalogue()
    found = catalogue.find_game(name)
    row = games.game_row(catalogue, found)
    page = Table(games.COLUMNS, [row], facts={"about": found.about}, more=_tables(catalogue, found))
    lines = [line for line in (found.about, f"A decklist is {row['decklist']}.") if line]
    write_page(found.name, found.id, lines, page, shape)


def _tables(catalogue: Catalogue, found: Game) -> Mapping[str, Table]:
    return {
        "types": _types(catalogue, found),
        "fields": _fields(found),
        "options": _options(found),
        "zones": _zones(found),
        "formats": _formats(found),
        "sets": _sets(found),
    }


def _types(catalogue: Catalogue, found: Game) -> Table:
    counts = catalogue.counts(found.id)
    rows: list[Mapping[str, Cell]] = [
        {
            "id": one.id,
            "name": one.name,
            "cards": counts[one.id][0],
            "pieces": counts[one.id][1] if found.decklist == "table" else None,
            "about": one.about,
        }
        for one in found.types.values()
    ]
    named = columns(id="Type", name="Name", cards="Cards", pieces="Pieces", about="What it is")
    return Table(named, rows, "Card types")


def _fields(found: Game) -> Table:
    rows: list[Mapping[str, Cell]] = [
        {
            "id": one.id,
            "short": one.short,
            "name": one.name,
            "type": one.type,
            "values": _values(one),
            "about": one.about,
        }
        for one in found.fields.values()
    ]
    named = columns(id="Field", short="Short", name="Name", type="Kind", values="Values", about="What it is")
    return Table(named, rows, "Fields, to search by")


def _values(declared: Field) -> Cell:
    return (*declared.values, *declared.special) or None


def _options(found: Game) -> Table:
    rows: list[Mapping[str, Cell]] = [
        {
            "id": one.id,
            "default": _default(one),
            "values": tuple(map(str, one.values)) or None,
            "source": one.source,
            "cite": one.cite or None,
            "about": one.about,
        }
        for one in found.options.values()
    ]
    named = columns(
        id="Option", default="Default", values="Values", source="Source", cite="Rule", about="What it is"
    )
    return Table(named, rows, "Options, set by a decklist's header or --option")


def _default(option: Option) -> Cell:
    """The default: a value, or the table by which another option decides it."""
    if isinstance(option.default, int | str):
        return option.default
    table: dict[str, Any] = dict(option.default)
    by = table.pop("by", "")
    return f"by {by}: " + ", ".join(f"{key} gives {value}" for key, value in table.items())


def _zones(found: Game) -> Table:
    rows: list[Mapping[str, Cell]] = [
        {
            "id": one.id,
            "accepts": one.accepts or "any card",
            "cite": one.cite or None,
            "aliases": one.aliases or None,
        }
        for one in found.zones.values()
    ]
    return Table(
        columns(id="Zone", accepts="Accepts", cite="Rule", aliases="Also called"), rows, "Zones of a decklist"
    )


def _formats(found: Game) -> Table:
    rows: list[Mapping[str, Cell]] = [
        {"id": one.id, "name": one.name, "extends": one.extends, "about": one.about}
        for one in found.formats.values()
    ]
    named = columns(id="Format", name="Name", extends="Extends", about="What it is")
    return Table(named, rows, "Formats, the first by default")


def _sets(found: Game) -> Table:
    keys = ("id", "name", "about")
    rows = [{key: row.get(key) for key in keys} for row in found.document.get("sets", ())]
    return Table(columns(id="Set", name="Name", about="What it is"), rows, "Sets")
