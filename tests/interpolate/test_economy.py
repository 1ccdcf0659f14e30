"""What learning costs: where it cannot help, no more than a part of what plain exploration takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from antumbra import terms as T
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.economy import accounts
from antumbra.engines.interpolate.economy.accounts import Economy
from antumbra.engines.interpolate.options import InterpolateOptions
from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.semantics.contract import Counters
from antumbra.solvers import Chain, PathCondition
from antumbra.solvers.chain.statistics import Statistics

FOLDER = Path(__file__).parents[2] / "benchmarks" / "interpolation" / "all_paths"


def account() -> Economy:
    return Economy(Statistics(), Counters())


def run(file: Path, *defines: str) -> Interpolator:
    options = LoadOptions(defines=defines)
    engine = Interpolator(load(file, options).program, InterpolateOptions(checks=options.properties.checks))
    for _ in engine.run():
        pass
    return engine


@pytest.mark.parametrize(("name", "size"), [("queens", 7), ("symbolic_hash", 9), ("hash", 13), ("permutation", 6)])
def test_where_every_path_matters_little_is_lost(name: str, size: int) -> None:
    engine = run(FOLDER / f"{name}.c", f"N={size}")
    assert engine.complete
    account = engine.economy
    # counted in steps, so that this holds on every machine: half as much again, and what is free
    assert account.total < 1.5 * account.plainly + 2 * (accounts.FREE + accounts.TRIALS_FREE)


def test_a_program_where_nothing_is_pruned_is_explored_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "FREE", -1.0)
    monkeypatch.setattr(accounts, "PART", 0.0)
    monkeypatch.setattr(accounts, "WAITING", 0.0)
    engine = run(FOLDER / "hash.c", "N=7")
    assert engine.complete
    assert (engine.nodes, engine.scope.visits, engine.recording.paths) == (1, 0, 128)


def test_learning_rests_while_it_loses_and_goes_on_when_that_is_little() -> None:
    a = account()
    assert not a.resting(0)
    a.spend(accounts.FREE + 1)
    assert a.resting(0)
    a.execute(accounts.GRANT / accounts.PART)
    assert a.resting(0), "a little more must be free than was lost"
    a.execute(2 / accounts.PART)
    assert not a.resting(0)
    assert a.rests == 1


def test_what_is_pruned_pays_for_learning() -> None:
    a = account()
    a.spend(10 * accounts.FREE)
    a.save(10 * accounts.FREE)
    assert not a.resting(0)


def test_states_that_wait_are_worth_some_learning() -> None:
    a = account()
    a.spend(accounts.FREE + 100 * accounts.WAITING)
    assert not a.resting(101)
    assert a.resting(99)


def test_trials_in_vain_end_while_learning_goes_on() -> None:
    a = account()
    a.begin_trial()
    a.execute(accounts.TRIALS_FREE)
    a.save(1e9)
    assert a.may_try, "a trial within a trial"
    assert not a.overdrawn()
    a.execute(accounts.TRIALS_MOST)
    assert a.overdrawn()
    a.end_trial(proved=False)
    assert not a.may_try
    assert not a.resting(0)
    assert a.saved == 0
    a.execute((accounts.TRIALS_MOST + 2) / accounts.TRIALS_PART)
    assert a.may_try


def test_trials_take_more_where_more_time_is_given() -> None:
    assert accounts.patience(None) == accounts.patience(accounts.USUAL) == accounts.patience(1.0) == 1.0
    a = Economy(Statistics(), Counters(), accounts.patience(5 * accounts.USUAL))
    a.begin_trial()
    a.execute(4.9 * accounts.TRIALS_MOST)
    assert not a.overdrawn()
    a.execute(0.2 * accounts.TRIALS_MOST)
    assert a.overdrawn()
    a.end_trial(proved=False)
    assert not a.may_try


def test_a_trial_that_succeeds_is_not_in_vain() -> None:
    a = account()
    a.begin_trial()
    a.spend(10 * accounts.TRIALS_FREE)
    a.end_trial(proved=True)
    assert a.may_try


def test_a_model_given_to_a_path_saves_the_search() -> None:
    x, y = T.var("x", T.bv_sort(32)), T.var("y", T.bv_sort(32))
    chain = Chain()
    path: object = PathCondition.with_model({x: 1234, y: 5678})
    for condition in (T.eq(T.bvmul(x, y), T.bv(1234 * 5678, 32)), T.bvult(x, y)):
        assert isinstance(path, PathCondition)
        path = chain.assume(path, condition)
    assert isinstance(path, PathCondition)
    assert path.model[x] == 1234
    assert chain.statistics.solver_queries == 0
