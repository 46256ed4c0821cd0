"""Deals as JSON, by the published schema, and described positions read back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.deal.errors import BadPosition
from deckwright.decks.deal.script import owners
from deckwright.decks.deal.start import MOST_PIECES
from deckwright.decks.deal.table import Deal, LogEntry, Piece, Pile, PileKey, Seat
from deckwright.decks.decklist import CardLine
from deckwright.decks.lines import LineReader
from deckwright.decks.reader import DecklistReader
from deckwright.schemas.excess import MOST_PLAYERS


def deal_document(deal: Deal) -> dict[str, Any]:
    """A deal as the schema holds it."""
    return {
        "deckwright": 1,
        "game": deal.game,
        "format": deal.format,
        "seed": deal.seed,
        "number": deal.number,
        "round": deal.round,
        "decks": list(deal.decks),
        "options": dict(deal.options),
        "seats": [_seat_row(seat) for seat in deal.seats],
        "first": deal.first,
        "piles": [_pile_row(pile) for pile in deal.piles],
        "log": [_log_row(entry) for entry in deal.log],
        "notes": list(deal.notes),
    }


def piece_row(piece: Piece) -> dict[str, Any]:
    """A piece as the schema holds it; what it lacks is left out."""
    row: dict[str, Any] = {
        "name": piece.name,
        "card": piece.card.id if piece.card else None,
        "face": piece.face,
    }
    if piece.owner:
        row["owner"] = piece.owner
    if piece.at:
        row["at"] = list(piece.at)
    if piece.attached:
        row["attached"] = [piece_row(one) for one in piece.attached]
    return row


def read_position(document: Any, label: str, catalogue: Catalogue) -> Deal:
    """A deal, or a position that somebody described, from its JSON. Raises `BadPosition` or `UnknownGame`.

    Only `game` and `piles` must be there. A piece may be a line of a decklist, such as `2 Tide Berry`.
    """
    from deckwright.schemas.problems import problems

    found = problems("deal", document)
    if found:
        raise BadPosition(label, tuple(map(str, found)))
    return _Position(document, label, catalogue).read()


class _Position:
    """A position being read: what is wrong with it is gathered, and said all at once, unless it is too large."""

    def __init__(self, document: Mapping[str, Any], label: str, catalogue: Catalogue) -> None:
        self._document = document
        self._label = label
        self._lines: LineReader = DecklistReader(catalogue).lines_of(catalogue.find_game(document["game"]).id)
        self._catalogue = catalogue
        self._problems: list[str] = []
        self._found = 0

    def read(self) -> Deal:
        """The position. Raises `BadPosition`."""
        document, game = self._document, self._lines.game
        seats = self._seats()
        piles = self._piles(len(seats))
        if self._problems:
            raise BadPosition(self._label, tuple(self._problems))
        return Deal(
            game=game.id,
            format=document.get("format", game.default_format.id),
            seed=document.get("seed", ""),
            number=document.get("number", 1),
            round=document.get("round", 1),
            decks=tuple(document.get("decks", ())) or tuple(seat.deck for seat in seats),
            options=document.get("options", {}),
            seats=seats,
            first=document.get("first", 0),
            piles=tuple(Pile(name, seat, pieces) for (name, seat), pieces in piles.items()),
            winner=document.get("winner", 0),
        )

    def _seats(self) -> tuple[Seat, ...]:
        """The seats that are written, else as many as the piles name and a table has."""
        rows = self._document.get("seats")
        if rows is None:
            named = max((pile.get("seat", 0) for pile in self._document["piles"]), default=0)
            count = min(max(named, 1), MOST_PLAYERS)
            rows = [{"seat": number, "deck": f"player {number}"} for number in range(1, count + 1)]
        if len(rows) > MOST_PLAYERS:
            self._problems.append(
                f"/seats: {len(rows):,} of them, and at most {MOST_PLAYERS} can sit at a table"
            )
        if [row["seat"] for row in rows] != list(range(1, len(rows) + 1)):
            self._problems.append("/seats: must be numbered 1, 2, 3 … in order")
        return tuple(
            Seat(row["seat"], row.get("deck", ""), row.get("values", {}), row.get("team", 0)) for row in rows
        )

    def _piles(self, seats: int) -> dict[PileKey, tuple[Piece, ...]]:
        whose = owners(self._lines.game)
        piles: dict[PileKey, tuple[Piece, ...]] = {}
        for at, row in enumerate(self._document["piles"]):
            name, seat = row["pile"], row.get("seat", 0)
            place = f"/piles/{at}"
            if name not in whose:
                self._problems.append(
                    f"{place}/pile: no pile is called {name!r}; there are {', '.join(whose)}"
                )
            elif (whose[name] == "player") != bool(seat) or seat > seats:
                owned = (
                    f"a seat from 1 to {seats}" if whose[name] == "player" else "no seat: it is the table's"
                )
                self._problems.append(f"{place}/seat: {name} needs {owned}")
            read = tuple(self._pieces(row["pieces"], seat, f"{place}/pieces", seats))
            piles[name, seat] = piles.get((name, seat), ()) + read
        return piles

    def _pieces(
        self, rows: Iterable[Any], seat: int, place: str, seats: int, times: int = 1
    ) -> Iterator[Piece]:
        for at, row in enumerate(rows):
            if isinstance(row, str):
                row = {"name": row}
            count, piece = self._piece(row, seat, f"{place}/{at}", seats, times)
            yield from (piece for _ in range(count))

    def _piece(
        self, row: Mapping[str, Any], seat: int, place: str, seats: int, times: int
    ) -> tuple[int, Piece]:
        """A row's piece and how many it is of; `times` is how many pieces have the row on them."""
        card = self._catalogue.card(row["card"]) if row.get("card") else None
        count, name = 1, row["name"]
        if card is None:
            whole = "card" in row  # the row of a piece that is no known card, such as a deal has
            reading = self._lines.read(f"1 {name}" if whole else name, False)
            if isinstance(reading, CardLine):
                card = reading.card or next(iter(reading.candidates), None)
                count, name = reading.count, card.name if card else reading.name
        self._count(times * count, place)
        owner = row["owner"] if "owner" in row else self._owner(seat, place, seats)
        piece = Piece(
            name=name,
            card=card if card and card.game == self._lines.game.id else None,
            face=row.get("face", "up"),
            owner=owner,
            at=tuple(row.get("at", ())),
            attached=tuple(
                self._pieces(
                    row.get("attached", ()), seat or owner, f"{place}/attached", seats, times * count
                )
            ),
        )
        return count, piece

    def _count(self, more: int, place: str) -> None:
        """Add up the pieces before they are made. Raises `BadPosition` once they are more than are dealt."""
        self._found += more
        if self._found > MOST_PIECES:
            says = f"{place}: {self._found:,} pieces up to here, and at most {MOST_PIECES:,} are dealt"
            raise BadPosition(self._label, (*self._problems, says))

    def _owner(self, seat: int, place: str, seats: int) -> int:
        """Whose decklist a piece is from where its row does not say; on the table it must, if there are two."""
        if self._lines.game.decklist == "table":
            return 0
        if not seat and seats > 1:
            self._problems.append(f"{place}: must say whose it is: owner 1 to {seats}")
        return seat or 1


def counted(pieces: Iterable[Piece]) -> Counter[tuple[int, str]]:
    """How many there are of each piece, those attached too."""
    return Counter(one.key for piece in pieces for one in piece.each())


def _seat_row(seat: Seat) -> dict[str, Any]:
    return {"seat": seat.number, "deck": seat.deck, "values": dict(seat.values), "team": seat.team}


def _pile_row(pile: Pile) -> dict[str, Any]:
    return {"pile": pile.name, "seat": pile.seat, "pieces": [piece_row(piece) for piece in pile.pieces]}


def _log_row(entry: LogEntry) -> dict[str, Any]:
    return {
        "step": entry.step,
        "do": entry.do,
        "cite": list(entry.cite),
        "seat": entry.seat,
        "from": entry.source,
        "to": list(entry.to),
        "pieces": list(entry.pieces),
        "how": entry.how,
        "says": entry.says,
        "sentence": str(entry),
    }
