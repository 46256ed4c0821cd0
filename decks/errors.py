"""What is wrong with a decklist before any rule is asked: facts first, the sentence last."""

from __future__ import annotations

from dataclasses import dataclass

from deckwright.catalog.nearest import meant
from deckwright.decks.decklist import Line, Refused

_SHOWN = 100


def one_line(label: str) -> str:
    """A file's name as text of one line: what follows a line break in it could pass for a message of ours."""
    return label.replace("\n", "\\n").replace("\r", "\\r")


class DecklistError(Exception):
    """A decklist, or a wish about it, that could not be understood; `label` says which."""

    label: str


@dataclass(eq=False)
class NotADecklist(DecklistError):
    """A file that holds no decklist: what it is instead, and what would be right."""

    label: str
    problem: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{one_line(self.label)}: {self.problem}" + (f"; {self.remedy}" if self.remedy else "")


@dataclass(eq=False)
class LinesNotUnderstood(DecklistError):
    """Every line that could not be read, each with why."""

    label: str
    lines: tuple[Line, ...]

    def __str__(self) -> str:
        return "\n".join(f"{one_line(self.label)}:{line.number}: {self.why(line)}" for line in self.lines)

    @staticmethod
    def why(line: Line) -> str:
        """What one of the lines says, and why it could not be read."""
        problem = line.reading.problem if isinstance(line.reading, Refused) else "not understood"
        said = line.raw.strip()
        return f"{said if len(said) <= _SHOWN else said[:_SHOWN] + '…'!r}: {problem}"


@dataclass(eq=False)
class TooVaried(DecklistError):
    """More different cards than rules that compare each card with each can be asked about in reasonable time."""

    label: str
    found: int
    most: int

    def __str__(self) -> str:
        return (
            f"{one_line(self.label)}: too many different cards, {self.found:,}; the game has rules that compare"
            f" each card with each, and at most {self.most:,} are compared"
        )


@dataclass(eq=False)
class NoGame(DecklistError):
    """Nobody says which game the decklist is for, and its names do not settle it."""

    label: str
    tied: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.tied:
            said = " or ".join(f"'game: {game}'" for game in self.tied)
            return (
                f"{one_line(self.label)}: the cards are known to several games; write {said} above the cards"
            )
        said = "write 'game: NAME' above them, or give --game"
        return f"{one_line(self.label)}: no game knows any of these cards; {said}"


@dataclass(eq=False)
class BadChoice(DecklistError):
    """An option, format or date that the game does not have, with those that it has."""

    label: str
    what: str
    word: str
    allowed: tuple[str, ...]
    nearest: tuple[str, ...] = ()

    def __str__(self) -> str:
        said = f"{one_line(self.label)}: " if self.label else ""
        return said + self._says()

    def _says(self) -> str:
        hint = meant(self.nearest)
        listed = ", ".join(self.allowed) or "none"
        return f"unknown {self.what} {self.word!r}{hint or ';'} it has {listed}"


@dataclass(eq=False)
class BadHeader(BadChoice):
    """A header of a decklist that says what the game does not have, and its line."""

    line: int = 0

    def _says(self) -> str:
        return f"line {self.line}: {super()._says()}"


@dataclass(eq=False)
class WrongGame(DecklistError):
    """A decklist for a game that the catalogue does not have."""

    label: str
    word: str
    nearest: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{one_line(self.label)}: no game is called {self.word!r}{meant(self.nearest)}"


@dataclass(eq=False)
class NotWritable(DecklistError):
    """Something of a decklist that no line of text can say."""

    label: str
    line: str

    def __str__(self) -> str:
        return f"{one_line(self.label)}: no line of text can say {self.line!r}; write the decklist as JSON"
