"""What the page answers where it cannot answer."""

from __future__ import annotations

import logging
import sqlite3
from typing import Any

from datasette import Response
from datasette.database import QueryInterrupted
from datasette.utils.asgi import Base400
from datasette.views.base import DatasetteError

from deckwright.catalog.text import visible

_ASKED_WRONGLY = (ValueError, AssertionError, sqlite3.Error, QueryInterrupted)
"""What Datasette raises over the parameters of an address: all there is here is to be read."""


async def refused(datasette: Any, request: Any, error: Exception) -> Any:
    """The page, or JSON, that says why a request is refused; what is a fault of ours is told on the terminal too."""
    status, message, title = _judged(error)
    if status >= 500:
        logging.getLogger(__name__).error("%s: %s", visible(request.path), visible(repr(error)))
    said = {"ok": False, "error": message, "status": status, "title": title}
    if request.path.endswith(".json"):
        return Response.json(said, status=status)
    template = datasette.jinja_env.select_template([f"{status}.html", "error.html"])
    shown = {**said, "urls": datasette.urls, "app_css_hash": datasette.app_css_hash(), "menu_links": list}
    return Response.html(await template.render_async(shown), status=status)


def _judged(error: Exception) -> tuple[int, str, str | None]:
    """The status of an error, what it says, and its title."""
    if isinstance(error, Base400):
        return error.status, str(error), None
    if isinstance(error, DatasetteError):
        # It says 500 of parameters too.
        return (400 if error.status == 500 else error.status), str(error.message), error.title
    return (400 if isinstance(error, _ASKED_WRONGLY) else 500), str(error) or type(error).__name__, None
