"""Microseconds per construction and evaluation of terms: ``python benchmarks/micro_terms.py``."""

from __future__ import annotations

import itertools
import timeit
from collections.abc import Callable
from typing import Any

from antumbra import terms as T

S32 = T.bv_sort(32)
x, y, z = (T.var(n, S32) for n in "xyz")
ROUNDS = 20000


def report(name: str, action: Callable[[], Any], rounds: int = ROUNDS) -> None:
    seconds = min(timeit.repeat(action, number=rounds, repeat=5)) / rounds
    print(f"{name:46} {seconds * 1e6:8.2f} µs")


def construction() -> None:
    k = T.bv(12345, 32)
    report("bvadd(x, y), known", lambda: T.bvadd(x, y))
    report("bvadd(x, constant), known", lambda: T.bvadd(x, k))
    report("bvand(x, y), known", lambda: T.bvand(x, y))
    report("bvult(x, y), known", lambda: T.bvult(x, y))
    report("eq(x, constant), known", lambda: T.eq(x, k))
    report("x + 5 (Python operator), known", lambda: x + 5)
    report("(x + y) & 0xffffffff, known", lambda: (x + y) & 0xFFFFFFFF)
    report("x < 1000 (Python operator), known", lambda: x < 1000)
    report("not_(x < y), known", lambda: T.not_(T.bvult(x, y)))
    p, q = T.bvult(x, y), T.eq(x, z)
    report("and_(p, q), known", lambda: T.and_(p, q))
    report("and_(p, and_(q, r)), known", lambda: T.and_(p, T.and_(q, T.eq(y, z))))
    report("extract(7, 0, x), known", lambda: T.extract(7, 0, x))
    report("x * 4, known", lambda: x * 4)
    fresh = itertools.count(1)
    report("bvadd(new, y), new", lambda: T.bvadd(T.var(f"n{next(fresh)}", S32), y))
    pool = iter([T.var(f"m{i}", S32) for i in range(ROUNDS * 5 + 10)])
    report("bvadd(v, y), new term only", lambda: T.bvadd(next(pool), y))
    pool2 = iter([T.var(f"m{i}", S32) for i in range(ROUNDS * 5 + 10)])
    report("bvult(v, y), new term only", lambda: T.bvult(next(pool2), y))
    numbers = itertools.count(7)
    report("x + k, new constant and term", lambda: x + next(numbers))


def evaluation() -> None:
    env = {x: 7, y: 1 << 31, z: 3}
    simple = T.bvult(x, T.bv(1000, 32))
    path = T.and_(T.bvult(T.bvadd(T.bvmul(x, T.bv(3, 32)), y), z), T.bvslt(T.bvxor(x, y), T.bv(77, 32)))
    for name, term in (("x < 1000", simple), ("3x + y < z and x ^ y <s 77", path)):
        f = T.compiled(term)
        report(f"compiled: {name}", lambda f=f: f(env))
        report(f"evaluate: {name}", lambda term=term: T.evaluate(term, env), 2000)
    numbers = itertools.count(5)

    def known_shape() -> None:
        T.compiled(T.bvult(x, T.bv(next(numbers), 32)))

    report("compile x < k, shape known (term included)", known_shape, 5000)


if __name__ == "__main__":
    construction()
    evaluation()
