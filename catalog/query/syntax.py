"""The grammar at work: a query's text to its tree of tokens, and what is wrong where there is none."""

from __future__ import annotations

import re
import sys
import threading
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from pkgutil import get_data
from typing import TYPE_CHECKING, Any
from zlib import crc32

from deckwright.catalog.query.errors import QueryError

if TYPE_CHECKING:
    from lark import Lark, Tree
    from lark.exceptions import UnexpectedInput

LONGEST = 2_000
"""How many characters a query may have."""

_GRAMMARS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("grammar.lark",), ("query",)),
    (("grammar.lark", "question.lark"), ("query", "question")),
)
_PLAIN = str.maketrans({**dict.fromkeys("“”„‟＂", '"'), **dict.fromkeys("\ufeff\u200b", " ")})
_SOLID = re.compile(r'"(?:\\[\s\S]|[^"\\])*"|(?<!\S)/(?:\\.|[^/\\])+/(?=[\s()]|$)|[()]')
_JOINER = re.compile(r'(?<![^\s()"])(?:or|and)$', re.I)
_VALUE_NEXT = re.compile(r"(?:[\w-]\s*(?=[:=<>!])|(?=,))(!=|<=|>=|[:=<>,])$")
_PIECE = re.compile(r'(?:or|and)(?![^\s()"])|[^\s()]+', re.I)
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
    return _built(*_GRAMMARS[0])


@lru_cache(maxsize=1)
def _with_questions() -> Lark:
    return _built(*_GRAMMARS[1])


def _built(names: tuple[str, ...], starts: tuple[str, ...]) -> Lark:
    hidden = _Hidden()
    sys.meta_path.insert(0, hidden)
    try:
        from lark import Lark
    finally:
        sys.meta_path.remove(hidden)
    text = "\n".join(_package_file(name).decode() for name in names)
    kept = _package_file(f"{starts[-1]}.tables")
    head, _, tables = kept.partition(b"\n")
    if head != stamp(text):
        return Lark(text, parser="lalr", lexer="contextual", start=list(starts))
    return Lark.load(BytesIO(tables))


def stamp(text: str) -> bytes:
    """What kept parsing tables are of: the version of lark, and the grammar's text."""
    import lark

    return f"lark {lark.__version__} grammar {crc32(text.encode()):08x}".encode()


def _package_file(name: str) -> bytes:
    """A file of this package, empty if it is not there."""
    try:
        return get_data(__name__.rpartition(".")[0], name) or b""
    except OSError:
        return b""


def keep_tables(folder: Path) -> None:
    """Write the parsing tables of both grammars, so that a start need not work them out; run when a grammar changes.

    They are lark's own pickles, trusted as the code of this package is; tables of another lark are not read.
    """
    from lark import Lark

    for names, starts in _GRAMMARS:
        text = "\n".join(_package_file(name).decode() for name in names)
        out = BytesIO()
        Lark(text, parser="lalr", lexer="contextual", start=list(starts)).save(out)
        (folder / f"{starts[-1]}.tables").write_bytes(stamp(text) + b"\n" + out.getvalue())


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
    if plain[at] == ")" and not _open(plain[:at]):
        return QueryError(text, at, 1, "this bracket closes none")
    word = _PIECE.match(plain, at)
    found = word[0] if word else plain[at]
    return QueryError(text, at, len(found), _misplaced(found, before))


def _misplaced(found: str, before: str) -> str:
    """What is wrong with a piece that is sound in itself, but not behind what stands before it."""
    if problem := _value_missing(before, found):
        return problem
    if found == ")":
        joiner = _JOINER.search(before)
        return f'something must follow "{joiner[0]}"' if joiner else "nothing stands between these brackets"
    if found.lower() in ("or", "and"):
        return f'something must stand in front of "{found}"; a word to look for goes in double quotes'
    return f"{found!r} cannot stand here; double quotes make it a phrase"


_SIGNS = (
    (re.compile('"'), "this quote is never closed"),
    (re.compile("/"), "a regex ends with a slash and then a blank; if it is none, put it in double quotes"),
    (
        re.compile(r"[\[\]]"),
        "square brackets come in pairs with no blank inside, else put it in double quotes",
    ),
)


def _value_missing(before: str, found: str) -> str | None:
    """What to say if a value should stand behind `before`, where `found` does; None if none should."""
    sign = _VALUE_NEXT.search(before)
    if not sign:
        return None
    if found == "(":
        return "a value has no brackets: write a list as a,b or put the value in double quotes"
    if found[:1] in ("=", "<", ">", ":", "!"):
        return f"{sign[1] + found[0]!r} is no operator: {_OPERATORS}, or put the value in double quotes"
    return f"a value is missing after {sign[1]!r}"


def _at_end(text: str, plain: str, before: str) -> QueryError:
    end = len(before)
    if problem := _value_missing(before, ""):
        return QueryError(text, end, 1, problem)
    if joiner := _JOINER.search(before):
        return QueryError(text, joiner.start(), len(joiner[0]), f'something must follow "{joiner[0]}"')
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
