"""The operators of SMT-LIB by name, for the reader: lists of read arguments to terms as they are written."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from antumbra.terms import operators as ops
from antumbra.terms.leaves import bv, const, fp_const
from antumbra.terms.simplify import boolean as core
from antumbra.terms.simplify import compare, fp
from antumbra.terms.sorts import INT, REAL, Sort, fp_sort
from antumbra.terms.term import Op, SortError, Term, intern
from antumbra.terms.values import ArrayValue, canonical_nan

Build = Callable[[list[Any]], Any]


class Table:
    """A constant array being read, store by store; becomes a constant when anything else uses it."""

    __slots__ = ("default", "entries", "sort")

    def __init__(self, sort: Sort, default: Any, entries: dict[Any, Any]) -> None:
        self.sort: Final = sort
        self.default: Final = default
        self.entries: Final = entries


def finish(value: Any) -> Term:
    """The term of what was read."""
    if isinstance(value, Table):
        return const(ArrayValue(value.sort, value.default, value.entries), value.sort)
    return value


def _terms(values: list[Any]) -> tuple[Term, ...]:
    return tuple(map(finish, values))


def _exact(op: Op) -> Build:
    return lambda values: intern(op, _terms(values))


def _left(op: Op) -> Build:
    """Left-associative operators with two or more arguments."""

    def build(values: list[Any]) -> Term:
        terms = _terms(values)
        result = terms[0]
        for term in terms[1:]:
            result = intern(op, (result, term))
        return result

    return build


def _chained(build: Callable[[Term, Term], Term]) -> Build:
    """Comparisons with two or more arguments: every neighbouring pair."""

    def chain(values: list[Any]) -> Term:
        terms = _terms(values)
        pairs = [build(a, b) for a, b in pairwise(terms)]
        return pairs[0] if len(pairs) == 1 else intern(ops.AND, tuple(pairs))

    return chain


def _pair(op: Op) -> Callable[[Term, Term], Term]:
    return lambda a, b: intern(op, (a, b))


def _swapped(op: Op) -> Callable[[Term, Term], Term]:
    return lambda a, b: intern(op, (b, a))


def _minus(values: list[Any]) -> Term:
    terms = _terms(values)
    if len(terms) == 1:
        a = terms[0]
        return const(-a.data, a.sort) if a.op is ops.CONST else intern(ops.NEG, terms)
    return _left(ops.SUB)(values)


def _quotient(values: list[Any]) -> Term:
    terms = [const(Fraction(t.data), REAL) if t.op is ops.CONST and t.sort is INT else t for t in _terms(values)]
    if len(terms) == 2 and all(t.op is ops.CONST for t in terms) and terms[1].data:
        return const(terms[0].data / terms[1].data, REAL)
    return _left(ops.REAL_DIV)(terms)


def _ite(values: list[Any]) -> Term:
    condition, then, otherwise = terms = _terms(values)
    if (
        otherwise.op is ops.FP_TO_IEEE_BV
        and condition.op is ops.FP_IS_NAN
        and condition.args[0] is otherwise.args[0]
        and then.op is ops.CONST
        and then.data == canonical_nan(otherwise.args[0].sort)
    ):
        return otherwise  # how the printer writes it
    return intern(ops.ITE, terms)


def _store(values: list[Any]) -> Any:
    array = values[0]
    rest = _terms(values[1:])
    if isinstance(array, Table) and all(t.op is ops.CONST for t in rest):
        key = rest[0].data if len(rest) == 2 else tuple(t.data for t in rest[:-1])
        return Table(array.sort, array.default, _added(array.entries, key, rest[-1].data))
    return intern(ops.STORE, (finish(array), *rest))


def _added(entries: dict[Any, Any], key: Any, value: Any) -> dict[Any, Any]:
    # the inner table is used up here: a let finishes it, so nothing else can hold it
    entries[key] = value
    return entries


def _float(values: list[Any]) -> Term:
    sign, exponent, fraction = _terms(values)
    if not all(t.op is ops.CONST for t in (sign, exponent, fraction)):
        bits = intern(ops.CONCAT, (sign, intern(ops.CONCAT, (exponent, fraction))))
        return intern(ops.FP_FROM_BV, (bits,), fp_sort(exponent.width, fraction.width + 1))
    bits = (sign.data << exponent.width | exponent.data) << fraction.width | fraction.data
    return fp_const(bits, fp_sort(exponent.width, fraction.width + 1))


def _implies(values: list[Any]) -> Term:
    terms = _terms(values)
    result = terms[-1]
    for term in reversed(terms[:-1]):
        result = intern(ops.OR, (intern(ops.NOT, (term,)), result))
    return result


def _xor(values: list[Any]) -> Term:
    terms = _terms(values)
    result = terms[0]
    for term in terms[1:]:
        result = core.xor(result, term)
    return result


def _distinct(values: list[Any]) -> Term:
    terms = _terms(values)
    return core.ne(*terms) if len(terms) == 2 else intern(ops.DISTINCT, terms)


def _derived(build: Callable[..., Term]) -> Build:
    return lambda values: build(*_terms(values))


def _complemented(op: Op) -> Build:
    return lambda values: intern(ops.BVNOT, (intern(op, _terms(values)),))


def _comparison_bit(values: list[Any]) -> Term:
    return intern(ops.ITE, (intern(ops.EQ, _terms(values)), bv(1, 1), bv(0, 1)))


APPLICATIONS: Final[dict[str, Build]] = {
    op.smtlib: _exact(op)
    for op in ops.TABLE.values()
    if op.smtlib not in ("", "to_fp", "to_fp_unsigned", "const") and op not in ops.BINDERS
}
APPLICATIONS.update(
    {
        op.smtlib: _left(op)
        for op in (ops.BVADD, ops.BVMUL, ops.BVAND, ops.BVOR, ops.BVXOR, ops.CONCAT, ops.ADD, ops.MUL)
    }
)
APPLICATIONS.update({op.smtlib: _left(op) for op in (ops.DIV, ops.MOD)})
APPLICATIONS.update(
    {op.smtlib: _chained(_pair(op)) for op in (ops.EQ, ops.LT, ops.LE, ops.FP_EQ, ops.FP_LT, ops.FP_LE)}
)
APPLICATIONS.update(
    {
        "-": _minus,
        "/": _quotient,
        "ite": _ite,
        "store": _store,
        "fp": _float,
        "=>": _implies,
        "xor": _xor,
        "distinct": _distinct,
        ">": _chained(_swapped(ops.LT)),
        ">=": _chained(_swapped(ops.LE)),
        "fp.gt": _chained(_swapped(ops.FP_LT)),
        "fp.geq": _chained(_swapped(ops.FP_LE)),
        "bvugt": _derived(_swapped(ops.BVULT)),
        "bvuge": _derived(_swapped(ops.BVULE)),
        "bvsgt": _derived(_swapped(ops.BVSLT)),
        "bvsge": _derived(_swapped(ops.BVSLE)),
        "bvuaddo": _derived(compare.bvuaddo),
        "bvusubo": _derived(compare.bvusubo),
        "bvnego": _derived(compare.bvnego),
        "bvnand": _complemented(ops.BVAND),
        "bvnor": _complemented(ops.BVOR),
        "bvxnor": _complemented(ops.BVXOR),
        "bvcomp": _comparison_bit,
        "fp.min": _derived(fp.fp_min),
        "fp.max": _derived(fp.fp_max),
        "bv2nat": _exact(ops.BV2NAT),
    }
)


def _indexed(op: Op) -> Callable[[int], Build]:
    return lambda data: lambda values: intern(op, _terms(values), data)


def _extract(high: int, low: int) -> Build:
    return lambda values: intern(ops.EXTRACT, _terms(values), (high, low))


def _to_fp(exponent: int, significand: int) -> Build:
    sort = fp_sort(exponent, significand)

    def build(values: list[Any]) -> Term:
        terms = _terms(values)
        if len(terms) == 1:
            return intern(ops.FP_FROM_BV, terms, sort)
        if len(terms) != 2:
            raise SortError("to_fp takes one or two arguments")
        return intern(ops.FP_TO_FP if terms[1].sort.kind == "fp" else ops.FP_FROM_SBV, terms, sort)

    return build


def _to_fp_unsigned(exponent: int, significand: int) -> Build:
    sort = fp_sort(exponent, significand)
    return lambda values: intern(ops.FP_FROM_UBV, _terms(values), sort)


#: (_ name index...) → what to do with the arguments
INDEXED: Final[dict[str, Callable[..., Build]]] = {
    "extract": _extract,
    "zero_extend": _indexed(ops.ZERO_EXTEND),
    "sign_extend": _indexed(ops.SIGN_EXTEND),
    "int_to_bv": _indexed(ops.INT2BV),
    "int2bv": _indexed(ops.INT2BV),
    "fp.to_sbv": _indexed(ops.FP_TO_SBV),
    "fp.to_ubv": _indexed(ops.FP_TO_UBV),
    "to_fp": _to_fp,
    "to_fp_unsigned": _to_fp_unsigned,
}
