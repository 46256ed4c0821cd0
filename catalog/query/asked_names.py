"""The names that a query asks for in so many words: what else may have been meant is looked up by them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from deckwright.catalog.query.nodes import Query

_NAME = re.compile(r'!?(?:"(?P<phrase>[^"\\]+)"|(?P<word>[^:=<>!/"\s]+))')


def asked_names(terms: Iterable[Query]) -> Iterator[str]:
    """The words of those terms that are words alone or name a card (`zipo`, `!zipo`, `"heat berry"`)."""
    for term in terms:
        found = _NAME.fullmatch(str(term))
        if found:
            yield found["phrase"] or found["word"]
