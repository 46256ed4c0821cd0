"""Why a question has no exact answer, or none at all, as facts; the sentence comes last."""

from __future__ import annotations

from dataclasses import dataclass


class OddsError(Exception):
    """A question that is understood, but that the deck, the game or the time there is cannot answer."""

    exit_code = 1


@dataclass(eq=False)
class NotExact(OddsError):
    """No exact answer is worked out, but simulation can answer."""

    def reason(self) -> str:
        """Why not."""
        raise NotImplementedError


@dataclass(eq=False)
class TooWide(NotExact):
    """The question tells too many combinations of cards apart; `classes` and `forms` say how many."""

    classes: int
    forms: int
    most: int

    def reason(self) -> str:
        apart = (
            f"{self.classes} kinds of card and {self.forms} counts"
            if self.classes
            else f"{self.forms} counts"
        )
        return f"it tells too much apart, {apart}: more than {self.most:,} steps"

    def __str__(self) -> str:
        return f"no exact answer: {self.reason()}"
