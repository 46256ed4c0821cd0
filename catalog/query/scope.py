"""What a query is read against: the games, their fields, and the names of their cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from deckwright.catalog.game import Game


class Scope(Protocol):
    """The games that a query can reach. An open catalogue is one."""

    def game_ids(self) -> Sequence[str]:
        """The ids of the games."""
        ...

    def game(self, game_id: str) -> Game:
        """The game of this id."""
        ...

    def identities(self, game_id: str, word: str) -> Sequence[str]:
        """The identities of that game's cards that have this id, number or name."""
        ...
