"""Where remarks on a game stand in its file: the line, and the id of the rule or other entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from deckwright.catalog.game_faults import LISTS
from deckwright.catalog.importing.json_places import lines_of
from deckwright.catalog.sound_part import Place, place_of
from deckwright.decks.game_remarks import Remark


class Places:
    """The places of a game's file: `made` is its document completed by what it extends, if it does."""

    def __init__(self, text: str, document: Any, made: Mapping[str, Any] | None = None) -> None:
        self._lines = lines_of(text)
        self._document = document
        self._made = made

    def located(self, remark: Remark) -> Remark:
        """A remark on the document with its line and entry."""
        place = place_of(self._document, remark.pointer)
        line = self._lines.get(place, 0) if place else 0
        return replace(remark, line=line, entry=_entry(self._document, place))

    def located_made(self, remark: Remark) -> Remark:
        """The same of a remark on the completed document; what was taken over from another has no line."""
        if self._made is None or self._made is self._document:
            return self.located(remark)
        place = place_of(self._made, remark.pointer)
        own = self._own(place)
        line = 0 if own is None else self._lines.get(place_of(self._document, _pointer(own)), 0)
        return replace(remark, line=line, entry=_entry(self._made, place))

    def _own(self, place: Place) -> Place | None:
        """The place in the file of a place in the completed document, None where the file does not have it."""
        if not place or not isinstance(self._document, dict) or place[0] not in self._document:
            return None
        if place[0] not in LISTS or len(place) < 2 or self._made is None:
            return place
        row = self._made[str(place[0])][place[1]]
        at = next((at for at, own in enumerate(self._document[place[0]]) if own == row), None)
        return None if at is None else (place[0], at, *place[2:])


def _pointer(place: Place) -> str:
    from deckwright.schemas.problems import pointer

    return pointer(place)


def _entry(document: Any, place: Place) -> str:
    """The id of the rule or other entry of a list that a place is in."""
    if len(place) < 2 or place[0] not in LISTS:
        return ""
    row = document[place[0]][place[1]]
    found = row.get("id") if isinstance(row, Mapping) else None
    return found if isinstance(found, str) and len(found) <= 60 else ""
