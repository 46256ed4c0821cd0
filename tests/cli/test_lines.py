"""Lines of cards that point at each other."""

from __future__ import annotations

import pytest

from deckwright.catalog.card import Card
from deckwright.cli.lines import line_of


def pointing(*pairs: str) -> list[Card]:
    """Cards by pairs such as `b>a`: b points at a; `c=a` is another printing of a."""
    made = []
    for pair in pairs:
        name, _, after = pair.partition(">")
        name, _, same = name.partition("=")
        made.append(
            Card(
                id=name,
                game="g",
                type="t",
                set="s",
                number=name,
                name=name,
                identity=same or name,
                fields={"after": after} if after else {},
            )
        )
    return made


@pytest.mark.parametrize(
    ("pairs", "asked", "line"),
    [
        (["a"], "a", ""),
        (["a", "b"], "b", ""),
        (["a", "b>a"], "a", "a0* b1"),
        (["a", "b>a"], "b", "a0 b1*"),
        (["a", "b>a", "c>b", "d>a"], "c", "a0 b1 c2* d1"),
        (["a", "x=a", "b>a"], "x", "x0* b1"),
        (["a", "x=a", "b>a", "y=b>a"], "a", "a0* b1"),
        (["a>gone"], "a", ""),
        (["a>a"], "a", ""),
        (["a>b", "b>a"], "a", "b0 a1*"),
        (["a>b", "b>c", "c>a", "d>a"], "d", "c0 b1 a2 d3*"),
    ],
    ids=str,
)
def test_line(pairs: list[str], asked: str, line: str) -> None:
    cards = pointing(*pairs)
    card = next(card for card in cards if card.id == asked)
    steps = line_of(card, "after", cards)
    assert " ".join(f"{step.card.id}{step.depth}{'*' * step.asked}" for step in steps) == line


def test_a_line_of_thousands_is_no_trouble() -> None:
    cards = pointing("n0", *(f"n{at}>n{at - 1}" for at in range(1, 5000)))
    assert [step.depth for step in line_of(cards[2500], "after", cards)] == list(range(5000))
