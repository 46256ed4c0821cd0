"""`deckwright rules`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from deckwright.catalog.game import Game, cites
from deckwright.cli.options import complete_game, open_catalogue, shape_options
from deckwright.cli.tables import Cell, Table, columns, write_page, write_table

COLUMNS = columns(
    severity="Severity",
    cite="Rule",
    says="What it says",
    reason="Why",
    where="In the rulebook",
    since="Since",
    until="Until",
    id="Id",
)
FORMATS = columns(formats="Formats")
HOMES: Mapping[str, str] = {
    "cat": "catalogue",
    "con": "construction",
    "set": "setup",
    "turn": "turn",
    "score": "score",
}
"""What part of the game a rulebook entry is about."""


@click.command()
@click.argument("name", shell_complete=complete_game, metavar="GAME")
@click.option("--all", "whole", is_flag=True, help="Add every entry of the rulebook.")
@shape_options("json", "csv", "markdown")
def rules(name: str, whole: bool, shape: str) -> None:
    """List a game's construction rules and where its rulebook says them."""
    game = open_catalogue().find_game(name)
    table = Table(
        (*FORMATS, *COLUMNS), [_rule_row(game, rule) for rule in game.rules], facts={"game": game.id}
    )
    book = {"rulebook": _rulebook(game)} if whole else {}
    if shape == "csv":
        write_table(book.get("rulebook", table), shape)
        return
    shown = book if shape == "json" else {**_by_format(game, table), **book}
    page = Table(table.columns, table.rows, facts=table.facts, more=shown)
    write_page(game.name, f"{len(game.rules)} construction rules", (), page, shape)


def _rule_row(game: Game, rule: Mapping[str, Any]) -> Mapping[str, Cell]:
    cited = cites(rule)
    places = dict.fromkeys(game.rulebook[entry].where for entry in cited if entry in game.rulebook)
    return {
        "formats": tuple(rule.get("formats", ())) or None,
        "severity": rule.get("severity", "error"),
        "cite": cited or None,
        "says": rule["says"],
        "reason": rule.get("reason"),
        "where": "; ".join(places) or None,
        "since": rule.get("since"),
        "until": rule.get("until"),
        "id": rule["id"],
    }


def _by_format(game: Game, table: Table) -> Mapping[str, Table]:
    """The rules of every format, then those of each format or formats alone."""
    groups: dict[tuple[str, ...], list[Mapping[str, Cell]]] = {(): []}
    for row in table.rows:
        formats = row["formats"]
        groups.setdefault(formats if isinstance(formats, tuple) else (), []).append(row)
    return {
        "+".join(formats): Table(COLUMNS, list(map(_with_reason, rows)), _format_title(game, formats))
        for formats, rows in groups.items()
    }


def _with_reason(row: Mapping[str, Cell]) -> Mapping[str, Cell]:
    """The row with the reason behind what the rule says, for people."""
    return {**row, "says": f"{row['says']}. {row['reason']}", "reason": None} if row["reason"] else row


def _format_title(game: Game, formats: tuple[str, ...]) -> str:
    if not formats:
        return "In every format" if len(game.formats) > 1 else game.default_format.name
    return "In " + ", ".join(_format_name(game, one) for one in formats)


def _format_name(game: Game, format_id: str) -> str:
    """The format's name, with that of the one whose rules it takes over."""
    found = game.formats.get(format_id)
    if found is None:
        return format_id
    base = game.formats.get(found.extends) if found.extends else None
    return f"{found.name}, on top of {base.name}" if base else found.name


def _rulebook(game: Game) -> Table:
    rows: list[Mapping[str, Cell]] = [
        {
            "id": entry.id,
            "home": tuple(HOMES[home] for home in entry.home),
            "says": entry.says,
            "where": entry.where,
            "mark": entry.mark or None,
        }
        for entry in game.rulebook.values()
    ]
    named = columns(id="Rule", home="About", says="What it says", where="In the rulebook", mark="Mark")
    return Table(named, rows, "The whole rulebook")
