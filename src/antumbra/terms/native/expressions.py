"""Terms as LLVM instructions.

A Boolean is an i1, a bit-vector an iN, a float the iN of its bits (NaN always the one of ``terms.values``). Some
instructions of LLVM are poisoned or undefined for some operands; here they never get those: divisors and shift counts
are replaced where SMT-LIB says something else, and no instruction has flags. What needs a library (wide division,
remainders of floats), or rounds otherwise than to the nearest, is not translated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from antumbra import terms as T
from antumbra.terms import Op, Sort, Term
from antumbra.terms import operators as ops
from antumbra.terms.sorts import FLOAT32, FLOAT64
from antumbra.terms.values import canonical_nan

#: bits of a value, of one that is multiplied or shifted by another, and of one that is divided
WIDEST: Final = 512
WIDEST_PRODUCT: Final = 128
WIDEST_QUOTIENT: Final = 64

#: functions of LLVM that instructions below call; all of them become instructions of the machine
DECLARATIONS: Final = """\
declare float @llvm.sqrt.f32(float)
declare double @llvm.sqrt.f64(double)
"""

_PLAIN: Final[dict[Op, str]] = {
    ops.BVADD: "add",
    ops.BVSUB: "sub",
    ops.BVAND: "and",
    ops.BVOR: "or",
    ops.BVXOR: "xor",
}
_COMPARED: Final[dict[Op, str]] = {
    ops.EQ: "icmp eq",
    ops.BVULT: "icmp ult",
    ops.BVULE: "icmp ule",
    ops.BVSLT: "icmp slt",
    ops.BVSLE: "icmp sle",
}
_FLOAT_COMPARED: Final[dict[Op, str]] = {ops.FP_EQ: "oeq", ops.FP_LT: "olt", ops.FP_LE: "ole"}
_FLOAT_ROUNDED: Final[dict[Op, str]] = {
    ops.FP_ADD: "fadd",
    ops.FP_SUB: "fsub",
    ops.FP_MUL: "fmul",
    ops.FP_DIV: "fdiv",
}


def has_type(sort: Sort) -> bool:
    """Are values of a sort machine words?"""
    return sort is T.BOOL or (sort.kind == "bv" and sort.width <= WIDEST) or sort is FLOAT32 or sort is FLOAT64


def type_of(sort: Sort) -> str:
    return "i1" if sort is T.BOOL else f"i{sort.width}"


def words_of(sort: Sort) -> int:
    """Words of memory for a value."""
    return max(1, -(-sort.width // 64))


def is_translated(term: Term) -> bool:
    """Is there code for a term and all its parts?"""
    return all(_has_code(part) for part in T.subterms(term))


def _has_code(term: Term) -> bool:
    op, args = term.op, term.args
    if term.sort is T.RM:
        return op is ops.CONST
    if not has_type(term.sort):
        return False
    if op is ops.CONST or op is ops.VAR:
        return True
    width = args[-1].sort.width
    if op in (ops.BVUDIV, ops.BVUREM, ops.BVSDIV, ops.BVSREM, ops.BVUMULO, ops.BVSMULO):
        return width <= WIDEST_QUOTIENT
    if op in (ops.BVMUL, ops.BVSHL, ops.BVLSHR, ops.BVASHR):
        return width <= WIDEST_PRODUCT
    if op in _FLOAT_ROUNDED or op is ops.FP_SQRT:
        return args[0].data == "RNE"
    if op is ops.FP_TO_FP:
        # more bits hold every float as it is
        return args[0].data == "RNE" or term.sort.width >= width
    if op in (ops.FP_FROM_SBV, ops.FP_FROM_UBV):
        return args[0].data == "RNE" and width <= 64
    if op in (ops.FP_TO_SBV, ops.FP_TO_UBV):
        return args[0].data == "RTZ" and term.sort.width <= 64
    return op in _CODE


class Expressions:
    """Instructions for terms, in a block that ``lines`` is the text of. ``values``: what is known of terms there."""

    def __init__(self, lines: list[str], fresh: Callable[[], str], values: Mapping[Term, str]) -> None:
        self._lines = lines
        self._fresh = fresh
        self.values: dict[Term, str] = dict(values)

    def value(self, term: Term) -> str:
        """The name of a term's value. Variables must be known."""
        found = self.values.get(term)
        if found is not None:
            return found
        stack = [term]
        while stack:
            top = stack[-1]
            if top in self.values:
                stack.pop()
                continue
            missing = [a for a in top.args if a not in self.values]
            if missing:
                stack += missing
                continue
            stack.pop()
            self.values[top] = self._operation(top)
        return self.values[term]

    def do(self, text: str) -> str:
        """One instruction; the name of what it computes."""
        name = self._fresh()
        self._lines.append(f"  {name} = {text}")
        return name

    def select(self, condition: str, kind: str, then: str, otherwise: str) -> str:
        return self.do(f"select i1 {condition}, {kind} {then}, {kind} {otherwise}")

    def compare(self, how: str, kind: str, x: str, y: str | int) -> str:
        return self.do(f"icmp {how} {kind} {x}, {y}")

    def load(self, sort: Sort, address: str) -> str:
        """A value from memory, where it has whole words."""
        wide = f"i{64 * words_of(sort)}"
        found = self.do(f"load {wide}, ptr {address}, align 8")
        return found if wide == type_of(sort) else self.do(f"trunc {wide} {found} to {type_of(sort)}")

    def store(self, sort: Sort, value: str, address: str) -> None:
        wide = f"i{64 * words_of(sort)}"
        if wide != type_of(sort):
            value = self.do(f"zext {type_of(sort)} {value} to {wide}")
        self._lines.append(f"  store {wide} {value}, ptr {address}, align 8")

    def _operation(self, term: Term) -> str:
        if term.op is ops.CONST:
            if term.sort is T.RM:
                return ""  # who uses it has looked at it
            return ("true" if term.data else "false") if term.sort is T.BOOL else str(int(term.data))
        return _CODE[term.op](self, term, *(self.values[a] for a in term.args))


# ---- Booleans and bit-vectors


def _not(e: Expressions, _term: Term, x: str) -> str:
    return e.do(f"xor i1 {x}, true")


def _and(e: Expressions, _term: Term, first: str, *others: str) -> str:
    for other in others:
        first = e.do(f"and i1 {first}, {other}")
    return first


def _or(e: Expressions, _term: Term, first: str, *others: str) -> str:
    for other in others:
        first = e.do(f"or i1 {first}, {other}")
    return first


def _ite(e: Expressions, term: Term, condition: str, then: str, otherwise: str) -> str:
    return e.select(condition, type_of(term.sort), then, otherwise)


def _distinct(e: Expressions, term: Term, *values: str) -> str:
    kind = type_of(term.args[0].sort)
    pairs = [(x, y) for i, x in enumerate(values) for y in values[i + 1 :]]
    return _and(e, term, *(e.compare("ne", kind, x, y) for x, y in pairs))


def _plain(e: Expressions, term: Term, x: str, y: str) -> str:
    return e.do(f"{_PLAIN[term.op]} {type_of(term.sort)} {x}, {y}")


def _times(e: Expressions, term: Term, x: str, y: str) -> str:
    return e.do(f"mul {type_of(term.sort)} {x}, {y}")


def _compared(e: Expressions, term: Term, x: str, y: str) -> str:
    return e.do(f"{_COMPARED[term.op]} {type_of(term.args[0].sort)} {x}, {y}")


def _negative(e: Expressions, term: Term, x: str) -> str:
    return e.do(f"sub {type_of(term.sort)} 0, {x}")


def _complement(e: Expressions, term: Term, x: str) -> str:
    return e.do(f"xor {type_of(term.sort)} {x}, -1")


def _unsigned_quotient(e: Expressions, term: Term, x: str, y: str) -> str:
    kind = type_of(term.sort)
    zero = e.compare("eq", kind, y, 0)
    divisor = e.select(zero, kind, "1", y)
    if term.op is ops.BVUDIV:
        return e.select(zero, kind, "-1", e.do(f"udiv {kind} {x}, {divisor}"))
    return e.select(zero, kind, x, e.do(f"urem {kind} {x}, {divisor}"))


def _signed_quotient(e: Expressions, term: Term, x: str, y: str) -> str:
    kind = type_of(term.sort)
    zero = e.compare("eq", kind, y, 0)
    if term.sort.width == 1:
        # the only divisor is -1, and 1 is no signed number of one bit
        return e.select(zero, kind, "1", x) if term.op is ops.BVSDIV else e.select(zero, kind, x, "0")
    # division by -1 overflows for the least number
    minus = e.compare("eq", kind, y, -1)
    divisor = e.select(e.do(f"or i1 {zero}, {minus}"), kind, "1", y)
    if term.op is ops.BVSREM:
        return e.select(zero, kind, x, e.do(f"srem {kind} {x}, {divisor}"))
    quotient = e.select(minus, kind, e.do(f"sub {kind} 0, {x}"), e.do(f"sdiv {kind} {x}, {divisor}"))
    by_zero = e.select(e.compare("slt", kind, x, 0), kind, "1", "-1")
    return e.select(zero, kind, by_zero, quotient)


def _shifted(e: Expressions, term: Term, x: str, y: str) -> str:
    kind, width = type_of(term.sort), term.sort.width
    small = e.compare("ult", kind, y, width)
    if term.op is ops.BVASHR:
        return e.do(f"ashr {kind} {x}, {e.select(small, kind, y, str(width - 1))}")
    name = "shl" if term.op is ops.BVSHL else "lshr"
    return e.select(small, kind, e.do(f"{name} {kind} {x}, {e.select(small, kind, y, '0')}"), "0")


def _concatenated(e: Expressions, term: Term, x: str, y: str) -> str:
    kind, (high, low) = type_of(term.sort), (a.sort for a in term.args)
    upper = e.do(f"shl {kind} {e.do(f'zext {type_of(high)} {x} to {kind}')}, {low.width}")
    return e.do(f"or {kind} {upper}, {e.do(f'zext {type_of(low)} {y} to {kind}')}")


def _extracted(e: Expressions, term: Term, x: str) -> str:
    kind, wide = type_of(term.sort), type_of(term.args[0].sort)
    shifted = e.do(f"lshr {wide} {x}, {term.data[1]}")
    return shifted if kind == wide else e.do(f"trunc {wide} {shifted} to {kind}")


def _extended(e: Expressions, term: Term, x: str) -> str:
    kind, narrow = type_of(term.sort), type_of(term.args[0].sort)
    return x if kind == narrow else e.do(f"{'sext' if term.op is ops.SIGN_EXTEND else 'zext'} {narrow} {x} to {kind}")


def _sum_overflows(e: Expressions, term: Term, x: str, y: str) -> str:
    kind = type_of(term.args[0].sort)
    adds = term.op is ops.BVSADDO
    result = e.do(f"{'add' if adds else 'sub'} {kind} {x}, {y}")
    first = e.do(f"xor {kind} {x}, {result}")
    second = e.do(f"xor {kind} {y}, {result}") if adds else e.do(f"xor {kind} {x}, {y}")
    return e.compare("slt", kind, e.do(f"and {kind} {first}, {second}"), 0)


def _product_overflows(e: Expressions, term: Term, x: str, y: str) -> str:
    kind, width = type_of(term.args[0].sort), term.args[0].sort.width
    extend, wide = ("sext" if term.op is ops.BVSMULO else "zext"), f"i{2 * width}"
    factors = [e.do(f"{extend} {kind} {f} to {wide}") for f in (x, y)]
    product = e.do(f"mul {wide} {factors[0]}, {factors[1]}")
    again = e.do(f"{extend} {kind} {e.do(f'trunc {wide} {product} to {kind}')} to {wide}")
    return e.compare("ne", wide, again, product)


# ---- floats


def _float_type(sort: Sort) -> str:
    return "float" if sort is FLOAT32 else "double"


def _number(e: Expressions, sort: Sort, x: str) -> str:
    return e.do(f"bitcast {type_of(sort)} {x} to {_float_type(sort)}")


def _bits(e: Expressions, sort: Sort, number: str) -> str:
    """The bits of a float, of NaN the canonical ones."""
    bits = e.do(f"bitcast {_float_type(sort)} {number} to {type_of(sort)}")
    nan = e.do(f"fcmp uno {_float_type(sort)} {number}, {number}")
    return e.select(nan, type_of(sort), str(canonical_nan(sort)), bits)


def _rounded(e: Expressions, term: Term, _mode: str, x: str, y: str) -> str:
    sort = term.sort
    numbers = _number(e, sort, x), _number(e, sort, y)
    return _bits(e, sort, e.do(f"{_FLOAT_ROUNDED[term.op]} {_float_type(sort)} {numbers[0]}, {numbers[1]}"))


def _root(e: Expressions, term: Term, _mode: str, x: str) -> str:
    kind, sort = _float_type(term.sort), term.sort
    return _bits(e, sort, e.do(f"call {kind} @llvm.sqrt.f{sort.width}({kind} {_number(e, sort, x)})"))


def _float_compared(e: Expressions, term: Term, x: str, y: str) -> str:
    sort = term.args[0].sort
    numbers = _number(e, sort, x), _number(e, sort, y)
    return e.do(f"fcmp {_FLOAT_COMPARED[term.op]} {_float_type(sort)} {numbers[0]}, {numbers[1]}")


def _magnitude(e: Expressions, sort: Sort, x: str) -> str:
    return e.do(f"and {type_of(sort)} {x}, {(1 << (sort.width - 1)) - 1}")


def _infinity(sort: Sort) -> int:
    return ((1 << sort.exponent) - 1) << (sort.significand - 1)


def _is_nan(e: Expressions, sort: Sort, x: str) -> str:
    return e.compare("ugt", type_of(sort), _magnitude(e, sort, x), _infinity(sort))


def _of_kind(e: Expressions, term: Term, x: str) -> str:
    sort, op = term.args[0].sort, term.op
    kind = type_of(sort)
    if op is ops.FP_IS_NAN:
        return _is_nan(e, sort, x)
    if op in (ops.FP_IS_NEGATIVE, ops.FP_IS_POSITIVE):
        sign = e.compare("slt" if op is ops.FP_IS_NEGATIVE else "sge", kind, x, 0)
        return e.do(f"and i1 {sign}, {_not(e, term, _is_nan(e, sort, x))}")
    magnitude = _magnitude(e, sort, x)
    if op is ops.FP_IS_ZERO:
        return e.compare("eq", kind, magnitude, 0)
    if op is ops.FP_IS_INFINITE:
        return e.compare("eq", kind, magnitude, _infinity(sort))
    least = 1 << (sort.significand - 1)
    if op is ops.FP_IS_SUBNORMAL:
        small = e.compare("ult", kind, magnitude, least)
        return e.do(f"and i1 {small}, {e.compare('ne', kind, magnitude, 0)}")
    large = e.compare("uge", kind, magnitude, least)
    return e.do(f"and i1 {large}, {e.compare('ult', kind, magnitude, _infinity(sort))}")


def _float_negative(e: Expressions, term: Term, x: str) -> str:
    kind, sort = type_of(term.sort), term.sort
    return e.select(_is_nan(e, sort, x), kind, x, e.do(f"xor {kind} {x}, {1 << (sort.width - 1)}"))


def _float_absolute(e: Expressions, term: Term, x: str) -> str:
    return _magnitude(e, term.sort, x)


def _float_from_bits(e: Expressions, term: Term, x: str) -> str:
    sort = term.sort
    return e.select(_is_nan(e, sort, x), type_of(sort), str(canonical_nan(sort)), x)


def _same_bits(_e: Expressions, _term: Term, x: str) -> str:
    return x


def _converted(e: Expressions, term: Term, _mode: str, x: str) -> str:
    source, target = term.args[1].sort, term.sort
    if source is target:
        return x
    name = "fpext" if target.width > source.width else "fptrunc"
    return _bits(e, target, e.do(f"{name} {_float_type(source)} {_number(e, source, x)} to {_float_type(target)}"))


def _from_integer(e: Expressions, term: Term, _mode: str, x: str) -> str:
    name = "sitofp" if term.op is ops.FP_FROM_SBV else "uitofp"
    return _bits(e, term.sort, e.do(f"{name} {type_of(term.args[1].sort)} {x} to {_float_type(term.sort)}"))


def _to_integer(e: Expressions, term: Term, _mode: str, x: str) -> str:
    """Out of range the instruction has no value: there zero is converted, which is what terms say."""
    source, width = term.args[1].sort, term.sort.width
    signed = term.op is ops.FP_TO_SBV
    number = _number(e, source, x)
    if source is FLOAT32:
        number = e.do(f"fpext float {number} to double")
    # what is cut off may lie outside by less than one; next to a 64-bit bound doubles have no fractions
    above = 1 << (width - 1 if signed else width)
    below = (-above if width > 53 else -above - 1) if signed else -1
    over = e.do(f"fcmp olt double {number}, {_double(above)}")
    under = e.do(f"fcmp {'oge' if signed and width > 53 else 'ogt'} double {number}, {_double(below)}")
    fits = e.do(f"and i1 {over}, {under}")
    chosen = e.select(fits, "double", number, "0.0")
    return e.do(f"{'fptosi' if signed else 'fptoui'} double {chosen} to {type_of(term.sort)}")


def _double(number: int) -> str:
    return f"{float(number):.1f}"


_Translator = Callable[..., str]
_CODE: Final[dict[Op, _Translator]] = {
    ops.NOT: _not,
    ops.AND: _and,
    ops.OR: _or,
    ops.ITE: _ite,
    ops.DISTINCT: _distinct,
    ops.BVMUL: _times,
    ops.BVNEG: _negative,
    ops.BVNOT: _complement,
    ops.BVUDIV: _unsigned_quotient,
    ops.BVUREM: _unsigned_quotient,
    ops.BVSDIV: _signed_quotient,
    ops.BVSREM: _signed_quotient,
    ops.BVSHL: _shifted,
    ops.BVLSHR: _shifted,
    ops.BVASHR: _shifted,
    ops.CONCAT: _concatenated,
    ops.EXTRACT: _extracted,
    ops.ZERO_EXTEND: _extended,
    ops.SIGN_EXTEND: _extended,
    ops.BVSADDO: _sum_overflows,
    ops.BVSSUBO: _sum_overflows,
    ops.BVUMULO: _product_overflows,
    ops.BVSMULO: _product_overflows,
    ops.FP_SQRT: _root,
    ops.FP_NEG: _float_negative,
    ops.FP_ABS: _float_absolute,
    ops.FP_FROM_BV: _float_from_bits,
    ops.FP_TO_IEEE_BV: _same_bits,
    ops.FP_TO_FP: _converted,
    ops.FP_FROM_SBV: _from_integer,
    ops.FP_FROM_UBV: _from_integer,
    ops.FP_TO_SBV: _to_integer,
    ops.FP_TO_UBV: _to_integer,
    **dict.fromkeys(_PLAIN, _plain),
    **dict.fromkeys(_COMPARED, _compared),
    **dict.fromkeys(_FLOAT_COMPARED, _float_compared),
    **dict.fromkeys(_FLOAT_ROUNDED, _rounded),
    **dict.fromkeys(
        (
            ops.FP_IS_NAN,
            ops.FP_IS_NEGATIVE,
            ops.FP_IS_POSITIVE,
            ops.FP_IS_ZERO,
            ops.FP_IS_INFINITE,
            ops.FP_IS_SUBNORMAL,
            ops.FP_IS_NORMAL,
        ),
        _of_kind,
    ),
}
