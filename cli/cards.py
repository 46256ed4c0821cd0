"""`deckwright cards`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from deckwright.catalog.text import visible
from deckwright.cli.options import QueryCommand, complete_game, shape_options
from deckwright.cli.screen import on_terminal, say
from deckwright.cli.tables import Column, Table, columns, write_table

if TYPE_CHECKING:
    from deckwright.cli.search import Search

PAGE = 40
"""How many cards a terminal is shown unasked."""


@click.command(cls=QueryCommand)
@click.argument("query", nargs=-1)
@click.option("--game", metavar="GAME", help="Search this game alone.", shell_complete=complete_game)
@click.option("--columns", "shown", metavar="FIELDS", help="Show these fields, such as name,set,number.")
@click.option("--sort", default="", metavar="FIELDS", help="Sort by these fields; -copies is downwards.")
@click.option("--limit", type=click.IntRange(0), metavar="N", help="Show so many cards; 0 is all.")
@click.option("--page", type=click.IntRange(1), default=1, metavar="N", help="Show the Nth page of them.")
@click.option("--by", metavar="FIELD", help="Count the cards for each value of a field.")
@click.option("--count", is_flag=True, help="Say only how many cards there are.")
@click.option("--explain", is_flag=True, help="Say only how the query is read.")
@shape_options("json", "csv", "markdown")
def cards(query: tuple[str, ...], game: str | None, shape: str, **wanted: Any) -> None:
    """Search the cards of all games or of one.

    Words of the QUERY are looked for in names, field:value asks for a field of those that `deckwright game`
    lists, and a - in front turns a term round. Quoted whole, a query is safe from the shell:

    \b
        deckwright cards 'type:item text:"any geopal" -subtype:orb'
    """
    from deckwright.cli.search import Search

    search = Search.of(query, game)
    if wanted["explain"]:
        _explain(search, shape)
    elif wanted["count"]:
        _count(search, shape)
    elif wanted["by"]:
        _by(search, wanted["by"], shape)
    else:
        _list(search, shape, wanted["shown"], wanted["sort"], wanted["limit"], wanted["page"])


def _list(search: Search, shape: str, shown: str | None, sort: str, limit: int | None, page: int) -> None:
    from deckwright.cli.columns import card_rows, default_fields, fields_named, heads

    exact = shape in ("json", "csv")
    games = search.games
    named = fields_named(shown, games) if shown is not None else []
    if limit == 0 and page > 1:
        raise click.UsageError("--limit 0 shows every card on one page; --page goes with another limit")
    if limit is None and (page > 1 or (shape == "table" and on_terminal())):
        limit = PAGE
    found = search.found(sort, limit or None, page)
    total = search.total() if limit else len(found)
    fields = named or default_fields(found, {card.game: games[card.game] for card in found}, exact)
    table = Table(heads(fields), list(card_rows(search.catalogue, found, fields, exact)))
    _write(search, table, shape, total, page=page)
    rest = _rest(len(found), total, limit, page) if total and limit else ""
    if rest:
        say(rest)


def _rest(count: int, total: int, limit: int, page: int) -> str:
    """What is not on the page, and how to see it."""
    pages = -(-total // limit)
    if page > pages:
        return f"page {page} is past the last, {pages}"
    if pages == 1:
        return ""
    first = (page - 1) * limit
    which = f"{count:,}" if page == 1 else f"{first + 1:,} to {first + count:,}"
    more = f", --page {page + 1} for the next" if page < pages else ""
    return f"{which} of {total:,} cards; --limit 0 for all{more}"


def _count(search: Search, shape: str) -> None:
    total = search.total()
    _write(search, Table(columns(cards="Cards"), [{"cards": total}]), shape, total, text=str(total))


def _explain(search: Search, shape: str) -> None:
    total = search.total()
    reading = search.query.explain()
    table = Table(
        columns(reading="The query asks for", cards="Cards"), [{"reading": reading, "cards": total}]
    )
    text = f"{visible(reading)}\n{total:,} card{'' if total == 1 else 's'}"
    _write(search, table, shape, total, text=text, reading=reading)


def _by(search: Search, word: str, shape: str) -> None:
    from deckwright.catalog.usage import facets
    from deckwright.cli.columns import fields_named
    from deckwright.cli.facets import facet_rows, with_bars

    field, *more = fields_named(word, search.games)
    if more:
        raise click.UsageError(f"--by counts by one field: {' or '.join(one.id for one in (field, *more))}")
    counts = facets(search.catalogue, search.selection, field)
    heads = [Column(field.id, field.name), Column("cards", "Cards")]
    rows = facet_rows(counts, field.id, None if shape in ("json", "csv") else "(none)")
    if shape == "table":
        heads, rows = [*heads, Column("bar", "")], with_bars(rows)
    _write(search, Table(heads, rows), shape, search.total())


def _write(
    search: Search, table: Table, shape: str, total: int, text: str | None = None, **facts: Any
) -> None:
    """Write the table, or for people the text where there is one; if nothing was found, say why."""
    empty = {} if total else {"empty": _why_empty(search)}
    if shape == "table" and text is not None:
        click.echo(text)
    else:
        write_table(replace(table, facts={"query": search.text, "total": total, **facts, **empty}), shape)
    if empty and shape != "json":
        say(visible(empty["empty"]))


def _why_empty(search: Search) -> str:
    from deckwright.cli.empty import why_empty

    return why_empty(search.catalogue, search.base, search.query.terms, search.game)
