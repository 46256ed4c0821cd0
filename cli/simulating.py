"""Simulations on the command line: where the work is done, how far it is, and stopping it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from deckwright.cli.progress import progress

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from deckwright.decks.odds.asking import Answer, Odds

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

HANDS, SETUPS = 1_000_000, 10_000
"""How many hands, or setups, are simulated where there is no exact answer and nobody says how many."""


@dataclass(frozen=True)
class Plan:
    """What was asked about simulating."""

    simulate: int | None
    seed: str | None
    jobs: int | None
    cluster: str | None
    by_setup: bool

    def refuse(self, says: str) -> None:
        """Refuse what was asked, where nothing is simulated. Raises `UsageError`."""
        asked = {
            "--simulate": self.simulate,
            "--seed": self.seed,
            "--jobs": self.jobs,
            "--cluster": self.cluster,
            "--by-setup": self.by_setup or None,
        }
        for name, value in asked.items():
            if value is not None:
                raise click.UsageError(f"{name} {says}", click.get_current_context())

    def check(self) -> None:
        """Make sure that it goes together. Raises `UsageError`."""
        if self.jobs is not None and self.cluster is not None:
            says = "--jobs says how many processes of this machine draw, and --cluster that a cluster does; take one"
            raise click.UsageError(says, click.get_current_context())


def simulation_options(command: Decorated) -> Decorated:
    """The options of simulations, given to the command as `Plan` takes them."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--simulate", type=click.IntRange(1, 10**12), metavar="N", help="Draw N hands as a witness as well."
    ),
    click.option("--seed", metavar="WORD", help="Draw what this word stands for; else a new one is made up."),
    click.option(
        "--jobs",
        type=click.IntRange(1, 256),
        metavar="N",
        help="Draw in N processes; else one a processor.",
    ),
    click.option("--cluster", metavar="ADDRESS", help="Draw on the Dask cluster of this scheduler."),
    click.option("--by-setup", is_flag=True, help="Simulate the whole setup for each hand, step by step."),
)


def simulated(odds: Odds, answers: list[Answer], plan: Plan) -> Iterator[Answer]:
    """The answers, simulated as well if it was asked for or there is no exact one; a partial one is the last.

    Raises `UsageError` where nothing is simulated, but it was said how.
    """
    if plan.simulate is None and all(answer.chance is not None for answer in answers):
        plan.refuse("is for simulations, and all of this has exact answers; add --simulate N")
        yield from answers
        return
    from deckwright.decks.deal.stream import fresh_seed

    seed = plan.seed or fresh_seed()
    with _workers(plan) as (executor, workers):
        for answer in answers:
            if plan.simulate is None and answer.chance is not None:
                yield answer
                continue
            done = _simulated(odds, answer, plan, seed, executor, workers)
            yield done
            if done.simulated is not None and done.simulated.partial:
                return


def _simulated(
    odds: Odds, answer: Answer, plan: Plan, seed: str, executor: Executor | None, workers: int
) -> Answer:
    from deckwright.decks.odds.dealing import DealSampler
    from deckwright.decks.odds.simulating import how, sampler_of

    sampler = sampler_of(odds, answer.question, plan.by_setup)
    dealt = isinstance(sampler, DealSampler)
    hands = plan.simulate or (SETUPS if dealt else HANDS)
    drawn = 0
    with progress() as tell:

        def told(more: int) -> None:
            nonlocal drawn
            drawn += more
            if tell is not None:
                tell(how(sampler), drawn, hands)

        found = odds.simulate(
            answer.question,
            hands,
            seed,
            by_setup=plan.by_setup,
            executor=executor,
            workers=workers,
            progress=told,
        )
    return answer.but(simulated=found)


@contextmanager
def _workers(plan: Plan) -> Iterator[tuple[Executor | None, int]]:
    """Where the work is done, and by how many."""
    from deckwright.decks.odds.tallying import default_jobs, processes

    if plan.cluster is not None:
        from deckwright.decks.odds.cluster import cluster

        with cluster(plan.cluster) as (executor, workers):
            yield executor, workers
        return
    small = plan.simulate is not None and plan.simulate <= HANDS and plan.jobs is None and not plan.by_setup
    jobs = 1 if small else plan.jobs or default_jobs()
    with processes(jobs) as pool:
        yield pool, jobs
