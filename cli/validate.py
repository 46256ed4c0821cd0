"""`deckwright validate`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import click

from deckwright.cli.errors import BROKEN, NOT_UNDERSTOOD
from deckwright.cli.options import complete_game, open_catalogue
from deckwright.cli.screen import say, styled, visible
from deckwright.decks.errors import DecklistError
from deckwright.decks.outputs import OUTPUTS, Judged, Refusal, output
from deckwright.decks.sources import Passed, Source, sample_names, sources
from deckwright.decks.wording import mend_sentence, sentence, shown_cards, sizes, tally

if TYPE_CHECKING:
    from deckwright.decks.validator import Validator
    from deckwright.decks.verdict import Fault, Held, Verdict

MOST_LINES = 12
"""Of a fault's cards at most so many are listed for people; JSON has all."""


def _complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in sample_names() if name.startswith(incomplete)]


@click.command()
@click.argument("decks", nargs=-1, required=True, metavar="DECK...", shell_complete=_complete)
@click.option("--format", "format_id", metavar="NAME", help="Judge by this format of the game.")
@click.option(
    "--game", metavar="NAME", shell_complete=complete_game, help="The game of lists that name none."
)
@click.option("--players", metavar="N", help="The number of players; short for --option players=N.")
@click.option("--option", "given", multiple=True, metavar="KEY=VALUE", help="Set an option of the game.")
@click.option("--on", "day", metavar="DATE", help="Judge by the rules of a day (YYYY-MM-DD); else today's.")
@click.option("--strict", is_flag=True, help="Let warnings fail a deck too.")
@click.option("--no-advice", is_flag=True, help="Leave advice out.")
@click.option(
    "--output",
    "shape",
    type=click.Choice(["text", *OUTPUTS]),
    default="text",
    help=f"Write {'; '.join(f'{name}: {says}' for name, (_, says) in OUTPUTS.items())}.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON; short for --output json.")
def validate(
    decks: tuple[str, ...],
    format_id: str | None,
    game: str | None,
    players: str | None,
    given: tuple[str, ...],
    day: str | None,
    strict: bool,
    no_advice: bool,
    shape: str,
    as_json: bool,
) -> None:
    """Judge decklists by the rules of their game.

    DECK is a file, a folder, a shipped sample by name, or - for standard input. Exit status: 0 legal, 1 a rule is
    broken, 2 a list was not understood; of several the worst.
    """
    from deckwright.decks.options import settle_day
    from deckwright.decks.validator import Validator

    catalogue = open_catalogue()
    if game is not None:
        catalogue.find_game(game)
    options = _options(given, players)
    validator = Validator(catalogue, game=game, format=format_id, options=options, on=settle_day(day))
    run = _Run(validator, strict, no_advice)
    shape = _shape(shape, as_json)
    if shape == "text":
        for judged in run.judged(decks):
            run.show(judged.verdict)
        if run.total > 1:
            click.echo(run.summary())
    else:
        for piece in output(shape)(run.judged(decks), run.refused, strict):
            click.echo(piece, nl=False)
    click.get_current_context().exit(run.status)


def _shape(shape: str, as_json: bool) -> str:
    """The output asked for, `--json` being short for one."""
    if as_json and shape not in ("text", "json"):
        raise click.UsageError(f"--json and --output {shape} exclude each other")
    return "json" if as_json else shape


def _options(given: Iterable[str], players: str | None) -> Mapping[str, str]:
    options = {}
    for said in given:
        key, sign, value = said.partition("=")
        if not sign:
            raise click.UsageError(f"--option takes KEY=VALUE, not {said!r}")
        options[key.strip()] = value.strip()
    if players is not None:
        options["players"] = players
    return options


class _Run:
    """One run over many decklists: what was judged, what was refused, and the worst of it."""

    def __init__(self, validator: Validator, strict: bool, no_advice: bool) -> None:
        self._validator = validator
        self._strict = strict
        self._no_advice = no_advice
        self.refused: list[Refusal] = []
        self._failed = 0
        self._passed = 0

    @property
    def total(self) -> int:
        """How many decklists there were."""
        return self._passed + self._failed + len(self.refused)

    @property
    def status(self) -> int:
        """The exit status: of several decklists the worst."""
        if self.refused:
            return NOT_UNDERSTOOD
        return BROKEN if self._failed else 0

    def judged(self, words: Iterable[str]) -> Iterator[Judged]:
        """The verdicts on all that the words name; what is refused is told and counted."""
        for word in words:
            try:
                found = list(sources(word, self._validator.catalogue))
            except DecklistError as error:
                self._refuse(word, error)
                continue
            for source in found:
                if isinstance(source, Passed):
                    say(visible(str(source)))
                else:
                    yield from self._verdicts(source)

    def _verdicts(self, source: Source) -> Iterator[Judged]:
        from deckwright.catalog.errors import UnknownGame
        from deckwright.decks.errors import WrongGame

        try:
            verdicts = self._validator.text(source.read(), source.label)
        except UnknownGame as error:
            self._refuse(source.label, WrongGame(source.label, error.word, error.nearest))
            return
        except DecklistError as error:
            self._refuse(source.label, error)
            return
        for verdict in verdicts:
            passes = verdict.passes(self._strict)
            self._passed += passes
            self._failed += not passes
            yield Judged(source.label, verdict.without_advice() if self._no_advice else verdict)

    def _refuse(self, file: str, error: DecklistError) -> None:
        self.refused.append(Refusal(file, error))
        say("\n".join(f"deckwright: {visible(line)}" for line in str(error).split("\n")))

    def show(self, verdict: Verdict) -> None:
        """Print a verdict for people."""
        game = self._validator.reader.lines_of(verdict.game).game
        for line in _shown(verdict, game.name):
            click.echo(line)

    def summary(self) -> str:
        """One line on all decklists."""
        parts = [f"{self.total} decklists", f"{self._passed} passed"]
        parts += [f"{self._failed} failed"] if self._failed else []
        parts += [f"{len(self.refused)} not understood"] if self.refused else []
        return f"{parts[0]}: {', '.join(parts[1:])}"


def _shown(verdict: Verdict, game: str) -> Iterator[str]:
    result = tally(verdict)
    style = "good" if verdict.legal else "error"
    head = f"{visible(game)}, {verdict.format}"
    yield f"{styled(visible(verdict.label), 'head')}   {head}   {sizes(verdict)}   {styled(result, style)}"
    for note in verdict.notes:
        yield f"  {'note':<9}{visible(note)}"
    if verdict.faults or verdict.notes:
        yield ""
    for fault in verdict.faults:
        yield from _fault(fault)
        yield ""


def _fault(fault: Fault) -> Iterator[str]:
    cited = ", ".join(fault.cite) or fault.rule
    indent = " " * 11
    yield f"  {styled(f'{fault.severity:<9}', fault.severity)}{styled(cited, 'head')}  {visible(sentence(fault))}"
    if fault.where:
        yield f"{indent}{styled('where', 'faint')}  {visible('; '.join(fault.where))}"
    if fault.reason:
        yield f"{indent}{styled('why', 'faint')}    {visible(fault.reason)}"
    yield from (f"{indent}       {line}" for line in _cards(shown_cards(fault)))
    if fault.mends:
        yield f"{indent}{styled('mend', 'faint')}   {visible(mend_sentence(fault.mends))}"


def _cards(cards: tuple[Held, ...]) -> Iterator[str]:
    rows = [(line, copies, held.name) for held in cards for line, copies in held.lines]
    for line, copies, name in sorted(rows)[:MOST_LINES]:
        yield f"line {line:<4} {copies} {visible(name)}"
    if len(rows) > MOST_LINES:
        yield f"and {len(rows) - MOST_LINES} more lines; --json has them all"
