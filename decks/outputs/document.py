"""Verdicts as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from deckwright.decks.documents import verdicts_document
from deckwright.decks.outputs.findings import Judged, Refusal


def written(judged: Iterable[Judged], refused: Sequence[Refusal], strict: bool) -> Iterator[str]:
    """The verdicts by the published schema."""
    verdicts = [row.verdict for row in judged]
    yield verdicts_document(verdicts, [error for _, error in refused], strict)
