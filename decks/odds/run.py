"""One question about one look: exactly, or made ready to be simulated."""

from __future__ import annotations

from fractions import Fraction

from deckwright.decks.odds import exact
from deckwright.decks.odds.classes import classed, entangled, signature
from deckwright.decks.odds.compiling import MOST_OVERLAPPING, Compiler
from deckwright.decks.odds.errors import CannotCount, Entangled, NeverGiven
from deckwright.decks.odds.ground import Drawn
from deckwright.decks.odds.looking import Look
from deckwright.decks.odds.question import ByTurn, Event, Question, When, whens_of
from deckwright.decks.odds.stock import kinds


class Run:
    """The classes of cards that a question tells apart in what is looked at, and the chances of its events."""

    def __init__(self, seen: Look, question: Question, most_overlapping: int = MOST_OVERLAPPING) -> None:
        self.look = seen
        self.question = question
        self.queries = question.queries()
        self.key = signature(self.queries)
        self.parts = classed(seen.parts, self.key)
        signatures = tuple(dict.fromkeys(self.key(kind) for kind in seen.kinds()))
        self.compiler = Compiler(self.queries, signatures, seen.seen, most_overlapping)

    def check(self) -> None:
        """Make sure that there is an exact answer. Raises `NotExact`."""
        for doubt in self.look.doubts:
            if self.look.single or any(self.key(kind) for kind in doubt.kinds):
                raise CannotCount(doubt.step.says, doubt.step.cite)
        if entangled(self.parts):
            raise Entangled(self.look.name)

    def answer(self) -> Fraction:
        """The exact chance of the question. Raises `NotExact`, `NeverGiven`."""
        if self.question.given is None:
            return self.chance(self.question.event)
        given = self.chance(self.question.given)
        if not given:
            raise NeverGiven(str(self.question.given))
        return self.chance(self.question.event, self.question.given) / given

    def chance(self, *events: Event) -> Fraction:
        """The chance that all of these happen. Raises `NotExact`."""
        self.check()
        asked = self.compiler.asked(*events)
        if self.look.single:
            return exact.chance_in_stages(self.parts[0].source, asked)
        return exact.chance_of_all(self.parts, asked)

    def whens(self) -> list[When | None]:
        """What the question says of when, each test's."""
        return [when for event in events_of(self.question) for when in whens_of(event)]

    def counting(self) -> tuple[Drawn, ...]:
        """What is drawn from, without the piles in which nothing counts."""
        if self.look.single:
            return self.look.draws
        counting = [one for one in self.look.draws if any(self.key(kind) for kind in kinds(one.part.source))]
        return tuple(counting)

    def using_assumed(self) -> bool:
        """Whether the question leaves to us how many cards a turn uses."""
        drawing_up = "up_to" in (self.look.turn or {})
        return drawing_up and any(isinstance(when, ByTurn) and when.using is None for when in self.whens())


def events_of(question: Question) -> tuple[Event, ...]:
    """The event, and what is given."""
    return (question.event,) if question.given is None else (question.event, question.given)
