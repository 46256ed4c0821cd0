"""Validating decklists: from text to a verdict, by the rules of their game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.bounds import Surroundings
from deckwright.decks.decklist import Decklist
from deckwright.decks.judge import Judge
from deckwright.decks.options import settle_day, settle_format, settle_options
from deckwright.decks.reader import DecklistReader, read_file
from deckwright.decks.verdict import Verdict

MOST_JUDGES = 100
"""So many judges are remembered: an option that takes any number has as many as there are headers."""


class Validator:
    """Judges decklists with one catalogue, remembering lines and rules, so that many are as quick as few.

    `game` is for decklists that name none; `format` and `options` win over what a decklist says; `on` is the day
    whose dated rules hold, today if left out.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        *,
        game: str | None = None,
        format: str | None = None,
        options: Mapping[str, int | str] | None = None,
        on: date | None = None,
    ) -> None:
        self.reader = DecklistReader(catalogue)
        self.catalogue = catalogue
        self.game = game
        self._format = format
        self._options = {key: str(value) for key, value in (options or {}).items()}
        self._on = on or settle_day(None)
        self._judges: dict[tuple[object, ...], Judge] = {}

    def text(self, text: str, label: str = "decklist") -> list[Verdict]:
        """The verdicts on every decklist of a text. Raises `DecklistError` or `UnknownGame`."""
        return [self.deck(deck) for deck in self.reader.read_all(text, label, self.game)]

    def file(self, path: Path) -> list[Verdict]:
        """The verdicts on every decklist of a file. Raises `DecklistError` or `UnknownGame`."""
        return self.text(read_file(path), str(path))

    def deck(self, deck: Decklist, format_id: str | None = None) -> Verdict:
        """The verdict on a decklist. Raises `BadChoice` for a format or option that its game does not have."""
        return self.judge_of(deck, format_id).judge(deck)

    def judge_of(self, deck: Decklist, format_id: str | None = None) -> Judge:
        """The judge of a decklist, by a format if one is named. Raises `BadChoice`."""
        headers = deck.headers
        key = (deck.game, format_id, *(headers.get(name) for name in self._heeded(deck.game)))
        found = self._judges.get(key)
        if found is None:
            if len(self._judges) >= MOST_JUDGES:
                self._judges.clear()
            found = self._judges[key] = self._settled(deck, headers, format_id)
        return found

    def _heeded(self, game_id: str) -> tuple[str, ...]:
        """The headers that choose a judge."""
        return ("format", *self.reader.lines_of(game_id).game.options)

    def _settled(self, deck: Decklist, headers: Mapping[str, str], wanted: str | None) -> Judge:
        lines = self.reader.lines_of(deck.game)
        game = lines.game
        format_id = settle_format(game, deck.label, wanted, self._format, decks=(deck,))
        options = settle_options(game, deck.label, self._options, headers, (deck,))
        return Judge(lines, format_id, Surroundings(game, options, self._on))
