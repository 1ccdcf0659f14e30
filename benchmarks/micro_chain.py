"""Microseconds per branch of the solver chain, for the shapes that exploration meets most.

Run as ``python benchmarks/micro_chain.py``. Figures are for comparing versions on one machine.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

from antumbra import terms as T
from antumbra.solvers import Chain, PathCondition, Unknown
from antumbra.terms import Term


def side(path: object) -> PathCondition:
    if not isinstance(path, PathCondition):
        raise TypeError(f"expected a path, not {path!r}")
    return path


def report(name: str, seconds: float, count: int, chain: Chain) -> None:
    s = chain.statistics
    print(
        f"{name:44} {seconds * 1e6 / count:9.2f} us/branch  {seconds:7.3f} s  "
        f"solver {s.solver_queries:4} ({s.solver_seconds:.3f} s)"
    )


def timed(name: str, run: Callable[[Chain], int]) -> None:
    chain = Chain()
    gc.collect()
    started = time.process_time()
    count = run(chain)
    report(name, time.process_time() - started, count, chain)


def repeated_shape(chain: Chain) -> int:
    """The same branches on one variable, on many paths."""
    x = T.var("x", T.bv_sort(32))
    conditions = [T.bvslt(x, T.bv(k, 32)) for k in range(20)]
    for _ in range(1000):
        path = PathCondition.empty()
        for condition in conditions:
            yes, no = chain.branch(path, condition)
            path = side(no if no is not None else yes)
    return 20_000


def new_shape(chain: Chain) -> int:
    """Each condition and each domain is new."""
    x = T.var("x", T.bv_sort(32))
    conditions = [T.bvslt(x, T.bv(k, 32)) for k in range(-5000, 5000)]
    path = PathCondition.empty()
    started = time.process_time()
    for condition in conditions:
        path = side(chain.branch(path, condition)[1])
    print(f"    {(time.process_time() - started) * 100:.2f} us without building the terms")
    return len(conditions)


def many_variables(chain: Chain) -> int:
    """A deep path: one branch for each of 10,000 variables."""
    path = PathCondition.empty()
    for i in range(10_000):
        path = side(chain.branch(path, T.bvult(T.var(f"d{i}", T.bv_sort(8)), T.bv(100, 8)))[0])
    return 10_000


def relational_chain(chain: Chain) -> int:
    """x0 < x1 < … in one group of 2,000."""
    path = PathCondition.empty()
    for i in range(2000):
        a, b = T.var(f"c{i}", T.bv_sort(32)), T.var(f"c{i + 1}", T.bv_sort(32))
        path = side(chain.branch(path, T.bvslt(a, b))[0])
    return 2000


def independent_branches(chain: Chain) -> int:
    """14 branches on 14 inputs: 16,384 paths."""
    conditions = [T.bvsgt(T.var(f"b{i}", T.bv_sort(32)), T.bv(0, 32)) for i in range(14)]
    paths = 0
    branches = 0
    stack = [(PathCondition.empty(), 0)]
    while stack:
        path, i = stack.pop()
        if i == 14:
            paths += 1
            continue
        branches += 1
        stack.extend((one, i + 1) for one in chain.branch(path, conditions[i]) if isinstance(one, PathCondition))
    print(f"    {paths} paths")
    return branches


def bubble_sort(count: int) -> Callable[[Chain], int]:
    """All orders of some unknown integers, as bubble sort asks for them."""

    def run(chain: Chain) -> int:
        cells = tuple(T.var(f"s{i}", T.bv_sort(32)) for i in range(count))
        steps = [j for i in range(count - 1) for j in range(count - 1 - i)]
        paths = branches = 0
        stack: list[tuple[PathCondition, tuple[Term, ...], int]] = [(PathCondition.empty(), cells, 0)]
        while stack:
            path, cells, i = stack.pop()
            if i == len(steps):
                paths += 1
                model = path.model
                values = [(model[c] + 2**31) % 2**32 for c in cells]
                if any(a > b for a, b in pairwise(values)):
                    raise RuntimeError("not sorted")
                continue
            j = steps[i]
            branches += 1
            swap, keep = chain.branch(path, T.bvsgt(cells[j], cells[j + 1]))
            if isinstance(keep, Unknown) or isinstance(swap, Unknown):
                raise TypeError("unknown")
            if keep is not None:
                stack.append((keep, cells, i + 1))
            if swap is not None:
                stack.append((swap, (*cells[:j], cells[j + 1], cells[j], *cells[j + 2 :]), i + 1))
        print(f"    {paths} paths, { ({k: v for k, v in chain.statistics.answers.items() if v}) }")
        return branches

    return run


def benchmarks() -> Iterator[tuple[str, Callable[[Chain], int]]]:
    yield "one variable, repeated shape", repeated_shape
    yield "one variable, new shapes (terms included)", new_shape
    yield "10,000 variables deep", many_variables
    yield "a relational chain of 2,000", relational_chain
    yield "14 independent branches", independent_branches
    for count in (5, 6):
        yield f"bubble sort of {count} unknown integers", bubble_sort(count)


if __name__ == "__main__":
    for title, benchmark in benchmarks():
        timed(title, benchmark)
