"""Reports beside the verdicts of `validate`: lines as read, composition, all formats side by side, and fixing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import click

from deckwright.cli.judging import Run
from deckwright.cli.screen import say, styled, visible
from deckwright.cli.tables import Cell, Table, columns, write_table
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
from deckwright.decks.jobs import decks_of
from deckwright.decks.sources import Source
from deckwright.decks.stats import counts, demands
from deckwright.decks.validator import Validator
from deckwright.decks.wording import tally

LINES = columns(line="Line", kind="Read as", count="Copies", card="Card", zone="Zone", why="Why", text="Text")
STATS = columns(zone="Zone", field="Counted by", value="Value", copies="Copies", bar="")
DEMANDS = columns(value="Value", asking="Cards that ask", answering="Copies that answer", rule="Rule")
FORMATS = columns(format="Format", verdict="Verdict", errors="Broken rules")
BAR = 24
"""The length of the longest bar, in columns of the terminal."""


def _each_deck(run: Run, words: Iterable[str]) -> Iterator[tuple[Source, Decklist, Validator]]:
    """Every decklist that the words name; what is refused is told and counted."""
    validator = run.settings.validator(run.catalogue)
    for source in run.sources(words):
        try:
            decks = decks_of(source, validator)
        except DecklistError as error:
            run.refuse(source.label, error)
            continue
        yield from ((source, deck, validator) for deck in decks)


def show_lines(run: Run, words: Iterable[str], shape: str) -> None:
    """Every line as it was read: what it is, how many of which card in which zone, and why."""
    for _, deck, validator in _each_deck(run, words):
        run.count(validator.deck(deck).passes())
        rows = [_line_row(line, validator) for line in deck.lines]
        write_table(Table(LINES, rows, facts={"deck": deck.label, "game": deck.game}), shape)


def _line_row(line: Line, validator: Validator) -> Mapping[str, Cell]:
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


def stats(run: Run, words: Iterable[str], shape: str) -> None:
    """What each zone holds by type and field, and what its cards ask of each other."""
    for _, deck, validator in _each_deck(run, words):
        judge = validator.judge_of(deck)
        run.count(judge.judge(deck).passes())
        found = list(counts(deck, judge))
        most = max((copies for count in found for _, copies in count.copies), default=1)
        rows: list[Mapping[str, Cell]] = [
            {
                "zone": count.zone,
                "field": count.field,
                "value": value,
                "copies": copies,
                "bar": "█" * max(1, round(BAR * copies / most)) if shape == "table" else None,
            }
            for count in found
            for value, copies in count.copies
        ]
        asked: list[Mapping[str, Cell]] = [
            {"value": value, "asking": asking, "answering": answering, "rule": demand.says}
            for demand in demands(deck, judge)
            for value, asking, answering in demand.rows
        ]
        table = Table(STATS, rows, facts={"deck": deck.label, "game": deck.game})
        if shape == "json":
            table = replace(table, more={"demands": Table(DEMANDS, asked)})
        elif shape == "table":
            click.echo(styled(visible(deck.label), "head"))
        write_table(table.filled(), shape)
        if asked and shape in ("table", "markdown"):
            click.echo()
            write_table(Table(DEMANDS, asked), shape)


def every_format(run: Run, words: Iterable[str], shape: str) -> None:
    """The verdict by each format of the game, side by side; a deck fails that no format passes."""
    for _, deck, validator in _each_deck(run, words):
        game = run.catalogue.game(deck.game)
        rows: list[Mapping[str, Cell]] = []
        passes = False
        for format_id in game.formats:
            verdict = validator.deck(deck, format_id)
            passes = passes or verdict.passes()
            broken = (fault for fault in verdict.faults if fault.severity == "error")
            errors = dict.fromkeys(", ".join(fault.cite) or fault.rule for fault in broken)
            rows.append({"format": format_id, "verdict": tally(verdict), "errors": tuple(errors)})
        run.count(passes)
        if shape == "table":
            click.echo(styled(visible(deck.label), "head"))
        write_table(Table(FORMATS, rows, facts={"deck": deck.label, "game": deck.game}), shape)


def fix(run: Run, words: Iterable[str], in_place: bool) -> None:
    """Show, or write, what the mends that need no taste change in each file."""
    from difflib import unified_diff

    from deckwright.cli.deck.tidy import replace as replace_file
    from deckwright.decks.mending import fixed

    validator = run.settings.validator(run.catalogue)
    for source in run.sources(words):
        try:
            text = source.read()
            mended, _ = fixed(text, validator)
            run.count(all(verdict.passes() for verdict in validator.text(mended, source.label)))
        except DecklistError as error:
            run.refuse(source.label, error)
            continue
        before, after = text.splitlines(keepends=True), mended.splitlines(keepends=True)
        diff = unified_diff(before, after, source.label, f"{source.label} (mended)")
        click.echo("".join(visible(line.rstrip("\n")) + "\n" for line in diff), nl=False)
        if text == mended:
            say(f"{visible(source.label)}: nothing to fix without taste")
        elif in_place and source.path is not None:
            replace_file(source.path, mended)
            say(f"{visible(source.label)}: written")
        elif in_place:
            say(f"{visible(source.label)} is no file; nothing was written")
