"""Symbolic execution with abstract matching: Theorem 2, and the parts below it."""

from __future__ import annotations

import random

import pytest

from antumbra import terms as T
from antumbra.engines.abstract.exploring.states import State, normalised
from antumbra.engines.abstract.exploring.symbolic_exec import symbolic_exec
from antumbra.engines.abstract.names import predicate_text
from antumbra.engines.abstract.systems import linear
from antumbra.engines.abstract.systems.constraints import Facts, eliminate
from antumbra.solvers import Unsat
from antumbra.solvers.backends.enumeration import Enumerator
from support.protocols import engine, protocol

X, Y, Z = (T.var(n, T.INT) for n in ("x", "y", "z"))


@pytest.mark.parametrize(("name", "given"), [("ticket", {"N": 2}), ("ticket", {"N": 3}), ("mesi", {}), ("fischer", {})])
def test_theorem_2_more_predicates_explore_more_states(name: str, given: dict[str, int]) -> None:
    analysis = engine(protocol(name), given, fixpoint=False, symmetry=False)
    rows = analysis.run().iterations
    fresh = engine(protocol(name), given, symmetry=False)
    before: set[State] = set()
    for row in rows[:4]:
        fresh.space.add(row.predicates)
        states = set(symbolic_exec(fresh.space, 10_000, lambda: None).states)
        assert before <= states
        before = states


def test_predicates_have_one_form() -> None:
    forms = {linear.normal(t) for t in (T.le(X, Y), T.lt(X, T.add(Y, T.integer(1))), T.ge(Y, X), T.not_(T.lt(Y, X)))}
    assert len(forms) == 1
    assert predicate_text(forms.pop()) == "x <= y"
    even = T.eq(T.mul(X, T.integer(2)), T.add(T.mul(Y, T.integer(2)), T.integer(1)))
    assert linear.normal(even) is T.FALSE


def test_bounds_decide_and_join() -> None:
    facts = Facts([linear.normal(T.le(X, T.integer(3))), linear.normal(T.not_(T.eq(X, T.integer(3))))])
    assert facts.decides(linear.normal(T.le(X, T.integer(2)))) is True
    assert facts.decides(linear.normal(T.gt(X, T.integer(2)))) is False
    assert facts.decides(linear.normal(T.le(X, T.integer(1)))) is None
    assert not Facts([linear.normal(T.le(X, T.integer(0))), linear.normal(T.ge(X, T.integer(1)))]).consistent


def test_chains_of_differences_decide_as_the_solver_does() -> None:
    choose = random.Random(7)
    solver = Enumerator(lambda: None)
    variables = [T.var(n, T.INT) for n in "abcd"]

    def literal() -> T.Term:
        left, right = choose.sample([*variables, T.integer(0)], 2)
        made = choose.choice((T.le, T.ge, T.lt, T.eq))(T.sub(left, right), T.integer(choose.randint(-3, 3)))
        return linear.normal(made)

    decided = 0
    for _ in range(150):
        literals = [x for x in (literal() for _ in range(choose.randint(1, 5))) if x.op is not T.CONST]
        if isinstance(solver.check(literals), Unsat):
            continue
        facts, asked = Facts(literals), literal()
        holds = isinstance(solver.check([*literals, T.not_(asked)]), Unsat)
        fails = isinstance(solver.check([*literals, asked]), Unsat)
        assert facts.decides(asked) is (True if holds else False if fails else None), (literals, asked)
        assert facts.decides(asked) is not None or facts.leaves_open(asked) or facts.bounds == {}
        decided += holds or fails
    assert decided > 20


def test_elimination_is_exact_or_refused() -> None:
    between = (linear.normal(T.le(X, Z)), linear.normal(T.le(Z, T.sub(Y, T.integer(1)))))
    assert eliminate(between, Z) == (linear.normal(T.lt(X, Y)),)
    assert eliminate((linear.normal(T.le(X, T.mul(Z, T.integer(3)))),), Z) is None


def test_equal_states_look_alike() -> None:
    a, b = T.var("$ 7", T.INT), T.var("$ 3", T.INT)
    one = normalised(State((), (a, T.integer(1)), (linear.normal(T.le(a, T.integer(4))),)))
    other = normalised(State((), (b, T.integer(1)), (linear.normal(T.lt(b, T.integer(5))),)))
    fixed = normalised(State((), (a, T.integer(1)), (linear.normal(T.eq(a, T.integer(4))),)))
    assert one == other
    assert fixed == State((), (T.integer(4), T.integer(1)), ())
