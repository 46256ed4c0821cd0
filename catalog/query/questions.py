"""Questions about drawn cards, as the grammar's second start reads them: their trees of tokens, and refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.catalog.query import syntax
from deckwright.catalog.query.errors import QueryError

if TYPE_CHECKING:
    from lark import Tree

PATTERN = 'such as "[t:TYPE] >= 2"'
"""What a question looks like, for those who do not know."""


def expect_questions() -> None:
    """Read queries too with the parser that questions need, so that only one is loaded."""
    syntax.grammar(questions=True)


def question_tree(text: str) -> Tree[Any]:
    """The tree of a question; offsets in it are those of `text`. Raises QueryError."""
    plain = syntax.cleaned(text, "question")
    if not plain.strip():
        raise QueryError(text, 0, 1, f"a question asks something, {PATTERN}")
    parser = syntax.grammar(questions=True)
    from lark.exceptions import UnexpectedInput

    try:
        found: Tree[Any] = parser.parse(plain, start="question")
    except UnexpectedInput as error:
        from deckwright.catalog.query.question_refusals import refusal

        raise refusal(text, plain, error) from None
    return found
