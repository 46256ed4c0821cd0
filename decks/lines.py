"""Reading single lines in one game; a line already read is remembered, since lists repeat each other."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.catalog.query import Query
from deckwright.catalog.text import fold, natural_key
from deckwright.decks.decklist import MAYBE, CardLine, Reading, Refused
from deckwright.decks.forms import FORMS
from deckwright.decks.hints import Found

PLAIN_HEADERS = frozenset({"name", "game", "format", "start", "author", "date"})
"""The header keys that every game's decklists know, besides the game's options and choices."""

MAYBE_WORDS = frozenset({MAYBE, "maybeboard", "considering"})
"""The words that open the section of cards under consideration."""

_ZERO_WIDTH = dict.fromkeys(map(ord, "\ufeff\u200b\u2060"))
_WIDE_DIGITS = {ord("０") + digit: str(digit) for digit in range(10)}
_CLEAN = {**_ZERO_WIDTH, **_WIDE_DIGITS}
_REMEMBERED = 100_000


LONGEST_LINE = 2_000
"""So many characters a line may have; no name has more than half of that."""


def too_long(raw: str) -> Refused | None:
    """The refusal of a line that is longer than any card and remark."""
    if len(raw) <= LONGEST_LINE:
        return None
    return Refused(f"the line has {len(raw):,} characters; write at most {LONGEST_LINE:,}")


def clean(raw: str) -> str:
    """The line without BOM and zero width characters, with plain digits and single blanks."""
    return " ".join(raw.translate(_CLEAN).split())


def seat_words(said: str, game: Game) -> tuple[str, ...]:
    """The card that a header names for each seat, '' where it leaves one open: a table's has commas between them."""
    return tuple(word.strip() for word in (said.split(",") if game.decklist == "table" else (said,)))


class LineReader:
    """What the lines of one game's decklists say."""

    def __init__(self, game: Game, catalogue: Catalogue) -> None:
        self.game = game
        self.catalogue = catalogue
        self.above: dict[str, Reading] = {}
        self.below: dict[str, Reading] = {}

    def read(self, raw: str, above: bool) -> Reading:
        """What a line says; `above` while no section or card has been read, so that headers may stand."""
        known = self.above if above else self.below
        reading = known.get(raw)
        if reading is None:
            if len(known) >= _REMEMBERED:
                known.clear()
            reading = known[raw] = too_long(raw) or self._first_form(clean(raw), above)
        return reading

    def _first_form(self, line: str, above: bool) -> Reading:
        for form in FORMS:
            reading = form.read(line, self, above)
            if reading is not None:
                return reading
        raise AssertionError(f"the last form reads every line, but not {line!r}")

    def named(self, name: str) -> tuple[Card, ...]:
        """The cards that a name or a card id means: those of just that name, else of its folded key."""
        if cards := self.by_id(name):
            return cards
        cards = self.catalogue.named(self.game.id, fold(name))
        return tuple(card for card in cards if card.name == name) or cards

    def by_id(self, card_id: str) -> tuple[Card, ...]:
        """The card of an id of this game, if there is one."""
        card = self.catalogue.card(card_id) if card_id.startswith(self.game.id + "/") else None
        return (card,) if card and card.game == self.game.id else ()

    def zone_of(self, word: str) -> str | None:
        """The id of the zone that a word names, or `maybe`; None if it names none."""
        if fold(word) in MAYBE_WORDS:
            return MAYBE
        zone = self.game.zone_named(word)
        return zone.id if zone else None

    def card_line(self, found: Found) -> CardLine:
        """The line of a reading: the card where one identity stands alone, else all that it may be."""
        cards = found.fitting or found.cards
        one = len({card.identity for card in cards}) == 1
        return CardLine(
            count=found.count,
            name=found.name,
            card=cards[0] if one else None,
            candidates=() if one else cards,
            warnings=tuple(_warnings(found, cards)),
            unmatched="" if found.fitting else " ".join(map(str, found.hints)),
        )

    def reads_header(self, key: str) -> bool:
        """Whether anything reads a header of this key."""
        return fold(key) in self.header_keys or fold(key).startswith("odds ")

    @cached_property
    def choices(self) -> dict[str, dict[str, Any]]:
        """The setup steps that choose a card, by the header key that names it."""
        steps = self.game.document.get("setup", ())
        return {step["key"]: step for step in steps if step["do"] == "choose" and "key" in step}

    @cached_property
    def longest_name(self) -> int:
        """How many characters the longest name of a card has."""
        return max(map(len, self.catalogue.names(self.game.id)), default=0)

    @cached_property
    def header_keys(self) -> frozenset[str]:
        """The folded keys that are read in this game, but for the questions (`odds NAME`)."""
        return PLAIN_HEADERS | {fold(key) for key in (*self.game.options, *self.choices)}

    def query(self, text: str) -> Query:
        """A query of the game's document, read in this game alone with whole values."""
        return self.catalogue.query(text, self.game.id, whole=True)

    @cached_property
    def accepts(self) -> dict[str, Query]:
        """Which cards each zone takes."""
        return {zone.id: self.query(zone.accepts) for zone in self.game.zones.values()}

    def place(self, card: Card) -> tuple[object, ...]:
        """The fixed order of the game's cards: by type, set and number."""
        kind = self._types.get(card.type, 0)
        return kind, natural_key(card.set), natural_key(card.number), card.id

    @cached_property
    def _types(self) -> dict[str, int]:
        return {kind: at for at, kind in enumerate(self.game.types)}

    def home(self, card: Card | None) -> str:
        """The first zone that takes a card; the first of all for an unknown card, or one that no zone takes."""
        if card is not None:
            for zone, query in self.accepts.items():
                if query.match(card):
                    return zone
        return next(iter(self.game.zones))


def _warnings(found: Found, cards: tuple[Card, ...]) -> Iterable[str]:
    if found.hints and not found.fitting:
        hints = " ".join(map(str, found.hints))
        known = ", ".join(f"{card.name} #{card.number}" for card in cards)
        yield f"no {found.name} is {hints}; the name was taken ({known})"
    for rival in found.rivals:
        yield f"read as {found.count} {found.name}; {rival} is a card too"
