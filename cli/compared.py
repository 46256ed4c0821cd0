"""What `compare` writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from deckwright.catalog.text import visible
from deckwright.cli.odds_tables import count_pairs_table, pairs_table
from deckwright.cli.odds_text import reason_lines, terms_lines
from deckwright.cli.screen import styled
from deckwright.cli.tables import dump_json, write_table
from deckwright.decks.odds.asking import Odds
from deckwright.decks.odds.basis import Basis
from deckwright.decks.odds.comparing import CountPair, Pair
from deckwright.decks.odds.reporting import Report


def show(
    decks: tuple[Odds, Odds],
    pairs: Sequence[Pair],
    rows: Sequence[CountPair],
    reports: Sequence[Report],
    fractions: bool,
    plot: str | None,
    shape: str,
) -> None:
    """Write the comparison."""
    labels = _labels(decks)
    if shape == "json":
        from deckwright.decks.odds.documents import compare_document

        click.echo(dump_json(compare_document(decks, pairs, rows, reports)), nl=False)
    else:
        csv = shape == "csv"
        bases = [one.basis for one in reports] if csv else []
        table = (
            pairs_table(pairs, labels, fractions, csv)
            if pairs
            else count_pairs_table(rows, labels, fractions, bases)
        )
        write_table(table, shape)
        if not csv:
            for line in _terms(labels, pairs, reports):
                click.echo(line)
    if plot is not None:
        from deckwright.decks.odds.plots import plot_pairs

        plot_pairs(labels, pairs, rows, [one.basis for one in reports], plot)


def _labels(decks: tuple[Odds, Odds]) -> tuple[str, str]:
    """What to call the decks: their names, unless both have the same."""
    names = decks[0].deck.name, decks[1].deck.name
    return names if names[0] != names[1] else (decks[0].deck.label, decks[1].deck.label)


def _terms(labels: tuple[str, str], pairs: Sequence[Pair], reports: Sequence[Report]) -> Iterator[str]:
    for at, label in enumerate(labels):
        bases: list[Basis] = [pair.answers[at].basis for pair in pairs] or [reports[at].basis]
        yield ""
        yield f"{styled(visible(label), 'head')}, exact unless it says otherwise"
        for basis in dict.fromkeys(bases):
            yield from terms_lines(basis)
        for pair in pairs:
            yield from reason_lines(pair.answers[at])
