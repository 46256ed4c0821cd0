"""Asking: from a deck and a question's text to an answer with its terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.deal.dealing import Terms
from deckwright.decks.deal.engine import Dealer
from deckwright.decks.deal.start import settle
from deckwright.decks.decklist import Decklist
from deckwright.decks.lines import LineReader
from deckwright.decks.odds import exact
from deckwright.decks.odds.classes import classed, entangled, signature
from deckwright.decks.odds.compiling import Compiler
from deckwright.decks.odds.errors import CannotCount, Entangled, NeverGiven, NoSuchQuestion, NothingMatches
from deckwright.decks.odds.layout import Layout, starting_layout
from deckwright.decks.odds.looking import Look, look
from deckwright.decks.odds.parse import parse_question
from deckwright.decks.odds.question import Event, Question, whens_of
from deckwright.decks.odds.reasons import reasons
from deckwright.decks.odds.steps import walk

Given = Mapping[str, Sequence[str]]
"""Options and choices by key, each as often as it was said."""

_HEADER = "odds "


@dataclass(frozen=True)
class Answer:
    """The exact chance of what a question asks, with its terms.

    `name` is the question's in the decklist, if it has one; `seen` are the numbers of cards that it looks at; `why`
    says of a chance of 0 what there is too little of.
    """

    question: Question
    name: str
    chance: Fraction
    look: Look
    seen: tuple[int, ...]
    why: tuple[str, ...] = ()


class Odds:
    """All that can be asked of one decklist: of its opening hand, else of `pile`, in `seen` cards.

    `given` are options of the game and choices of the setup; they win over what the decklist says. Raises
    `DealError`, `OddsError` or `BadChoice` where there is no such hand.
    """

    def __init__(
        self,
        deck: Decklist,
        catalogue: Catalogue,
        *,
        given: Given | None = None,
        format: str | None = None,
        pile: str | None = None,
        seen: int | None = None,
        allow_empty: bool = False,
        lines: LineReader | None = None,
    ) -> None:
        self.deck = deck
        self.catalogue = catalogue
        self.lines = lines or LineReader(catalogue.game(deck.game), catalogue)
        terms, notes = settle(self.lines, [deck], given or {}, format)
        self.dealer = Dealer(terms, [deck], notes)
        self.pile = pile
        self._allow_empty = allow_empty
        found = look(self.layout, pile)
        self.look = found if seen is None else found.with_seen(seen)

    @property
    def terms(self) -> Terms:
        """What is settled before any card is dealt."""
        return self.dealer.terms

    @cached_property
    def layout(self) -> Layout:
        """What is known of every pile before any card is turned."""
        return walk(starting_layout(self.terms, self.dealer.start), self.dealer.steps)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The different cards of the deck, wherever they lie."""
        pieces = (piece for pile in self.dealer.start.values() for piece in pile)
        return tuple(dict.fromkeys(piece.card for piece in pieces if piece.card))

    @cached_property
    def named(self) -> Mapping[str, str]:
        """The questions that the decklist names, by name."""
        headers = self.deck.headers.items()
        return {key.removeprefix(_HEADER).strip(): said for key, said in headers if key.startswith(_HEADER)}

    def question(self, text: str) -> tuple[Question, str]:
        """The question that a text asks, and its name if the text is one. Raises QueryError, `OddsError`."""
        name = text.strip().casefold()
        if name in self.named:
            return self._read(self.named[name]), name
        if "[" not in text and name.replace(" ", "").replace("-", "").isalnum():
            raise NoSuchQuestion(text.strip(), tuple(self.named))
        return self._read(text), ""

    def _read(self, text: str) -> Question:
        question = parse_question(text, self.catalogue, self.deck.game)
        for query in question.queries():
            if not self._allow_empty and not any(query.match(card) for card in self.cards):
                raise NothingMatches(str(query))
        return question

    def ask(self, text: str) -> Answer:
        """The exact answer. Raises QueryError, or `OddsError`: `NotExact` where only simulation can answer."""
        return self.answer(*self.question(text))

    def answer(self, question: Question, name: str = "") -> Answer:
        """The exact answer to a question that was read."""
        chance = self.chance(question)
        why = tuple(reasons(question, self.look)) if not chance else ()
        return Answer(question, name, chance, self.look, self.seen(question), why)

    def seen(self, question: Question) -> tuple[int, ...]:
        """The numbers of cards that a question looks at."""
        return tuple(
            sorted({self.look.seen(when) for event in _events(question) for when in whens_of(event)})
        )

    def chance(self, question: Question) -> Fraction:
        """The exact chance. Raises `NotExact`, `NeverGiven`."""
        run = Run(self.look, question)
        if question.given is None:
            return run.chance(question.event)
        given = run.chance(question.given)
        if not given:
            raise NeverGiven(str(question.given))
        return run.chance(question.event, question.given) / given


class Run:
    """One question about one look: the classes of cards that it tells apart, and the chances of its events."""

    def __init__(self, seen: Look, question: Question) -> None:
        queries = question.queries()
        key = signature(queries)
        for doubt in seen.doubts:
            if seen.single or any(key(kind) for kind in doubt.kinds):
                raise CannotCount(doubt.step.says, doubt.step.cite)
        self.look = seen
        self.parts = classed(seen.parts, key)
        if entangled(self.parts):
            raise Entangled(seen.name)
        signatures = tuple(dict.fromkeys(key(kind) for kind in seen.kinds()))
        self.compiler = Compiler(queries, signatures, seen.seen)

    def chance(self, *events: Event) -> Fraction:
        """The chance that all of these happen. Raises `NotExact`."""
        return exact.chance(self.parts, self.compiler.asked(*events))


def _events(question: Question) -> tuple[Event, ...]:
    return (question.event,) if question.given is None else (question.event, question.given)
