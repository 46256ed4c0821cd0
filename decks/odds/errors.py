"""Why a question has no exact answer, or none at all, as facts; the sentence comes last."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from deckwright.catalog.extras import how_to_install
from deckwright.catalog.nearest import meant
from deckwright.catalog.query.questions import PATTERN
from deckwright.decks.odds.values import Facts

if TYPE_CHECKING:
    from deckwright.decks.odds.sampling import Tally


class OddsError(Facts):
    """A question that is understood, but that the deck, the game or the time there is cannot answer."""

    exit_code: ClassVar[int] = 1


class NotExact(OddsError):
    """No exact answer is worked out, but simulation can answer."""

    def reason(self) -> str:
        """Why not."""
        raise NotImplementedError

    def __str__(self) -> str:
        return f"no exact answer: {self.reason()}"


class TooWide(NotExact):
    """The question tells too many combinations of cards apart; `classes` and `forms` say how many.

    `drawn` is how many cards are drawn, where it is these that are too many.
    """

    classes: int
    forms: int
    drawn: int = 0

    def reason(self) -> str:
        apart = (
            f"{self.classes} kinds of card and {self.forms} counts"
            if self.classes
            else f"{self.forms} counts"
        )
        if self.drawn:
            return f"it looks at too many cards to be worked out in a few seconds ({self.drawn:,} cards)"
        return f"it tells too much apart to be worked out in a few seconds ({apart})"


class TooMuchOverlap(NotExact):
    """More needs of one `distinct` share cards than are told apart."""

    needs: int
    most: int

    def reason(self) -> str:
        return f"in distinct(...) {self.needs} needs share cards, and at most {self.most} are told apart"


class CannotCount(NotExact):
    """The question counts cards that a step of the setup moved by chance."""

    says: str
    cite: tuple[str, ...]

    def reason(self) -> str:
        return f"chance enters with the step {self.says!r} ({', '.join(self.cite)})"


class NotInOrder(OddsError):
    """A question about the first so many cards of what is not one pile in random order."""

    name: str
    when: str
    why: str

    def __str__(self) -> str:
        return f"{self.name}: {self.why}, so {self.when!r} means nothing"


class TooManySeen(OddsError):
    """More cards to be seen than there are."""

    wanted: int
    there: int
    pile: str
    exit_code = 2

    def __str__(self) -> str:
        return f"{self.wanted:,} cards cannot be seen: {self.pile} shows at most {self.there:,}"


class NoPile(OddsError):
    """A pile that there is not, or none said where the setup deals no hand."""

    game: str
    word: str | None
    piles: tuple[str, ...]
    exit_code = 2

    def __str__(self) -> str:
        named = ", ".join(self.piles)
        if self.word is None:
            return f"the setup of {self.game} deals no hand; say which cards with --pile: {named}"
        return f"{self.game} has no pile {self.word!r}; it has {named}"


class BadTurn(OddsError):
    """A turn that there cannot be."""

    problem: str
    exit_code = 2

    def __str__(self) -> str:
        return self.problem


class NoTurnKnown(OddsError):
    """`by turn` in a game that does not say what a turn draws, or of a pile that is no hand."""

    game: str

    def __str__(self) -> str:
        return f"{self.game} does not say what a turn draws from here, so 'by turn' has no answer; ask 'in N cards'"


class NothingMatches(OddsError):
    """A query that no card of the deck matches.

    `nearest` are the names in the deck that are most like those it asks for.
    """

    query: str
    nearest: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"no card of the deck matches [{self.query}]{meant(self.nearest)}; --allow-empty asks all the same"


class NeverGiven(OddsError):
    """What is given cannot happen."""

    given: str

    def __str__(self) -> str:
        return f"what is given never happens: {self.given}"


class NoSuchQuestion(OddsError):
    """A question's name that the decklist does not have; `meant` is the question that it may be in plain words."""

    name: str
    known: tuple[str, ...]
    meant: str = ""
    exit_code = 2

    def __str__(self) -> str:
        named = f"it names {', '.join(self.known)}" if self.known else "it names none"
        hint = (
            f"did you mean {self.meant}?" if self.meant else f"what is counted stands in brackets, {PATTERN}"
        )
        return f"the decklist has no question {self.name!r}; {named}; {hint}"


class Entangled(NotExact):
    """Cards of one stock reach what is looked at by two ways."""

    name: str

    def reason(self) -> str:
        return f"{self.name}: cards come from one stock by two ways, so that the draws depend on each other"


class NoSuchCard(OddsError):
    """A card to vary that is none, or may be several."""

    name: str
    meant: tuple[str, ...] = ()
    exit_code = 2

    def __str__(self) -> str:
        hint = f"; it may be {' or '.join(self.meant)}" if self.meant else ""
        return f"no one card is called {self.name!r}{hint}"


class InSeveralZones(OddsError):
    """A card to vary that stands in several zones, of which what is looked at does not say one."""

    name: str
    zones: tuple[str, ...]
    exit_code = 2

    def __str__(self) -> str:
        return f"{self.name!r} stands in {' and in '.join(self.zones)}; say with --pile which of them is looked at"


class WorkerEnded(OddsError):
    """A process that simulated was ended by somebody else; `tally` is what had been drawn by then."""

    tally: Tally

    def __str__(self) -> str:
        return "a worker process was ended from outside, perhaps for want of memory; what it did not draw is missing"


class NoCluster(OddsError):
    """A cluster that cannot be worked on."""

    address: str
    problem: str
    exit_code = 2

    def __str__(self) -> str:
        return f"cluster {self.address}: {self.problem}"


class WrongEnding(OddsError):
    """A picture's file name that does not say what kind it is to be."""

    file: str
    endings: tuple[str, ...]
    exit_code = 2

    def __str__(self) -> str:
        return f"{self.file}: a picture's name ends in {', '.join(self.endings)}"


class NoPlotting(OddsError):
    """A picture, without what draws pictures."""

    file: str
    exit_code = 2

    def __str__(self) -> str:
        return f"{self.file}: pictures need matplotlib, the extra [plot]: {how_to_install('matplotlib')}"


class NothingToPlot(OddsError):
    """A picture of nothing."""

    file: str

    def __str__(self) -> str:
        return f"{self.file}: there is nothing to draw"
