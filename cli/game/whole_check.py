"""All that can be said of a game document and its cards at once, whatever else is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from deckwright.catalog.catalogue import Catalogue
from deckwright.catalog.game import Game
from deckwright.catalog.importing.problems import ImportRefused, Problem
from deckwright.catalog.importing.report import Report
from deckwright.catalog.importing.run import Inspect, Wishes, import_all
from deckwright.catalog.importing.sources import Source
from deckwright.catalog.own_games import TypesGone, examined, shipped
from deckwright.catalog.sound_part import SoundPart, place_of, queries, sound_part
from deckwright.decks.game_check import check
from deckwright.decks.game_check.notes import QUERIES, Notes
from deckwright.decks.game_check.places import Places
from deckwright.decks.game_remarks import Remark
from deckwright.schemas.problems import pointer


class WholeCheck:
    """A dry import of a document and of files of its cards, which gathers what there is to say."""

    def __init__(self, catalogue: Catalogue, document: Any, text: str, sources: Sequence[Source]) -> None:
        self.tally = ""
        self._catalogue = catalogue
        self._document = document
        self._text = text.lstrip("\ufeff")
        self._sources = sources
        self._part: SoundPart | None = None
        self._found: list[Remark] = []
        self._lost: list[Remark] = []

    def remarks(self) -> list[Remark]:
        """Every remark: on the document as its lines stand, then on the cards."""
        made, problems = examined(self._document, self._catalogue)
        places = Places(self._text, self._document, made)
        located = places.located if made is None else places.located_made
        told = [located(Remark(one.pointer, one.says)) for one in problems]
        if made is None:
            self._part = sound_part(self._document, problems)
            if self._part is not None:
                made, more = examined(self._part.document, self._catalogue)
                told += [self._back(places, Remark(one.pointer, one.says)) for one in more if made]
        if made is None or shipped(made["id"]):
            return told
        self._import(made)
        told += [self._back(places, one) for one in self._found if not one.file]
        told += map(places.located, self._lost)
        ordered = sorted(dict.fromkeys(told), key=lambda one: (one.line == 0, one.line))
        return [*ordered, *(one for one in self._found if one.file)]

    def _back(self, places: Places, remark: Remark) -> Remark:
        """A remark on what was checked, told of the file."""
        if self._part is None:
            return places.located_made(remark)
        place = place_of(self._part.document, remark.pointer)
        if place and pointer(place) == remark.pointer:
            remark = replace(remark, pointer=pointer(self._part.original(place)))
        return places.located(remark)

    def _import(self, made: Mapping[str, Any]) -> None:
        game_id = made["id"]
        wishes = Wishes(game=game_id if self._sources else None, dry_run=True, skip_bad=True)
        try:
            report = import_all(
                self._catalogue, [made], self._sources, wishes, inspect=self._inspecting(made)
            )
        except TypesGone as error:
            self._found.append(Remark("/types", str(error)))
        except ImportRefused as error:
            self._found += map(_of_cards, error.problems)
        else:
            self._found += [*map(_of_cards, report.problems), *_of_columns(report)]
            if self._sources and not report.read:
                says = "holds no cards, so nothing can be said of what the rules count"
                self._found += [Remark("", says, "warning", file=one.label) for one in self._sources]

    def _inspecting(self, made: Mapping[str, Any]) -> Inspect:
        def inspect(inside: Catalogue) -> None:
            game = inside.game(made["id"])
            found = check(game, inside)
            if self._part is None:
                self._found += found
                self.tally = _tally(game, inside)
            else:
                # Of what is only odd the reason may be that the unsound parts are missing.
                self._found += [one for one in found if one.severity == "error"]
                self._lost = _queries(self._part, Notes(game, inside))

        return inspect


def _queries(part: SoundPart, notes: Notes) -> list[Remark]:
    """The remarks on the queries in the unsound parts of a document."""
    for place, value in part.lost.items():
        for where, text in queries(place, value, QUERIES):
            notes.query(where, text)
    return notes.remarks


def _tally(game: Game, inside: Catalogue) -> str:
    counts = {"card types": game.types, "fields": game.fields, "rules": game.rules}
    held = sum(count for count, _ in inside.counts(game.id).values())
    return ", ".join([*(f"{len(part)} {name}" for name, part in counts.items()), f"{held:,} cards"])


def _of_cards(problem: Problem) -> Remark:
    says = f"{problem.field}: {problem.says}" if problem.field else problem.says
    return Remark("", says, line=problem.row, file=problem.file)


def _of_columns(report: Report) -> Iterator[Remark]:
    return (Remark("", why, "warning", file=file) for file, why in report.passed_over())
