"""The web application: Datasette on one catalogue, with our pages, facets and searches."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

from datasette.app import Datasette
from datasette.database import Database
from datasette.plugins import pm

from deckwright.catalog.browse import plugin
from deckwright.catalog.browse.bounded import LONGEST, Bounded
from deckwright.catalog.browse.metadata import metadata
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.connection import reader

Scope = MutableMapping[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]

HOSTS = ("127.0.0.1", "localhost")
"""The names by which this machine asks itself."""

_PLAIN = [(b"content-type", b"text/plain; charset=utf-8")]
_STRANGER = b"this page is served to this machine alone: open it as http://127.0.0.1\n"

_ELSEWHERE = b"this page answers no other page: open it yourself\n"
_OWN = (b"none", b"same-origin")

NAME = "catalogue"
"""What the catalogue is called in addresses, whatever its file is called."""

SETTINGS = {
    "suggest_facets": False,
    "default_page_size": 50,
    "max_returned_rows": 1000,
    "sql_time_limit_ms": 3000,
    "facet_time_limit_ms": 1000,
    "allow_download": False,
    "allow_signed_tokens": False,
    "num_sql_threads": 2,
}


class _Catalogue(Database):
    """The catalogue's file, opened only to be read, whatever characters are in its path."""

    path: str

    def connect(self, write: bool = False) -> sqlite3.Connection:
        """A connection that cannot write."""
        if write:
            raise PermissionError("the catalogue is only read here")
        connection = reader(Path(self.path), check_same_thread=False, factory=Bounded)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
        self._all_file_connections.append(connection)
        return connection

    async def execute(self, sql: str, *args: Any, **options: Any) -> Any:
        """The rows of a query; one that fails is told on its page, not on the terminal."""
        return await super().execute(sql, *args, **{**options, "log_sql_errors": False})


def application(catalogue: Catalogue, port: int) -> Application:
    """The ASGI application of an open catalogue, for those alone who ask for this machine by its own name.

    A page elsewhere whose name is made to point at this machine would otherwise read what is served.
    """
    app: Application = site(catalogue).app()
    hosts = {f"{name}:{port}".encode() for name in HOSTS} | (
        {*map(str.encode, HOSTS)} if port == 80 else set()
    )

    async def answered(scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            said = [value for name, value in scope["headers"] if name == b"host"]
            if len(said) != 1 or said[0].lower() not in hosts:
                await plugin.answer(send, 421, _PLAIN, _STRANGER)
                return
            if any(name == b"sec-fetch-site" and value not in _OWN for name, value in scope["headers"]):
                await plugin.answer(send, 403, _PLAIN, _ELSEWHERE)
                return
        await app(scope, receive, send)

    return answered


def site(catalogue: Catalogue) -> Any:
    """The Datasette of an open catalogue."""
    # Datasette has SQLite print what goes wrong in our functions, such as a regex that takes too long.
    sqlite3.enable_callback_tracebacks(False)
    if not pm.is_registered(plugin):
        pm.register(plugin, name="deckwright")
    made = Datasette(
        files=[],
        metadata=metadata(catalogue, NAME),
        settings=SETTINGS,
        template_dir=str(Path(__file__).parent / "templates"),
    )
    made.add_database(_Catalogue(made, path=str(catalogue.path), is_mutable=True), name=NAME)
    return made
