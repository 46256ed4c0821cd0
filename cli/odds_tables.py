"""Odds as tables: the standing report, answers, comparisons, variations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from deckwright.cli.odds_text import bar
from deckwright.cli.tables import Cell, Column, Table, columns
from deckwright.decks.odds.basis import Basis, fraction, number, percent, short_percent

if TYPE_CHECKING:
    from deckwright.decks.odds.asking import Answer
    from deckwright.decks.odds.comparing import CountPair, Pair
    from deckwright.decks.odds.reporting import FieldCount, Report, TurnRow
    from deckwright.decks.odds.varying import Varied

Figure = Callable[[Fraction], str]
_TERMS = columns(cards="Cards", seen="Seen", pile="Pile", size="Size", terms="Terms")


def figure(fractions: bool) -> Figure:
    """How chances are written in cells: fractions, or percentages with their points under each other."""
    return fraction if fractions else _in_line


def _in_line(chance: Fraction) -> str:
    said = short_percent(chance)
    return f"{said:>3}  " if "." not in said else f"{said:>5}"


def report_tables(report: Report, fractions: bool) -> Mapping[str, Table]:
    """The tables of the report, by id."""
    show = figure(fractions)
    unit = "" if fractions else ", %"
    tables: dict[str, Table] = {}
    for field in report.fields:
        tables[field.field] = _exactly(field, show, unit)
        tables[f"{field.field}_at_least"] = _at_least(field, show, unit, bars=not fractions)
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
            **_terms(report.basis),
            "chance": fraction(chance).replace(",", ""),
            "percent": percent(chance),
            **row,
        }
        for row, chance in _figures(report)
    ]
    return Table([*names, *_renamed(_TERMS)], rows)


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


def _renamed(names: Sequence[Column]) -> list[Column]:
    """The columns of terms, under ids that no other column has."""
    return [Column(f"of_{one.id}", one.name) for one in names]


def _terms(basis: Basis) -> dict[str, Cell]:
    return {
        "of_cards": basis.name,
        "of_seen": ", ".join(map(str, basis.seen)),
        "of_pile": ", ".join(one.ground.pile for one in basis.drawn),
        "of_size": ", ".join(str(one.ground.size) for one in basis.drawn),
        "of_terms": "; ".join(basis.lines()),
    }


def answers_table(answers: Sequence[Answer]) -> Table:
    """Answers, a row each, with their terms."""
    names = columns(
        question="Question",
        percent="Chance",
        fraction="Exact",
        simulated="Simulated",
        low="Low",
        high="High",
        hands="Hands",
        seed="Seed",
        partial="Partial",
        why="Why",
    )
    return Table([*names, *_renamed(_TERMS)], [_answer_row(answer) for answer in answers])


def _answer_row(answer: Answer) -> dict[str, Cell]:
    row: dict[str, Cell] = {
        "question": f"{answer.name}: {answer.question}" if answer.name else str(answer.question),
        "percent": None if answer.chance is None else percent(answer.chance),
        "fraction": None if answer.chance is None else fraction(answer.chance).replace(",", ""),
        "why": "; ".join((*answer.why, *filter(None, [answer.inexact]))),
        **_terms(answer.basis),
    }
    found = answer.simulated
    if found is not None:
        row |= {
            "simulated": None if found.share is None else percent(found.share, 3),
            "low": percent(Fraction(found.interval.low), 3),
            "high": percent(Fraction(found.interval.high), 3),
            "hands": found.tally.hands,
            "seed": found.seed,
            "partial": found.partial,
        }
    return row


def pairs_table(pairs: Sequence[Pair], labels: tuple[str, str], fractions: bool, terms: bool) -> Table:
    """Questions of two decks, with their terms in columns of their own if that is wanted."""
    rows: list[dict[str, Cell]] = []
    for pair in pairs:
        first, second = (_chance(answer, fractions) or "never given" for answer in pair.answers)
        row: dict[str, Cell] = {"question": pair.question, "a": first, "b": second}
        told = {f"terms{at}": _told(answer.basis, answer) for at, answer in enumerate(pair.answers)}
        rows.append({**row, "change": change(pair.difference, fractions), **told})
    return Table([Column("question", "Question"), *_sides(labels, terms)], rows)


def _sides(labels: tuple[str, str], terms: bool) -> list[Column]:
    told = [Column(f"terms{at}", f"Terms of {label}") for at, label in enumerate(labels)] if terms else []
    return [Column("a", labels[0]), Column("b", labels[1]), Column("change", "Change"), *told]


def _told(basis: Basis, *answers: Answer) -> str:
    """What figures are about, and that they are exact or else why there is none."""
    without = [answer for answer in answers if answer.chance is None]
    said = dict.fromkeys(
        f"not exact: {answer.inexact}" if answer.inexact else "; ".join(answer.why) for answer in without
    )
    return "; ".join((*basis.lines(), *(said or ("exact",))))


def count_pairs_table(
    rows: Sequence[CountPair], labels: tuple[str, str], fractions: bool, bases: Sequence[Basis] = ()
) -> Table:
    """The reports of two decks, a row for each value; with terms in columns of their own if any are given."""
    first, second = labels
    names = columns(field="Field", label="Value", cards="Cards", expected="Expected")
    told: dict[str, Cell] = {f"terms{at}": _told(basis) for at, basis in enumerate(bases)}
    sides = _sides((f"1+ {first}", f"1+ {second}"), bool(bases))
    return Table([*names, *sides], [{**_count_pair(row, fractions), **told} for row in rows])


def _count_pair(row: CountPair, fractions: bool) -> dict[str, Cell]:
    show = fraction if fractions else percent
    return {
        "field": row.field,
        "label": row.label,
        "cards": f"{row.cards[0]} → {row.cards[1]}",
        "expected": f"{number(row.expected[0])} → {number(row.expected[1])}",
        "a": show(row.some[0]),
        "b": show(row.some[1]),
        "change": change(row.some[1] - row.some[0], fractions),
    }


def _chance(answer: Answer, fractions: bool) -> str:
    """An answer in a cell; nothing where what is given never happens."""
    if answer.chance is None:
        return "not exact" if answer.inexact else ""
    return fraction(answer.chance) if fractions else percent(answer.chance)


def change(value: Fraction | None, fractions: bool) -> str:
    """A difference, with its sign, in percentage points unless as a fraction."""
    if value is None:
        return ""
    if not value:
        return "0"
    sign = "+" if value > 0 else "−"
    size = abs(value)
    return sign + (fraction(size) if fractions else percent(size).removesuffix(" %") + " pp")


def varied_table(varied: Varied, questions: Sequence[str], fractions: bool, terms: bool) -> Table:
    """A row for each number of copies, with its terms in a column of their own if that is wanted."""
    first = columns(copies="Copies", size="Deck", pile="Pile")
    last = columns(note="Note", forbidden="Forbidden by", terms="Terms")
    taken = {column.id for column in (*first, *last)}
    chances = [Column(f"odds {text}" if text in taken else text, text) for text in questions]
    asked = [
        one
        for at, chance in enumerate(chances)
        for one in (chance, *([] if terms else [Column(_bar(at), "")]))
    ]
    shown = (*first, *asked, *(last if terms else last[:-1]))
    return Table(shown, list(_varied_rows(varied, chances, fractions)))


def _bar(at: int) -> str:
    """The id of a column of bars: with a colon, which no question's name has."""
    return f"bar:{at}"


def _varied_rows(varied: Varied, questions: Sequence[Column], fractions: bool) -> Iterator[dict[str, Cell]]:
    reached = {varied.reached(at) for at in range(len(questions))}
    allowed = {varied.reached(at, allowed=True) for at in range(len(questions))}
    for one in varied.variations:
        row: dict[str, Cell] = {"copies": one.copies, "size": one.size, "forbidden": ", ".join(one.forbidden)}
        for at, answer in enumerate(one.answers):
            row[questions[at].id] = _chance(answer, fractions)
            row[_bar(at)] = bar(answer.chance) if answer.chance is not None else ""
        if one.answers:
            basis = one.answers[0].basis
            row["pile"] = sum(drawn.ground.size for drawn in basis.drawn)
            row["terms"] = _told(basis, *one.answers)
        marks = ["now"] if one.copies == varied.now else []
        marks += ["reached"] if one.copies in reached else []
        marks += ["reached within the rules"] if one.copies in allowed - reached else []
        marks += [f"too few cards to replace: {one.missing}"] if one.missing else []
        marks += [one.impossible] if one.impossible else []
        yield {**row, "note": ", ".join(marks)}
