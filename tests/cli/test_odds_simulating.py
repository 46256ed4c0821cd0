"""`deckwright odds`: how to simulate is heeded, or refused where nothing is simulated."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.conftest import Run

Runner = Callable[..., Run]

HOW = (["--seed", "x"], ["--jobs", "2"], ["--cluster", "tcp://127.0.0.1:1"], ["--by-setup"])


@pytest.mark.parametrize(
    ("questions", "option", "says"),
    [
        *[([], option, "is for questions, and none was asked") for option in (["--simulate", "9"], *HOW)],
        *[
            (["[t:item]", "[t:trap]"], option, "is for simulations, and all of this has exact")
            for option in HOW
        ],
    ],
)
def test_how_to_simulate_is_refused_where_nothing_is_simulated(
    run: Runner, questions: list[str], option: list[str], says: str
) -> None:
    done = run("odds", "tide-and-sky", *questions, *option)
    assert (done.status, done.out) == (2, "")
    assert f"{option[0]} {says}" in done.err


@pytest.mark.parametrize("questions", [[], ["[t:item]"]], ids=len)
def test_processes_and_a_cluster_at_once_are_refused_before_anything_is_looked_at(
    run: Runner, questions: list[str]
) -> None:
    pair = ("--jobs", "2", "--cluster", "tcp://127.0.0.1:1")
    done = run("odds", "no-such-deck", *questions, "--simulate", "9", *pair)
    assert (done.status, done.out) == (2, "")
    assert (
        "--jobs says how many processes of this machine draw, and --cluster that a cluster does" in done.err
    )


@pytest.mark.parametrize("option", [["--seed", "x"], ["--jobs", "1"], ["--by-setup"]], ids=lambda one: one[0])
def test_how_to_simulate_is_heeded_where_one_answer_is_not_exact(
    run: Runner, monkeypatch: pytest.MonkeyPatch, option: list[str]
) -> None:
    monkeypatch.setattr("deckwright.cli.simulating.SETUPS", 40)
    done = run("odds", "companion-quest", "[t:danger]", "[t:token]", "--pile", "face-up", *option)
    assert done.status == 0
    assert done.out.count("of 40 setups dealt") == 1
