"""Reports beside the verdicts of `validate`: lines as read, composition, all formats side by side, and fixing."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import click

from deckwright.catalog.text import visible
from deckwright.cli.judging import Run
from deckwright.cli.screen import say
from deckwright.cli.tables import Cell, Table, columns, write_page, write_table
from deckwright.decks.decklist import (
    CardLine,
    Comment,
    DeckBreak,
    Decklist,
    Header,
    Heading,
    Line,
    Section,
)
from deckwright.decks.errors import DecklistError
from deckwright.decks.jobs import decks_in, decks_of
from deckwright.decks.mending import Applied, fixed, is_lines, plain_mends
from deckwright.decks.stats import Count, counts, demands
from deckwright.decks.validator import Validator
from deckwright.decks.verdict import Verdict
from deckwright.decks.wording import tally

DECK = columns(deck="Decklist")
LINES = columns(line="Line", kind="Read as", count="Copies", card="Card", zone="Zone", why="Why", text="Text")
STATS = columns(zone="Zone", field="Counted by", value="Value", copies="Copies", bar="")
DEMANDS = columns(value="Value", asking="Cards that ask", answering="Copies that answer", rule="Rule")
FORMATS = columns(format="Format", verdict="Verdict", errors="Broken rules")
_ONLY_TEXT = "only a text is mended line by line; `deckwright deck convert` makes one"
BAR = 24
"""The length of the longest bar, in columns of the terminal."""


@dataclass(frozen=True, slots=True)
class Page:
    """What a report says of one decklist: its label, its game's name, and tables by id."""

    deck: str
    game: str
    tables: Mapping[str, Table]


def _each_deck(run: Run, words: Iterable[str]) -> Iterator[tuple[Decklist, Validator]]:
    """Every decklist that the words name; what is refused is told and counted."""
    validator = run.settings.validator(run.catalogue)
    for source in run.sources(words):
        try:
            decks = decks_of(source, validator)
        except DecklistError as error:
            run.refuse(source.label, error)
            continue
        yield from ((deck, validator) for deck in decks)


def write(pages: Iterable[Page], shape: str) -> None:
    """Write a report: for people a page a decklist, for programs one table of all, whose rows say their decklist."""
    if shape in ("json", "csv"):
        write_table(_joined(list(pages)), shape)
        return
    for at, page in enumerate(pages):
        if at:
            click.echo()
        write_page(page.deck, page.game, (), Table((), (), more=page.tables), shape)


def _joined(pages: Sequence[Page]) -> Table:
    """The tables of all pages, each as one; the first of them has the others inside."""
    tables: dict[str, Table] = {}
    for page in pages:
        for key, table in page.tables.items():
            rows = [{"deck": page.deck, **row} for row in table.rows]
            before = tables[key].rows if key in tables else ()
            telling = [column for column in table.columns if column.id != "bar"]
            tables[key] = Table((*DECK, *telling), [*before, *rows])
    if not tables:
        return Table(DECK, ())
    first, *others = tables
    return replace(tables[first], more={key: tables[key] for key in others})


def show_lines(run: Run, words: Iterable[str]) -> Iterator[Page]:
    """Every line as it was read: what it is, how many of which card in which zone, and why."""
    for deck, validator in _each_deck(run, words):
        run.settled(validator.deck(deck))
        rows = [_line_row(line) for line in deck.lines]
        yield Page(deck.label, run.catalogue.game(deck.game).name, {"lines": Table(LINES, rows)})


def _line_row(line: Line) -> Mapping[str, Cell]:
    reading = line.reading
    row: dict[str, Cell] = {"line": line.number, "kind": reading.kind, "text": line.raw.strip()}
    match reading:
        case CardLine():
            card = f"{reading.card.name} ({reading.card.id})" if reading.card else None
            settled = "unknown" if not reading.candidates else f"any of {len(reading.candidates)}"
            why = "; ".join(reading.warnings) or (f"remark: {reading.comment}" if reading.comment else None)
            row |= {"count": reading.count, "card": card or settled, "zone": line.zone, "why": why}
        case Section(zone):
            row |= {"zone": zone}
        case Header(key, _, known):
            row |= {"why": None if known else f"nothing reads {key!r}"}
        case Heading(kind):
            row |= {"why": f"a headline for cards of type {kind}"}
        case DeckBreak(name):
            row |= {"why": f"here begins {name}"}
        case Comment():
            row |= {"why": "kept with the line under it"}
    return row


def stats(run: Run, words: Iterable[str]) -> Iterator[Page]:
    """What each zone holds by type and field, and what its cards ask of each other."""
    for deck, validator in _each_deck(run, words):
        judge = validator.judge_of(deck)
        run.settled(judge.judge(deck))
        asked: list[Mapping[str, Cell]] = [
            {"value": value, "asking": asking, "answering": answering, "rule": demand.says}
            for demand in demands(deck, judge)
            for value, asking, answering in demand.rows
        ]
        counted = Table(STATS, list(_stats_rows(list(counts(deck, judge)))))
        game = run.catalogue.game(deck.game).name
        yield Page(deck.label, game, {"counts": counted, "demands": Table(DEMANDS, asked)})


def _stats_rows(found: Sequence[Count]) -> Iterator[Mapping[str, Cell]]:
    most = max((copies for count in found for _, copies in count.copies), default=1)
    for count in found:
        for value, copies in count.copies:
            bar = "█" * max(1, round(BAR * copies / most))
            yield {"zone": count.zone, "field": count.field, "value": value, "copies": copies, "bar": bar}


def every_format(run: Run, words: Iterable[str]) -> Iterator[Page]:
    """The verdict by each format of the game, side by side; a deck fails that no format passes."""
    for deck, validator in _each_deck(run, words):
        game = run.catalogue.game(deck.game)
        verdicts = [validator.deck(deck, format_id) for format_id in game.formats]
        run.count(any(map(run.passes, verdicts)))
        rows = [_format_row(run.shown(verdict)) for verdict in verdicts]
        yield Page(deck.label, game.name, {"formats": Table(FORMATS, rows)})


def _format_row(verdict: Verdict) -> Mapping[str, Cell]:
    broken = (fault for fault in verdict.faults if fault.severity == "error")
    errors = dict.fromkeys(", ".join(fault.cite) or fault.rule for fault in broken)
    return {"format": verdict.format, "verdict": tally(verdict), "errors": tuple(errors)}


REPORTS: Mapping[str, Callable[[Run, Iterable[str]], Iterator[Page]]] = {
    "show_lines": show_lines,
    "stats": stats,
    "all": every_format,
}
"""The reports that are tables, by name."""


def fix(run: Run, words: Iterable[str], in_place: bool) -> None:
    """Show, or write, what the mends that need no taste change in each file; a file counts as what it then is."""
    validator = run.settings.validator(run.catalogue)
    for source in run.sources(words):
        try:
            text = source.read()
            decks = decks_in(text, source.label, validator)
            verdicts = [validator.deck(deck) for deck in decks]
            mended, applied = fixed(text, validator, source.label)
        except DecklistError as error:
            run.refuse(source.label, error)
            continue
        _show_mended(source.label, text, mended, applied)
        if text == mended:
            said = (
                _ONLY_TEXT if _is_shut(text, decks, verdicts, validator) else "nothing to fix without taste"
            )
            say(f"{visible(source.label)}: {said}")
        elif in_place and source.path is None:
            say(f"{visible(source.label)} is no file; nothing was written")
        elif in_place and source.path is not None:
            if not run.write(source.path, source.label, mended):
                continue
            say(f"{visible(source.label)}: written")
            verdicts = validator.text(mended, source.label)
        for verdict in verdicts:
            run.settled(verdict)


def _is_shut(text: str, decks: Iterable[Decklist], verdicts: Iterable[Verdict], validator: Validator) -> bool:
    """Whether there is something to mend in decklists whose text is no list of lines."""
    return any(
        not is_lines(text, deck, validator.reader.lines_of(deck.game))
        for deck, verdict in zip(decks, verdicts, strict=True)
        for _ in plain_mends(verdict, deck)
    )


def _show_mended(label: str, text: str, mended: str, applied: Iterable[Applied]) -> None:
    """Show the lines that mends change, and say which of several cards they took."""
    from difflib import unified_diff

    plain = (io.StringIO(one, newline=None).read() for one in (text, mended))
    before, after = (one.removesuffix("\n").split("\n") for one in plain)
    diff = unified_diff(before, after, label, f"{label} (mended)", lineterm="")
    click.echo("".join(visible(line) + "\n" for line in diff), nl=False)
    for step in applied:
        if step.took:
            say(f"{visible(label)}: {visible(str(step))}")
