"""The standing report as tables: one for each thing that is counted, or all of it as rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from deckwright.cli.odds_tables import terms_cells, terms_columns
from deckwright.cli.odds_text import bar
from deckwright.cli.tables import Cell, Column, Table, columns
from deckwright.decks.odds.basis import fraction, number, percent, short_percent

if TYPE_CHECKING:
    from deckwright.decks.odds.reporting import FieldCount, Report, TurnRow

Figure = Callable[[Fraction], str]


def figure(fractions: bool) -> Figure:
    """How chances are written in cells: fractions, or percentages with their points under each other."""
    return fraction if fractions else _in_line


def _in_line(chance: Fraction) -> str:
    said = short_percent(chance)
    return f"{said:>3}  " if "." not in said else f"{said:>5}"


def report_tables(report: Report, fractions: bool) -> Mapping[str, Table]:
    """The tables of the report, by id: those of a field have a colon, which no field's id has."""
    show = figure(fractions)
    unit = "" if fractions else ", %"
    tables: dict[str, Table] = {}
    for field in report.fields:
        tables[f"{field.field}:exactly"] = _exactly(field, show, unit)
        tables[f"{field.field}:at_least"] = _at_least(field, show, unit, bars=not fractions)
    tables["lacking"] = _lacking(report, show, unit)
    tables["by_turn"] = _by_turn(report.turns, show, unit)
    tables["cards"] = _cards(report, show, unit)
    return tables


def _exactly(field: FieldCount, show: Figure, unit: str) -> Table:
    most = max((at for row in field.rows for at, chance in enumerate(row.exactly) if chance), default=0)
    names = [Column("label", field.name), Column("cards", "Cards"), Column("expected", "Expected")]
    names += [Column(f"n{at}", f"{at:>3}") for at in range(most + 1)]
    rows: list[dict[str, Cell]] = [
        {
            "label": row.label,
            "cards": row.cards,
            "expected": number(row.expected),
            **{f"n{at}": show(row.exactly[at]) for at in range(most + 1)},
        }
        for row in field.rows
    ]
    return Table(names, rows, f"{field.name}: how many{unit}")


def _at_least(field: FieldCount, show: Figure, unit: str, bars: bool) -> Table:
    most = max((at for row in field.rows for at, chance in enumerate(row.at_least) if chance), default=0)
    names = [Column("label", field.name), *(Column(f"n{at}", f"{at:>3}+") for at in range(1, most + 1))]
    names += [Column("bar", "")] if bars else []
    rows: list[dict[str, Cell]] = [
        {
            "label": row.label,
            "bar": bar(row.at_least[1]) if bars and len(row.at_least) > 1 else "",
            **{f"n{at}": show(row.at_least[at]) for at in range(1, most + 1)},
        }
        for row in field.rows
    ]
    return Table(names, rows, f"{field.name}: at least so many{unit}")


def _lacking(report: Report, show: Figure, unit: str) -> Table:
    found = [(f"no {label}", chance) for label, chance in report.none]
    found.append(("all of one type", report.alike))
    rows = [{"what": what, "chance": show(chance), "bar": bar(chance)} for what, chance in found]
    return Table(columns(what="Hand", chance="Chance", bar=""), rows, f"Hands that lack something{unit}")


def _by_turn(turns: Sequence[TurnRow], show: Figure, unit: str) -> Table:
    names = [Column("label", "At least one"), Column("using", "Used a turn")]
    names += [Column(f"turn{at}", f"Turn {at}") for at in range(1, 6)]
    rows: list[dict[str, Cell]] = [
        {
            "label": row.label,
            "using": row.using,
            **{f"turn{at}": show(chance) for at, chance in enumerate(row.chances, 1)},
        }
        for row in turns
    ]
    return Table(names, rows, f"Seen before acting in a turn{unit}")


def _cards(report: Report, show: Figure, unit: str) -> Table:
    rows: list[dict[str, Cell]] = [
        {"card": one.kind.title, "copies": one.copies, "chance": show(one.chance), "bar": bar(one.chance)}
        for one in report.cards
    ]
    names = columns(card="Card", copies="Copies", chance="Chance", bar="")
    return Table(names, rows, f"Each card, at least one{unit}")


def report_rows(report: Report) -> Table:
    """All of the report in one table, a row for each figure, each with its terms."""
    names = columns(
        table="Table", label="Label", cards="Cards", count="Count", chance="Chance", percent="Percent"
    )
    rows = [
        {
            **terms_cells(report.basis),
            "chance": fraction(chance).replace(",", ""),
            "percent": percent(chance),
            **row,
        }
        for row, chance in _figures(report)
    ]
    return Table([*names, *terms_columns()], rows)


def _figures(report: Report) -> Iterator[tuple[dict[str, Cell], Fraction]]:
    for field in report.fields:
        for row in field.rows:
            base: dict[str, Cell] = {"table": field.field, "label": row.label, "cards": row.cards}
            yield from (({**base, "count": f"{at}"}, chance) for at, chance in enumerate(row.exactly))
            yield from (({**base, "count": f"{at}+"}, chance) for at, chance in enumerate(row.at_least) if at)
    for label, chance in report.none:
        yield {"table": "none", "label": label, "count": "0"}, chance
    yield {"table": "alike", "label": "all of one type"}, report.alike
    for card in report.cards:
        yield {"table": "cards", "label": card.kind.title, "cards": card.copies, "count": "1+"}, card.chance
    for turn in report.turns:
        used = "" if turn.using is None else f" using {turn.using}"
        for at, chance in enumerate(turn.chances, 1):
            yield {"table": "by turn", "label": f"{turn.label} by turn {at}{used}", "count": "1+"}, chance
