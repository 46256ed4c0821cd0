"""How many cards have each value of a field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from deckwright.catalog.card import Card
from deckwright.catalog.fields import Field
from deckwright.catalog.text import natural_key
from deckwright.cli.tables import Cell


def facet_rows(cards: Iterable[Card], field: Field, missing: str | None) -> Sequence[Mapping[str, Cell]]:
    """A row for each value, the most frequent first; a set counts for each member, `missing` stands last."""
    counted: Counter[str | int | None] = Counter()
    for card in cards:
        value = card.value(field.id)
        counted.update(value if isinstance(value, tuple) else [value])
    ordered = sorted(counted.items(), key=lambda one: (one[0] is None, -one[1], natural_key(str(one[0]))))
    return [{field.id: missing if value is None else value, "cards": count} for value, count in ordered]
