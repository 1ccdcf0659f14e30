"""Machine code of terms computes what terms mean: every operator, at the corners of its arguments and anywhere else."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from antumbra import terms as T
from antumbra.terms import Term
from antumbra.terms import operators as ops
from antumbra.terms.native.expressions import DECLARATIONS, Expressions, is_translated, words_of
from antumbra.terms.native.machine_code import Compiled, NoCode
from antumbra.terms.sorts import FLOAT32, FLOAT64
from antumbra.terms.values import normalise
from support.size import some

WIDTHS = (1, 2, 3, 8, 31, 32, 33, 64)
WIDE = (65, 100, 128, 200, 512)
ROUNDS = some(40, 2_000)
BINARY = (
    *(ops.BVADD, ops.BVSUB, ops.BVMUL, ops.BVUDIV, ops.BVUREM, ops.BVSDIV, ops.BVSREM, ops.BVAND, ops.BVOR, ops.BVXOR),
    *(ops.BVSHL, ops.BVLSHR, ops.BVASHR, ops.BVULT, ops.BVULE, ops.BVSLT, ops.BVSLE, ops.EQ, ops.CONCAT),
    *(ops.BVSADDO, ops.BVSSUBO, ops.BVUMULO, ops.BVSMULO),
)
FLOAT_PREDICATES = (
    *(ops.FP_IS_NAN, ops.FP_IS_INFINITE, ops.FP_IS_ZERO, ops.FP_IS_NORMAL, ops.FP_IS_SUBNORMAL),
    *(ops.FP_IS_NEGATIVE, ops.FP_IS_POSITIVE),
)
RNE, RTZ = T.const("RNE", T.RM), T.const("RTZ", T.RM)


def variables(sort: T.Sort) -> list[Term]:
    return [T.var(f"{name} {sort!r}", sort) for name in "xyz"]


def of_bits(width: int) -> Iterator[Term]:
    x, y, z = variables(T.bv_sort(width))
    for op in BINARY:
        yield T.intern(op, (x, y))
        yield T.intern(op, (y, x))
    yield from (T.intern(op, (x,)) for op in (ops.BVNEG, ops.BVNOT))
    yield T.intern(ops.DISTINCT, (x, y, z))
    yield T.intern(ops.ITE, (T.var("p", T.BOOL), x, y))
    for added in (0, 1, 7, 64):
        yield T.intern(ops.ZERO_EXTEND, (x,), added)
        yield T.intern(ops.SIGN_EXTEND, (x,), added)
    for high, low in {(width - 1, 0), (width - 1, width // 2), (width // 2, 0), (width // 2, width // 3)}:
        yield T.intern(ops.EXTRACT, (x,), (high, low))
    for value in (0, 1, 2, -1, width):
        number = T.const(value, x.sort)
        yield from (T.intern(op, args) for op in BINARY for args in ((x, number), (number, x)))


def of_floats(sort: T.Sort) -> Iterator[Term]:
    x, y, _ = variables(sort)
    bits = variables(T.bv_sort(sort.width))[0]
    for op in (ops.FP_ADD, ops.FP_SUB, ops.FP_MUL, ops.FP_DIV):
        yield T.intern(op, (RNE, x, y))
    yield T.intern(ops.FP_SQRT, (RNE, x))
    yield from (T.intern(op, (x,)) for op in (ops.FP_NEG, ops.FP_ABS, ops.FP_TO_IEEE_BV, *FLOAT_PREDICATES))
    yield from (T.intern(op, (x, y)) for op in (ops.EQ, ops.FP_EQ, ops.FP_LT, ops.FP_LE))
    yield T.intern(ops.FP_FROM_BV, (bits,), sort)
    for target in (FLOAT32, FLOAT64):
        yield T.intern(ops.FP_TO_FP, (RNE, x), target)
    for width in (1, 3, 8, 31, 32, 33, 52, 53, 54, 63, 64):
        number = variables(T.bv_sort(width))[0]
        for op in (ops.FP_FROM_SBV, ops.FP_FROM_UBV):
            yield T.intern(op, (RNE, number), sort)
        for op in (ops.FP_TO_SBV, ops.FP_TO_UBV):
            yield T.intern(op, (RTZ, x), width)


def of_booleans() -> Iterator[Term]:
    p, q, r = variables(T.BOOL)
    yield T.intern(ops.NOT, (p,))
    for op in (ops.AND, ops.OR):
        yield T.intern(op, (p, q))
        yield T.intern(op, (p, q, r))
    yield T.intern(ops.EQ, (p, q))
    yield T.intern(ops.ITE, (p, q, r))
    yield T.intern(ops.DISTINCT, (p, q, T.TRUE))


class Program:
    """One function that computes all terms. Variables first in memory, then results."""

    def __init__(self, terms: list[Term]) -> None:
        self.terms = terms
        self.variables = sorted({v for t in terms for v in T.free_variables(t)}, key=lambda v: str(v.data))
        self._at: list[tuple[Term, int]] = []
        lines: list[str] = []
        numbers = iter(range(1 << 30))
        body = Expressions(lines, lambda: f"%v{next(numbers)}", {})
        size = 0
        for v in self.variables:
            address = body.do(f"getelementptr i64, ptr %m, i64 {size}")
            body.values[v] = body.load(v.sort, address)
            self._at.append((v, size))
            size += words_of(v.sort)
        results: list[tuple[Term, int]] = []
        for term in terms:
            address = body.do(f"getelementptr i64, ptr %m, i64 {size}")
            body.store(term.sort, body.value(term), address)
            results.append((term, size))
            size += words_of(term.sort)
        self._results = results
        text = "\n".join([DECLARATIONS, "define i64 @run(ptr %m) {", *lines, "  ret i64 7", "}"])
        self._code = Compiled(text)
        self._memory = (ctypes.c_uint64 * size)()

    def values(self, env: dict[Term, Any]) -> list[Any]:
        memory = memoryview(self._memory).cast("B")
        for v, at in self._at:
            count = 8 * words_of(v.sort)
            memory[8 * at : 8 * at + count] = int(env[v]).to_bytes(count, "little")
        assert self._code.run(ctypes.addressof(self._memory)) == 7
        found: list[Any] = []
        for term, at in self._results:
            value = int.from_bytes(memory[8 * at : 8 * (at + words_of(term.sort))], "little")
            found.append(bool(value) if term.sort is T.BOOL and value < 2 else value)
        return found


def some_value(random: Random, sort: T.Sort) -> Any:
    if sort is T.BOOL:
        return bool(random.getrandbits(1))
    top = (1 << sort.width) - 1
    if sort.kind == "fp":
        fraction = sort.significand - 1
        infinity = ((1 << sort.exponent) - 1) << fraction
        corners = [0, 1, infinity, infinity - 1, 1 << fraction, (1 << fraction) - 1, infinity + 1]
        # numbers of the size of integers, and halves
        exponent = (1 << (sort.exponent - 1)) - 1 + random.randrange(-2, 66)
        corners += [
            exponent << fraction,
            exponent << fraction | random.getrandbits(fraction),
            (exponent << fraction) - 1,
        ]
        sign = random.getrandbits(1) << (sort.width - 1)
        chosen = random.choice(corners) | sign if random.random() < 0.7 else random.getrandbits(sort.width)
        return normalise(chosen & top, sort)
    corner = random.choice((0, 1, 2, 3, sort.width, sort.width - 1, top, top - 1, top >> 1, (top >> 1) + 1))
    return corner & top if random.random() < 0.7 else random.getrandbits(sort.width)


def compare(terms: list[Term], seed: int) -> None:
    program = Program(terms)
    random = Random(seed)
    for _ in range(ROUNDS):
        env = {v: some_value(random, v.sort) for v in program.variables}
        for term, value in zip(terms, program.values(env), strict=True):
            expected = T.evaluate(term, env)
            assert value == expected, f"{term!r} in { ({v: env[v] for v in T.free_variables(term)}) }"


@pytest.mark.parametrize("width", [*WIDTHS, *WIDE])
def test_bits(width: int) -> None:
    terms = [t for t in of_bits(width) if is_translated(t)]
    if width <= 64:
        # only what is wider than any value is left out
        assert {t.op for t in of_bits(width)} == {t.op for t in terms}
    compare(terms, width)


@pytest.mark.parametrize("sort", [FLOAT32, FLOAT64], ids=repr)
def test_floats(sort: T.Sort) -> None:
    terms = list(of_floats(sort))
    assert all(is_translated(t) for t in terms)
    compare(terms, sort.width)


def test_booleans() -> None:
    compare(list(of_booleans()), 0)


def test_what_has_no_code() -> None:
    x = T.var("x", T.bv_sort(65))
    real = T.var("f", T.fp_sort(15, 113))
    f = T.var("f", FLOAT32)
    array = T.var("a", T.array_sort((T.bv_sort(8),), T.bv_sort(8)))
    index = T.var("i", T.bv_sort(8))
    for term in (
        T.intern(ops.BVUDIV, (x, x)),
        T.intern(ops.FP_IS_NAN, (real,)),
        T.intern(ops.FP_ADD, (RTZ, f, f)),
        T.intern(ops.FP_REM, (f, f)),
        T.intern(ops.FP_FMA, (RNE, f, f, f)),
        T.intern(ops.FP_TO_SBV, (RNE, f), 32),
        T.intern(ops.SELECT, (array, index)),
        T.var("n", T.INT),
    ):
        assert not is_translated(term)


def test_what_needs_a_library_is_no_code() -> None:
    """Wide division would be a call: LLVM must say so, not end the process."""
    with pytest.raises(NoCode):
        Compiled(
            "define i64 @run(ptr %m) {\n  %a = load i128, ptr %m\n  %b = udiv i128 7, %a\n"
            "  %c = trunc i128 %b to i64\n  ret i64 %c\n}"
        )
