"""What the tests of outputs share: decklists of every trouble, judged as the command would judge them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from deckwright.decks.errors import DecklistError
from deckwright.decks.outputs import Judged, Refusal, output
from deckwright.decks.validator import Validator
from tests.decks.decks import geopals

ODD = "sub/odd, 100%: a|b\n#1.deck"
"""A file name that means something in every output."""

NEWLINE = json.dumps(
    {
        "deckwright": 1,
        "game": "geopals",
        "zones": {"deck": [{"count": 1, "name": "One\nTwo"}, {"count": 1, "name": "=1+1"}]},
    },
    indent=1,
)

DECKS: Mapping[str, str] = {
    "good.deck": geopals(),
    ODD: "colour: blue\n"
    + geopals("1 Inji", "1 Inji [medal]", "1 [Evil\x1b[31m](http://x) <b> \u202e", "1 Zippo", size=72),
    "two.deck": geopals() + "=== Second ===\n" + geopals("3 Orb", "1 Cindragon", "1 Forest Terrain"),
    "newline.json": NEWLINE,
    "unread.deck": "game: geopals\n0 Orb\n99999 Orb\n",
    "empty.deck": "",
    "option.deck": "players: 9\n" + geopals(),
}
"""Decklists by their files."""


class Run:
    """The decklists of some files judged one by one, with what was refused so far and how many were asked for."""

    def __init__(self, validator: Validator, decks: Mapping[str, str] = DECKS) -> None:
        self._validator = validator
        self._decks = decks
        self.refused: list[Refusal] = []
        self.asked = 0

    def judged(self) -> Iterator[Judged]:
        """The verdicts, as they are asked for."""
        for file, text in self._decks.items():
            self.asked += 1
            try:
                verdicts = self._validator.text(text, file)
            except DecklistError as error:
                self.refused.append(Refusal(file, error))
                continue
            yield from (Judged(file, verdict) for verdict in verdicts)

    def pieces(self, name: str, strict: bool = False) -> Iterator[str]:
        """The output of a name, piece by piece."""
        yield from output(name)(self.judged(), self.refused, strict)

    def written(self, name: str, strict: bool = False) -> str:
        """The whole output of a name."""
        return "".join(self.pieces(name, strict))
