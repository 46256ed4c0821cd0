"""What holds of every verdict, over random decks of a shipped game and of the invented ones."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckwright.catalog.build import build, shipped
from deckwright.catalog.card import Card
from deckwright.catalog.catalogue import Catalogue
from deckwright.decks.bounds import Surroundings
from deckwright.decks.decklist import Decklist
from deckwright.decks.errors import NotADecklist
from deckwright.decks.judge import Judge
from deckwright.decks.lines import LineReader
from deckwright.decks.mending import MOST_STEPS, apply, fixed
from deckwright.decks.outcomes import Counting
from deckwright.decks.reader import DecklistReader
from deckwright.decks.rules import Selection
from deckwright.decks.tally import MISPLACED, Key, Tally
from deckwright.decks.validator import Validator
from deckwright.decks.verdict import SEVERITIES, Fault, Held, Mend, Verdict
from tests.decks import random_rules
from tests.decks.games.invented import shipments
from tests.decks.random_decks import DAY, GAMES, Decks, Row, text

ROOT = Path(__file__).resolve().parents[2]
LAW = settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
chance = st.integers(0, 2**32).map(Random)


@pytest.fixture(scope="module")
def every_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue of the shipped games and the invented ones."""
    path = tmp_path_factory.mktemp("laws") / "catalogue.db"
    assert build(path, [*shipped(), *shipments()])
    return path


@pytest.fixture(scope="module")
def judging(every_game: Path) -> Iterator[Validator]:
    with Catalogue.open(every_game) as catalogue:
        yield Validator(catalogue, on=DAY)


@dataclass(frozen=True)
class Trial:
    """A random deck, and who judges it and what is made of it."""

    reader: DecklistReader
    judge: Callable[[Decklist], Judge]
    headers: str
    rows: list[Row]

    def deck(self, written: str | None = None) -> Decklist:
        """The decklist of a text, else of the rows as they are."""
        [deck] = self.reader.read_all(text(self.headers, self.rows) if written is None else written)
        return deck

    def verdict(self, written: str | None = None) -> Verdict:
        """The verdict on it."""
        deck = self.deck(written)
        return self.judge(deck).judge(deck)


@pytest.fixture(params=[*GAMES, "random rules"])
def trial(request: pytest.FixtureRequest, judging: Validator) -> Callable[[Random], Trial]:
    """Random decks of one game by its own rules, or of the skirmish game by random ones."""
    if request.param in GAMES:
        decks = Decks(judging, request.param)
        return lambda random: Trial(judging.reader, judging.judge_of, *decks.rows(random))
    decks = Decks(judging, "warband")

    def by_random_rules(random: Random) -> Trial:
        game, (headers, rows) = random_rules.game(random), decks.rows(random)
        lines = LineReader(game, judging.catalogue)
        options = {"budget": 30, "players": random.choice((2, 3, 4))}
        judge = Judge(lines, "skirmish", Surroundings(game, options, DAY))
        return Trial(judging.reader, lambda _deck: judge, headers, rows)

    return by_random_rules


Trials = Callable[[Random], Trial]


@LAW
@given(random=chance)
def test_the_quick_judge_and_the_careful_one_agree(trial: Trials, random: Random) -> None:
    tried = trial(random)
    deck = tried.deck()
    judge = tried.judge(deck)
    sizes = {key: row for rule in judge.rules for key, row in rule.sizes.items()}
    counting = Counting(deck.cards, judge.around.game, sizes)
    careful = {
        rule.order for rule in judge.rules if not all(outcome.holds for outcome in counting.outcomes(rule))
    }
    quick, left = tallied(judge, deck)
    assert quick - {MISPLACED} == careful - left
    misplaced = [entry for entry in deck.cards if entry.card and not takes(judge, entry.zone, entry.card)]
    assert (MISPLACED in quick) == bool(misplaced)
    broken = {rule.id for rule in judge.rules if rule.order in careful}
    own = {fault.rule for fault in judge.judge(deck).faults} & {rule.id for rule in judge.rules}
    assert own == broken


def tallied(judge: Judge, deck: Decklist) -> tuple[set[int], set[int]]:
    """The places of the rules that the quick judge finds broken, and of those that it leaves to the other."""
    tally, held = Tally(judge.rules, accepts(judge)), copies(deck)
    for entry in deck.cards:
        if entry.card:
            tally.profile(entry.zone, entry.card)
    return tally.broken(held, {}), {rule.order for rule in tally.careful}


@LAW
@given(random=chance)
def test_a_change_that_breaks_nothing_leaves_what_holds(trial: Trials, random: Random) -> None:
    """Of the rules that count a deck's cards once, which alone a change cannot begin to ask."""
    tried = trial(random)
    deck = tried.deck()
    judge = tried.judge(deck)
    tally, held = Tally(judge.rules, accepts(judge)), copies(deck)
    cards = [(entry.zone, entry.card) for entry in deck.cards if entry.card]
    for zone, card in cards:
        tally.profile(zone, card)
    weighed = tally.weighed(dict(held), {})
    more = [(zone, card) for zone, _ in cards for _, card in cards]
    changes: dict[Key, int] = {}
    for zone, card in random.sample(more, min(len(more), 3)):
        tally.profile(zone, card)
        key = zone, card.id
        changes[key] = random.randint(-held.get(key, 0), 3)
    after = {key: held.get(key, 0) + changes.get(key, 0) for key in {*held, *changes}}
    once = {rule.order for rule in judge.rules if rule.each is None and rule.per is None} | {MISPLACED}
    before, then = (
        tally.broken({key: n for key, n in rows.items() if n}, {}) & once for rows in (held, after)
    )
    assert tally.breaks(weighed, changes) or then <= before
    assert not tally.breaks(weighed, dict.fromkeys(changes, 0))


def accepts(judge: Judge) -> dict[str, Selection]:
    return {zone: Selection((zone,), query) for zone, query in judge.lines.accepts.items()}


def copies(deck: Decklist) -> dict[Key, int]:
    return {(entry.zone, entry.card.id): entry.count for entry in deck.cards if entry.card}


def takes(judge: Judge, zone: str, card: Card) -> bool:
    return judge.lines.accepts[zone].match(card)


def shape(held: Held | None) -> tuple[object, ...]:
    return (held.name, held.card, held.zone, held.count) if held else ()


def unplaced(fault: Fault) -> tuple[object, ...]:
    """A fault without the lines on which its cards stand."""
    mends = tuple(replace(mend, lines=()) for mend in fault.mends)
    bare = replace(fault, subject=None, cards=(), mends=mends)
    return bare, shape(fault.subject), tuple(map(shape, fault.cards))


def said(verdict: Verdict) -> tuple[object, ...]:
    """All that a verdict says but for lines, and for the order of its faults, which goes by lines."""
    bare = replace(verdict, faults=(), notes=())
    return bare, sorted(repr(unplaced(fault)) for fault in verdict.faults), sorted(verdict.notes)


def shuffled(rows: list[Row], random: Random) -> list[Row]:
    """The same copies on other lines, in another order."""
    parted: list[Row] = []
    for zone, card, count in rows:
        while count:
            copies = random.randint(1, count)
            parted.append((zone, card, copies))
            count -= copies
    random.shuffle(parted)
    return parted


@LAW
@given(random=chance)
def test_a_verdict_knows_no_order_and_no_splitting(trial: Trials, random: Random) -> None:
    tried = trial(random)
    other = tried.verdict(text(tried.headers, shuffled(tried.rows, random)))
    assert said(other) == said(tried.verdict())


@LAW
@given(random=chance)
def test_faults_go_down_the_file_those_without_a_line_last(trial: Trials, random: Random) -> None:
    faults = trial(random).verdict().faults
    places = [(SEVERITIES.index(fault.severity), fault.first_line or 10**6) for fault in faults]
    assert places == sorted(places)


@LAW
@given(random=chance)
def test_sizes_add_up_to_the_copies_written(trial: Trials, random: Random) -> None:
    tried = trial(random)
    sizes = tried.verdict().sizes
    assert sum(sizes.values()) == sum(count for _, _, count in tried.rows)
    for zone, size in sizes.items():
        assert size == sum(count for place, _, count in tried.rows if place == zone)


def verdicts_under(seed: int, catalogue: Path, count: int) -> str:
    """What a process of another hash seed, and another locale, makes of the same decks."""
    places = os.pathsep.join((str(ROOT / ".dev"), str(ROOT)))
    done = subprocess.run(
        [sys.executable, "-m", "tests.decks.random_decks", str(catalogue), str(count)],
        env={
            **os.environ,
            "PYTHONHASHSEED": str(seed),
            "PYTHONPATH": places,
            "LC_ALL": "C" if seed % 2 else "C.UTF-8",
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert len(done.stdout.split()) == 2 * len(GAMES)
    return done.stdout


def test_a_verdict_knows_no_hash_seed(every_game: Path) -> None:
    assert len({verdicts_under(seed, every_game, 40) for seed in (0, 1, 2)}) == 1


@pytest.mark.long
def test_a_verdict_knows_no_hash_seed_of_ten(every_game: Path) -> None:
    assert len({verdicts_under(seed, every_game, 500) for seed in range(10)}) == 1


def cuts_and_moves(verdict: Verdict) -> list[Mend]:
    return [mend for fault in verdict.faults for mend in fault.mends if mend.do in ("cut", "move")]


def mended(tried: Trial) -> str:
    """The text after cutting and moving mends, one at a time and judged again, until none, or no card, is left."""
    written = text(tried.headers, tried.rows)
    lines = tried.judge(tried.deck()).lines
    for _ in range(2 * MOST_STEPS):
        deck = tried.deck(written)
        mends = cuts_and_moves(tried.judge(deck).judge(deck))
        if not mends:
            return written
        after = apply(mends[0], written, deck, lines)
        assert after != written, mends[0]
        if not holds_cards(tried, after):
            return ""
        written = after
    raise AssertionError("mending does not end")


def holds_cards(tried: Trial, written: str) -> bool:
    try:
        return bool(tried.deck(written).entries)
    except NotADecklist:
        return False


def name(fault: Fault) -> tuple[object, ...]:
    return fault.rule, fault.group, fault.subject.card if fault.subject else None


@LAW
@given(random=chance)
def test_cutting_what_passes_a_share_mends_it_at_once(trial: Trials, random: Random) -> None:
    tried = trial(random)
    deck, written = tried.deck(), text(tried.headers, tried.rows)
    judge = tried.judge(deck)
    shares = {rule.id for rule in judge.rules if rule.most_share is not None and not rule.union}
    cuts = [
        (fault, mend)
        for fault in judge.judge(deck).faults
        for mend in fault.mends
        if fault.rule in shares and mend.do == "cut"
    ]
    for fault, mend in cuts:
        if mend.count:
            after = apply(mend, written, deck, judge.lines)
            left = tried.verdict(after).faults if holds_cards(tried, after) else ()
            assert _judged(fault) not in map(_judged, left), (fault, mend)


def _judged(fault: Fault) -> tuple[object, ...]:
    return *name(fault), fault.subject.zone if fault.subject else None


def without_some(rows: list[Row]) -> Iterator[list[Row]]:
    """The rows with fewer copies of one card: one copy fewer, and each number of copies fewer."""
    for at, (zone, card, count) in enumerate(rows):
        for left in range(count):
            kept = [(zone, card, left)] if left else []
            fewer = [*rows[:at], *kept, *rows[at + 1 :]]
            if fewer:
                yield fewer


@settings(LAW, max_examples=15)
@given(random=chance)
def test_what_cutting_and_moving_leaves_no_cut_can_mend(trial: Trials, random: Random) -> None:
    """None, that is, which breaks nothing that held."""
    tried = trial(random)
    written = mended(tried)
    if not written:
        return
    verdict = tried.verdict(written)
    assert "card.zone" not in {fault.rule for fault in verdict.faults}
    left = [(entry.zone, entry.card.id, entry.count) for entry in tried.deck(written).cards if entry.card]
    faults = {name(fault) for fault in verdict.faults}
    for fewer in without_some(left):
        after = tried.verdict(text(tried.headers, fewer))
        then = {name(fault) for fault in after.faults}
        assert faults <= then or then - faults, fewer


@pytest.mark.long
@settings(LAW, max_examples=300)
@given(random=chance)
def test_every_law_over_many_decks(trial: Trials, random: Random) -> None:
    for law in (
        test_the_quick_judge_and_the_careful_one_agree,
        test_a_verdict_knows_no_order_and_no_splitting,
        test_cutting_what_passes_a_share_mends_it_at_once,
        test_what_cutting_and_moving_leaves_no_cut_can_mend,
    ):
        law.hypothesis.inner_test(trial, random)  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", GAMES)
@settings(LAW, max_examples=30)
@given(random=chance)
def test_fixing_only_lessens_and_is_done_once(judging: Validator, game: str, random: Random) -> None:
    written = text(*Decks(judging, game).rows(random))
    after, mends = fixed(written, judging)
    assert (after == written) == (not mends)
    assert fixed(after, judging) == (after, ())
    [before_deck], [after_deck] = (judging.reader.read_all(one) for one in (written, after))
    cut = sum(mend.count or 0 for mend in mends if mend.do == "cut")
    sizes = [sum(entry.count for entry in deck.cards) for deck in (before_deck, after_deck)]
    assert sizes[0] - sizes[1] == cut
    if len(after_deck.entries) > 1:
        assert "card.zone" not in {fault.rule for fault in judging.deck(after_deck).faults}
