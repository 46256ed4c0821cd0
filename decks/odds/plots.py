"""Pictures of odds: which figure shows what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from deckwright.decks.odds import exact
from deckwright.decks.odds.basis import Basis, percent
from deckwright.decks.odds.canvas import Canvas, Curve, check_file
from deckwright.decks.odds.errors import NotExact, NothingToPlot, OddsError
from deckwright.decks.odds.question import Between, ByTurn, Compare, Event, Question, When, Within, whens_of
from deckwright.decks.odds.reporting import USES, by_cards
from deckwright.decks.odds.run import Run
from deckwright.decks.odds.stock import Part

if TYPE_CHECKING:
    from deckwright.decks.odds.asking import Answer, Odds
    from deckwright.decks.odds.comparing import CountPair, Pair
    from deckwright.decks.odds.reporting import Report
    from deckwright.decks.odds.varying import Varied

__all__ = ["check_file", "plot_answers", "plot_pairs", "plot_report", "plot_varied"]

_MOST_PANELS = 12
_TURNS = range(1, 11)


def plot_answers(odds: Odds, answers: Sequence[Answer], file: str) -> None:
    """The distribution of each question's count, and its chance by turn. Raises `OddsError`."""
    canvas = Canvas(file, odds.deck.name)
    for answer in islice(answers, _MOST_PANELS):
        _panels(canvas, odds, answer)
    canvas.save()


def _panels(canvas: Canvas, odds: Odds, answer: Answer) -> None:
    name = answer.name or str(answer.question)
    figure, shown = _figure(answer)
    terms = tuple(answer.basis.lines())
    try:
        curves, shares = list(_by_turn(odds, answer.question)), _shares(odds, answer.question)
    except NotExact:
        curves, shares = [], None
    if shares is not None:
        canvas.bars(f"{name}: {figure}", terms, *shares, "cards that count")
    elif shown is not None and not curves:
        both = {"it happens": shown, "it does not": 1 - shown}
        canvas.bars(f"{name}: {figure}", terms, both, {"it happens"}, "")
    if curves:
        drawn = answer.basis.drawn[0].ground
        told = (f"{odds.look.dealt} cards before turn 1, then those drawn each turn, from {drawn}", "exact")
        canvas.curves(f"{name} by turn", told, curves, "turn", None)


def _figure(answer: Answer) -> tuple[str, Fraction | None]:
    """The figure with how it was come by, and its value."""
    if answer.chance is not None:
        return f"{percent(answer.chance)}, exact", answer.chance
    found = answer.simulated
    if found is None or found.share is None:
        return "not exact", None
    return (
        f"≈{percent(found.share)}, simulated: {found.tally.hands:,} {found.how}, seed {found.seed}",
        found.share,
    )


def _shares(odds: Odds, question: Question) -> tuple[dict[str, Fraction], set[str]] | None:
    """The chance of each value of a question's one count, and the values that the question asks for."""
    event, when = _outer(question.event)
    if question.given is not None or not isinstance(event, Compare | Between):
        return None
    run = Run(odds.look, Question(event))
    run.check()
    parts = list(run.parts)
    if odds.look.single:
        parts = [Part(parts[0].source, odds.look.seen(when))]
    found = exact.distribution(parts, run.compiler.form(event.sum))
    formula = run.compiler.asked(event).formula
    counts = {str(value): share for value, share in found.items()}
    return counts, {str(value) for value in found if formula.holds([value])}


def _outer(event: Event) -> tuple[Event, When | None]:
    """An event, and what says of all of it how many cards are seen."""
    return (event.part, event.when) if isinstance(event, Within) else (event, None)


def _by_turn(odds: Odds, question: Question) -> Iterator[Curve]:
    """The chance of a question by each turn, for some numbers of cards used."""
    turn = odds.look.turn
    if not turn or question.given is not None or not odds.look.single:
        return
    event, _ = _outer(question.event)
    if any(when is not None for when in whens_of(event)):
        return
    run = Run(odds.look, Question(event))
    run.check()
    for using in USES if "up_to" in turn else (None,):
        try:
            seen = [odds.look.seen(ByTurn(at, using)) for at in _TURNS]
        except OddsError:
            return
        found = by_cards(run, Question(event), max(seen))
        label = "as drawn" if using is None else f"{using} {'card' if using == 1 else 'cards'} used a turn"
        yield Curve(label, tuple((at, found[cards]) for at, cards in zip(_TURNS, seen, strict=True)))


def plot_report(odds: Odds, report: Report, file: str) -> None:
    """How many of each type there will be. Raises `OddsError`."""
    canvas = Canvas(file, odds.deck.name)
    terms = (*report.basis.lines(), "exact")
    rows = [row for field in report.fields[:1] for row in field.rows]
    for row in rows[:_MOST_PANELS]:
        most = max(at for at, chance in enumerate(row.exactly) if chance)
        counts = {str(at): row.exactly[at] for at in range(most + 1)}
        hits = {key for key in counts if key != "0"}
        title = f"{row.label}: at least one {percent(1 - row.exactly[0])}"
        canvas.bars(title, terms, counts, hits, "cards in hand")
    canvas.save()


def plot_pairs(
    labels: tuple[str, str],
    pairs: Sequence[Pair],
    rows: Sequence[CountPair],
    bases: Sequence[Basis],
    file: str,
) -> None:
    """Both decks' chances as pairs of bars. Raises `OddsError`."""
    found: dict[str, tuple[Fraction, Fraction]] = {}
    terms: list[str] = []
    for pair in pairs:
        first, second = (answer.chance for answer in pair.answers)
        if first is not None and second is not None:
            found[pair.question] = (first, second)
    for row in rows:
        found[f"{row.field}: {row.label}"] = row.some
    if not found:
        raise NothingToPlot(file)
    for at, label in enumerate(labels):
        own = [pair.answers[at].basis for pair in pairs] or [bases[at]]
        terms += [f"{label}: {line}" for basis in dict.fromkeys(own) for line in basis.lines()]
    canvas = Canvas(file, " and ".join(labels))
    left = (
        f"not drawn, without an exact chance: {one.question}" for one in pairs if one.question not in found
    )
    title = "chance" if pairs else "chance of at least one"
    canvas.pairs(title, (*terms, "exact", *left), found, labels)
    canvas.save()


def plot_varied(odds: Odds, varied: Varied, questions: Sequence[str], file: str) -> None:
    """The curve of each question over the copies. Raises `OddsError`."""
    card = f"{varied.card.name} #{varied.card.number}"
    how = f"replacing {varied.against}" if varied.against else "the deck growing with it"
    canvas = Canvas(file, odds.deck.name)
    curves, terms, left = [], dict[str, None](), []
    for at, text in enumerate(questions):
        shown = [one for one in varied.variations if one.answers and one.chances[at] is not None]
        points = tuple((one.copies, one.chances[at] or Fraction(0)) for one in shown)
        without = [str(one.copies) for one in varied.variations if one not in shown]
        if without:
            left.append(f"not drawn, without an exact chance: {text} with {', '.join(without)} copies")
        hollow = frozenset(one.copies for one in shown if one.forbidden)
        curves.append(Curve(text, points, hollow, varied.reached(at)))
        now = next((one for one in shown if one.copies == varied.now), shown[0] if shown else None)
        if now is not None:
            terms |= {f"with {now.copies} copies: {line}": None for line in now.answers[at].basis.lines()}
    if not any(curve.points for curve in curves):
        raise NothingToPlot(file)
    title = f"copies of {card}, {how}"
    canvas.curves(title, (*terms, "exact", *left), curves, f"copies of {card}", varied.target)
    canvas.save()
