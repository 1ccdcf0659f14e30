"""Random terms: raw, simplified, compiled, printed and read, and the solver's opinion all agree."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from antumbra import terms as T
from antumbra.terms import smtlib
from antumbra.terms.smtlib.read import parse_script, parse_term
from support.size import some
from terms.oracle import bitwuzla_sat, differs

WIDTHS = (1, 3, 8, 32)
UNARY = (T.BVNEG, T.BVNOT)
BINARY = (
    T.BVADD,
    T.BVSUB,
    T.BVAND,
    T.BVOR,
    T.BVXOR,
    T.BVSHL,
    T.BVLSHR,
    T.BVASHR,
    T.BVMUL,
    T.BVUDIV,
    T.BVUREM,
    T.BVSDIV,
    T.BVSREM,
)
COMPARE = (T.BVULT, T.BVULE, T.BVSLT, T.BVSLE, T.EQ, T.BVSADDO, T.BVSSUBO, T.BVUMULO, T.BVSMULO)
QUICK = settings(
    derandomize=True,
    deadline=None,
    max_examples=some(90, 250),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def variables() -> list[T.Term]:
    return [T.var(f"{n}{w}", T.bv_sort(w)) for w in WIDTHS for n in "xy"] + [T.var("p", T.BOOL), T.var("q", T.BOOL)]


def _resize(t: T.Term, width: int, signed: bool) -> T.Term:
    if t.width == width:
        return t
    if t.width > width:
        return T.intern(T.EXTRACT, (t,), (width - 1, 0))
    return T.intern(T.SIGN_EXTEND if signed else T.ZERO_EXTEND, (t,), width - t.width)


@st.composite
def raw_terms(draw: st.DrawFn, hard: bool = True) -> T.Term:
    """A random term over all widths, interned exactly as drawn."""
    pool = variables()
    width = draw(st.sampled_from(WIDTHS))
    for _ in range(draw(st.integers(1, 12))):
        bits = [t for t in pool if t.sort is not T.BOOL]
        bools = [t for t in pool if t.sort is T.BOOL]
        a = _resize(draw(st.sampled_from(bits)), width, draw(st.booleans()))
        if draw(st.booleans()):
            b = T.bv(draw(st.sampled_from((0, 1, 2, 3, 7, -1, -2, 1 << (width - 1), 100))), width)
        else:
            b = _resize(draw(st.sampled_from(bits)), width, draw(st.booleans()))
        if draw(st.booleans()):
            a, b = b, a
        kind = draw(st.integers(0, 6))
        if kind <= 1:
            pool.append(T.intern(draw(st.sampled_from(BINARY if hard else BINARY[:8])), (a, b)))
        elif kind == 2:
            pool.append(T.intern(draw(st.sampled_from(COMPARE if hard else COMPARE[:7])), (a, b)))
        elif kind == 3:
            pool.append(T.intern(draw(st.sampled_from(UNARY)), (a,)))
        elif kind == 4:
            pool.append(T.intern(T.ITE, (draw(st.sampled_from(bools)), a, b)))
        elif kind == 5:
            op = draw(st.sampled_from((T.AND, T.OR, T.EQ, T.NOT)))
            p, q = draw(st.sampled_from(bools)), draw(st.sampled_from(bools))
            pool.append(T.intern(op, (p,) if op is T.NOT else (p, q)))
        else:
            high = draw(st.integers(0, width - 1))
            low = draw(st.integers(0, high))
            pool.append(T.intern(T.CONCAT, (a, T.intern(T.EXTRACT, (b,), (high, low)))))
    return pool[-1]


@st.composite
def environments(draw: st.DrawFn) -> dict[T.Term, object]:
    env: dict[T.Term, object] = {}
    for v in variables():
        if v.sort is T.BOOL:
            env[v] = draw(st.booleans())
        else:
            top = (1 << v.width) - 1
            env[v] = draw(st.one_of(st.integers(0, top), st.sampled_from((0, 1 & top, top, (top >> 1) + 1))))
    return env


@QUICK
@given(raw_terms(), st.lists(environments(), min_size=1, max_size=4))
def test_evaluation_agrees(raw: T.Term, envs: list[dict[T.Term, object]]) -> None:
    simple = T.simplify(raw)
    for env in envs:
        expected = T.evaluate(raw, env)
        assert T.evaluate(simple, env) == expected
        assert T.compiled(simple)(env) == expected
        assert T.compiled(raw)(env) == expected
        values = {v: T.const(value, v.sort) for v, value in env.items()}
        assert T.substitute(simple, values) is T.const(expected, raw.sort)


@QUICK
@given(raw_terms())
def test_round_trip(raw: T.Term) -> None:
    for t in (raw, T.simplify(raw)):
        goal = T.intern(T.EQ, (t, t))
        assert parse_script(smtlib.script([goal])).assertions == [goal]
        assert parse_term(smtlib.to_smtlib(t), sorted(T.free_variables(t), key=lambda v: v.id)) is t


@QUICK
@given(raw_terms(), environments())
def test_solver_gives_the_same_value(raw: T.Term, env: dict[T.Term, object]) -> None:
    """With all variables fixed, the solver computes what we compute, on the raw and the simplified term."""
    fixed = [T.intern(T.EQ, (v, T.const(value, v.sort))) for v, value in env.items()]
    value = T.const(T.evaluate(raw, env), raw.sort)
    simple = T.simplify(raw)
    wrong = T.intern(T.OR, (differs(raw, value), differs(simple, value)))
    assert not bitwuzla_sat([*fixed, wrong])


@QUICK
@given(raw_terms(hard=False))
def test_solver_finds_no_difference(raw: T.Term) -> None:
    simple = T.simplify(raw)
    if simple is not raw:
        assert not bitwuzla_sat([differs(raw, simple)])


@QUICK
@given(raw_terms())
def test_simplified_is_a_fixed_point_or_no_larger(raw: T.Term) -> None:
    simple = T.simplify(raw)
    again = T.simplify(simple)
    assert T.size(again) <= 2 * T.size(simple)
    assert T.free_variables(simple) <= T.free_variables(raw)
