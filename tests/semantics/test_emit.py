"""Generated expressions: the same value whether computed on ints, on ints in code for terms, or on terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from antumbra import terms as T
from antumbra.semantics import runtime
from antumbra.semantics.compiling.emit import Emitter
from antumbra.terms import Term
from support.size import some

WIDTH = 8
X, Y = T.var("x", T.bv_sort(WIDTH)), T.var("y", T.bv_sort(WIDTH))
P, Q = T.var("p", T.BOOL), T.var("q", T.BOOL)
VARIABLES = (X, Y, P, Q)

BINARY: list[Callable[[Term, Term], Term]] = [
    T.bvadd, T.bvsub, T.bvmul, T.bvudiv, T.bvurem, T.bvsdiv, T.bvsrem,
    T.bvand, T.bvor, T.bvxor, T.bvshl, T.bvlshr, T.bvashr,
]  # fmt: skip
UNARY: list[Callable[[Term], Term]] = [
    T.bvneg,
    T.bvnot,
    lambda t: T.extract(WIDTH + 1, 2, T.sign_extend(4, t)),
    lambda t: T.sign_extend(4, T.extract(4, 1, t)),
    lambda t: T.zero_extend(3, T.extract(7, 3, t)),
    lambda t: T.concat(T.extract(2, 0, t), T.extract(7, 3, t)),
]
COMPARE: list[Callable[[Term, Term], Term]] = [
    T.bvult, T.bvule, T.bvugt, T.bvuge, T.bvslt, T.bvsle, T.bvsgt, T.bvsge, T.eq, T.ne, T.bvsaddo, T.bvumulo,
]  # fmt: skip

numbers = st.one_of(st.sampled_from([X, Y]), st.integers(0, 255).map(lambda n: T.bv(n, WIDTH)))


@st.composite
def terms(draw: st.DrawFn, *, depth: int = 4, boolean: bool | None = None) -> Term:
    wants_bool = draw(st.booleans()) if boolean is None else boolean
    if depth == 0:
        return draw(st.sampled_from([P, Q])) if wants_bool else draw(numbers)
    if wants_bool:
        kind = draw(st.integers(0, 4))
        if kind == 0:
            return draw(st.sampled_from([P, Q]))
        if kind == 1:
            return T.not_(draw(terms(depth=depth - 1, boolean=True)))
        if kind == 2:
            join = draw(st.sampled_from([T.and_, T.or_, T.xor, T.implies, T.eq]))
            return join(draw(terms(depth=depth - 1, boolean=True)), draw(terms(depth=depth - 1, boolean=True)))
        compare = draw(st.sampled_from(COMPARE))
        return compare(draw(terms(depth=depth - 1, boolean=False)), draw(terms(depth=depth - 1, boolean=False)))
    kind = draw(st.integers(0, 4))
    if kind == 0:
        return draw(numbers)
    if kind == 1:
        return draw(st.sampled_from(UNARY))(draw(terms(depth=depth - 1, boolean=False)))
    if kind == 2:
        condition = draw(terms(depth=depth - 1, boolean=True))
        return T.ite(
            condition, draw(terms(depth=depth - 1, boolean=False)), draw(terms(depth=depth - 1, boolean=False))
        )
    binary = draw(st.sampled_from(BINARY))
    return binary(draw(terms(depth=depth - 1, boolean=False)), draw(terms(depth=depth - 1, boolean=False)))


def compute(term: Term, values: dict[Term, Any], symbolic: frozenset[Term]) -> Any:
    """Run the text that the emitter writes, with some variables declared as possibly symbolic."""
    names = {variable: f"v{i}" for i, variable in enumerate(VARIABLES)}
    emitter = Emitter(names.__getitem__, {}, lambda variable: variable in symbolic)
    text = emitter.expression(term)
    lines = [f"def f({', '.join(names.values())}):", *emitter.lines, f"    return {text}"]
    environment: dict[str, Any] = {
        name: getattr(runtime, name) for name in dir(runtime) if not name.startswith("_")
    } | emitter.constants
    exec("\n".join(lines), environment)
    return environment["f"](*(values[variable] for variable in VARIABLES))


@settings(max_examples=some(150, 400))
@given(
    term=terms(),
    x=st.integers(0, 255),
    y=st.integers(0, 255),
    p=st.booleans(),
    q=st.booleans(),
    declared=st.sets(st.sampled_from(VARIABLES)),
    unknown=st.sets(st.sampled_from(VARIABLES)),
)
def test_concrete_mixed_and_symbolic_agree(
    term: Term, x: int, y: int, p: bool, q: bool, declared: set[Term], unknown: set[Term]
) -> None:
    values: dict[Term, Any] = {X: x, Y: y, P: p, Q: q}
    expected = T.evaluate(term, values)
    assert compute(term, values, frozenset()) == expected
    assert compute(term, values, frozenset(declared)) == expected
    mixed = {v: (v if v in unknown else value) for v, value in values.items()}
    result = compute(term, mixed, frozenset(declared | unknown))
    if isinstance(result, Term):
        assert result.op is not T.CONST
        assert result.sort is term.sort
        result = T.evaluate(result, values)
    assert result == expected
    assert type(result) is type(expected)


def test_large_terms_are_applied() -> None:
    term: Term = X
    for i in range(300):
        term = T.bvadd(T.bvmul(term, Y), T.bv(i, WIDTH))
    values = {X: 3, Y: 5, P: True, Q: False}
    assert compute(term, values, frozenset()) == T.evaluate(term, values)
    assert T.evaluate(compute(term, {**values, X: X}, frozenset([X])), values) == T.evaluate(term, values)


def test_deeply_nested_sums_are_written_in_linear_time() -> None:
    term: Term = X
    for i in range(60):
        term = (
            T.bvxor(T.bvadd(T.bvmul(term, Y), T.bv(2 * i + 1, WIDTH)), X)
            if i % 3 == 0
            else T.bvadd(T.bvmul(term, Y), X)
        )
    values = {X: 3, Y: 5, P: True, Q: False}
    assert compute(term, values, frozenset()) == T.evaluate(term, values)
