"""SMT-LIB text: reading gives back the very term that was printed, for every sort and operator, and any name."""

from __future__ import annotations

from fractions import Fraction

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from antumbra import terms as T
from antumbra.terms import smtlib
from antumbra.terms.smtlib.read import SmtlibError, parse_script, parse_term

QUICK = settings(derandomize=True, deadline=None, max_examples=300)
HOSTILE = ["", "|", "\\", "a|b\\c", "and", "true", "let", "$1", "@x", ".x", "x y", "é☃", "%7c", "x%!1", "(", '"', "\n"]
HOSTILE += ["0", "12", "#b1", "fp.add", "RNE", "Bool", "bvadd", "|x|", "x", ";", "-", "_", "!", "store", "%", "as"]


def reread(t: T.Term) -> T.Term:
    goal = T.intern(T.EQ, (t, t))
    (result,) = parse_script(smtlib.script([goal])).assertions
    assert result is goal
    return result.args[0]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names(name: str) -> None:
    assert smtlib.decode_name(smtlib.encode_name(name)) == name
    x = T.var(name, T.bv_sort(8))
    reread(T.bvadd(x, T.var("x", T.bv_sort(8))) if name != "x" else x)
    z3.Solver().from_string(smtlib.script([T.bvult(x, T.bv(5, 8))]))
    f = T.function(name, [T.INT], T.uninterpreted_sort(name))
    reread(T.apply_(f, [T.integer(-3)]))


@QUICK
@given(st.text(), st.text())
def test_names_stay_apart(a: str, b: str) -> None:
    assert smtlib.decode_name(smtlib.encode_name(a)) == a
    assert (smtlib.encode_name(a).strip("|") == smtlib.encode_name(b).strip("|")) == (a == b)


def test_one_name_many_sorts() -> None:
    sorts = [T.bv_sort(8), T.INT, T.BOOL, T.REAL]
    xs = [T.var("x", s) for s in sorts]
    goal = T.intern(T.AND, tuple(T.intern(T.EQ, (x, T.const(0, x.sort))) for x in xs))
    assert parse_script(smtlib.script([goal])).assertions == [goal]
    z3.Solver().from_string(smtlib.script([goal]))


def _lists() -> list[T.Term]:
    """A datatype that contains itself and maps to itself."""
    sort = T.datatypes.datatype_sort("List of |int|", "test")
    if not T.datatypes.is_defined(sort):
        T.datatypes.define(
            sort, [("Nil", []), ("Cons", [("head", T.INT), ("tail", sort), ("more", T.array_sort(T.INT, sort))])]
        )
    nil, cons = T.datatypes.constructors_of(sort)
    x, n, m = T.var("list", sort), T.var("n", T.INT), T.var("more", T.array_sort(T.INT, sort))
    empty = T.construct(nil, ())
    return [
        empty,
        T.construct(cons, (n, x, m)),
        T.construct(cons, (T.integer(1), empty, T.const_array(m.sort, empty))),
        T.field(cons, 1, x),
        T.is_(cons, x),
    ]


def _samples() -> list[T.Term]:
    element = T.uninterpreted_sort("Element")
    e, n, r, m = T.var("e", element), T.var("n", T.INT), T.var("r", T.REAL), T.var("m", T.RM)
    x, y = T.var("x", T.FLOAT16), T.var("y", T.FLOAT16)
    b = T.var("b", T.bv_sort(16))
    p = T.var("p", T.BOOL)
    memory = T.array_sort(T.bv_sort(16), T.bv_sort(8))
    plane = T.array_sort((T.INT, element), T.REAL)
    a, q = T.var("a", memory), T.var("q", plane)
    f = T.function("f", [T.INT, element], T.INT)
    return [
        T.real(Fraction(-7, 3)),
        T.real(Fraction(5)),
        T.integer(-12),
        T.bv(5, 3),
        T.bv(0xAB, 8),
        T.fp_const(0x7C00, T.FLOAT16),
        T.fp_const(0xFC00, T.FLOAT16),
        T.fp_const(0x8000, T.FLOAT16),
        T.fp_const(0x7E01, T.FLOAT16),
        T.const(3, element),
        T.array_value(memory, 7, {i: i % 200 for i in range(300)}),
        T.array_value(plane, Fraction(1, 2), {(1, 0): Fraction(3), (-4, 2): Fraction(-1, 9)}),
        T.const_array(memory, T.extract(7, 0, b)),
        T.select(T.store(a, b, T.bv(1, 8)), T.bvadd(b, T.bv(1, 16))),
        T.select(q, n, e),
        T.store(q, n, e, r),
        T.apply_(f, [n, e]),
        T.distinct(n, T.apply_(f, [n, e]), T.integer(3)),
        T.forall([n], T.le(T.apply_(f, [n, e]), n), [[T.apply_(f, [n, e])]]),
        T.exists(
            [n, e], T.eq(T.apply_(f, [n, e]), n), [[T.apply_(f, [n, e])], [T.apply_(f, [n, e]), T.select(q, n, e)]]
        ),
        T.forall([n], T.exists([e], T.eq(T.apply_(f, [n, e]), T.integer(1)))),
        T.lambda_([n, e], T.real_div(T.to_real(T.apply_(f, [n, e])), r)),
        T.lambda_([b], T.extract(7, 0, b)),
        T.select(T.ite(p, a, T.lambda_([b], T.extract(7, 0, b))), T.bv(3, 16)),
        T.and_(p, T.forall([p], T.or_(p, T.eq(n, T.integer(1))))),
        T.fp_min(x, y),
        T.fp_to_ieee_bv(T.fp_add(m, x, y)),
        T.fp_to_ieee_bv(x),
        T.fp_to_sbv(m, x, 5),
        T.fp_to_ubv(T.rm("RTZ"), x, 5),
        T.fp_to_real(x),
        T.fp_from_bv(b, T.FLOAT16),
        T.fp_to_fp(m, x, T.FLOAT32),
        T.fp_from_sbv(m, b, T.FLOAT32),
        T.fp_from_ubv(m, b, T.FLOAT32),
        T.int2bv(5, n),
        T.bv2nat(b),
        T.div(n, T.integer(3)),
        T.mod(n, n),
        T.abs_(n),
        T.to_int(r),
        T.is_int(r),
        *_lists(),
    ]


@pytest.mark.parametrize("number", range(len(_samples())))
def test_round_trip(number: int) -> None:
    t = _samples()[number]
    assert reread(t) is t


def test_every_operator_is_printed_and_read() -> None:
    seen = {s.op for t in _samples() for s in T.subterms(t)}
    x, m = T.var("x", T.FLOAT16), T.rm("RNE")
    b, n = T.var("b", T.bv_sort(8)), T.var("n", T.INT)
    r, p = T.var("r", T.REAL), T.var("p", T.BOOL)
    for op in T.TABLE.values():
        if op in seen:
            continue
        for args in ((b, b), (b,), (p,), (p, p), (n, n), (n,), (r, r), (x, x), (x,), (m, x, x), (m, x), (m, x, x, x)):
            try:
                t = T.intern(op, args, (3, 1) if op is T.EXTRACT else (2 if op.smtlib.endswith("extend") else None))
            except (T.SortError, TypeError, AttributeError):
                continue
            assert reread(t) is t
            seen.add(op)
            break
    assert seen == set(T.TABLE.values()) - {T.ITE} or seen == set(T.TABLE.values())


def test_z3_reads_what_we_write() -> None:
    for t in _samples():
        text = smtlib.script([T.intern(T.EQ, (t, t))])
        if "(as @" not in text:
            z3.Solver().from_string(text)


def test_shared_terms_are_written_once() -> None:
    t = T.var("x", T.bv_sort(32))
    for i in range(2000):
        t = T.bvxor(T.bvmul(t, t), T.bvadd(t, T.bv(i, 32)))
    text = smtlib.to_smtlib(t)
    assert len(text) < 2000 * 200
    assert parse_term(text, T.free_variables(t)) is t
    assert len(repr(t)) < 500


def test_sharing_below_binders() -> None:
    x, y = T.var("x", T.INT), T.var("y", T.INT)
    for inner in (T.mul(x, y), T.mul(y, y)):
        body = T.le(T.add(inner, T.integer(1)), T.mul(inner, inner))
        t = T.and_(T.forall([x], body), body, T.le(inner, T.integer(3)))
        assert reread(t) is t


def test_other_people_s_text() -> None:
    script = """
    ; comment
    (set-logic QF_BV) (set-info :status sat)
    (declare-fun x () (_ BitVec 8))
    (define-fun twice ((v (_ BitVec 8))) (_ BitVec 8) (bvadd v v))
    (define-fun limit () (_ BitVec 8) #x10)
    (assert (bvugt (twice x) limit))
    (assert (=> (= x (_ bv3 8)) (xor true (distinct x limit)) ))
    (assert (! (bvult x #xff) :named a1))
    (check-sat)
    """
    read = parse_script(script)
    x = read.variables["x"]
    for value in range(256):
        first = (2 * value) % 256 > 16
        second = value != 3 or value == 16
        assert [T.evaluate(a, {x: value}) for a in read.assertions] == [first, second, value < 255]


@pytest.mark.parametrize(
    "text", ["(", ")", "(bvadd x", "(foo 1)", "x", "(let ((x 1)) y)", "(_ bv 3)", "", "1 2", "(bvadd #b1 #b11)"]
)
def test_errors(text: str) -> None:
    with pytest.raises((SmtlibError, T.SortError)):
        parse_term(text)
