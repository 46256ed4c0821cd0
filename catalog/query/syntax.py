"""The grammar at work: a query's text to its tree of tokens, and what is wrong where there is none."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable
from functools import lru_cache
from pkgutil import get_data
from typing import TYPE_CHECKING, Any

from deckwright.catalog.query.errors import QueryError

if TYPE_CHECKING:
    from lark import Lark, Tree
    from lark.exceptions import UnexpectedInput

LONGEST = 2_000
"""How many characters a query may have."""

_PLAIN = str.maketrans({**dict.fromkeys("“”„‟＂", '"'), **dict.fromkeys("\ufeff\u200b", " ")})
_SOLID = re.compile(r'"(?:\\[\s\S]|[^"\\])*"|(?<!\S)/(?:\\.|[^/\\])+/(?=[\s()]|$)|[()]')
_OPERATORS = "write one of : = != < <= > >="
_building = threading.Lock()


def tree(text: str) -> Tree[Any] | None:
    """The tree of a query, None for the empty one. Raises QueryError.

    Offsets in the tree are those of `text`: what is cleaned here keeps its place.
    """
    plain = cleaned(text)
    if not plain.strip():
        return None
    parser = grammar()
    from lark.exceptions import UnexpectedInput

    try:
        found: Tree[Any] = parser.parse(plain, start="query")
    except UnexpectedInput as error:
        raise _refusal(text, plain, error) from None
    return found


def cleaned(text: str, kind: str = "query") -> str:
    """The text as the grammar reads it, each character in its place. Raises QueryError if it cannot be read."""
    if len(text) > LONGEST:
        raise QueryError(text, LONGEST, 1, f"a {kind} has at most {LONGEST:,} characters, not {len(text):,}")
    _check_characters(text)
    return text.translate(_PLAIN)


def grammar(questions: bool = False) -> Lark:
    """The parser, built once, on first need; the one that reads `questions` too, if asked for or already there."""
    with _building:
        return _with_questions() if questions or _with_questions.cache_info().currsize else _queries_alone()


@lru_cache(maxsize=1)
def _queries_alone() -> Lark:
    return _built("grammar.lark", starts=["query"])


@lru_cache(maxsize=1)
def _with_questions() -> Lark:
    return _built("grammar.lark", "question.lark", starts=["query", "question"])


def _built(*names: str, starts: list[str]) -> Lark:
    hidden = _Hidden()
    sys.meta_path.insert(0, hidden)
    try:
        from lark import Lark
    finally:
        sys.meta_path.remove(hidden)
    texts = [(get_data(__package__, name) or b"").decode() for name in names]
    return Lark("\n".join(texts), parser="lalr", lexer="contextual", start=starts)


class _Hidden:
    """Keeps from lark two modules that it takes if installed, uses for nothing here, and is slower by."""

    _NAMES = frozenset({"interegular", "regex"})

    def __init__(self) -> None:
        self._thread = threading.get_ident()

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> None:
        if fullname in self._NAMES and threading.get_ident() == self._thread:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def _check_characters(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise QueryError(text, error.start, 1, "this character is no text") from None
    if "\0" in text:
        raise QueryError(text, text.index("\0"), 1, "this character is no text")


def _refusal(text: str, plain: str, error: UnexpectedInput) -> QueryError:
    """The plain words for what the parser stumbled on."""
    at = error.pos_in_stream if error.pos_in_stream is not None else len(plain)
    token = getattr(error, "token", None)
    if token is not None and token.type == "$END":
        at = len(plain)
    before = plain[:at].rstrip()
    if at < len(plain):
        return _at_sign(text, plain, at, before)
    return _at_end(text, plain, before)


def _at_sign(text: str, plain: str, at: int, before: str) -> QueryError:
    for sign, problem in _SIGNS:
        if sign.match(plain, at):
            return QueryError(text, at, 1, problem)
    word = re.compile(r'(?:or|and)(?![^\s()"])|[^\s()]+', re.I).match(plain, at)
    length = word.end() - at if word else 1
    found = plain[at : at + length]
    if value := _value_missing(before):
        return QueryError(text, at, length, value(found))
    if plain[at] == ")":
        return QueryError(text, at, 1, _closing(plain, at, before))
    if found.lower() in ("or", "and"):
        problem = f'something must stand in front of "{found}"; a word to look for goes in double quotes'
        return QueryError(text, at, length, problem)
    return QueryError(text, at, length, f"{found!r} cannot stand here; double quotes make it a phrase")


_SIGNS = (
    (re.compile('"'), "this quote is never closed"),
    (re.compile("/"), "a regex ends with a slash and then a blank; if it is none, put it in double quotes"),
    (
        re.compile(r"[\[\]]"),
        "square brackets come in pairs with no blank inside, else put it in double quotes",
    ),
)


def _value_missing(before: str) -> Callable[[str], str] | None:
    """What to say of whatever stands behind `before` where a value should, None where none should."""
    if not re.search(r"[\w-]\s*(?:[:=<>]|!=|<=|>=)$|,$", before):
        return None
    sign = re.search(r"(?:!=|<=|>=|[:=<>,])$", before)
    mark = sign[0] if sign else ""

    def problem(found: str) -> str:
        if found.startswith("("):
            return "a value has no brackets: write a list as a,b or put the value in double quotes"
        if found[:1] in "=<>:!" and found:
            return f"{mark + found[:1]!r} is no operator: {_OPERATORS}, or put the value in double quotes"
        return f"a value is missing after {mark!r}"

    return problem


def _closing(plain: str, at: int, before: str) -> str:
    if before.endswith("("):
        return "nothing stands between these brackets"
    if re.search(r'(?<![^\s()"])(?:or|and)$', before, re.I) and _open(plain[:at]):
        return f'something must follow "{before.split()[-1].lstrip("()")}"'
    return (
        "this bracket closes none" if not _open(plain[:at]) else "a term is missing in front of this bracket"
    )


def _at_end(text: str, plain: str, before: str) -> QueryError:
    end = len(before)
    if value := _value_missing(before):
        return QueryError(text, end, 1, value(""))
    word = re.search(r'(?<![^\s()"])(or|and)$', before, re.I)
    if word:
        return QueryError(text, word.start(), len(word[0]), f'something must follow "{word[0]}"')
    if unclosed := _open(plain):
        return QueryError(text, unclosed[-1], 1, "this bracket is never closed")
    return QueryError(text, end, 1, "the query ends too soon")


def _open(plain: str) -> list[int]:
    """Where the round brackets stand that are not closed, those in quotes and regexes left out."""
    opened: list[int] = []
    for mark in _SOLID.finditer(plain):
        if mark[0] == "(":
            opened.append(mark.start())
        elif mark[0] == ")" and opened:
            opened.pop()
    return opened
