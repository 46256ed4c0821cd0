"""Why a question cannot be read, in plain words: what the parser stumbled on, and where."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckwright.catalog.query import syntax
from deckwright.catalog.query.errors import QueryError
from deckwright.catalog.query.questions import PATTERN

if TYPE_CHECKING:
    from lark.exceptions import UnexpectedInput

_SOLID = re.compile(r'"(?:\\[\s\S]|[^"\\])*"|(?<![^\s\[(])/(?:\\.|[^/\\])+/(?=[\s()\],]|$)|[\[\]()]')
_WORD = re.compile(r"[^\s\[\]()]+")


def refusal(text: str, plain: str, error: UnexpectedInput) -> QueryError:
    """The plain words for what the parser stumbled on."""
    at = error.pos_in_stream if error.pos_in_stream is not None else len(plain)
    token = getattr(error, "token", None)
    if token is not None and token.type == "$END":
        at = len(plain)
    start, end = _query_around(plain, at)
    if start is not None:
        return _in_query(text, plain, start, end)
    if at >= len(plain):
        return _at_end(text, plain)
    word = _WORD.match(plain, at)
    found = word[0] if word else plain[at]
    return QueryError(text, at, len(found), _stumbled(plain, at, found))


def _query_around(plain: str, at: int) -> tuple[int | None, int]:
    """Where the query begins and ends that this offset stands in; its end is that of the text if it is open."""
    start: int | None = None
    depth = 0
    for mark in _SOLID.finditer(plain):
        if mark[0] == "[":
            if depth == 0:
                if mark.start() >= at:
                    break
                start = mark.end()
            depth += 1
        elif mark[0] == "]" and depth:
            depth -= 1
            if depth == 0 and mark.end() > at:
                return start, mark.start()
    return (start, len(plain)) if depth else (None, 0)


def _in_query(text: str, plain: str, start: int, end: int) -> QueryError:
    """What the query in square brackets is refused for, at its place in the question."""
    try:
        syntax.tree(plain[start:end])
    except QueryError as error:
        problem = error.problem
        at, length = start + error.at, error.length
        if at >= len(plain) or (end == len(plain) and not plain.endswith("]")):
            return QueryError(text, start - 1, 1, "this square bracket is never closed")
        return QueryError(text, at, length, problem, error.suggestions)
    if end == len(plain):
        return QueryError(text, start - 1, 1, "this square bracket is never closed")
    return QueryError(
        text, start, end - start, "this query cannot be read here; double quotes make it a phrase"
    )


def _at_end(text: str, plain: str) -> QueryError:
    end = len(plain.rstrip())
    opened = [mark.start() for mark in _SOLID.finditer(plain) if mark[0] == "("]
    closed = sum(mark[0] == ")" for mark in _SOLID.finditer(plain))
    word = re.search(r"\w+$", plain[:end])
    if word and word[0].lower() in _FOLLOWED:
        missing = _FOLLOWED[word[0].lower()]
        return QueryError(text, word.start(), len(word[0]), f"{missing} must follow {word[0]!r}")
    if len(opened) > closed:
        return QueryError(text, opened[closed - len(opened)], 1, "this bracket is never closed")
    if re.search(r"[=<>+]$", plain[:end]):
        return QueryError(text, end, 1, "a number or a query in square brackets must follow")
    if re.search(r"(?i)\bin\s+\d+$", plain[:end]):
        return QueryError(text, end, 1, 'the word "cards" must follow, as in "in 10 cards"')
    return QueryError(text, end, 1, "the question ends too soon")


_FOLLOWED = {
    **dict.fromkeys(("and", "or", "not", "given"), "something"),
    "in": 'a number of cards, as in "in 10 cards",',
    "by": 'a turn, as in "by turn 3",',
    **dict.fromkeys(("turn", "using"), "a number"),
    "distinct": "queries in round brackets",
}
"""What must stand behind a word."""


def _stumbled(plain: str, at: int, found: str) -> str:
    before = plain[:at].rstrip()
    if found in "])":
        return (
            "this bracket closes none"
            if found == "]" or not before.endswith("(")
            else "nothing is asked here"
        )
    if re.search(r"[=<>]$", before):
        return "a whole number, a range such as 2..3, or a query in square brackets must stand here"
    if found[0] in ":=<>!":
        return "what is counted stands in square brackets in front of a comparison: = != < <= > >="
    if re.search(r"(?i)\b(?:in|turn|using)$", before):
        return "a whole number must stand here"
    if re.match(r"(?i)(?:and|or|given)\b", found):
        return f"something must stand in front of {found!r}"
    if re.search(r"[\w\]]$", before) and found[0] in "[(":
        return 'a question has "and" or "or" between its parts'
    if re.search(r"(?i)\bin\s+\d+$", before):
        return 'the word "cards" must stand here, as in "in 10 cards"'
    return f"{found!r} cannot stand here; what is counted stands in square brackets, {PATTERN}"
