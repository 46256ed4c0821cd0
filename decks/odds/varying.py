"""How a chance changes with the copies of a card, others making room for it or the deck growing without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from deckwright.catalog.card import Card
from deckwright.catalog.query import Query
from deckwright.decks.deal.errors import DealError
from deckwright.decks.decklist import CardLine, Decklist, Entry, Line
from deckwright.decks.hints import best_reading
from deckwright.decks.odds.asking import Answer, Odds, answer_or_never
from deckwright.decks.odds.errors import InSeveralZones, NoSuchCard, NothingMatches, TooManySeen
from deckwright.decks.odds.layout import sources_of
from deckwright.decks.odds.question import Question
from deckwright.decks.validator import Validator
from deckwright.decks.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Variation:
    """The deck with so many copies: its size, what the rules forbid of it, and the answers.

    `missing` says how many cards there were too few to make room; `impossible` why there is no such hand, or none with
    what a question gives, which then has an answer without a chance.
    """

    copies: int
    size: int
    forbidden: tuple[str, ...]
    answers: tuple[Answer, ...]
    missing: int = 0
    impossible: str = ""

    @property
    def chances(self) -> tuple[Fraction | None, ...]:
        """The exact chances, None where there is none."""
        return tuple(answer.chance for answer in self.answers)


@dataclass(frozen=True)
class Varied:
    """All variations, with the card, how many copies the deck itself has, and what is replaced."""

    card: Card
    now: int
    against: str
    variations: tuple[Variation, ...]
    target: Fraction | None = None

    def reached(self, at: int, allowed: bool = False) -> int | None:
        """The smallest number of copies that reaches the target for a question; `allowed`: that the rules allow."""
        if self.target is None:
            return None
        for one in self.variations:
            chance = one.chances[at] if one.answers else None
            if chance is not None and chance >= self.target and not (allowed and one.forbidden):
                return one.copies
        return None


def find_card(deck: Decklist, odds: Odds, name: str) -> Entry:
    """The entry of a deck that a name means; a card of the game that the deck lacks, with no copies.

    Of several it is the one whose cards come to what is looked at. Raises `NoSuchCard`, `InSeveralZones`.
    """
    meant = best_reading(((1, name.strip()),), odds.lines)
    cards = [*meant.fitting] if meant else []
    every = [entry for entry in deck.cards if entry.card in cards]
    feeding = sources_of(odds.dealer.steps, odds.look.words)
    found = [entry for entry in every if entry.zone in feeding] or every
    if not found and len({card.identity for card in cards}) == 1:
        return Entry(odds.lines.home(cards[0]), 0, cards[0].name, cards[0])
    if len(found) > 1 and len({entry.card for entry in found}) == 1:
        raise InSeveralZones(name, tuple(entry.zone for entry in found))
    if len(found) != 1:
        if meant is None:
            raise NoSuchCard(name, odds.catalogue.nearest(name, deck.game))
        titles = tuple(dict.fromkeys(f"{card.name} #{card.number}" for card in meant.cards))
        raise NoSuchCard(name, titles if len(titles) > 1 or not cards else ())
    return found[0]


def vary(
    odds: Odds,
    name: str,
    counts: Sequence[int],
    questions: Sequence[str | tuple[Question, str]],
    *,
    against: str | Query | None = None,
    target: Fraction | None = None,
    validator: Validator | None = None,
) -> Varied:
    """The chances for each number of copies of a card, by name, of a question's text or what `question` read of it.

    Copies replace cards that the query `against` matches, else the deck grows; `validator` judges it by other than
    its own format and options. Raises `NoSuchCard`, `InSeveralZones`, `NothingMatches`, `OddsError`, QueryError.
    """
    entry = find_card(odds.deck, odds, name)
    assert entry.card is not None
    validator = validator or Validator(odds.catalogue)
    read = [odds.question(one, (entry.card,)) if isinstance(one, str) else one for one in questions]
    against = odds.query(against) if isinstance(against, str) else against
    if against is not None and not any(_replaceable(one, entry, against) for one in odds.deck.cards):
        raise NothingMatches(str(against))
    found = tuple(_variations(odds, entry, counts, read, against, validator))
    return Varied(entry.card, entry.count, "" if against is None else str(against), found, target)


def _variations(
    odds: Odds,
    entry: Entry,
    counts: Sequence[int],
    questions: Sequence[tuple[Question, str]],
    against: Query | None,
    validator: Validator,
) -> Iterator[Variation]:
    for copies in counts:
        deck, missing = with_copies(odds.deck, entry, copies, against)
        size = deck.size(entry.zone)
        forbidden = tuple(dict.fromkeys(_forbidden(validator.deck(deck))))
        try:
            varied = odds.of(deck)
        except (DealError, TooManySeen) as error:
            yield Variation(copies, size, forbidden, (), missing, str(error))
            continue
        answers = tuple(answer_or_never(varied, question, name) for question, name in questions)
        never = dict.fromkeys(why for answer in answers if answer.chance is None for why in answer.why)
        yield Variation(copies, size, forbidden, answers, missing, ", ".join(never))


def with_copies(
    deck: Decklist, entry: Entry, copies: int, against: Query | None = None
) -> tuple[Decklist, int]:
    """The deck with so many copies of an entry, and how many cards were too few to make room.

    Those that match `against` make room, of the most numerous one first (of equals the later), and get the room
    back, the least numerous first (of equals the earlier).
    """
    counts = {one.key: one.count for one in deck.cards}
    counts[entry.key] = copies
    missing = 0
    if against is not None:
        others = [one.key for one in deck.cards if _replaceable(one, entry, against)]
        missing = _make_room(counts, others, copies - entry.count)
    return _recounted(deck, counts, entry), missing


def _replaceable(one: Entry, entry: Entry, against: Query) -> bool:
    return (
        one.zone == entry.zone and one.key != entry.key and one.card is not None and against.match(one.card)
    )


def _make_room(counts: dict[tuple[str, str], int], others: Sequence[tuple[str, str]], more: int) -> int:
    """Take so many copies from the others, or give them back; how many could not be taken."""
    for done in range(max(more, 0)):
        most = max(reversed(others), key=lambda key: counts[key])
        if not counts[most]:
            return more - done
        counts[most] -= 1
    for _ in range(max(-more, 0)):
        counts[min(others, key=lambda key: counts[key])] += 1
    return 0


def _recounted(deck: Decklist, counts: dict[tuple[str, str], int], entry: Entry) -> Decklist:
    """The deck with these counts: each entry on its first line, its other lines without copies taken out."""
    left = dict(counts)
    lines: list[Line] = []
    for line in deck.lines:
        reading = line.reading
        if not isinstance(reading, CardLine) or (key := _key(line, reading)) not in counts:
            lines.append(line)
        elif left.pop(key, 0):
            lines.append(line._replace(reading=replace(reading, count=counts[key])))
    if left.get(entry.key) and entry.card is not None:
        lines.append(
            Line(len(deck.lines) + 1, "", CardLine(left[entry.key], entry.name, entry.card), entry.zone)
        )
    return replace(deck, rows=tuple(lines))


def _key(line: Line, reading: CardLine) -> tuple[str, str]:
    return Entry(line.zone, reading.count, reading.name, reading.card, reading.candidates).key


def _forbidden(verdict: Verdict) -> Iterator[str]:
    """The rules that the deck breaks, by what they cite."""
    for fault in verdict.faults:
        if fault.severity == "error":
            yield ", ".join(fault.cite) or fault.rule
