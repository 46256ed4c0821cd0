"""Random decklists of a game, near its rules and far from them; run as a program, it prints verdicts on some."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from random import Random

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.documents import verdict_document
from deckwright.decks.validator import Validator
from tests.decks.decks import geopals
from tests.decks.games.cases import CASES

DAY = date(2026, 1, 31)
GAMES = ("geopals", "starfall", "vault", "warband")

Row = tuple[str, str, int]
"""A zone, a card id and so many copies."""

STARTS: Mapping[str, tuple[str, ...]] = {
    "geopals": (geopals(), geopals(size=71), geopals("3 Orb", "1 Cindragon"), geopals(terrain=())),
    **{game: tuple(case.text for case in cases.values()) for game, cases in CASES.items()},
}
"""Decklists to begin with and to change."""


class Decks:
    """Random decklists of one game of a catalogue."""

    def __init__(self, validator: Validator, game: str) -> None:
        self._reader = validator.reader
        self._game = validator.catalogue.game(game)
        self._cards = [card.id for card in validator.catalogue.cards(game)]

    def rows(self, random: Random) -> tuple[str, list[Row]]:
        """The headers of a decklist, and its rows: a known one's, some of them changed, and some at random."""
        rows: list[Row] = []
        if random.random() < 0.8:
            [deck] = self._reader.read_all(random.choice(STARTS[self._game.id]))
            known = [(entry.zone, entry.card.id, entry.count) for entry in deck.entries if entry.card]
            kept = [row for row in known if random.random() < 0.95]
            rows += [
                (zone, card, max(1, count + random.choice((0, 0, 0, 1, -1)))) for zone, card, count in kept
            ]
        few = random.sample(self._cards, min(8, len(self._cards)))
        zones = list(self._game.zones)
        for _ in range(random.randint(0 if rows else 1, 6)):
            rows.append((random.choice(zones), random.choice(few), random.choice((1, 1, 2, 3, 5))))
        return self._headers(random), rows

    def _headers(self, random: Random) -> str:
        lines = [f"game: {self._game.id}", f"format: {random.choice(list(self._game.formats))}"]
        for option in self._game.options.values():
            if option.values and random.random() < 0.5:
                lines.append(f"{option.id}: {random.choice(option.values)}")
        return "\n".join(lines)


def text(headers: str, rows: list[Row]) -> str:
    """The rows as a decklist: a line each, in their order."""
    lines = [headers]
    at = ""
    for zone, card, count in rows:
        if zone != at:
            lines.append(zone)
        at = zone
        lines.append(f"{count} {card}")
    return "\n".join((*lines, ""))


def digests(catalogue: Path, count: int) -> Iterator[str]:
    """A fingerprint of the verdicts on so many decks of each game, always the same ones."""
    with Catalogue.open(catalogue) as opened:
        validator = Validator(opened, on=DAY)
        for game in GAMES:
            decks, random = Decks(validator, game), Random(game)
            whole = hashlib.sha256()
            for _ in range(count):
                for verdict in validator.text(text(*decks.rows(random))):
                    whole.update(json.dumps(verdict_document(verdict)).encode())
            yield f"{game} {whole.hexdigest()}"


if __name__ == "__main__":
    print(*digests(Path(sys.argv[1]), int(sys.argv[2])), sep="\n")
