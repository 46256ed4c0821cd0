"""Searches of the page, in the language of the command line, as conditions that Datasette takes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.query import QueryError

QUERY = "_q"
"""The parameter of an address that holds a search."""

TERM = "_is"
"""The parameter that holds one more term; there may be any number."""


@dataclass
class Narrowed:
    """The conditions of a search, what is wrong with it, and how it was read."""

    text: str = ""
    problem: str = ""
    reading: str = ""
    clauses: list[str] = field(default_factory=list)
    parameters: dict[str, str | int | float] = field(default_factory=dict)


def narrowed(catalogue: Catalogue, queries: Sequence[str], terms: Sequence[str]) -> Narrowed:
    """The conditions that all of these searches make together; one that cannot be read finds nothing."""
    made = Narrowed(text=" ".join(queries))
    names = (f"_deckwright_{number}" for number in count())
    for text in (made.text, *terms):
        if not text.strip():
            continue
        try:
            query = catalogue.query(text)
        except QueryError as error:
            made.problem = str(error)
            made.clauses.append("0")
            continue
        clause, values = query.clause()
        made.clauses.append(_named(clause, values, names, made.parameters))
        if text == made.text:
            made.reading = query.explain()
    return made


def _named(
    clause: str,
    values: Sequence[str | int | float],
    names: Iterator[str],
    parameters: dict[str, str | int | float],
) -> str:
    """The condition with named parameters in the places of its question marks."""
    left = iter(values)

    def name(_found: re.Match[str]) -> str:
        chosen = next(names)
        parameters[chosen] = next(left)
        return f":{chosen}"

    return re.sub(r"\?", name, clause)
