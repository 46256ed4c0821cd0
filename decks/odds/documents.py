"""Odds as JSON, by the published schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from deckwright.decks.odds.asking import Answer, Odds
from deckwright.decks.odds.basis import Basis, percent, probability
from deckwright.decks.odds.comparing import CountPair, Pair
from deckwright.decks.odds.ground import Aside, Drawn, Making
from deckwright.decks.odds.reporting import TURNS, CountRow, Report
from deckwright.decks.odds.tallying import Simulated
from deckwright.decks.odds.varying import Variation, Varied

Document = dict[str, Any]


def answers_document(odds: Odds, answers: Sequence[Answer]) -> Document:
    """Answers about one deck."""
    return {**_head("answers", odds), "answers": [answer_document(answer) for answer in answers]}


def report_document(odds: Odds, found: Report) -> Document:
    """The standing report."""
    return {**_head("report", odds), "report": _report(found)}


def compare_document(
    decks: tuple[Odds, Odds], pairs: Sequence[Pair], rows: Sequence[CountPair], reports: Sequence[Report]
) -> Document:
    """Two decks side by side."""
    return {
        "deckwright": 1,
        "kind": "compare",
        "decks": [_deck(one) for one in decks],
        "questions": [
            {
                "question": pair.question,
                "answers": [answer_document(answer) for answer in pair.answers],
                "difference": _difference(pair.difference),
            }
            for pair in pairs
        ],
        "counts": [_count_pair(row) for row in rows],
        "terms": [_basis(one.basis) for one in reports],
    }


def vary_document(odds: Odds, varied: Varied, questions: Sequence[str]) -> Document:
    """The chances as the copies of a card change."""
    reached = [
        {"question": text, "copies": varied.reached(at), "allowed": varied.reached(at, allowed=True)}
        for at, text in enumerate(questions)
    ]
    return {
        **_head("vary", odds),
        "card": {"id": varied.card.id, "name": varied.card.name, "copies": varied.now},
        "against": varied.against or None,
        "target": None if varied.target is None else chance_document(varied.target),
        "reached": reached if varied.target is not None else [],
        "variations": [_variation(one) for one in varied.variations],
    }


def answer_document(answer: Answer) -> Document:
    """One answer."""
    return {
        "question": str(answer.question),
        "name": answer.name or None,
        "chance": None if answer.chance is None else chance_document(answer.chance),
        "inexact": answer.inexact or None,
        "why": list(answer.why),
        "terms": _basis(answer.basis),
        "simulated": None if answer.simulated is None else _simulated(answer.simulated, answer.chance),
    }


def chance_document(chance: Fraction) -> Document:
    """A chance: exactly, as the nearest number, as people read it."""
    return {
        "fraction": f"{chance.numerator}/{chance.denominator}",
        "probability": probability(chance),
        "percent": percent(chance),
    }


def _head(kind: str, odds: Odds) -> Document:
    return {"deckwright": 1, "kind": kind, **_deck(odds)}


def _deck(odds: Odds) -> Document:
    return {
        "deck": odds.deck.label,
        "game": odds.deck.game,
        "format": odds.terms.format,
        "options": dict(odds.terms.around.options),
        "notes": list(odds.notes),
    }


def _basis(found: Basis) -> Document:
    return {
        "cards": found.name,
        "seen": list(found.seen),
        "using": found.using,
        "unknown": found.unknown,
        "from": [_drawn(drawn) for drawn in found.drawn],
        "says": list(found.lines()),
    }


def _drawn(drawn: Drawn) -> Document:
    ground = drawn.ground
    return {
        "pile": ground.pile,
        "size": ground.size,
        "of": ground.of or None,
        "drawn": drawn.part.count,
        "set_aside": [_aside(one) for one in ground.asides],
        "made_of": [_making(one) for one in ground.makings],
    }


def _aside(one: Aside) -> Document:
    return {
        "count": one.count,
        "card": one.card or None,
        "to": one.to,
        "cite": list(one.cite),
        "says": one.says,
    }


def _making(one: Making) -> Document:
    return {
        "count": one.count,
        "of": one.among,
        "where": one.kind or None,
        "from": one.source,
        "cite": list(one.cite),
    }


def _simulated(found: Simulated, exact: Fraction | None) -> Document:
    interval = found.interval
    return {
        "how": found.how,
        "hands": found.tally.hands,
        "wanted": found.wanted,
        "partial": found.partial,
        "given": found.tally.given,
        "hits": found.tally.hits,
        "seed": found.seed,
        "chance": None if found.share is None else chance_document(found.share),
        "interval": {
            "by": "wilson",
            "low": interval.low,
            "high": interval.high,
            "confidence": interval.confidence,
        },
        "holds_exact": None if exact is None or found.share is None else interval.holds(exact),
    }


def _report(found: Report) -> Document:
    return {
        "terms": _basis(found.basis),
        "fields": [
            {"field": field.field, "name": field.name, "rows": [_count_row(row) for row in field.rows]}
            for field in found.fields
        ],
        "none": [{"type": label, "chance": chance_document(chance)} for label, chance in found.none],
        "alike": chance_document(found.alike),
        "cards": [
            {
                "id": card.kind.card.id if card.kind.card else None,
                "name": card.kind.title,
                "copies": card.copies,
                "chance": chance_document(card.chance),
            }
            for card in found.cards
        ],
        "by_turn": [
            {
                "type": row.label,
                "using": row.using,
                "chances": {
                    str(turn): chance_document(chance)
                    for turn, chance in zip(TURNS, row.chances, strict=True)
                },
            }
            for row in found.turns
        ],
    }


def _count_row(row: CountRow) -> Document:
    return {
        "label": row.label,
        "cards": row.cards,
        "expected": _exact(row.expected),
        "exactly": [chance_document(chance) for chance in row.exactly],
        "at_least": [chance_document(chance) for chance in row.at_least],
    }


def _count_pair(row: CountPair) -> Document:
    return {
        "field": row.field,
        "label": row.label,
        "cards": list(row.cards),
        "expected": [_exact(one) for one in row.expected],
        "at_least_one": [chance_document(one) for one in row.some],
        "difference": _difference(row.some[1] - row.some[0]),
    }


def _variation(one: Variation) -> Mapping[str, Any]:
    return {
        "copies": one.copies,
        "size": one.size,
        "forbidden": list(one.forbidden),
        "missing": one.missing,
        "impossible": one.impossible or None,
        "answers": [answer_document(answer) for answer in one.answers],
    }


def _difference(value: Fraction | None) -> Document | None:
    return None if value is None else _exact(value)


def _exact(value: Fraction) -> Document:
    return {"fraction": f"{value.numerator}/{value.denominator}", "value": float(value)}
