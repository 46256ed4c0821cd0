"""Games of one's own for the tests of dealing: a document in a few lines, its steps, its cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue

Opens = Callable[[dict[str, Any], Sequence[Card]], Catalogue]
"""Opens a catalogue of one game and its cards."""


def document(game_id: str, name: str, **more: Any) -> dict[str, Any]:
    """A game document with one format and citations of its own."""
    return {
        "deckwright": 1,
        "id": game_id,
        "name": name,
        "formats": [{"id": "standard"}],
        "rulebook": [{"id": "R1", "home": ["set"], "where": "Setup", "says": "How it begins."}],
        **more,
    }


def step(do: str, **more: Any) -> dict[str, Any]:
    """A step; `from_` stands for `from`."""
    row = {key.rstrip("_"): value for key, value in more.items()}
    return {"do": do, "cite": "R1", "says": f"Do as the rules of {do} say", **row}


def card(
    game_id: str, number: int, name: str, kind: str, fields: dict[str, Any], copies: int | None = None
) -> Card:
    """A card of such a game; `copies` are those in its box."""
    own = f"{game_id}/own-{number}"
    return Card(
        id=own,
        game=game_id,
        type=kind,
        set="own",
        number=str(number),
        name=name,
        identity=own,
        copies=copies,
        fields=fields,
    )
