"""Asking: from a deck and a question's text to an answer with its terms."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.nearest import Names
from deckwright.catalog.query import Query, QueryError
from deckwright.catalog.query.questions import expect_questions
from deckwright.catalog.text import fold
from deckwright.decks.deal.dealing import Terms
from deckwright.decks.deal.engine import Dealer
from deckwright.decks.deal.guesses import guesses
from deckwright.decks.deal.start import settle
from deckwright.decks.decklist import Decklist
from deckwright.decks.lines import LineReader
from deckwright.decks.odds.basis import Basis, basis
from deckwright.decks.odds.errors import NeverGiven, NoSuchQuestion, NotExact, NothingMatches, WorkerEnded
from deckwright.decks.odds.layout import Layout, sources_of, starting_layout
from deckwright.decks.odds.looking import FACE_UP, look
from deckwright.decks.odds.parse import parse_question
from deckwright.decks.odds.question import Question, Selects
from deckwright.decks.odds.reasons import reasons
from deckwright.decks.odds.run import Run
from deckwright.decks.odds.steps import walk
from deckwright.decks.odds.values import Value

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from deckwright.decks.odds.tallying import Progress, Simulated

Given = Mapping[str, Sequence[str]]
"""Options and choices by key, each as often as it was said."""

_HEADER = "odds "


class Answer(Value):
    """What is known of a question's chance, with its terms.

    `name` is the question's in the decklist, if it has one. `chance` is exact, None where there is no exact answer,
    and then `inexact` says why. `why` says of a chance of 0 what there is too little of, and of none that what is given
    never happens.
    """

    question: Question
    name: str
    basis: Basis
    chance: Fraction | None
    inexact: str = ""
    why: tuple[str, ...] = ()
    simulated: Simulated | None = None


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
        self._given = given or {}
        self._format = format
        expect_questions()
        terms, notes = settle(self.lines, [deck], self._given, format)
        self.dealer = Dealer(terms, [deck], notes)
        self.pile = pile
        self._seen = seen
        self._allow_empty = allow_empty
        found = look(self.layout, pile).but(guesses=guesses([deck]))
        self.look = found if seen is None else found.with_seen(seen)

    def of(self, deck: Decklist) -> Odds:
        """The same asked of another deck of the game."""
        return Odds(
            deck,
            self.catalogue,
            given=self._given,
            format=self._format,
            pile=self.pile,
            seen=self._seen,
            allow_empty=self._allow_empty,
            lines=self.lines,
        )

    @property
    def recipe(self) -> tuple[Decklist, Given, str | None]:
        """What another process makes the same setup from: the deck, what was given, and the format."""
        return self.deck, self._given, self._format

    @property
    def terms(self) -> Terms:
        """What is settled before any card is dealt."""
        return self.dealer.terms

    @cached_property
    def layout(self) -> Layout:
        """What is known of every pile before any card is turned."""
        return walk(starting_layout(self.terms, self.dealer.start), self.dealer.steps)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a user should know of the setup: what was unclear, and what is too little for what is looked at."""
        feeding = sources_of(self.dealer.steps, self.look.words)
        lacks = (
            str(lack) for _, lack in self.layout.lacks if FACE_UP in self.look.words or lack.pile in feeding
        )
        return tuple(dict.fromkeys((*self.dealer.notes, *lacks)))

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The different cards of the deck, wherever they lie."""
        pieces = (piece for pile in self.dealer.start.values() for piece in pile)
        return tuple(dict.fromkeys(piece.card for piece in pieces if piece.card))

    @cached_property
    def named(self) -> Mapping[str, str]:
        """The questions that the decklist names, by folded name."""
        headers = self.deck.headers.items()
        return {key.removeprefix(_HEADER).strip(): said for key, said in headers if key.startswith(_HEADER)}

    def question(self, text: str, also: Collection[Card] = ()) -> tuple[Question, str]:
        """The question that a text asks, and its name if the text is one.

        Each query must match a card of the deck, or one of `also`: the cards of a deck to compare it with, or one that
        may come to it. Raises QueryError, `OddsError`.
        """
        name, cards = fold(text), (*self.cards, *also)
        if name in self.named:
            return self._read(self.named[name], cards), name
        if "[" not in text and name.replace(" ", "").replace("-", "").isalnum():
            raise NoSuchQuestion(text.strip(), tuple(self.named), self._meant(text, cards))
        try:
            return self._read(text, cards), ""
        except QueryError as error:
            if meant := self._meant(text, cards):
                raise QueryError(text, error.at, error.length, error.problem, (meant,)) from None
            raise

    def _meant(self, text: str, cards: Sequence[Card]) -> str:
        """The question that plain words may mean, if it finds one of the cards; '' for any other text."""
        from deckwright.decks.odds.slips import in_brackets

        def finds(words: str) -> bool:
            try:
                query = self.query(words)
            except QueryError:
                return False
            return any(query.match(card) for card in cards)

        return in_brackets(text, finds)

    def query(self, text: str) -> Query:
        """A query of the search language, read in the deck's game. Raises QueryError."""
        return self.catalogue.query(text, self.deck.game)

    def _read(self, text: str, cards: Sequence[Card]) -> Question:
        question = parse_question(text, self.catalogue, self.deck.game)
        for query in question.queries():
            if not self._allow_empty and not any(query.match(card) for card in cards):
                raise NothingMatches(str(query), _nearest(query, cards))
        return question

    def ask(self, text: str, also: Collection[Card] = ()) -> Answer:
        """The exact answer, or why there is none, to what `question` reads.

        Raises QueryError, or `OddsError` where there is nothing to ask.
        """
        return self.answer(*self.question(text, also))

    def answer(self, question: Question, name: str = "") -> Answer:
        """The exact answer to a question that was read, or why there is none."""
        run = Run(self.look, question)
        terms = basis(run)
        try:
            chance = run.answer()
        except NotExact as error:
            return Answer(question, name, terms, None, error.reason())
        why = tuple(reasons(question, self.look, self.layout)) if not chance else ()
        return Answer(question, name, terms, chance, why=why)

    def simulate(
        self,
        question: Question,
        hands: int,
        seed: str,
        *,
        by_setup: bool = False,
        executor: Executor | None = None,
        workers: int = 1,
        progress: Progress = lambda hands: None,
    ) -> Simulated:
        """Simulate: plain hands where they will do, else (or `by_setup`) by the real steps of the setup."""
        from deckwright.decks.odds.simulating import how, sampler_of
        from deckwright.decks.odds.tallying import Simulated, simulate

        sampler = sampler_of(self, question, by_setup)
        try:
            tally = simulate(sampler, seed, hands, executor, workers, progress)
        except WorkerEnded as error:
            return Simulated(error.tally, hands, seed, how(sampler), ended=True)
        return Simulated(tally, hands, seed, how(sampler))


def answer_or_never(odds: Odds, question: Question, name: str) -> Answer:
    """The answer beside others; where what is given never happens, why there is none, since it may elsewhere."""
    try:
        return odds.answer(question, name)
    except NeverGiven as error:
        return Answer(question, name, basis(Run(odds.look, question)), None, why=(str(error),))


def _nearest(query: Selects, cards: Sequence[Card]) -> tuple[str, ...]:
    """The names of the cards that are most like those that a query asks for."""
    from deckwright.catalog.query.asked_names import asked_names

    names = Names(card.name for card in cards)
    words = asked_names(query.terms) if isinstance(query, Query) else ()
    return tuple(name for word in words for name in names.nearest(word))
