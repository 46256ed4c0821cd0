"""Why something cannot be dealt: facts first, the sentence last. `exit_code` 2 is a wish not understood, 1 a deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from deckwright.decks.errors import one_line

NOT_UNDERSTOOD = 2
CANNOT = 1


class DealError(Exception):
    """A deal that cannot be."""

    exit_code: int = CANNOT


@dataclass(eq=False)
class NoSetup(DealError):
    """A game whose document has no list of steps of this name."""

    game: str
    script: str

    def __str__(self) -> str:
        return f"{self.game} says no {self.script}; a list {self.script!r} in its document would"


@dataclass(eq=False)
class WrongDecks(DealError):
    """Another number of decklists than the game is dealt from; `allowed` are the numbers it takes."""

    game: str
    found: int
    allowed: tuple[int, ...]
    why: str = ""
    exit_code: int = NOT_UNDERSTOOD

    def __str__(self) -> str:
        most = " or ".join(map(str, self.allowed))
        noun = "decklist" if self.allowed == (1,) else "decklists"
        return f"{self.game} is dealt from {most} {noun}, found {self.found}" + (
            f": {self.why}" if self.why else ""
        )


@dataclass(eq=False)
class MixedGames(DealError):
    """Decklists of different games on one table."""

    games: tuple[str, ...]
    exit_code: int = NOT_UNDERSTOOD

    def __str__(self) -> str:
        return f"decklists of different games cannot be dealt together: {', '.join(self.games)}"


@dataclass(eq=False)
class NoSuchPile(DealError):
    """A pile that is asked for and is none, or that holds no answer."""

    game: str
    word: str
    piles: tuple[str, ...]
    why: str = "has no pile"
    exit_code: int = NOT_UNDERSTOOD

    def __str__(self) -> str:
        return f"{self.game} {self.why} {self.word!r}; it has {', '.join(self.piles)}"


@dataclass(eq=False)
class NotDealt(DealError):
    """A pile, of all `piles`, that no hand is dealt to; `dealt` are those to which one is."""

    game: str
    word: str
    piles: tuple[str, ...]
    dealt: tuple[str, ...]
    exit_code: int = NOT_UNDERSTOOD

    def __str__(self) -> str:
        none = f"{self.game} deals to no pile called {self.word!r}"
        if self.dealt:
            return f"{none}; say which with --pile: {', '.join(self.dealt)}"
        return f"{none}, nor to any other of its piles: {', '.join(self.piles)}"


@dataclass(eq=False)
class TooManyPlayers(DealError):
    """More players than any table has seats for."""

    game: str
    found: int
    most: int
    exit_code: int = NOT_UNDERSTOOD

    def __str__(self) -> str:
        return f"{self.game} for {self.found:,} players: at most {self.most} can sit at a table"


@dataclass(eq=False)
class TooMuchWork(DealError):
    """A setup that would take too long: `most` is how many turns and comparisons of pieces are done."""

    game: str
    says: str
    most: int
    exit_code: int = NOT_UNDERSTOOD

    def __str__(self) -> str:
        return f"{self.game} cannot be dealt: its setup takes over {self.most:,} moves ({self.says})"


@dataclass(eq=False)
class TooManyPieces(DealError):
    """More cards in a decklist, or in the box of its game, than are dealt."""

    label: str
    found: int
    most: int

    def __str__(self) -> str:
        return f"{one_line(self.label)}: {self.found:,} cards to deal, and at most {self.most:,} are dealt"


@dataclass(eq=False)
class NotEnough(DealError):
    """Fewer pieces in a pile than a step needs; `kind` is the query that they must match."""

    label: str
    pile: str
    needs: int
    found: int
    says: str
    cite: tuple[str, ...]
    kind: str = ""

    def __str__(self) -> str:
        kind = f" of {self.kind}" if self.kind else ""
        cards = "card" if self.found == 1 else "cards"
        found = f"{self.pile} has {self.found} {cards}{kind}, {self.needs} needed"
        return f"{one_line(self.label)}: {found} ({', '.join(self.cite)}: {self.says})"


@dataclass(eq=False)
class NothingToChoose(DealError):
    """A pile without any piece that the step may choose."""

    label: str
    pile: str
    kind: str
    says: str
    cite: tuple[str, ...]

    def __str__(self) -> str:
        return f"{one_line(self.label)}: {self.pile} holds no card of {self.kind} ({', '.join(self.cite)}: {self.says})"


@dataclass(eq=False)
class NotChoosable(DealError):
    """A card named for the setup to choose that it cannot; `could` are those that it can."""

    label: str
    key: str
    word: str
    why: str
    could: tuple[str, ...]
    cite: tuple[str, ...] = ()
    exit_code: int = NOT_UNDERSTOOD
    most: ClassVar[int] = 6

    def __str__(self) -> str:
        named = ", ".join(self.could[: self.most])
        more = f" and {len(self.could) - self.most} more" if len(self.could) > self.most else ""
        choice = f"; it may be {named}{more}" if self.could else ""
        cited = f" ({', '.join(self.cite)})" if self.cite else ""
        return f"{one_line(self.label)}: {self.key} {self.word!r} {self.why}{cited}{choice}"


@dataclass(eq=False)
class TooMany(DealError):
    """A choice said more often than there are players, or an option said more than once."""

    key: str
    said: int
    seats: int
    exit_code: int = NOT_UNDERSTOOD

    def __str__(self) -> str:
        return f"{self.key} is said {self.said} times, but only {self.seats} can be chosen"


@dataclass(eq=False)
class NoRoom(DealError):
    """No square of the board is left where the step may place a piece."""

    group: str
    says: str
    cite: tuple[str, ...]

    def __str__(self) -> str:
        return f"no square of {self.group} is left ({', '.join(self.cite)}: {self.says})"


@dataclass(eq=False)
class BadZone(DealError):
    """A zone of the decklist that the setup cannot begin with."""

    label: str
    zone: str
    game: str

    def __str__(self) -> str:
        return f"{one_line(self.label)}: the setup of {self.game} cannot begin with the zone {self.zone!r}"


@dataclass(eq=False)
class BadPosition(DealError):
    """A described position that cannot be read, each problem with its place."""

    label: str
    problems: tuple[str, ...]
    exit_code: int = NOT_UNDERSTOOD

    def __str__(self) -> str:
        return "\n".join(f"{one_line(self.label)}: {problem}" for problem in self.problems)


@dataclass(eq=False)
class BadStep(DealError):
    """A step of a game document that nothing can be done with."""

    game: str
    says: str
    why: str
    exit_code: int = NOT_UNDERSTOOD

    def __str__(self) -> str:
        return f"{self.game}: the step {self.says!r} {self.why}"


@dataclass(eq=False)
class NoTurn(DealError):
    """A game that does not say what a turn draws."""

    game: str
    exit_code: int = NOT_UNDERSTOOD

    def __str__(self) -> str:
        return f"{self.game} does not say what a turn draws; `turn` in its document would"
