"""What a command line of `deal` asks, and what of it does not go together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import click

from deckwright.catalog.text import visible
from deckwright.cli.options import given_options

SHUFFLES = 20_000
"""How often the self-test shuffles unless it is told."""
FEWEST, MOST = 1_000, 10_000_000
"""How often it may be told to."""

MOST_TABLED = 100_000
"""So many hands stand in one table."""

_PAGES = (".html", ".htm")


@dataclass(frozen=True)
class Wish:
    """All that was asked, as it was written."""

    decks: tuple[str, ...]
    players: str | None
    seed: str | None
    start: tuple[str, ...]
    option: tuple[str, ...]
    format_id: str | None
    game: str | None
    hands: int | None
    pile: str | None
    draw: int | None
    turns: int | None
    use: int | None
    reveal: bool
    sort: str | None
    log: bool
    html: str | None
    next_game: str | None
    winner: int | None
    self_test: str | None
    shape: str

    @cached_property
    def given(self) -> Mapping[str, Sequence[str]]:
        """Every option and choice by its key, each as often as it was said."""
        return given_options(self.option, self.players, self.start)

    @cached_property
    def settled_seed(self) -> str:
        """The seed, made up if none was said."""
        from deckwright.decks.deal.stream import fresh_seed

        return self.seed or fresh_seed()

    @property
    def shuffles(self) -> int:
        """How often the self-test shuffles."""
        return int(self.self_test or SHUFFLES)

    def checked(self) -> Wish:
        """The same, if it goes together. Raises `UsageError`."""
        wish = self._with_test() if self.self_test is not None else self
        for says in wish._clashes():
            raise click.UsageError(says, _context())
        return wish

    def _with_test(self) -> Wish:
        """The wish with a word behind `--self-test` that is no number taken for a decklist."""
        word = self.self_test or ""
        if word and not (word.isascii() and word.isdecimal()):
            return replace(self, self_test="", decks=(word, *self.decks))
        if word and not (len(word) <= len(str(MOST)) and FEWEST <= int(word) <= MOST):
            raise click.UsageError(
                f"--self-test takes {FEWEST:,} to {MOST:,} shuffles, not {word}", _context()
            )
        return self

    def _clashes(self) -> Iterator[str]:
        modes = {
            "--hands": self.hands,
            "--html": self.html,
            "--next-game": self.next_game,
            "--self-test": self.self_test,
        }
        said = [name for name, value in modes.items() if value is not None]
        page_of_next = said == ["--html", "--next-game"]
        if len(said) > 1 and not page_of_next:
            yield f"{said[0]} and {said[1]} exclude each other"
        if said and (self.draw or self.turns):
            yield f"{said[0]} and {'--draw' if self.draw else '--turns'} exclude each other"
        if self.hands:
            shown = {"--sort": self.sort, "--log": self.log, "--reveal": self.reveal}
            yield from (f"--hands and {name} exclude each other" for name, value in shown.items() if value)
        if self.hands and self.hands > MOST_TABLED and self.shape != "json":
            yield f"--hands over {MOST_TABLED:,} are written with --json alone, a line for each"
        if self.use is not None and not self.turns:
            yield "--use is for --turns"
        if self.winner is not None and self.next_game is None:
            yield "--winner is for --next-game"
        if self.pile is not None and not (self.hands or self.draw or self.turns):
            yield "--pile is for --hands and --draw"
        if self.html and self.shape != "table":
            yield f"--html and --{self.shape} exclude each other"
        if self.html and Path(self.html).exists() and not self.html.lower().endswith(_PAGES):
            yield f"{visible(self.html)} is there and no page by its name; name a new file, or one in .html"
        if self.next_game and self.decks:
            yield "--next-game has its cards from the position; it takes no decklist"
        if not (self.decks or self.next_game or self.self_test is not None):
            yield "name a decklist: a file, a saved one, a shipped sample, or - for standard input"


def _context() -> click.Context:
    return click.get_current_context()
