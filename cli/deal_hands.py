"""Many hands in a table or as JSON lines, hands turn by turn, the self-test's figures."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from deckwright.catalog.text import visible
from deckwright.cli.screen import styled
from deckwright.cli.tables import Cell, Table, columns, write_table
from deckwright.decks.deal.documents import piece_row
from deckwright.decks.deal.draws import Drawn, Turn
from deckwright.decks.deal.table import Piece

if TYPE_CHECKING:
    from deckwright.decks.deal.engine import Dealer
    from deckwright.decks.deal.selftest import Fit

_LINES_AT_ONCE = 1_000


def write_hands(dealer: Dealer, seed: str, count: int, pile: str, shape: str) -> None:
    """Write so many sample hands: a table, or as JSON a line each."""
    if shape == "json":
        for seat in _seats(dealer):
            _write_lines(_json_lines(dealer, seed, count, pile, seat))
        return
    from deckwright.decks.deal.hands import hands

    seats = _seats(dealer)
    several = len(seats) > 1
    rows = [
        {"hand": number, "deck": dealer.terms.label(seat) if several else None, "cards": names(held)}
        for seat in seats
        for number, held in enumerate(hands(dealer, seed, count, seat, pile), 1)
    ]
    heads = {"hand": "Hand", **({"deck": "Deck"} if several else {}), "cards": "Cards"}
    write_table(Table(columns(**heads), rows), shape)


def names(pieces: Iterable[Piece]) -> tuple[str, ...]:
    """The cards of a hand, equal ones counted, in order of their types and names."""
    found = sorted(pieces, key=lambda piece: (piece.card.type if piece.card else "~", piece.name))
    counts = Counter(piece.title for piece in found)
    return tuple(f"{count} {title}" if count > 1 else title for title, count in counts.items())


def turns_table(found: Sequence[Turn]) -> Table:
    """Hands turn by turn."""
    rows = [
        {
            "seat": turn.seat,
            "turn": turn.number,
            "hand": names(turn.hand),
            "used": names(turn.used),
            "drawn": names(turn.drawn),
            "deck": turn.deck,
            "discard": turn.discard,
            "new": "yes" if turn.reshuffled else "",
        }
        for turn in found
    ]
    heads = columns(
        seat="Player",
        turn="Turn",
        hand="Hand",
        used="Used",
        drawn="Drawn",
        deck="Deck",
        discard="Discard",
        new="Reshuffled",
    )
    return Table(heads, rows)


def drawn_lines(found: Sequence[Drawn], asked: int) -> Iterator[str]:
    """The next cards, in their order."""
    for row in found:
        whose = f"player {row.seat}, {row.pile}" if row.seat else row.pile
        short = f" (all that there are of {asked})" if len(row.pieces) < asked else ""
        cards = ", ".join(piece.title for piece in row.pieces)
        yield f"next {len(row.pieces)} of {whose}{short}: {cards}"


def drawn_rows(found: Sequence[Drawn]) -> list[dict[str, Any]]:
    """The next cards as the schema of deals holds them."""
    return [
        {"seat": row.seat, "pile": row.pile, "pieces": [piece_row(piece) for piece in row.pieces]}
        for row in found
    ]


def turn_rows(found: Sequence[Turn]) -> list[dict[str, Any]]:
    """Turns as the schema of deals holds them."""
    return [
        {
            "seat": turn.seat,
            "turn": turn.number,
            **{key: [piece.title for piece in getattr(turn, key)] for key in ("hand", "used", "drawn")},
            "deck": turn.deck,
            "discard": turn.discard,
            "reshuffled": turn.reshuffled,
            "cite": list(turn.cite),
        }
        for turn in found
    ]


def write_fits(fits: Sequence[Fit], shuffles: int, size: int, seed: str, shape: str) -> None:
    """Write the self-test's figures, and what they mean."""
    rows: list[Mapping[str, Cell]] = [
        {
            "what": fit.name,
            "statistic": f"{fit.statistic:,.1f}",
            "freedom": fit.freedom,
            "p": f"{fit.p:.4f}",
            "verdict": _verdict(fit),
        }
        for fit in fits
    ]
    heads = columns(what="Counted", statistic="Chi-square", freedom="Degrees", p="p-value", verdict="Looks")
    facts = {"shuffles": shuffles, "cards": size, "seed": seed}
    if shape == "table":
        told = f"{shuffles:,} shuffles of {size} cards   seed {visible(seed)}"
        click.echo(f"{styled('Self-test', 'head')}   {told}")
    write_table(Table(heads, rows, facts=facts), shape)
    if shape == "table":
        click.echo("\np-value: the chance that a fair shuffle strays at least so far from the exact figures;")
        click.echo("below 0.001 or above 0.999 is suspicious, and comes up by chance once in 500 tests")


def _verdict(fit: Fit) -> str:
    """What a figure says; of what can only come out one way it says nothing."""
    if not fit.fair:
        return "suspicious"
    return "fair" if fit.freedom else "as it must"


def _seats(dealer: Dealer) -> tuple[int, ...]:
    """Whose hands are shown: each decklist's, or one player's of a game that is dealt from one."""
    return tuple(seat.number for seat in dealer.terms.seats) if dealer.game.decklist == "player" else (1,)


def _json_lines(dealer: Dealer, seed: str, count: int, pile: str, seat: int) -> Iterator[str]:
    from deckwright.decks.deal.hands import hands, sampler

    told = json.dumps(seed, ensure_ascii=False)
    found = sampler(dealer, seed, seat, pile)
    if found is not None:
        cards = [_card(piece) for piece in found.pile]
        for number, places in enumerate(found.places(1, count), 1):
            held = ", ".join([cards[at] for at in places])
            yield f'{{"hand": {number}, "seat": {seat}, "seed": {told}, "cards": [{held}]}}\n'
        return
    for number, pieces in enumerate(hands(dealer, seed, count, seat, pile), 1):
        held = ", ".join(map(_card, pieces))
        yield f'{{"hand": {number}, "seat": {seat}, "seed": {told}, "cards": [{held}]}}\n'


def _card(piece: Piece) -> str:
    row = {"name": piece.name, "card": piece.card.id if piece.card else None}
    return json.dumps(row)


def _write_lines(lines: Iterator[str]) -> None:
    while block := "".join(islice(lines, _LINES_AT_ONCE)):
        click.echo(block, nl=False)
