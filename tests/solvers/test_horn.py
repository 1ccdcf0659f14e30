"""Horn clauses: what Spacer finds solves them; where there is no solution, it says so; and it can be stopped."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.solvers.horn import Clause, HornProblem, NoSolution, Solution, Use, arguments_of, solve

A, B, N = (T.var(name, T.INT) for name in ("a", "b", "n"))
ZERO, ONE = T.integer(0), T.integer(1)


def _never() -> bool:
    return False


def _tokens(back: T.Term) -> HornProblem:
    """Tokens that go from a to b, and back as so many; none is lost."""
    here = (Use(0, (A, B, N)),)
    clauses = [
        Clause((), (), Use(0, (N, ZERO, N))),
        Clause(here, (T.lt(ZERO, A),), Use(0, (T.sub(A, ONE), T.add(B, ONE), N))),
        Clause(here, (T.lt(ZERO, B),), Use(0, (T.add(A, back), T.sub(B, ONE), N))),
        Clause(here, (T.not_(T.eq(T.add(A, B), N)),), None),
    ]
    return HornProblem([(T.INT, T.INT, T.INT)], clauses)


def test_a_law() -> None:
    found = solve(_tokens(ONE), 200_000, _never)
    assert isinstance(found, Solution)
    names = arguments_of((T.INT, T.INT, T.INT))

    def holds(*values: int) -> bool:
        return bool(T.evaluate(found.meanings[0], dict(zip(names, values, strict=True))))

    assert holds(3, 2, 5)
    assert not holds(3, 3, 5)


def test_no_law() -> None:
    found = solve(_tokens(T.integer(2)), 200_000, _never)
    assert isinstance(found, NoSolution)
    assert found.impossible
    assert 0 < found.steps < 200_000


def test_it_is_stopped() -> None:
    assert solve(_tokens(ONE), 1, _never) == NoSolution(impossible=False, steps=1)
    assert solve(_tokens(ONE), 200_000, lambda: True) == NoSolution(impossible=False, steps=200_000)
