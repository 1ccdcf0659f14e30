"""The operator table: one row per operator with its arity, sort rule, meaning and SMT-LIB name.

Derived operators have no row: the build functions express ``xor``, ``implies``, ``bvugt``, ``fp.min`` and
their like through these, so that everyone who reads terms has fewer cases.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, overload

from antumbra.terms import bits, floats
from antumbra.terms.datatypes import Constructor, DatatypeValue, datatype_value
from antumbra.terms.sorts import BOOL, INT, REAL, RM, Sort, array_sort, bv_sort
from antumbra.terms.term import Op, SortError, Term
from antumbra.terms.values import ArrayValue, default_value

#: name → row, in the order of this file
TABLE: Final[dict[str, Op]] = {}

SortRule = Callable[[tuple[Term, ...], Any], Sort]


class FunctionDeclaration:
    """An uninterpreted function. Interned by :func:`antumbra.terms.leaves.function`: compared by identity."""

    __slots__ = ("arguments", "name", "result")

    def __init__(self, name: str, arguments: tuple[Sort, ...], result: Sort) -> None:
        self.name: Final = name
        self.arguments: Final = arguments
        self.result: Final = result

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(map(repr, self.arguments))}): {self.result!r}"


_Sorts = Sequence[Sort]


# one overload for each number of arguments: it tells the type checker what the evaluator takes
@overload
def _row(
    name: str, arity: Literal[0], sort_of: SortRule, evaluate: None, smtlib: str, *, commutative: bool = False
) -> Op: ...
@overload
def _row(
    name: str,
    arity: Literal[1],
    sort_of: SortRule,
    evaluate: Callable[[Sort, Any, _Sorts, Any], Any] | None,
    smtlib: str,
    *,
    commutative: bool = False,
) -> Op: ...
@overload
def _row(
    name: str,
    arity: Literal[2],
    sort_of: SortRule,
    evaluate: Callable[[Sort, Any, _Sorts, Any, Any], Any] | None,
    smtlib: str,
    *,
    commutative: bool = False,
) -> Op: ...
@overload
def _row(
    name: str,
    arity: Literal[3],
    sort_of: SortRule,
    evaluate: Callable[[Sort, Any, _Sorts, Any, Any, Any], Any] | None,
    smtlib: str,
    *,
    commutative: bool = False,
) -> Op: ...
@overload
def _row(
    name: str,
    arity: Literal[4],
    sort_of: SortRule,
    evaluate: Callable[[Sort, Any, _Sorts, Any, Any, Any, Any], Any] | None,
    smtlib: str,
    *,
    commutative: bool = False,
) -> Op: ...
@overload
def _row(
    name: str,
    arity: Literal[-1],
    sort_of: SortRule,
    evaluate: Callable[..., Any] | None,
    smtlib: str,
    *,
    commutative: bool = False,
) -> Op: ...
def _row(
    name: str,
    arity: int,
    sort_of: SortRule,
    evaluate: Callable[..., Any] | None,
    smtlib: str,
    *,
    commutative: bool = False,
) -> Op:
    op = Op(name, arity, sort_of, evaluate, smtlib, commutative)
    TABLE[name] = op
    return op


def _wrong(what: str, args: tuple[Term, ...]) -> SortError:
    return SortError(f"{what} does not take ({', '.join(repr(a.sort) for a in args)})")


# ---- sort rules


def _given(_args: tuple[Term, ...], _data: Any) -> Sort:
    raise SortError("this operator needs its sort given")


def _bools(args: tuple[Term, ...], _data: Any) -> Sort:
    for a in args:
        if a.sort is not BOOL:
            raise _wrong("a Boolean operator", args)
    return BOOL


def _same(args: tuple[Term, ...], _data: Any) -> Sort:
    sort = args[0].sort
    for a in args:
        if a.sort is not sort:
            raise _wrong("equality", args)
    return BOOL


def _ite(args: tuple[Term, ...], _data: Any) -> Sort:
    if args[0].sort is not BOOL or args[1].sort is not args[2].sort:
        raise _wrong("ite", args)
    return args[1].sort


def _bv_same(args: tuple[Term, ...], _data: Any) -> Sort:
    sort = args[0].sort
    if not sort.mask or args[-1].sort is not sort:
        raise _wrong("a bit-vector operator", args)
    return sort


def _bv_compare(args: tuple[Term, ...], data: Any) -> Sort:
    _bv_same(args, data)
    return BOOL


def _concat(args: tuple[Term, ...], _data: Any) -> Sort:
    if not args[0].sort.mask or not args[1].sort.mask:
        raise _wrong("concat", args)
    return bv_sort(args[0].width + args[1].width)


def _extract(args: tuple[Term, ...], data: Any) -> Sort:
    high, low = data
    if not args[0].sort.mask or not 0 <= low <= high < args[0].width:
        raise _wrong(f"extract {high} {low}", args)
    return bv_sort(high - low + 1)


def _extend(args: tuple[Term, ...], data: Any) -> Sort:
    if not args[0].sort.mask or data < 0:
        raise _wrong(f"extend by {data}", args)
    return bv_sort(args[0].width + data)


def _numbers(args: tuple[Term, ...], _data: Any) -> Sort:
    sort = args[0].sort
    if sort is not INT and sort is not REAL:
        raise _wrong("arithmetic", args)
    for a in args:
        if a.sort is not sort:
            raise _wrong("arithmetic", args)
    return sort


def _number_compare(args: tuple[Term, ...], data: Any) -> Sort:
    _numbers(args, data)
    return BOOL


def _fixed(argument: Sort, result: Sort) -> SortRule:
    def rule(args: tuple[Term, ...], _data: Any) -> Sort:
        for a in args:
            if a.sort is not argument:
                raise _wrong(f"an operator on {argument!r}", args)
        return result

    return rule


def _int2bv(args: tuple[Term, ...], data: Any) -> Sort:
    if args[0].sort is not INT:
        raise _wrong("int2bv", args)
    return bv_sort(data)


def _bv2nat(args: tuple[Term, ...], _data: Any) -> Sort:
    if not args[0].sort.mask:
        raise _wrong("bv2nat", args)
    return INT


def _fp_same(args: tuple[Term, ...], _data: Any) -> Sort:
    sort = args[0].sort
    for a in args:
        if a.sort is not sort or sort.kind != "fp":
            raise _wrong("a float operator", args)
    return sort


def _fp_rounded(args: tuple[Term, ...], data: Any) -> Sort:
    if args[0].sort is not RM:
        raise _wrong("a rounding operator", args)
    return _fp_same(args[1:], data)


def _fp_predicate(args: tuple[Term, ...], data: Any) -> Sort:
    _fp_same(args, data)
    return BOOL


def _fp_from_bv(args: tuple[Term, ...], data: Any) -> Sort:
    if not args[0].sort.mask or args[0].width != data.width:
        raise _wrong("fp_from_bv", args)
    return data


def _fp_from_number(args: tuple[Term, ...], data: Any) -> Sort:
    if args[0].sort is not RM or not args[1].sort.mask or data.kind != "fp":
        raise _wrong("fp_from_sbv/ubv", args)
    return data


def _fp_to_fp(args: tuple[Term, ...], data: Any) -> Sort:
    if args[0].sort is not RM or args[1].sort.kind != "fp" or data.kind != "fp":
        raise _wrong("fp_to_fp", args)
    return data


def _fp_to_bv(args: tuple[Term, ...], data: Any) -> Sort:
    if args[0].sort is not RM or args[1].sort.kind != "fp":
        raise _wrong("fp_to_sbv/ubv", args)
    return bv_sort(data)


def _fp_to_real(args: tuple[Term, ...], data: Any) -> Sort:
    _fp_same(args, data)
    return REAL


def _fp_to_ieee_bv(args: tuple[Term, ...], data: Any) -> Sort:
    return bv_sort(_fp_same(args, data).width)


def _array_of(args: tuple[Term, ...], indices: tuple[Term, ...]) -> Sort:
    sort = args[0].sort
    if sort.kind != "array" or len(indices) != len(sort.index):
        raise _wrong("select/store", args)
    for expected, index in zip(sort.index, indices, strict=True):
        if index.sort is not expected:
            raise _wrong("select/store", args)
    return sort


def _select(args: tuple[Term, ...], _data: Any) -> Sort:
    element = _array_of(args, args[1:]).element
    if element is None:
        raise _wrong("select", args)
    return element


def _store(args: tuple[Term, ...], _data: Any) -> Sort:
    sort = _array_of(args, args[1:-1])
    if args[-1].sort is not sort.element:
        raise _wrong("store", args)
    return sort


def _const_array(args: tuple[Term, ...], data: Any) -> Sort:
    if data.kind != "array" or args[0].sort is not data.element:
        raise _wrong("const_array", args)
    return data


def _apply(args: tuple[Term, ...], data: Any) -> Sort:
    if tuple(a.sort for a in args) != data.arguments:
        raise _wrong(f"function {data!r}", args)
    return data.result


def _bound(variables: tuple[Term, ...]) -> None:
    if not variables or len(set(variables)) != len(variables) or any(v.op is not VAR for v in variables):
        raise SortError("a binder takes distinct variables")


def _quantifier(args: tuple[Term, ...], data: Any) -> Sort:
    variables, groups = data
    _bound(variables)
    if args[0].sort is not BOOL or sum(groups) != len(args) - 1:
        raise _wrong("a quantifier", args)
    return BOOL


def _lambda(args: tuple[Term, ...], data: Any) -> Sort:
    _bound(data)
    return array_sort(tuple(v.sort for v in data), args[0].sort)


# ---- evaluators with any number of arguments


def _all(_sort: Sort, _data: Any, _sorts: _Sorts, *values: Any) -> bool:
    return all(values)


def _any(_sort: Sort, _data: Any, _sorts: _Sorts, *values: Any) -> bool:
    return any(values)


def _all_different(_sort: Sort, _data: Any, _sorts: _Sorts, *values: Any) -> bool:
    return len(set(values)) == len(values)


# ---- leaves. CONST: data is the value; VAR: data is the name

CONST: Final = _row("const", 0, _given, None, "")
VAR: Final = _row("var", 0, _given, None, "")

# ---- core. and/or take two or more arguments, flattened; distinct three or more

NOT: Final = _row("not", 1, _bools, lambda _s, _d, _a, x: not x, "not")
AND: Final = _row("and", -1, _bools, _all, "and", commutative=True)
OR: Final = _row("or", -1, _bools, _any, "or", commutative=True)
ITE: Final = _row("ite", 3, _ite, lambda _s, _d, _a, c, x, y: x if c else y, "ite")
EQ: Final = _row("eq", 2, _same, lambda _s, _d, _a, x, y: x == y, "=", commutative=True)
DISTINCT: Final = _row("distinct", -1, _same, _all_different, "distinct")

# ---- bit-vectors

BVADD: Final = _row("bvadd", 2, _bv_same, lambda s, _d, _a, x, y: (x + y) & s.mask, "bvadd", commutative=True)
BVSUB: Final = _row("bvsub", 2, _bv_same, lambda s, _d, _a, x, y: (x - y) & s.mask, "bvsub")
BVMUL: Final = _row("bvmul", 2, _bv_same, lambda s, _d, _a, x, y: (x * y) & s.mask, "bvmul", commutative=True)
BVUDIV: Final = _row("bvudiv", 2, _bv_same, lambda s, _d, _a, x, y: x // y if y else s.mask, "bvudiv")
BVUREM: Final = _row("bvurem", 2, _bv_same, lambda _s, _d, _a, x, y: x % y if y else x, "bvurem")
BVSDIV: Final = _row("bvsdiv", 2, _bv_same, lambda s, _d, _a, x, y: bits.sdiv(s.width, x, y), "bvsdiv")
BVSREM: Final = _row("bvsrem", 2, _bv_same, lambda s, _d, _a, x, y: bits.srem(s.width, x, y), "bvsrem")
BVNEG: Final = _row("bvneg", 1, _bv_same, lambda s, _d, _a, x: -x & s.mask, "bvneg")
BVNOT: Final = _row("bvnot", 1, _bv_same, lambda s, _d, _a, x: x ^ s.mask, "bvnot")
BVAND: Final = _row("bvand", 2, _bv_same, lambda _s, _d, _a, x, y: x & y, "bvand", commutative=True)
BVOR: Final = _row("bvor", 2, _bv_same, lambda _s, _d, _a, x, y: x | y, "bvor", commutative=True)
BVXOR: Final = _row("bvxor", 2, _bv_same, lambda _s, _d, _a, x, y: x ^ y, "bvxor", commutative=True)
BVSHL: Final = _row("bvshl", 2, _bv_same, lambda s, _d, _a, x, y: bits.shl(s.width, x, y), "bvshl")
BVLSHR: Final = _row("bvlshr", 2, _bv_same, lambda s, _d, _a, x, y: x >> y if y < s.width else 0, "bvlshr")
BVASHR: Final = _row("bvashr", 2, _bv_same, lambda s, _d, _a, x, y: bits.ashr(s.width, x, y), "bvashr")
BVULT: Final = _row("bvult", 2, _bv_compare, lambda _s, _d, _a, x, y: x < y, "bvult")
BVULE: Final = _row("bvule", 2, _bv_compare, lambda _s, _d, _a, x, y: x <= y, "bvule")
BVSLT: Final = _row("bvslt", 2, _bv_compare, lambda _s, _d, a, x, y: bits.slt(a[0].width, x, y), "bvslt")
BVSLE: Final = _row("bvsle", 2, _bv_compare, lambda _s, _d, a, x, y: bits.sle(a[0].width, x, y), "bvsle")
CONCAT: Final = _row("concat", 2, _concat, lambda _s, _d, a, x, y: x << a[1].width | y, "concat")
#: data: (high, low)
EXTRACT: Final = _row("extract", 1, _extract, lambda s, d, _a, x: x >> d[1] & s.mask, "extract")
#: data: number of bits added
ZERO_EXTEND: Final = _row("zero_extend", 1, _extend, lambda _s, _d, _a, x: x, "zero_extend")
SIGN_EXTEND: Final = _row(
    "sign_extend", 1, _extend, lambda s, _d, a, x: bits.signed(a[0].width, x) & s.mask, "sign_extend"
)
#: overflow predicates; those without a row here are comparisons
BVSADDO: Final = _row(
    "bvsaddo", 2, _bv_compare, lambda _s, _d, a, x, y: bits.saddo(a[0].width, x, y), "bvsaddo", commutative=True
)
BVSSUBO: Final = _row("bvssubo", 2, _bv_compare, lambda _s, _d, a, x, y: bits.ssubo(a[0].width, x, y), "bvssubo")
BVUMULO: Final = _row("bvumulo", 2, _bv_compare, lambda _s, _d, a, x, y: x * y > a[0].mask, "bvumulo", commutative=True)
BVSMULO: Final = _row(
    "bvsmulo", 2, _bv_compare, lambda _s, _d, a, x, y: bits.smulo(a[0].width, x, y), "bvsmulo", commutative=True
)

# ---- integers and reals

ADD: Final = _row("add", 2, _numbers, lambda _s, _d, _a, x, y: x + y, "+", commutative=True)
SUB: Final = _row("sub", 2, _numbers, lambda _s, _d, _a, x, y: x - y, "-")
MUL: Final = _row("mul", 2, _numbers, lambda _s, _d, _a, x, y: x * y, "*", commutative=True)
NEG: Final = _row("neg", 1, _numbers, lambda _s, _d, _a, x: -x, "-")
#: Euclidean; by zero: 0, and the dividend for mod (SMT-LIB leaves it open; the build functions guard it)
DIV: Final = _row("div", 2, _fixed(INT, INT), lambda _s, _d, _a, x, y: bits.euclidean_div(x, y), "div")
MOD: Final = _row("mod", 2, _fixed(INT, INT), lambda _s, _d, _a, x, y: x - y * bits.euclidean_div(x, y), "mod")
ABS: Final = _row("abs", 1, _fixed(INT, INT), lambda _s, _d, _a, x: abs(x), "abs")
LT: Final = _row("lt", 2, _number_compare, lambda _s, _d, _a, x, y: x < y, "<")
LE: Final = _row("le", 2, _number_compare, lambda _s, _d, _a, x, y: x <= y, "<=")
REAL_DIV: Final = _row("real_div", 2, _fixed(REAL, REAL), lambda _s, _d, _a, x, y: x / y if y else Fraction(0), "/")
TO_REAL: Final = _row("to_real", 1, _fixed(INT, REAL), lambda _s, _d, _a, x: Fraction(x), "to_real")
TO_INT: Final = _row("to_int", 1, _fixed(REAL, INT), lambda _s, _d, _a, x: x.__floor__(), "to_int")
IS_INT: Final = _row("is_int", 1, _fixed(REAL, BOOL), lambda _s, _d, _a, x: x.denominator == 1, "is_int")
#: data: width
INT2BV: Final = _row("int2bv", 1, _int2bv, lambda s, _d, _a, x: x & s.mask, "int_to_bv")
BV2NAT: Final = _row("bv2nat", 1, _bv2nat, lambda _s, _d, _a, x: x, "ubv_to_int")

# ---- floats. Equality of floats as values (NaN = NaN, +0 != -0) is EQ; IEEE equality is FP_EQ

FP_ADD: Final = _row("fp_add", 3, _fp_rounded, lambda s, _d, _a, r, x, y: floats.add(s, r, x, y), "fp.add")
FP_SUB: Final = _row("fp_sub", 3, _fp_rounded, lambda s, _d, _a, r, x, y: floats.sub(s, r, x, y), "fp.sub")
FP_MUL: Final = _row("fp_mul", 3, _fp_rounded, lambda s, _d, _a, r, x, y: floats.mul(s, r, x, y), "fp.mul")
FP_DIV: Final = _row("fp_div", 3, _fp_rounded, lambda s, _d, _a, r, x, y: floats.div(s, r, x, y), "fp.div")
FP_FMA: Final = _row("fp_fma", 4, _fp_rounded, lambda s, _d, _a, r, x, y, z: floats.fma(s, r, x, y, z), "fp.fma")
FP_SQRT: Final = _row("fp_sqrt", 2, _fp_rounded, lambda s, _d, _a, r, x: floats.sqrt(s, r, x), "fp.sqrt")
FP_REM: Final = _row("fp_rem", 2, _fp_same, lambda s, _d, _a, x, y: floats.rem(s, x, y), "fp.rem")
FP_ROUND_TO_INTEGRAL: Final = _row(
    "fp_round_to_integral",
    2,
    _fp_rounded,
    lambda s, _d, _a, r, x: floats.round_to_integral(s, r, x),
    "fp.roundToIntegral",
)
FP_NEG: Final = _row("fp_neg", 1, _fp_same, lambda s, _d, _a, x: floats.neg(s, x), "fp.neg")
FP_ABS: Final = _row("fp_abs", 1, _fp_same, lambda s, _d, _a, x: floats.abs_(s, x), "fp.abs")
FP_EQ: Final = _row("fp_eq", 2, _fp_predicate, lambda _s, _d, a, x, y: floats.eq(a[0], x, y), "fp.eq", commutative=True)
FP_LT: Final = _row("fp_lt", 2, _fp_predicate, lambda _s, _d, a, x, y: floats.lt(a[0], x, y), "fp.lt")
FP_LE: Final = _row("fp_le", 2, _fp_predicate, lambda _s, _d, a, x, y: floats.le(a[0], x, y), "fp.leq")
FP_IS_NAN: Final = _row("fp_is_nan", 1, _fp_predicate, lambda _s, _d, a, x: floats.is_nan(a[0], x), "fp.isNaN")
FP_IS_INFINITE: Final = _row(
    "fp_is_infinite", 1, _fp_predicate, lambda _s, _d, a, x: floats.is_infinite(a[0], x), "fp.isInfinite"
)
FP_IS_ZERO: Final = _row("fp_is_zero", 1, _fp_predicate, lambda _s, _d, a, x: floats.is_zero(a[0], x), "fp.isZero")
FP_IS_NORMAL: Final = _row(
    "fp_is_normal", 1, _fp_predicate, lambda _s, _d, a, x: floats.is_normal(a[0], x), "fp.isNormal"
)
FP_IS_SUBNORMAL: Final = _row(
    "fp_is_subnormal", 1, _fp_predicate, lambda _s, _d, a, x: floats.is_subnormal(a[0], x), "fp.isSubnormal"
)
FP_IS_NEGATIVE: Final = _row(
    "fp_is_negative", 1, _fp_predicate, lambda _s, _d, a, x: floats.is_negative(a[0], x), "fp.isNegative"
)
FP_IS_POSITIVE: Final = _row(
    "fp_is_positive", 1, _fp_predicate, lambda _s, _d, a, x: floats.is_positive(a[0], x), "fp.isPositive"
)
#: data of the conversions to floats: the target sort
FP_FROM_BV: Final = _row("fp_from_bv", 1, _fp_from_bv, lambda s, _d, _a, x: floats.from_bits(s, x), "to_fp")
FP_TO_FP: Final = _row("fp_to_fp", 2, _fp_to_fp, lambda s, _d, a, r, x: floats.convert(a[1], r, x, s), "to_fp")
FP_FROM_SBV: Final = _row(
    "fp_from_sbv",
    2,
    _fp_from_number,
    lambda s, _d, a, r, x: floats.from_integer(s, r, bits.signed(a[1].width, x)),
    "to_fp",
)
FP_FROM_UBV: Final = _row(
    "fp_from_ubv", 2, _fp_from_number, lambda s, _d, _a, r, x: floats.from_integer(s, r, x), "to_fp_unsigned"
)
#: data: width. Out of range: 0 (SMT-LIB leaves it open; the build functions guard it)
FP_TO_SBV: Final = _row("fp_to_sbv", 2, _fp_to_bv, lambda _s, d, a, r, x: floats.to_signed(a[1], r, x, d), "fp.to_sbv")
FP_TO_UBV: Final = _row(
    "fp_to_ubv", 2, _fp_to_bv, lambda _s, d, a, r, x: floats.to_unsigned(a[1], r, x, d), "fp.to_ubv"
)
FP_TO_REAL: Final = _row("fp_to_real", 1, _fp_to_real, lambda _s, _d, a, x: floats.to_fraction(a[0], x), "fp.to_real")
#: the bits of a float; of NaN the canonical ones (not in SMT-LIB: printing says so)
FP_TO_IEEE_BV: Final = _row("fp_to_ieee_bv", 1, _fp_to_ieee_bv, lambda _s, _d, _a, x: x, "fp.to_ieee_bv")

# ---- arrays and maps: select(a, i...), store(a, i..., v)


def _select_value(_sort: Sort, _data: Any, _sorts: Any, array: ArrayValue, *index: Any) -> Any:
    return array.get(index[0] if len(index) == 1 else index)


def _store_value(_sort: Sort, _data: Any, _sorts: Any, array: ArrayValue, *rest: Any) -> ArrayValue:
    return array.set(rest[0] if len(rest) == 2 else rest[:-1], rest[-1])


SELECT: Final = _row("select", -1, _select, _select_value, "select")
STORE: Final = _row("store", -1, _store, _store_value, "store")
#: data: the array's sort
CONST_ARRAY: Final = _row("const_array", 1, _const_array, lambda s, _d, _a, x: ArrayValue(s, x, {}), "const")

# ---- datatypes


def _construct(args: tuple[Term, ...], data: Any) -> Sort:
    constructor: Constructor = data
    if tuple(a.sort for a in args) != constructor.sorts:
        raise _wrong(constructor.name, args)
    return constructor.datatype


def _field(args: tuple[Term, ...], data: Any) -> Sort:
    constructor, position = data
    if args[0].sort is not constructor.datatype:
        raise _wrong(constructor.fields[position], args)
    return constructor.sorts[position]


def _is(args: tuple[Term, ...], data: Any) -> Sort:
    if args[0].sort is not data.datatype:
        raise _wrong(f"is {data.name}", args)
    return BOOL


def _construct_value(_sort: Sort, data: Any, _sorts: Any, *fields: Any) -> DatatypeValue:
    return datatype_value(data, fields)


def _field_value(sort: Sort, data: Any, _sorts: Any, value: DatatypeValue) -> Any:
    constructor, position = data
    # a field of another constructor's value is whatever it is: whoever asks must ask for the constructor first
    return value.fields[position] if value.constructor is constructor else default_value(sort)


#: data: the Constructor
CONSTRUCT: Final = _row("construct", -1, _construct, _construct_value, "")
#: data: (Constructor, position). Only meaningful where IS holds
FIELD: Final = _row("field", 1, _field, _field_value, "")
#: data: the Constructor
IS: Final = _row("is", 1, _is, lambda _s, d, _a, x: x.constructor is d, "")

# ---- functions and binders

#: data: the FunctionDeclaration. Its meaning comes from the environment
APPLY: Final = _row("apply", -1, _apply, None, "")
#: args: body, then all trigger terms; data: (variables, number of terms in each trigger)
FORALL: Final = _row("forall", -1, _quantifier, None, "forall")
EXISTS: Final = _row("exists", -1, _quantifier, None, "exists")
#: data: the variables
LAMBDA: Final = _row("lambda", 1, _lambda, None, "lambda")

#: operators that bind variables
BINDERS: Final = frozenset((FORALL, EXISTS, LAMBDA))


def bound_variables(term: Term) -> tuple[Term, ...]:
    """The variables that a binder binds."""
    return term.data if term.op is LAMBDA else term.data[0]
