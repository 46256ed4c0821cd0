"""What is likely meant where a question is not written as questions are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from deckwright.catalog.query import QueryError

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COMPARED = {
    "at least": ">=",
    "at most": "<=",
    "exactly": "=",
    "more than": ">",
    "fewer than": "<",
    "less than": "<",
}
_NUMBER = rf"(?:\d{{1,9}}|{'|'.join(_NUMBERS)})"
_SAID = "|".join(word.replace(" ", r"\s+") for word in _COMPARED)
_SIGNS = {"=>": ">=", "=<": "<=", "==": "=", "===": "=", "<>": "!=", "≥": ">=", "≤": "<=", "≠": "!="}


class _Slip(NamedTuple):
    """Something that is often written, and what a question has for it."""

    written: re.Pattern[str]
    meant: Callable[[re.Match[str]], str]
    problem: str = ""


def _slip(written: str, meant: Callable[[re.Match[str]], str], problem: str = "") -> _Slip:
    return _Slip(re.compile(written, re.IGNORECASE), meant, problem)


_SLIPS = (
    _slip("===?|=>|=<|<>|[≥≤≠]", lambda found: _SIGNS[found[0]], "{} is no comparison"),
    _slip(
        rf"\bbetween\s+({_NUMBER})\s+and\s+({_NUMBER})\b",
        lambda found: f"= {_digits(found[1])}..{_digits(found[2])}",
        "a range has its ends with two dots between",
    ),
    _slip(
        rf"\b({_SAID})\s+({_NUMBER})\b",
        lambda found: f"{_sign(found[1])} {_digits(found[2])}",
        "a comparison is a sign and a number",
    ),
    _slip(
        rf"\b(?:on|at|in|before|until|till)\s+turn\s+({_NUMBER})\b",
        lambda found: f"by turn {_digits(found[1])}",
        "{} cannot stand here",
    ),
    _slip(rf"\b(?:{'|'.join(_NUMBERS)})\b", lambda found: _digits(found[0])),
    _slip("&&?", lambda _: "and", "{} cannot stand here"),
    _slip(r"\|\|?", lambda _: "or", "{} cannot stand here"),
)
"""The first that fits is what is told; one without a problem of its own leaves the refusal's."""

_PLAIN = re.compile(
    rf"(?:(?P<said>{_SAID}|no)\s+)?(?:(?:(?P<number>{_NUMBER})|an?|any|some)\s+)?"
    r"(?P<what>.+?)(?:\s*(?P<sign>[<>!]=|=>|=<|==|[<>=])\s*(?P<than>\d{1,9}))?"
    r"(?P<when>\s+(?:by\s+turn\s+\d{1,9}|in\s+\d{1,9}\s+cards?))?",
    re.IGNORECASE,
)
"""A question as one would say it of one kind of card."""
_LONGEST = 200
"""Of longer texts no meaning is guessed."""


def with_meant(error: QueryError) -> QueryError:
    """The refusal with what would be right at its place, where that is something often written."""
    for slip in _SLIPS:
        for found in slip.written.finditer(error.text):
            if found.start() <= error.at < found.end():
                at, length = found.span()[0], len(found[0])
                problem = slip.problem.format(repr(found[0])) or error.problem
                return QueryError(error.text, at, length, problem, (slip.meant(found),))
    return error


def in_brackets(text: str, finds: Callable[[str], bool]) -> str:
    """The question that a text without square brackets may mean; '' unless `finds` takes a query for its words."""
    said = _PLAIN.fullmatch(text.strip()) if len(text) <= _LONGEST and "[" not in text else None
    if said is None:
        return ""
    query = next((query for query in _queries(said["what"]) if finds(query)), "")
    return f"[{query}]{_compared(said)}{said['when'] or ''}" if query else ""


def _queries(what: str) -> Iterator[str]:
    """What words may ask for: themselves, or a type; without the s of many if not with it."""
    singular = re.sub("(?i)s$", "", what)
    for word in dict.fromkeys((what, singular)):
        if re.fullmatch(r"[\w-]+", word):
            yield f"t:{word}"
        yield word


def _compared(said: re.Match[str]) -> str:
    if said["sign"]:
        return f" {_sign(said['sign'])} {int(said['than'])}"
    word = (said["said"] or "at least").lower()
    if word == "no":
        return " = 0"
    number = _digits(said["number"] or "1")
    return "" if (word, number) == ("at least", "1") else f" {_sign(word)} {number}"


def _sign(word: str) -> str:
    plain = " ".join(word.lower().split())
    return _COMPARED.get(plain) or _SIGNS.get(plain, plain)


def _digits(word: str) -> str:
    return str(int(word)) if word.isdecimal() else str(_NUMBERS.index(word.lower()) + 1)
