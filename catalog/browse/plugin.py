"""What we add to Datasette: our searches and facets on cards, their pages, and where to begin."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from datasette import hookimpl
from datasette.database import QueryInterrupted
from datasette.facets import Facet
from datasette.filters import FilterArguments
from datasette.utils import path_with_added_args, path_with_removed_args, tilde_encode
from datasette.utils.asgi import BadRequest
from markupsafe import Markup

from deckwright.catalog.browse.pages import Pages
from deckwright.catalog.browse.refusals import refused
from deckwright.catalog.browse.searches import QUERY, TERM, narrowed
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.connection import reader
from deckwright.catalog.query import install

Scope = Mapping[str, Any]
_OURS = "catalogue"
_CARD = f"/{_OURS}/card/"
_LINK = f'{{"href":"{_CARD}'


class FieldFacet(Facet):
    """Counts the cards found by the values of a game's own field; a value narrows the search to it."""

    type = "field"

    async def facet_results(self) -> tuple[list[Any], list[str]]:
        """The counts of each field that any of the cards has."""
        results: list[Any] = []
        late: list[str] = []
        if self.table != "card":
            return results, late
        size = self.get_facet_size()
        for config in self.get_configs():
            name = config["config"].get("field") or config["config"]["simple"]
            try:
                rows = await self._counted(name, size)
            except QueryInterrupted:
                late.append(name)
                continue
            if rows:
                results.append(
                    {
                        "name": name,
                        "type": "column",
                        "hideable": False,
                        "toggle_url": "",
                        "results": [self._value(name, value, count) for value, count in rows[:size]],
                        "truncated": len(rows) > size,
                    }
                )
        return results, late

    async def _counted(self, name: str, size: int) -> list[tuple[str, int]]:
        sql = (
            f"select json_extract(fields, '$.{name}') as value, count(*) as count from ({self.sql})"
            f" where value is not null group by value order by count desc, value limit {size + 1}"
        )
        limit = self.ds.setting("facet_time_limit_ms")
        found = await self.ds.execute(
            self.database, sql, self.params, truncate=False, custom_time_limit=limit
        )
        return [(row["value"], row["count"]) for row in found.rows]

    def _value(self, name: str, value: str, count: int) -> dict[str, Any]:
        term = f"{name}={json.dumps(str(value), ensure_ascii=False)}"
        selected = term in self.request.args.getlist(TERM)
        change = path_with_removed_args if selected else path_with_added_args
        path = change(self.request, {TERM: term, "_next": None} if not selected else {TERM: term})
        return {
            "value": value,
            "label": value,
            "count": count,
            "toggle_url": self.ds.absolute_url(self.request, self.ds.urls.path(path)),
            "selected": selected,
        }


@hookimpl
def register_facet_classes() -> list[type[Facet]]:
    return [FieldFacet]


@hookimpl
def prepare_connection(conn: sqlite3.Connection) -> None:
    install(conn)


@hookimpl
def filters_from_request(request: Any, database: str, table: str, datasette: Any) -> Any:
    if database != _OURS:
        return None

    async def inner() -> FilterArguments:
        await _check_facets(request, table, datasette)
        if table != "card":
            return FilterArguments([])
        with _opened(datasette) as catalogue:
            found = narrowed(catalogue, request.args.getlist(QUERY), request.args.getlist(TERM))
        context = {
            "search_text": found.text,
            "search_problem": found.problem,
            "search_reading": found.reading,
        }
        return FilterArguments(found.clauses, found.parameters, [], context)

    return inner


async def _check_facets(request: Any, table: str, datasette: Any) -> None:
    """Refuse facets by what is no field and no column, whose names would become SQL. Raises BadRequest."""
    asked = [
        (key, name) for key in request.args if key.startswith("_facet") for name in request.args.getlist(key)
    ]
    if not asked:
        return
    with _opened(datasette) as catalogue:
        fields = {name for game in catalogue.games() for name in game.fields}
    columns = set(await datasette.get_database(_OURS).table_columns(table))
    known = {"_facet_field": fields, "_facet": columns, "_facet_array": columns, "_facet_date": columns}
    for key, name in asked:
        if name not in known.get(key, {name}) or (name.startswith("{") and key not in known):
            raise BadRequest(f"{key} takes the name of a field or column, not {name!r}")


@hookimpl
def extra_template_vars(database: str | None, table: str | None, datasette: Any) -> dict[str, Any]:
    if database != _OURS:
        return {}
    return {"pages": Pages(_path(datasette)), "query_name": QUERY, "term_name": TERM}


@hookimpl
def render_cell(value: Any, column: str, table: str | None) -> Markup | None:
    """A link for `{"href": …, "label": …}`, as our searches write it: to a card's page, and nowhere else."""
    if table or column != "card" or not isinstance(value, str) or not value.startswith(_LINK):
        return None
    try:
        link = json.loads(value)
    except ValueError:
        return None
    place = str(link["href"])
    if not place.startswith(_CARD) or "/" in place.removeprefix(_CARD):  # a later "href" counts
        return None
    return Markup('<a href="{}">{}</a>').format(place, link.get("label", ""))


@hookimpl(hookwrapper=True)
def handle_exception(datasette: Any, request: Any, exception: Exception) -> Iterator[None]:
    """Answer what cannot be answered with a page that says so, in the place of Datasette's traceback."""
    called: Any = yield
    called.force_result([refused(datasette, request, exception)])


@hookimpl
def asgi_wrapper() -> Callable[[Any], Any]:
    """Begin with the catalogue."""

    def wrap(app: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        async def wrapped(scope: Scope, receive: Any, send: Any) -> None:
            if scope["type"] == "http" and scope["path"] == "/":
                await answer(send, 302, [(b"location", f"/{_OURS}".encode())], b"")
            else:
                await app(scope, receive, send)

        return wrapped

    return wrap


async def answer(send: Any, status: int, head: list[tuple[bytes, bytes]], body: bytes) -> None:
    """Answer a request whole."""
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})


def _opened(datasette: Any) -> Catalogue:
    path = _path(datasette)
    return Catalogue(path, reader(path))


def _path(datasette: Any) -> Path:
    return Path(datasette.get_database(_OURS).path)


@hookimpl
def prepare_jinja2_environment(env: Any) -> None:
    env.filters["tilde"] = tilde_encode
