"""Sets of values, as formulas use them."""

from __future__ import annotations

from random import Random

from antumbra import terms as T
from antumbra.engines.backward.formula import Builder, eroded
from antumbra.solvers.chain.domains import Bounds, of_values

LIMIT = 16


def members(bounds: Bounds) -> set[int]:
    pairs = list(zip(bounds[::2], bounds[1::2], strict=True))
    return {v for v in range(LIMIT) if any(low <= v < high for low, high in pairs)}


def test_erosion_is_exact_also_over_the_end() -> None:
    random = Random(1)
    for _ in range(2000):
        inside = {v for v in range(LIMIT) if random.random() < 0.7}
        low = random.randrange(LIMIT)
        high = random.randrange(low, LIMIT)
        expected = {v for v in range(LIMIT) if all((v + d) % LIMIT in inside for d in range(low, high + 1))}
        assert members(eroded(of_values(sorted(inside)), low, high, LIMIT)) == expected


def test_a_product_with_an_odd_factor_has_one_solution() -> None:
    x = T.var("x", T.bv_sort(4))
    for factor in range(1, LIMIT, 2):
        for value in range(LIMIT):
            builder = Builder()
            builder.add_member(T.bvmul(x, T.bv(factor, 4)), (value, value + 1))
            (solution,) = members(builder.sets[x])
            assert solution * factor % LIMIT == value
