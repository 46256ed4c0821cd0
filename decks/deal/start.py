"""Before the first step: whose decklists, how many players, which options, which pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date

from deckwright.catalog.game import Game
from deckwright.catalog.nearest import nearest
from deckwright.decks.bounds import Surroundings
from deckwright.decks.deal.choices import Choices
from deckwright.decks.deal.dealing import Terms
from deckwright.decks.deal.errors import (
    BadZone,
    MixedGames,
    TooMany,
    TooManyPieces,
    TooManyPlayers,
    WrongDecks,
)
from deckwright.decks.deal.guesses import guesses
from deckwright.decks.deal.script import owners
from deckwright.decks.deal.table import Piece, PileKey, Seat
from deckwright.decks.decklist import Decklist, Entry
from deckwright.decks.errors import BadChoice
from deckwright.decks.lines import LineReader, seat_words
from deckwright.decks.options import NoDefault, settle_format, settle_options
from deckwright.schemas.excess import MOST_PLAYERS

PLAYERS = "players"
MOST_PIECES = 100_000
"""So many cards of one decklist are dealt."""

Given = Mapping[str, Sequence[str]]
"""What was said on the command line by key, each as often as it was said."""


def settle(
    lines: LineReader, decks: Sequence[Decklist], given: Given, format_id: str | None = None
) -> tuple[Terms, tuple[str, ...]]:
    """The terms of a deal and notes on them. Raises `DealError` or `BadChoice`."""
    game = lines.game
    if any(deck.game != game.id for deck in decks):
        raise MixedGames(tuple(dict.fromkeys(deck.game for deck in decks)))
    label = decks[0].label
    _check_keys(lines, given, label)
    options, notes = _options(game, decks, given, label)
    settled = settle_format(game, label, format_id, decks=decks)
    seats = tuple(_seats(game, decks, options))
    choices = Choices(
        {key: words for key, words in given.items() if key in lines.choices},
        _headers(game, decks, seats, lines),
    )
    around = Surroundings(game, options, date.today())
    notes += tuple(map(str, guesses(decks)))
    return Terms(lines, around, settled, seats, choices, tuple(deck.label for deck in decks)), notes


def usual_options(game: Game, options: Mapping[str, int | str]) -> Mapping[str, int | str]:
    """What each option that has a default would be if it alone were not said, the others being as they are."""
    said = {key: str(value) for key, value in options.items() if key in game.options}
    usual = {}
    for key in said:
        others = {other: word for other, word in said.items() if other != key}
        with suppress(NoDefault):
            usual[key] = settle_options(game, "", {}, others)[key]
    return usual


def starting_piles(terms: Terms, decks: Sequence[Decklist]) -> Mapping[PileKey, tuple[Piece, ...]]:
    """The zones of the decklists as piles, face up, each deck its own seat's. Raises `BadZone`."""
    game = terms.around.game
    whose = owners(game)
    _check_size(terms, decks)
    piles: dict[PileKey, tuple[Piece, ...]] = {}
    for seat, deck in enumerate(decks, 1):
        owner = seat if game.decklist == "player" else 0
        for entry in deck.cards:
            if whose.get(entry.zone) != game.decklist:
                raise BadZone(deck.label, entry.zone, game.name)
            piles[entry.zone, owner] = piles.get((entry.zone, owner), ()) + pieces_of(entry, owner)
        for zone in game.document["zones"]:
            if zone.get("box") and (zone["id"], owner) not in piles:
                piles[zone["id"], owner] = tuple(_rest_of_box(terms.lines, piles, owner))
    return piles


def _check_size(terms: Terms, decks: Sequence[Decklist]) -> None:
    """Refuse what would not fit into memory. Raises `TooManyPieces`."""
    boxes = any(zone.get("box") for zone in terms.around.game.document["zones"])
    box = sum(card.copies or 0 for card in terms.lines.catalogue.cards(terms.around.game.id)) if boxes else 0
    for deck in decks:
        found = box + sum(entry.count for entry in deck.cards)
        if found > MOST_PIECES:
            raise TooManyPieces(deck.label, found, MOST_PIECES)


def _rest_of_box(lines: LineReader, piles: Mapping[PileKey, Sequence[Piece]], owner: int) -> Iterator[Piece]:
    """Every copy that the game's box holds, less those that lie in the owner's piles already."""
    lying = (piece for (_, seat), held in piles.items() if seat == owner for piece in held)
    listed = Counter(piece.card.id for piece in lying if piece.card)
    for card in lines.catalogue.cards(lines.game.id):
        piece = Piece(card.name, card, owner=owner)
        yield from (piece for _ in range((card.copies or 0) - listed[card.id]))


def pieces_of(entry: Entry, owner: int) -> tuple[Piece, ...]:
    """The copies of an entry as pieces; a name that may be several cards is dealt as the first."""
    card = entry.card or next(iter(entry.candidates), None)
    return (Piece(entry.name, card, owner=owner),) * entry.count


def _check_keys(lines: LineReader, given: Given, label: str) -> None:
    known = (*lines.game.options, *lines.choices)
    for key in given:
        if key not in known:
            what = f"option of {lines.game.name}"
            raise BadChoice(label, what, key, known, nearest(key, known, 2))


def _options(
    game: Game, decks: Sequence[Decklist], given: Given, label: str
) -> tuple[Mapping[str, int | str], tuple[str, ...]]:
    """Every option's value. Of decks that say different things the first is heeded, with a note."""
    heard: dict[str, str] = {}
    notes = []
    for deck in decks:
        for key in game.options:
            said = deck.headers.get(key)
            if said is None:
                continue
            if heard.setdefault(key, said) != said and key not in given:
                notes.append(f"{deck.label} says {key}: {said}, but {heard[key]} was said before and holds")
    for key, words in given.items():
        if key in game.options and len(words) > 1:
            raise TooMany(key, len(words), 1)
    plain = {key: words[-1] for key, words in given.items() if key in game.options}
    if game.decklist == "player":
        _check_decks(game, len(decks), plain, heard)
    elif len(decks) > 1:
        raise WrongDecks(game.name, len(decks), (1,), "it is the whole table's")
    return settle_options(game, label, plain, heard, decks), tuple(notes)


def _check_decks(game: Game, count: int, given: dict[str, str], heard: dict[str, str]) -> None:
    """Several decks are the whole table: as many players as decks."""
    players = game.options.get(PLAYERS)
    allowed = tuple(value for value in players.values if isinstance(value, int)) if players else ()
    if count == 1 or players is None:
        return
    if allowed and count not in allowed:
        raise WrongDecks(game.name, count, allowed)
    if given.get(PLAYERS, str(count)) != str(count):
        said = given[PLAYERS]
        wanted = int(said) if said.isascii() and said.isdecimal() and len(said) < 4 else 1
        raise WrongDecks(game.name, count, tuple(dict.fromkeys((1, wanted))), f"{PLAYERS} is {said}")
    heard[PLAYERS] = str(count)


def _seats(game: Game, decks: Sequence[Decklist], options: Mapping[str, int | str]) -> Iterator[Seat]:
    own = game.decklist == "player"
    players = options.get(PLAYERS, 1)
    count = len(decks) if own else players if isinstance(players, int) else 1
    if count > MOST_PLAYERS:
        raise TooManyPlayers(game.name, count, MOST_PLAYERS)
    teams = options.get(game.document.get("teams", ""), 0)
    team_count = teams if isinstance(teams, int) else 0
    if team_count >= count > 0 and team_count:
        allowed = tuple(str(number) for number in range(2, count))
        raise BadChoice(
            decks[0].label, f"number of teams for {count} players", str(team_count), ("0", *allowed)
        )
    listed: Mapping[str, Sequence[str]] = game.document.get("seats", {})
    for at in range(count):
        yield Seat(
            number=at + 1,
            deck=decks[at].label if own else "",
            values={key: values[at % len(values)] for key, values in listed.items()},
            team=at % team_count + 1 if team_count else 0,
        )


def _headers(
    game: Game, decks: Sequence[Decklist], seats: Sequence[Seat], lines: LineReader
) -> tuple[Mapping[str, str], ...]:
    """What each seat's decklist says; a table's may say a card for each player, with commas between."""
    if game.decklist == "player":
        return tuple(deck.headers for deck in decks)
    said: list[dict[str, str]] = [{} for _ in seats]
    for key in lines.choices:
        for seat, word in zip(said, seat_words(decks[0].headers.get(key, ""), game), strict=False):
            if word:
                seat[key] = word
    return tuple(said)
