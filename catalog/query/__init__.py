"""The query language: one grammar, one tree, two faces (SQL and Python) on every node."""

from deckwright.catalog.query.errors import QueryError
from deckwright.catalog.query.nodes import Query
from deckwright.catalog.query.order import order_by
from deckwright.catalog.query.parse import parse
from deckwright.catalog.query.patterns import install, raising
from deckwright.catalog.query.scope import Scope

__all__ = ["Query", "QueryError", "Scope", "install", "order_by", "parse", "raising"]
