"""First printings: whatever rows say, and in whatever order, a card's identity is a card that is its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckwright.catalog.importing.problems import Problems
from deckwright.catalog.importing.report import Change, Report
from deckwright.catalog.importing.store import Store


def settle_printings(store: Store, report: Report) -> None:
    """Give each card the first printing of the one that it points at. Raises ImportRefused for those in a ring."""
    known = store.reprints()
    ends = {card: _end(card, known) for card in known}
    _refuse_rings([card for card, end in ends.items() if end is None], known, store)
    moved = {card: end for card, end in ends.items() if end is not None and end != known[card]}
    before, read = store.cards(moved), store.seen([*moved])
    for card, end in moved.items():
        store.point_apart(before[card], end)
        report.amend(Change(card, before[card].name, "identity", known[card], end), card in read)


def _refuse_rings(ring: Sequence[str], known: Mapping[str, str], store: Store) -> None:
    problems = Problems()
    for card, (file, row) in store.seen(ring).items():
        problems.add(file, row, "identity", f"{known[card]} is said to be a printing of {card} in its turn")
    if ring:
        raise problems.refusal("of the printings of a card one must be the first")


def _end(card: str, known: Mapping[str, str]) -> str | None:
    """The card at the end of those that each point at the next; None where that is a ring."""
    passed = {card}
    while card in known:
        card = known[card]
        if card in passed:
            return None
        passed.add(card)
    return card
