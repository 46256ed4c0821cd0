"""Odds as tables: answers, comparisons, variations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from deckwright.cli.odds_text import bar
from deckwright.cli.tables import Cell, Column, Table, columns
from deckwright.decks.odds.basis import Basis, fraction, number, percent

if TYPE_CHECKING:
    from deckwright.decks.odds.asking import Answer
    from deckwright.decks.odds.comparing import CountPair, Pair
    from deckwright.decks.odds.varying import Varied

_TERMS = columns(cards="Cards", seen="Seen", pile="Pile", size="Size", terms="Terms")


def terms_columns() -> list[Column]:
    """The columns of a figure's terms, under ids that no other column has."""
    return [Column(f"of_{one.id}", one.name) for one in _TERMS]


def terms_cells(basis: Basis) -> dict[str, Cell]:
    """A figure's terms by those columns."""
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
    return Table([*names, *terms_columns()], [_answer_row(answer) for answer in answers])


def _answer_row(answer: Answer) -> dict[str, Cell]:
    row: dict[str, Cell] = {
        "question": f"{answer.name}: {answer.question}" if answer.name else str(answer.question),
        "percent": None if answer.chance is None else percent(answer.chance),
        "fraction": None if answer.chance is None else fraction(answer.chance).replace(",", ""),
        "why": "; ".join((*answer.why, *filter(None, [answer.inexact]))),
        **terms_cells(answer.basis),
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
