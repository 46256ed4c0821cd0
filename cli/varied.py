"""What `vary` writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from deckwright.catalog.text import visible
from deckwright.cli.odds_tables import varied_table
from deckwright.cli.odds_text import reason_lines, terms_lines
from deckwright.cli.screen import fitted, styled
from deckwright.cli.tables import dump_json, write_table
from deckwright.decks.odds.asking import Odds
from deckwright.decks.odds.basis import percent
from deckwright.decks.odds.varying import Varied


def show(odds: Odds, found: Varied, fractions: bool, plot: str | None, shape: str) -> None:
    """Write the variations."""
    questions = _questions(found)
    if shape == "json":
        from deckwright.decks.odds.documents import vary_document

        click.echo(dump_json(vary_document(odds, found, questions)), nl=False)
    else:
        csv = shape == "csv"
        if not csv:
            for line in _head(odds, found, questions):
                click.echo(line)
        write_table(varied_table(found, questions, fractions, csv).filled(), shape)
        if not csv:
            for line in _terms(found):
                click.echo(line)
    if plot is not None:
        from deckwright.decks.odds.plots import plot_varied

        plot_varied(odds, found, questions, plot)


def _questions(found: Varied) -> list[str]:
    answers = next((one.answers for one in found.variations if one.answers), ())
    return [answer.name or str(answer.question) for answer in answers]


def _head(odds: Odds, found: Varied, questions: Sequence[str]) -> Iterator[str]:
    title = f"{found.card.name} #{found.card.number}"
    how = f"replacing {found.against}" if found.against else "the deck growing with it"
    told = visible(f"copies of {title}, {how}; {found.now} now; exact")
    yield f"{styled(visible(odds.deck.name), 'head')}  {told}"
    for at, text in enumerate(questions):
        if found.target is not None:
            yield from fitted(_reached(found, at, text))
    yield ""


def _reached(found: Varied, at: int, text: str) -> str:
    assert found.target is not None
    fewest, allowed = found.reached(at), found.reached(at, allowed=True)
    goal = f"{percent(found.target)} for {visible(text)}"
    if fewest is None:
        return f"no count reaches {goal}"
    verb = "reaches" if fewest == 1 else "reach"
    if allowed == fewest:
        return f"{_copies(fewest)} {verb} {goal}"
    within = "none within the rules" if allowed is None else f"{allowed} within the rules"
    return f"{_copies(fewest)} {verb} {goal}, {within}"


def _copies(count: int) -> str:
    return f"{count} {'copy' if count == 1 else 'copies'}"


def _terms(found: Varied) -> Iterator[str]:
    """The terms of the deck as it is, or else of the first variation; the pile's size varies with the copies."""
    shown = [one for one in found.variations if one.answers]
    chosen = next((one for one in shown if one.copies == found.now), shown[0] if shown else None)
    if chosen is None:
        return
    yield ""
    yield f"with {_copies(chosen.copies)}:"
    for basis in dict.fromkeys(answer.basis for answer in chosen.answers):
        yield from terms_lines(basis)
    for answer in chosen.answers:
        yield from reason_lines(answer)
