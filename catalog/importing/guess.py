"""Which game the rows of a file are of, where nobody says: that in whose cards the most ids and names are found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.errors import UnknownGame
from deckwright.catalog.importing.columns import plain
from deckwright.catalog.importing.delimited import Row
from deckwright.catalog.importing.problems import Problems
from deckwright.catalog.text import fold

_NAMES = ("name", "cardname", "title")
_IDS = ("id", "cardid")


class GameGuess:
    """Parts the rows of one file by game: the one named, else a `game` column's, else `guess` or the likeliest."""

    def __init__(
        self,
        catalogue: Catalogue,
        named: str | None,
        file: str,
        problems: Problems,
        guess: str | None = None,
    ) -> None:
        self._catalogue = catalogue
        self._named = named
        self._file = file
        self._problems = problems
        self._guessed = guess
        self._known: dict[object, str | None] = {}
        self._places: dict[tuple[str, ...], int | None] = {}

    def parted(self, rows: Sequence[Row]) -> Iterator[tuple[str, Sequence[Row]]]:
        """The rows by game; those whose game cannot be told are told, and left out."""
        if self._named is not None:
            yield self._named, rows
            return
        parts: dict[str, list[Row]] = {}
        rest: list[Row] = []
        for row in rows:
            said = self._said(row)
            if said is None:
                rest.append(row)
            elif (game := self._game(row, said)) is not None:
                parts.setdefault(game, []).append(row)
        if rest and (game := self._likeliest(rest)):
            parts.setdefault(game, [])[:0] = rest
        yield from parts.items()

    def _said(self, row: Row) -> str | None:
        """What a row's `game` column says."""
        _, keys, values = row
        if keys not in self._places:
            named = [plain(key) for key in keys]
            self._places[keys] = named.index("game") if "game" in named else None
        at = self._places[keys]
        said = values[at] if at is not None else None
        return said.strip() or None if isinstance(said, str) else None

    def _game(self, row: Row, said: str) -> str | None:
        if said not in self._known:
            try:
                self._known[said] = self._catalogue.find_game(said).id
            except UnknownGame as error:
                self._known[said] = None
                self._problems.add(self._file, row[0], "game", str(error))
        elif self._known[said] is None:
            self._problems.add(self._file, row[0], "game", f"no game is called {said!r}")
        return self._known[said]

    def _likeliest(self, rows: Sequence[Row]) -> str | None:
        if self._guessed is None:
            self._guessed = self._guess(rows)
        return self._guessed or None

    def _guess(self, rows: Sequence[Row]) -> str:
        names = {fold(word) for word in _cells(rows, _NAMES)}
        ids = {word.partition("/")[0] for word in _cells(rows, _IDS) if "/" in word}
        counts = self._catalogue.knowing(names)
        for game in self._catalogue.game_ids():
            if game in ids:
                counts[game] = counts.get(game, 0) + len(rows)
        best = [game for game, count in counts.items() if count == max(counts.values())]
        if len(best) == 1:
            return best[0]
        known = " or ".join(f"--game {game}" for game in best or self._catalogue.game_ids())
        says = "is as much of one game as of another" if best else "has no card that a game knows"
        self._problems.add(self._file, 0, "", f"{says}; say {known}")
        return ""


def _cells(rows: Sequence[Row], columns: Sequence[str]) -> Iterator[str]:
    for _, keys, values in rows:
        for key, value in zip(keys, values, strict=True):
            if isinstance(value, str) and value and plain(key) in columns:
                yield value
