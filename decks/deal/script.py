"""The steps of a setup as the game document declares them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from deckwright.catalog.game import Game, cites
from deckwright.catalog.query import Query
from deckwright.decks.deal.errors import NoSetup
from deckwright.decks.deal.table import PileKey
from deckwright.decks.lines import LineReader
from deckwright.decks.relation import Relation, relations

SETUP = "setup"
NEXT = "next"
"""The lists of steps that a game document may have: the first game, and the next one of a match."""


@dataclass(frozen=True)
class Step:
    """One step. `label` names it in the streams of chance: its `id`, else its verb, its pile and which of that kind.

    A step on a player's pile is done for each player, and `each` says so, unless it says for whom. `declared` is its
    row of the document.
    """

    order: int
    label: str
    do: str
    cite: tuple[str, ...]
    says: str
    piles: tuple[str, ...]
    to: tuple[str, ...]
    where: Query | None
    kind: str
    with_: tuple[Relation, ...]
    each: bool
    declared: Mapping[str, Any]

    @property
    def source(self) -> str:
        """The pile that it takes from, or the one it works on."""
        return self.piles[0] if self.piles else ""


def owners(game: Game) -> Mapping[str, str]:
    """Whose each pile is, `player` or `table`: the document's piles, and its zones, which are piles too."""
    return {**dict.fromkeys(game.zones, game.decklist), **game.document.get("piles", {})}


def pile_key(whose: Mapping[str, str], name: str, seat: int) -> PileKey:
    """Which pile a name means for a seat, by whose each is: the table's own, or the seat's."""
    return name, seat if whose.get(name) == "player" else 0


def script(lines: LineReader, name: str, format_id: str) -> tuple[Step, ...]:
    """The steps of one of the game's lists that hold in a format. Raises `NoSetup`."""
    game = lines.game
    rows: Iterable[Mapping[str, Any]] = game.document.get(name, ())
    if not rows:
        raise NoSetup(game.name, name)
    lineage = set(game.lineage(format_id))
    seen: Counter[str] = Counter()
    return tuple(
        _step(lines, order, row, name, seen)
        for order, row in enumerate(rows, 1)
        if "formats" not in row or lineage & set(row["formats"])
    )


def _step(lines: LineReader, order: int, row: Mapping[str, Any], name: str, seen: Counter[str]) -> Step:
    piles = _names(row.get("from")) + _names(row.get("pile"))
    to = _names(row.get("to"))
    whose = owners(lines.game)
    each = any(whose.get(pile) == "player" for pile in (*piles, *to)) and "for" not in row
    where = row.get("where", "")
    return Step(
        order=order,
        label=_label(row, name, piles, seen),
        do=row["do"],
        cite=cites(row),
        says=row.get("says", f"{row['do']} {', '.join(piles)}".strip()),
        piles=piles,
        to=to,
        where=lines.query(where) if where else None,
        kind=where,
        with_=relations(row.get("with", {}), lines.game),
        each=each,
        declared=row,
    )


def _label(row: Mapping[str, Any], name: str, piles: tuple[str, ...], seen: Counter[str]) -> str:
    """What the stream of chance is called: the step's `id`, which no other step changes.

    A step without one is counted among those of its verb and pile: one more before it gives it another name.
    """
    if "id" in row:
        return f"{name} {row['id']}"
    plain = " ".join((name, row["do"], ",".join(piles)))
    seen[plain] += 1
    return plain if seen[plain] == 1 else f"{plain} {seen[plain]}"


def _names(declared: str | list[str] | None) -> tuple[str, ...]:
    if declared is None:
        return ()
    return (declared,) if isinstance(declared, str) else tuple(declared)
