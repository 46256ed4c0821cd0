"""From a question's text to the question."""

from __future__ import annotations

from typing import Any as Anything

from deckwright.catalog.query import Query, QueryError, Scope, parse
from deckwright.catalog.query.outline import DEEPEST, Outliner
from deckwright.catalog.query.parse import read
from deckwright.catalog.query.questions import question_tree
from deckwright.decks.odds.question import (
    Against,
    All,
    Any,
    Between,
    ByTurn,
    Compare,
    Distinct,
    Event,
    InCards,
    Need,
    Not,
    Question,
    Sum,
    When,
    Within,
)


def parse_question(text: str, scope: Scope, game: str) -> Question:
    """The question that the text asks, its queries read in one game. Raises QueryError, with the place."""
    try:
        tree = question_tree(text)
    except QueryError as error:
        from deckwright.decks.odds.slips import with_meant

        raise with_meant(error) from None
    reader = _Reader(text, scope, game)
    event, given = (None if part is None else reader.event(part, 0) for part in tree.children)
    assert event is not None
    return Question(event, given)


class _Reader:
    """Reads one tree of tokens."""

    def __init__(self, text: str, scope: Scope, game: str) -> None:
        self._text = text
        self._scope = scope
        self._game = game
        self._outliner = Outliner(text)

    def event(self, node: Anything, level: int) -> Event:
        """The event of a node."""
        self._check(node, level)
        match node.data:
            case "grouped":
                return self.event(node.children[0], level + 1)
            case "within":
                inside, when = node.children
                return Within(self.event(inside, level), _when(when))
            case "not_":
                return Not(self.event(node.children[0], level + 1))
            case "any_of":
                return Any(self._flat(Any, node, level))
            case "all_of":
                return All(self._flat(All, node, level))
        return self._test(node)

    def _check(self, node: Anything, level: int) -> None:
        if level > DEEPEST:
            at = _first_offset(node)
            raise QueryError(
                self._text, at, 1, f"a question has at most {DEEPEST} levels of brackets and not"
            )

    def _flat(self, kind: type[Any] | type[All], node: Anything, level: int) -> tuple[Event, ...]:
        """The parts, those that are joined by the same word taken in."""
        parts = (self.event(child, level) for child in node.children)
        return tuple(one for part in parts for one in (part.parts if isinstance(part, kind) else (part,)))

    def _test(self, node: Anything) -> Event:
        match node.data, node.children:
            case "some", [counted]:
                return Compare(self._sum(counted), ">=", 1)
            case "compare", [counted, op, number]:
                return Compare(self._sum(counted), str(op), int(number))
            case "between", [counted, op, span]:
                return self._between(self._sum(counted), op, span)
            case "against", [counted, op, other]:
                return Against(self._sum(counted), str(op), self._sum(other))
        return Distinct(tuple(self._need(need) for need in node.children))

    def _between(self, counted: Sum, op: Anything, span: Anything) -> Between:
        if op not in ("=", "!="):
            raise QueryError(self._text, op.start_pos, len(op), "a range takes = or !=")
        low, high = (int(end) if end else None for end in span.split(".."))
        if low is not None and high is not None and low > high:
            raise QueryError(self._text, span.start_pos, len(span), "the range is the wrong way round")
        return Between(counted, low, high, str(op))

    def _need(self, node: Anything) -> Need:
        count, op, number = node.children
        if op is not None and op != ">=":
            raise QueryError(
                self._text, op.start_pos, len(op), "in distinct(...) a need is [QUERY] or [QUERY] >= N"
            )
        return Need(self._query(count), 1 if number is None else int(number))

    def _sum(self, node: Anything) -> Sum:
        return Sum(tuple(self._query(count) for count in node.children))

    def _query(self, node: Anything) -> Query:
        inside = node.children[0]
        if inside is None:
            return parse("", self._scope, self._game)
        for token in inside.scan_values(
            lambda token: token.type == "WORD" and token.lower() in ("or", "and")
        ):
            problem = f'something must stand on both sides of "{token}"; in double quotes it is a word'
            raise QueryError(self._text, token.start_pos, len(token), problem)
        return read(self._outliner.outline(inside), self._text, self._scope, self._game)


def _when(node: Anything) -> When:
    if node.data == "in_cards":
        return InCards(int(node.children[0]))
    turn, using = node.children
    return ByTurn(int(turn), None if using is None else int(using))


def _first_offset(node: Anything) -> int:
    return int(next(iter(node.scan_values(lambda token: True))).start_pos)
