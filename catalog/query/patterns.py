"""Regexes within bounds: how long a pattern may be, what it may repeat, how long it may take."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from deckwright.catalog.query.errors import QueryError

if TYPE_CHECKING:
    import sqlite3

    import regex

LONGEST = 500
"""How many characters a pattern may have."""

MOST_REPEATS = 10_000
"""What the counts of a pattern's `{n}` may come to, multiplied: the compiler writes repeats out."""

CARD_SECONDS = 0.1
SEARCH_SECONDS = 3.0
"""How long a pattern may take on one card, and on all cards of a search under `raising`."""

_SLOW_SECONDS = 0.01
_slow: dict[str, float] = {}  # outside a search, as in a game's rules: what slow cards have taken of the time

_CALL = re.compile(r"\(\?(?:R|[+-]?\d|&|P>)")
_COUNT = re.compile(r"\{\s*(\d+)?\s*,?\s*(\d+)?")


@dataclass
class _Watch:
    """One search: when its time is up, and what a pattern did wrong meanwhile."""

    deadline: float
    error: BaseException | None = None


_watch: ContextVar[_Watch | None] = ContextVar("_watch", default=None)


@lru_cache(maxsize=256)
def compiled(pattern: str) -> regex.Pattern[str]:
    """The pattern made ready, any case. Raises ValueError, in words, for one that is none or out of bounds."""
    if len(pattern) > LONGEST:
        raise ValueError(f"a regex has at most {LONGEST} characters, not {len(pattern)}")
    repeats = 1
    for count in _COUNT.findall(pattern):
        repeats *= max([1, *(int(digits[:6]) for digits in count if digits)])
        if repeats > MOST_REPEATS:
            raise ValueError(f"this regex repeats too much: its counts come to more than {MOST_REPEATS:,}")
    if _CALL.search(pattern):
        raise ValueError("this regex calls itself, which has no bound")
    import regex

    try:
        return regex.compile(pattern, regex.IGNORECASE)
    except (regex.error, ValueError, LookupError, TypeError, OverflowError, RecursionError) as error:
        reason = getattr(error, "msg", None) or "it cannot be compiled"
        raise ValueError(f"this is no regex: {reason}") from None


def found(pattern: str, text: str) -> bool:
    """Whether the pattern is found in the text. Raises QueryError where it takes too long."""
    watch = _watch.get()
    began = time.monotonic()
    left = SEARCH_SECONDS - _slow.get(pattern, 0.0) if watch is None else watch.deadline - began
    try:
        if left <= 0:
            raise TimeoutError
        return compiled(pattern).search(text, timeout=min(CARD_SECONDS, left)) is not None
    except (TimeoutError, MemoryError, RecursionError):
        shown = written(pattern)
        error = QueryError(shown, 0, len(shown), "this regex takes too long; make it simpler")
        if watch is not None:
            watch.error = error
        raise error from None
    finally:
        took = time.monotonic() - began
        if watch is None and took > _SLOW_SECONDS:
            _slow[pattern] = _slow.get(pattern, 0.0) + took


def install(connection: sqlite3.Connection) -> None:
    """Give the connection the function `regexp(pattern, text)` that clauses use.

    SQLite hides what goes wrong inside: run the search, fetching included, under `raising`.
    """
    connection.create_function("regexp", 2, _regexp, deterministic=True)


@contextmanager
def raising() -> Iterator[None]:
    """Bound the time that regexes take, all cards together, and raise what went wrong with one as QueryError.

    with raising():
        rows = connection.execute(f"SELECT id FROM card WHERE {sql}", parameters).fetchall()
    """
    watch = _Watch(time.monotonic() + SEARCH_SECONDS)
    token = _watch.set(watch)
    try:
        yield
    except Exception as error:
        if watch.error is not None and error is not watch.error:
            raise watch.error from None
        raise
    finally:
        _watch.reset(token)


def written(pattern: str) -> str:
    """The pattern as a query writes it, between slashes."""
    inner = re.sub(r"\\.|/", lambda part: r"\/" if part[0] == "/" else part[0], pattern, flags=re.S)
    return f"/{inner}/"


def unwritten(literal: str) -> str:
    """The pattern that a query's literal stands for."""
    return re.sub(r"\\(.)", lambda part: "/" if part[1] == "/" else part[0], literal[1:-1], flags=re.S)


def _regexp(pattern: str, text: object) -> bool | None:
    try:
        return None if text is None else found(pattern, str(text))
    except KeyboardInterrupt as error:
        watch = _watch.get()
        if watch is not None:
            watch.error = error
        raise
