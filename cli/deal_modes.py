"""The ways `deal` answers: a table, many hands, turns, a page, the next game, a self-test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckwright.catalog.text import fold, visible
from deckwright.cli.deal_wish import Wish
from deckwright.cli.options import given_once, open_catalogue
from deckwright.cli.screen import say, styled
from deckwright.cli.tables import Table, columns, dump_json, write_table
from deckwright.cli.written import write_file
from deckwright.decks.sources import Passed, Source, sources

if TYPE_CHECKING:
    from deckwright.catalog.catalogue import Catalogue
    from deckwright.catalog.fields import Field
    from deckwright.decks.deal.engine import Dealer
    from deckwright.decks.deal.table import Deal
    from deckwright.decks.decklist import Decklist
    from deckwright.decks.lines import LineReader

_PLAIN_HAND, _PLAIN_KINDS = 7, (("land", 24), ("other", 36))
"""The pile that a self-test without a decklist shuffles, and the hand it looks at."""


def run(wish: Wish) -> None:
    """Do what was asked. Raises `DealError`, `DecklistError`, `UnknownGame` or click's own errors."""
    wish = wish.checked()
    if wish.self_test is not None and not wish.decks:
        _test([kind for kind, count in _PLAIN_KINDS for _ in range(count)], _PLAIN_HAND, wish)
        return
    catalogue = open_catalogue()
    if wish.next_game is not None:
        _next_game(catalogue, wish)
        return
    dealer = _dealer(catalogue, wish)
    if wish.self_test is not None:
        _test_deck(dealer, wish)
    elif wish.hands is not None:
        _hands(dealer, wish)
    else:
        _table(dealer, wish)


def _dealer(catalogue: Catalogue, wish: Wish) -> Dealer:
    from deckwright.decks.deal.engine import Dealer
    from deckwright.decks.deal.errors import DealError
    from deckwright.decks.deal.start import settle
    from deckwright.decks.reader import DecklistReader

    if wish.game is not None:
        catalogue.find_game(wish.game)
    reader = DecklistReader(catalogue)
    texts: dict[str, list[Decklist]] = {}
    for word in wish.decks:
        if word not in texts:
            read = (reader.read_all(text, label, wish.game) for text, label in _texts(word, catalogue))
            texts[word] = [deck for decks in read for deck in decks]
    decks = [deck for word in wish.decks for deck in texts[word]]
    terms, notes = settle(reader.lines_of(decks[0].game), decks, wish.given, wish.format_id)
    dealer = Dealer(terms, decks, notes)
    try:
        dealer.deal(wish.settled_seed)  # what cannot be dealt is refused before anything else is said
    except DealError:
        for note in _of_other_formats(decks, terms.format):
            say(f"deckwright: {visible(note)}")
        raise
    for note in (*notes, *_broken(catalogue, decks, wish, terms.lines)):
        say(f"deckwright: {visible(note)}")
    return dealer


def _of_other_formats(decks: Iterable[Decklist], format_id: str) -> Iterator[str]:
    """One line for each deck that is made for another format than it is dealt by: what it lacks may be due to that."""
    for deck in {deck.label: deck for deck in decks}.values():
        said = deck.headers.get("format")
        if said and fold(said) != fold(format_id):
            yield f"{deck.label} says format: {said}, but is dealt by format {format_id}, which takes other cards"


def _texts(word: str, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    for source in sources(word, catalogue):
        if isinstance(source, Passed):
            say(visible(str(source)))
        else:
            yield source.read(), source.label


def _broken(catalogue: Catalogue, decks: Iterable[Decklist], wish: Wish, lines: LineReader) -> Iterator[str]:
    """One line for each deck that breaks a construction rule."""
    from deckwright.decks.validator import Validator

    plain = {key: words[-1] for key, words in wish.given.items() if key in lines.game.options}
    validator = Validator(catalogue, game=lines.game.id, format=wish.format_id, options=plain)
    for deck in {deck.label: deck for deck in decks}.values():
        errors = [fault for fault in validator.deck(deck).faults if fault.severity == "error"]
        if errors:
            says = dict.fromkeys(f"{', '.join(fault.cite)} {fault.says}".strip() for fault in errors)
            more = f" and {len(says) - 1} more" if len(says) > 1 else ""
            yield f"{deck.label} breaks a rule: {next(iter(says))}{more}; it is dealt all the same"


def _hands(dealer: Dealer, wish: Wish) -> None:
    from deckwright.cli.deal_hands import write_hands
    from deckwright.decks.deal.draws import HAND, hand_step

    pile = wish.pile or HAND
    hand_step(dealer.game, dealer.steps, pile)
    if wish.shape != "json":
        say(f"{visible(dealer.game.name)}   seed {visible(wish.settled_seed)}")
    write_hands(dealer, wish.settled_seed, wish.hands or 0, pile, wish.shape)


def _table(dealer: Dealer, wish: Wish) -> None:
    """The deal itself, with the cards that come next or the turns that follow."""
    from deckwright.cli.deal_hands import drawn_lines, drawn_rows, turn_rows, turns_table
    from deckwright.decks.deal.draws import HAND, draw, hand_step, turns

    deal = dealer.deal(wish.settled_seed)
    more: dict[str, Any] = {}
    pile = wish.pile or HAND
    step = hand_step(dealer.game, dealer.steps, pile) if wish.draw or wish.turns else None
    drawn = draw(deal, step, wish.draw) if step and wish.draw else ()
    played = (
        turns(dealer.game, deal, step, wish.turns, 1 if wish.use is None else wish.use, pile)
        if step and wish.turns
        else ()
    )
    if wish.draw:
        more["drawn"] = drawn_rows(drawn)
    if wish.turns:
        more["turns"] = turn_rows(played)
    _write(deal, dealer.terms.lines, wish, more)
    if wish.shape != "json":
        for line in drawn_lines(drawn, wish.draw or 0):
            click.echo(f"\n{visible(line)}")
        if played:
            click.echo(f"\n{styled('Turns', 'head')}   {wish.use if wish.use is not None else 1} used a turn")
            write_table(turns_table(played), wish.shape)


def _next_game(catalogue: Catalogue, wish: Wish) -> None:
    from deckwright.catalog.importing.json_places import mistake_in
    from deckwright.decks.deal.documents import read_position
    from deckwright.decks.deal.errors import BadPosition
    from deckwright.decks.deal.next_game import next_game
    from deckwright.decks.reader import DecklistReader
    from deckwright.schemas.json_text import BadJson, loads

    name = wish.next_game or ""
    label = "standard input" if name == "-" else name
    text = Source(label, None if name == "-" else Path(name)).read()
    try:
        document = loads(text)
    except BadJson as error:
        raise BadPosition(label, (f"is no JSON: {mistake_in(text, error)}",)) from error
    position = read_position(document, label, catalogue)
    lines = DecklistReader(catalogue).lines_of(position.game)
    given = given_once(wish.given)
    deal = next_game(lines, position, wish.settled_seed, winner=wish.winner or 0, given=given)
    _write(deal, lines, wish, {})


def _write(deal: Deal, lines: LineReader, wish: Wish, more: dict[str, Any]) -> None:
    """Write a deal as a page, a picture, JSON, or a row for each piece."""
    from deckwright.cli.table_picture import TablePicture
    from deckwright.decks.deal.documents import deal_document

    field = _field(lines, wish.sort)
    picture = TablePicture(deal, lines, wish.reveal, field, (wish.sort or "").startswith("-"))
    if wish.html:
        from deckwright.cli.deal_page import page

        write_file(wish.html, [page(picture)])
        say(f"wrote {visible(wish.html)}   seed {visible(deal.seed)}")
    elif wish.shape == "json":
        click.echo(dump_json({**deal_document(deal), **more}), nl=False)
    elif wish.shape == "table":
        for line in picture.lines_of_text():
            click.echo(line)
        if wish.log:
            click.echo(f"\n{styled('Steps', 'head')}")
            write_table(log_table(deal, wish.reveal))
    else:
        say(f"seed {visible(deal.seed)}")
        write_table(log_table(deal, wish.reveal) if wish.log else pieces_table(deal), wish.shape)


def log_table(deal: Deal, reveal: bool) -> Table:
    """Every step that was done."""
    rows = [
        {
            "step": entry.step,
            "rule": ", ".join(entry.cite),
            "seat": entry.seat or None,
            "what": entry.told(reveal),
        }
        for entry in deal.log
    ]
    return Table(columns(step="Step", rule="Rule", seat="Player", what="What was done"), rows)


def pieces_table(deal: Deal) -> Table:
    """Every piece and where it lies."""
    rows = [
        {
            "seat": pile.seat or None,
            "pile": pile.name,
            "place": place,
            "face": piece.face,
            "name": piece.name,
            "card": piece.card.id if piece.card else None,
            "at": " ".join(map(str, piece.at)) or None,
        }
        for pile in deal.piles
        for place, piece in enumerate(pile.pieces, 1)
    ]
    heads = columns(seat="Player", pile="Pile", place="Place", face="Face", name="Name", card="Card", at="At")
    return Table(heads, rows)


def _field(lines: LineReader, word: str | None) -> Field | None:
    if word is None:
        return None
    found = lines.game.field(word.removeprefix("-"))
    if found is None:
        from deckwright.catalog.nearest import nearest
        from deckwright.decks.errors import BadChoice

        known = (*lines.game.shared, *lines.game.fields)
        raise BadChoice("", f"field of {lines.game.name}", word, known, nearest(word, known, 2))
    return found


def _test_deck(dealer: Dealer, wish: Wish) -> None:
    """The self-test on the pile that the deck's hand comes from, its cards told apart by type."""
    from deckwright.decks.deal.draws import HAND
    from deckwright.decks.deal.errors import NoSuchPile
    from deckwright.decks.deal.hands import sampler

    found = sampler(dealer, wish.settled_seed, 1, wish.pile or HAND)
    if found is None:
        raise NoSuchPile(dealer.game.name, wish.pile or HAND, (HAND,), "has not one shuffle behind its pile")
    _test([piece.card.type if piece.card else "unknown" for piece in found.pile], found.size, wish)


def _test(classes: list[str], hand: int, wish: Wish) -> None:
    from deckwright.cli.deal_hands import write_fits
    from deckwright.decks.deal.selftest import self_test

    fits = self_test(classes, hand, wish.shuffles, wish.settled_seed)
    write_fits(fits, wish.shuffles, len(classes), wish.settled_seed, wish.shape)
    if not all(fit.fair for fit in fits):
        click.get_current_context().exit(1)
