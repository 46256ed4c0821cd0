"""The verbs of setup steps, one function each: what a step does to the piles for one seat (0: the table)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from deckwright.decks.deal.choices import chosen
from deckwright.decks.deal.dealing import Dealing, faced
from deckwright.decks.deal.errors import BadStep, NotChoosable, NothingToChoose
from deckwright.decks.deal.moves import exchange, move, note, ordered, per_value, remove
from deckwright.decks.deal.places import put
from deckwright.decks.deal.script import Step
from deckwright.decks.deal.table import Piece

RANDOM = "random"
LOSER = "loser"


def take(step: Step, dealing: Dealing, seat: int) -> None:
    """Take the pieces that fit, all or `n`, or one or `n` of each value `per`, and lay them under the pile `to`."""
    if step.declared.get("instead"):
        exchange(step, dealing, seat)
        return
    pile = dealing.pile(step.source, seat)
    places = dealing.fitting(step, seat)
    n = dealing.amount(step, step.declared.get("n"))
    if "per" in step.declared:
        places = per_value(step, dealing, seat, places, 1 if n is None else n)
    elif n is not None:
        dealing.require(step, seat, n, len(places))
        places = places[:n]
    taken = ordered(step, dealing, [pile[at] for at in places])
    remove(pile, places)
    move(step, dealing, seat, taken)


def choose(step: Step, dealing: Dealing, seat: int) -> None:
    """Take the one piece that the player names, else the first or a random one that fits."""
    pile = dealing.pile(step.source, seat)
    could = dealing.fitting(step, seat)
    if not could:
        label = dealing.terms.label(seat)
        raise NothingToChoose(label, step.source, step.kind or "any kind", step.says, step.cite)
    at, how = _wished(step, dealing, seat, pile, could) or _unwished(step, dealing, seat, pile, could)
    piece = pile.pop(at)
    move(step, dealing, seat, [piece], how)


def shuffle(step: Step, dealing: Dealing, seat: int) -> None:
    """Shuffle the piles, each by itself, which turns them face down."""
    for name in step.piles:
        key = dealing.key(name, seat)
        pile = dealing.pile(name, seat)
        label = step.label if len(step.piles) == 1 else f"{step.label} {name}"
        pile[:] = faced(dealing.stream(label, key[1]).shuffled(pile), "down")
        note(step, dealing, seat, (), how=f"{len(pile)} cards", to=(name,))


def deal(step: Step, dealing: Dealing, seat: int) -> None:
    """Deal n off the top of a pile, to a pile or to each of several."""
    pile = dealing.pile(step.source, seat)
    n = dealing.amount(step, step.declared.get("n", 1)) or 0
    dealing.require(step, seat, n * len(step.to), len(pile))
    for name in step.to:
        dealt = faced(pile[:n], step.declared.get("face"))
        del pile[:n]
        dealing.pile(name, seat).extend(dealt)
        note(step, dealing, seat, dealt, to=(name,))


def reveal(step: Step, dealing: Dealing, seat: int) -> None:
    """Turn up the n top pieces of each pile, or all."""
    for name in step.piles:
        pile = dealing.pile(name, seat)
        n = dealing.amount(step, step.declared.get("n"))
        dealing.require(step, seat, n or 0, len(pile))
        pile[:n] = faced(pile[:n], "up")
        note(step, dealing, seat, pile[:n], to=(name,))


def lay(step: Step, dealing: Dealing, seat: int) -> None:
    """Lay the top piece of the pile; the engine does it n times, the seats taking turns."""
    pile = dealing.pile(step.source, seat)
    dealing.require(step, seat, 1, len(pile))
    move(step, dealing, seat, [pile.pop(0)])


def place(step: Step, dealing: Dealing, seat: int) -> None:
    """Put pieces on squares of the board, on a space, or on top of a pile."""
    pile = dealing.pile(step.source, seat)
    places = dealing.fitting(step, seat)
    n = dealing.amount(step, step.declared.get("n"))
    if n is not None or step.source not in step.to:
        n = len(places) if n is None else n
        dealing.require(step, seat, max(n, 1), len(places))
        places = places[:n]
    placed = faced(put(step, dealing, seat, [pile[at] for at in places]), step.declared.get("face"))
    remove(pile, places)
    target = dealing.pile(step.to[0], seat)
    target[:0] = placed
    note(step, dealing, seat, placed, how=_where(placed))


def return_(step: Step, dealing: Dealing, seat: int) -> None:
    """Give back n pieces, or all but `keep`; `how` says which stay: the first, or random ones."""
    pile = dealing.pile(step.source, seat)
    keep = dealing.amount(step, step.declared.get("keep"))
    n = dealing.amount(step, step.declared.get("n"))
    stay = keep if keep is not None else len(pile) - (n or 0)
    dealing.require(step, seat, max(stay, n or 0), len(pile))
    how = _how(step, dealing)
    if how == RANDOM:
        pile[:] = dealing.stream(step.label, seat).shuffled(pile)
    back = pile[stay:]
    del pile[stay:]
    kept = f"kept {', '.join(piece.title for piece in pile)}, {how}" if 0 < len(pile) <= _MOST_KEPT else how
    move(step, dealing, seat, back, kept)


def first(step: Step, dealing: Dealing, seat: int) -> None:
    """Settle who goes first: the first seat, a random one, or whoever did not win the game before."""
    how, count = _how(step, dealing), dealing.players
    if how == LOSER:
        if not 1 <= dealing.winner <= count:
            raise BadStep(dealing.terms.around.game.name, step.says, "needs to know who won the game before")
        dealing.first = dealing.winner % count + 1
    else:
        dealing.first = dealing.stream(step.label, 0).below(count) + 1 if how == RANDOM else 1
    note(step, dealing, dealing.first, (), how=f"player {dealing.first}, {_SAID[how]}")


VERBS: Mapping[str, Callable[[Step, Dealing, int], None]] = {
    "take": take,
    "choose": choose,
    "shuffle": shuffle,
    "deal": deal,
    "reveal": reveal,
    "lay": lay,
    "place": place,
    "return": return_,
    "first": first,
}
"""What each verb of a game document does."""

_MOST_KEPT = 4
_SAID = {"first": "first listed", RANDOM: "at random", LOSER: "who did not win"}


def _wished(
    step: Step, dealing: Dealing, seat: int, pile: list[Piece], could: Sequence[int]
) -> tuple[int, str] | None:
    key, terms = step.declared.get("key"), dealing.terms
    asked = (seat, len(terms.seats)) if step.each else (1, 1)
    wish = terms.choices.wish(key, *asked) if key else None
    if key is None or wish is None:
        return None
    try:
        began = dealing.began.get(dealing.key(step.source, seat), ())
        at = chosen(wish, pile, could, terms.lines, key, terms.label(seat), began)
    except NotChoosable as error:
        if not wish.loose:
            raise replace(error, cite=step.cite) from None
        dealing.ungranted.setdefault(key, replace(error, cite=step.cite))
        return None
    dealing.granted.add(key)
    return at, wish.said


def _unwished(
    step: Step, dealing: Dealing, seat: int, pile: Sequence[Piece], could: Sequence[int]
) -> tuple[int, str]:
    free = _unclaimed(step, dealing, seat, pile, could) or could
    if _how(step, dealing) == RANDOM:
        return dealing.stream(step.label, seat).pick(free), "at random"
    return free[0], "first listed"


def _unclaimed(
    step: Step, dealing: Dealing, seat: int, pile: Sequence[Piece], could: Sequence[int]
) -> Sequence[int]:
    """Those of the places that no player has named who chooses later from the same pile."""
    key, terms = step.declared.get("key"), dealing.terms
    order = dealing.seats() if key is not None and step.each else (seat,)
    source, left = dealing.key(step.source, seat), [*could]
    rivals = (other for other in order[order.index(seat) + 1 :] if dealing.key(step.source, other) == source)
    for other in rivals:
        wish = terms.choices.wish(str(key), other, len(terms.seats))
        if wish is not None and not wish.loose:
            with suppress(NotChoosable):  # that player is told, when it is that player's turn
                left.remove(chosen(wish, pile, left, terms.lines, str(key), terms.label(other)))
    return left


def _how(step: Step, dealing: Dealing) -> str:
    how = step.declared.get("how", "first")
    return str(dealing.terms.around.options[how["option"]]) if isinstance(how, Mapping) else str(how)


def _where(placed: Sequence[Piece]) -> str:
    squares = [", ".join(map(str, piece.at)) for piece in placed if len(piece.at) > 1]
    return f"on {'; '.join(squares)}" if squares else ""
