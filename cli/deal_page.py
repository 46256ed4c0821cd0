"""A deal as one page of HTML that needs nothing else and prints well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from deckwright.cli.board_picture import Board
from deckwright.cli.deal_board import STYLE, board_html, escape
from deckwright.cli.table_picture import TablePicture
from deckwright.cli.tables import shown
from deckwright.decks.deal.start import usual_options
from deckwright.decks.deal.table import Piece, Pile

_STYLE = """
:root { font: 15px/1.4 system-ui, sans-serif; color: #1c1c1c; background: #fff }
body { max-width: 68rem; margin: 1.5rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.1rem; margin: 1.4rem 0 .4rem; border-bottom: 2px solid #444 }
h3 { font-size: .8rem; margin: 0 0 .35rem; text-transform: uppercase; letter-spacing: .04em; color: #555 }
.facts { color: #444; margin: .2rem 0 } .seed { font-family: ui-monospace, monospace; font-weight: 600 }
.piles { display: flex; flex-wrap: wrap; gap: .9rem }
.pile { align-self: flex-start; border: 1px solid #bbb; border-radius: 8px;
 padding: .5rem .7rem; break-inside: avoid; max-width: 100% }
.cards { display: flex; flex-wrap: wrap; gap: .4rem }
.card { border: 1px solid #777; border-radius: 6px; padding: .3rem .5rem; min-width: 6.5rem; max-width: 12rem;
 background: #fff }
.card b { display: block } .card small { display: block; color: #555 }
.on { border-top: 1px dashed #999; margin-top: .2rem }
.back { color: #333; background: repeating-linear-gradient(45deg, #e9e9e9 0 6px, #d8d8d8 6px 12px) }
ol.log { padding-left: 1.4rem } .log li { margin: .15rem 0 } .log .cite { color: #555; font-size: .85em }
* { -webkit-print-color-adjust: exact; print-color-adjust: exact }
@media print { body { margin: 0; max-width: none }
 h2, .facts { break-after: avoid } .pile, .log li { break-inside: avoid } }
"""


def page(picture: TablePicture) -> str:
    """The page of a deal, whole and safe: every text in it is escaped, no script, nothing from elsewhere."""
    deal, game = picture.deal, picture.lines.game
    title = f"{game.name}, seed {deal.seed}"
    body = "\n".join(_body(picture))
    return (
        "<!DOCTYPE html>\n"
        f'<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_STYLE}{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _body(picture: TablePicture) -> Iterator[str]:
    deal = picture.deal
    yield f"<h1>{escape(picture.lines.game.name)}</h1>"
    yield f'<p class="facts">seed <span class="seed">{escape(deal.seed)}</span>{escape(_facts(picture))}</p>'
    for seat in deal.seats:
        yield f"<h2>{escape(picture.seat_title(seat))}</h2>"
        yield from (f'<p class="facts">{escape(choice)}</p>' for choice in picture.choices(seat))
        yield from _piles(picture, seat.number)
    yield "<h2>Table</h2>"
    yield from _piles(picture, 0)
    yield "<h2>How it was set up</h2>"
    yield '<ol class="log">'
    for entry in deal.log:
        who = f"Player {entry.seat}: " if entry.seat else ""
        told, cited = escape(who + entry.told(picture.reveals)), escape(", ".join(entry.cite))
        yield f'<li value="{entry.step}">{told} <span class="cite">{cited}</span></li>'
    yield "</ol>"


def _facts(picture: TablePicture) -> str:
    """Whose decks, who begins, and the options that are not as the game has them anyway."""
    deal = picture.deal
    decks = ", ".join(dict.fromkeys(deal.decks))
    first = f"player {deal.first} goes first" if deal.first else ""
    played = f"game {deal.round} of the match" if deal.round > 1 else ""
    return "".join(f" · {fact}" for fact in (decks, first, *_options(picture), played) if fact)


def _options(picture: TablePicture) -> Iterator[str]:
    usual = usual_options(picture.lines.game, picture.deal.options)
    for key, value in picture.deal.options.items():
        if usual.get(key) != value:
            yield f"{key.replace('_', ' ')} {value}"


def _piles(picture: TablePicture, seat: int) -> Iterator[str]:
    yield '<div class="piles">'
    for pile in picture.deal.piles:
        if pile.seat == seat and pile.pieces:
            yield _pile(picture, pile)
    yield "</div>"


def _pile(picture: TablePicture, pile: Pile) -> str:
    board = Board(pile, picture.lines)
    on_board = board.declared and board.pieces
    cards = _kinds(picture, pile) if picture.sums_up(pile) else "".join(_cards(picture, pile.pieces))
    inside = board_html(board) if on_board else f'<div class="cards">{cards}</div>'
    title = escape(picture.pile_title(pile.name))
    return f'<section class="pile"><h3>{title} · {len(pile.pieces)}</h3>{inside}</section>'


def _kinds(picture: TablePicture, pile: Pile) -> str:
    """What stays in the box, by type."""
    return "<br>".join(escape(line[0].text) for line in picture.box(pile).lines)


def _cards(picture: TablePicture, pieces: tuple[Piece, ...]) -> Iterator[str]:
    """The cards of a pile from its top, equal neighbours together; those face down as one back."""
    for down, group in groupby(pieces, key=lambda piece: piece.face == "down"):
        held = list(group)
        if down and not picture.reveals:
            yield f'<div class="card back"><b>{len(held)}</b><small>face down</small></div>'
        else:
            ordered = picture.sorted(held) if held[0].face == "held" else held
            yield from (_card(picture, piece, count, down) for piece, count in Counter(ordered).items())


def _card(picture: TablePicture, piece: Piece, count: int, down: bool) -> str:
    game = picture.lines.game
    facts: list[str] = []
    if piece.card is not None:
        kind = game.types.get(piece.card.type)
        facts = [kind.name if kind else piece.card.type]
        fields = (field for field in game.fields.values() if field.shown)
        facts += [f"{field.name} {text}" for field in fields if (text := shown(piece.card.value(field.id)))]
    if len(piece.at) == 1:
        facts.append(f"space {piece.at[0]}")
    small = "".join(f"<small>{escape(fact)}</small>" for fact in facts)
    on = "".join(_attached(piece.attached))
    times = f"{count} × " if count > 1 else ""
    back = " back" if down else ""
    return f'<div class="card{back}"><b>{escape(times + picture.name(piece))}</b>{small}{on}</div>'


def _attached(pieces: Iterable[Piece]) -> Iterator[str]:
    for name, count in Counter(piece.title for piece in pieces).items():
        yield f'<small class="on">+ {count} {escape(name)}</small>'
