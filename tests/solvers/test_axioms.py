"""What the chain of programs with axioms adds: functions that do not matter, doubt, two ways to ask, other queries."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from antumbra import terms as T
from antumbra.session import control as controlling
from antumbra.session.control import Control
from antumbra.session.replays.boogie import deadline as replay_deadline
from antumbra.solvers import OUT_OF_STEPS, AxiomChain, Chain, PathCondition, Sat, Unknown, Unsat
from antumbra.solvers.answers import OUT_OF_TIME, Answer, Model
from antumbra.solvers.axioms.macros import some_model
from antumbra.solvers.backends.enumeration import Enumerator
from antumbra.solvers.backends.full_model import full_model
from antumbra.solvers.backends.portfolio import OVERTAKEN, Portfolio
from antumbra.solvers.deadline import Deadline
from antumbra.terms.partial import surely
from solvers.random_terms import boolean
from solvers.test_chain import World, conjunction, verify

X, Y, Z = (T.var(f"axioms.{name}", T.bv_sort(3)) for name in "xyz")
P = T.var("axioms.p", T.BOOL)
F = T.function("axioms.f", (T.bv_sort(3),), T.BOOL)


def test_what_variables_decide_is_known_whatever_functions_mean() -> None:
    random = Random(4)
    decided = 0
    for _ in range(400):
        term = boolean(random, [X, Y, P], 4)
        hidden = T.substitute(term, {P: T.apply_(F, (X,))})
        values = {X: random.randrange(8), Y: random.randrange(8)}
        found = surely(hidden, values)
        truths = {T.evaluate(term, {**values, P: p}) for p in (False, True)}
        assert found is None or truths == {found}
        decided += found is not None
    assert decided > 100


@pytest.mark.parametrize("off", ["", "independence", "cached_search", "shortcuts"])
def test_every_kind_of_query_gives_the_right_sides(off: str) -> None:
    world = World([X, Y, P])
    random = Random(11)
    for _ in range(25):
        chain = AxiomChain(
            independence=off != "independence", cached_search=off != "cached_search", shortcuts=off != "shortcuts"
        )
        path = PathCondition.empty()
        for _ in range(6):
            condition = boolean(random, [X, Y, P], 3)
            if condition.op is T.CONST:
                continue
            mask = conjunction(world, path)
            then, otherwise = chain.branch(path, condition)
            verify(world, then, mask & world.mask(condition))
            verify(world, otherwise, mask & world.mask(T.not_(condition)))
            sides = [side for side in (then, otherwise) if isinstance(side, PathCondition)]
            path = random.choice(sides)


def test_a_conjunction_takes_one_query() -> None:
    a, b, c = (T.var(f"axioms.wide{i}", T.bv_sort(32)) for i in range(3))
    chain = Chain()
    path = chain.assume(PathCondition.empty(), T.bvult(T.bvmul(a, b), c))
    assert isinstance(path, PathCondition)
    before = chain.statistics.solver_queries
    parts = [T.eq(T.bvmul(a, c), T.bv(35, 32)), T.eq(T.bvmul(b, c), T.bv(77, 32)), T.bvult(a, b)]
    side = chain.assume(path, T.and_(*parts))
    assert chain.statistics.solver_queries == before + 1
    assert isinstance(side, PathCondition)
    assert all(T.evaluate(condition, side.model) for condition in side.conditions())


def test_an_undecided_path_goes_on_in_doubt_and_confirms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = AxiomChain()

    def ask(_assertions: list[T.Term], *, want_core: bool = True) -> Answer:
        del want_core
        return Unknown("timeout")

    monkeypatch.setattr(chain, "_ask", ask)
    hard = T.eq(T.bvmul(X, Y), T.bv(5, 3))
    path = chain.assume(PathCondition.empty(), hard)
    assert isinstance(path, PathCondition)
    assert path.doubt == Unknown("timeout")
    later = chain.assume(path, P)
    assert isinstance(later, PathCondition)
    assert chain.confirm(later) == Unknown("timeout")


def test_after_the_deadline_nothing_is_decided() -> None:
    chain = AxiomChain(deadline=lambda: 0.0)
    assert chain.assume(PathCondition.empty(), P) == Unknown("out of time")
    assert chain.branch(PathCondition.empty(), P) == (Unknown("out of time"), Unknown("out of time"))


def _way(log: list[str], name: str, needs: float) -> Callable[[float | None, int | None], Answer]:
    def ask(_seconds: float | None, steps: int | None) -> Answer:
        log.append(name)
        return Sat(Model()) if steps is None or steps >= 1e6 * needs else OUT_OF_STEPS

    return ask


def test_the_way_that_is_overtaken_no_longer_leads() -> None:
    portfolio = Portfolio()
    for _ in range(OVERTAKEN):
        log: list[str] = []
        assert isinstance(portfolio.ask(_way(log, "slow", 5.0), _way(log, "quick", 0.1), 30.0, None), Sat)
        assert log == ["slow", "quick"]
    log = []
    portfolio.ask(_way(log, "slow", 5.0), _way(log, "quick", 0.1), 30.0, None)
    assert log == ["quick"]


def test_turns_grow_until_someone_knows() -> None:
    log: list[str] = []
    assert isinstance(Portfolio().ask(_way(log, "a", 2.0), _way(log, "b", 50.0), 100.0, None), Sat)
    assert log == ["a", "b", "a", "b", "a"]


def test_steps_are_those_of_both_ways_together() -> None:
    log: list[str] = []
    assert Portfolio().ask(_way(log, "a", 9.0), _way(log, "b", 9.0), None, 1_000_000) == OUT_OF_STEPS
    assert log == ["a", "b", "a"]


def test_a_way_that_gives_up_leaves_the_rest_to_the_other() -> None:
    log: list[str] = []

    def gives_up(_seconds: float | None, _steps: int | None) -> Answer:
        return Unknown("incomplete")

    assert isinstance(Portfolio().ask(gives_up, _way(log, "b", 9.0), 10.0, None), Sat)
    assert Portfolio().ask(gives_up, gives_up, 10.0, None) == Unknown("incomplete")


def test_deadlines() -> None:
    never = Deadline(None)
    assert (never.seconds, never.steps, never.passed) == (None, None, False)
    soon = Deadline(0.01)
    time.sleep(0.02)
    assert soon.passed
    assert soon.seconds == 0.0


class _Looks:
    """Says stop at the third look."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> bool:
        self.count += 1
        return self.count >= 3


def _endless() -> list[T.Term]:
    """Instances of the axiom beget instances: Z3 does not come to an end."""
    g = T.function("axioms.g", (T.INT,), T.INT)
    x, y = T.var("x", T.INT), T.var("y", T.INT)
    grows = T.eq(T.apply_(g, (x,)), T.add(T.apply_(g, (T.add(T.apply_(g, (x,)), T.integer(1)),)), T.mul(x, x)))
    return [T.forall([x], grows), T.eq(T.apply_(g, (y,)), T.integer(7))]


def test_who_is_stopped_looks_for_no_more_models() -> None:
    """An interrupt is heard within a query, and there is no other query after it."""
    looks = _Looks()
    deadline = Deadline(None, stop=looks)
    axiom, path = _endless()
    assert isinstance(some_model([path], [axiom], deadline.part(10**9)), Unknown)
    assert deadline.late
    asked = looks.count
    assert full_model([axiom, path], deadline) == OUT_OF_TIME
    assert looks.count <= asked + 3


def test_who_is_stopped_enumerates_no_more() -> None:
    looks = _Looks()
    assert isinstance(Enumerator(lambda: None, looks).check(_endless()), Unknown)
    assert looks.count >= 3


@pytest.mark.parametrize("replaying", [True, False])
def test_a_replay_hears_of_an_interrupt(replaying: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has some patience left, since what was found would be lost."""
    control = Control(stop=lambda: None, replaying=replaying)
    limits = replay_deadline(control, 10)
    assert not limits.passed
    control.interrupt()
    monkeypatch.setattr(controlling, "PATIENCE", 1000.0)
    assert not limits.passed
    monkeypatch.setattr(controlling, "PATIENCE", -1.0)
    assert limits.passed


def test_parts_of_work_share_its_steps() -> None:
    whole = Deadline(None, 10)
    part = whole.part(6)
    part.spend(4)
    assert (part.steps, whole.steps) == (2, 6)
    assert whole.part(100).steps == 6
    whole.spend(7)
    assert (part.passed, whole.passed, whole.late) == (True, True, False)


def test_a_core_of_a_part_is_a_core_of_the_whole() -> None:
    chain = AxiomChain()
    many = [T.var(f"axioms.many{i}", T.bv_sort(8)) for i in range(30)]
    path: PathCondition = PathCondition.empty()
    for a, b in pairwise(many):
        side = chain.assume(path, T.bvule(T.bvmul(a, b), T.bv(200, 8)))
        assert isinstance(side, PathCondition)
        path = side
    a, b = many[0], many[1]
    answer = chain.check(path, T.and_(T.eq(T.bvmul(a, b), T.bv(3, 8)), T.eq(T.bvmul(b, a), T.bv(4, 8))))
    assert isinstance(answer, Unsat)
