"""Float intrinsics whose results are exact by IEEE 754; the others (sin, exp, …) are external functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from antumbra import terms as T
from antumbra.frontends.llvm.reading.types import Type
from antumbra.frontends.llvm.translating.builder import Builder
from antumbra.frontends.llvm.translating.values.arithmetic import RNE, RTZ, in_range
from antumbra.terms import Term

_ROUNDING: Final = {
    "floor": "RTN",
    "ceil": "RTP",
    "trunc": "RTZ",
    "rint": "RNE",
    "nearbyint": "RNE",
    "roundeven": "RNE",
    "round": "RNA",
}
_TO_INTEGER: Final = {"lrint": "RNE", "llrint": "RNE", "lround": "RNA", "llround": "RNA"}


def float_intrinsic(name: str) -> Callable[..., Term] | None:
    """The operation of ``llvm.<name>`` on scalars."""
    if name in _ROUNDING:
        return partial(T.fp_round_to_integral, T.rm(_ROUNDING[name]))
    return _OPERATIONS.get(name)


def takes_numbers(name: str) -> bool:
    """Whether ``llvm.<name>`` takes floats as numbers, of which one is NaN; the others look at bits."""
    return (
        float_intrinsic(name) is not None
        or name in _TO_INTEGER
        or name in ("fptosi.sat", "fptoui.sat")
        or name in ("vector.reduce.fadd", "vector.reduce.fmul")
    )


#: a NaN gives way to the other operand
CHOICES: Final = {"minnum": T.fp_min, "maxnum": T.fp_max}


def choice(b: Builder, name: str, operands: tuple[Term, Term], type_: Type) -> Term:
    """minnum and maxnum. To a signalling NaN the other operand is preferred by some machines and libraries only."""
    one, other = (b.number(value, type_) for value in operands)
    chosen = CHOICES[name](one, other)
    place = one.sort.significand - 2
    quiet = [T.eq(T.extract(place, place, bits), T.bv(1, 1)) for bits in operands]
    signals = T.or_(*(T.and_(T.fp_is_nan(x), T.not_(q)) for x, q in zip((one, other), quiet, strict=True)))
    if signals is T.FALSE:
        return chosen
    nan = T.const(T.canonical_nan(one.sort), one.sort)
    return b.of_nan(lambda unknown: T.ite(signals, T.ite(T.eq(unknown, T.bv(0, 1)), chosen, nan), chosen), 1, type_)


def to_integer(name: str, value: Term, width: int) -> tuple[Term, Term] | None:
    """lrint, lround and their kin: the result, and where it is defined; elsewhere it is not specified."""
    mode = _TO_INTEGER.get(name)
    if mode is None:
        return None
    fits = in_range(T.fp_round_to_integral(T.rm(mode), value), width, signed=True)
    return T.fp_to_sbv(T.rm(mode), value, width), fits


def without_sign(bits: Term) -> Term:
    """fabs, of NaN as well."""
    return T.zero_extend(1, T.extract(bits.width - 2, 0, bits))


def copysign(magnitude: Term, sign: Term) -> Term:
    """Of bits: a NaN gives and takes a sign as other floats do."""
    return T.concat(T.extract(sign.width - 1, sign.width - 1, sign), T.extract(magnitude.width - 2, 0, magnitude))


def _sqrt(x: Term) -> Term:
    return T.fp_sqrt(RNE, x)


def _fused(x: Term, y: Term, z: Term) -> Term:
    return T.fp_fma(RNE, x, y, z)


def _unfused(x: Term, y: Term, z: Term) -> Term:
    """LLVM leaves it open whether fmuladd rounds once or twice; x86-64 without FMA rounds twice."""
    return T.fp_add(RNE, T.fp_mul(RNE, x, y), z)


def _same(x: Term) -> Term:
    return x


def _propagating(choose: Callable[[Term, Term], Term]) -> Callable[[Term, Term], Term]:
    """minimum and maximum: a NaN operand is the result."""
    return lambda x, y: T.ite(T.fp_is_nan(x), x, T.ite(T.fp_is_nan(y), y, choose(x, y)))


_OPERATIONS: Final[dict[str, Callable[..., Term]]] = {
    "sqrt": _sqrt,
    "fma": _fused,
    "fmuladd": _unfused,
    "minimumnum": T.fp_min,
    "maximumnum": T.fp_max,
    "minimum": _propagating(T.fp_min),
    "maximum": _propagating(T.fp_max),
    "canonicalize": _same,
    "arithmetic.fence": _same,
}


def saturating(value: Term, width: int, signed: bool) -> Term:
    """fptosi.sat and fptoui.sat: the nearest integer there is, zero for NaN."""
    low = T.bv(1 << (width - 1) if signed else 0, width)
    high = T.bv((1 << (width - 1)) - 1 if signed else -1, width)
    fits = in_range(value, width, signed)
    converted = (T.fp_to_sbv if signed else T.fp_to_ubv)(RTZ, value, width)
    outside = T.ite(T.fp_is_negative(value), low, high)
    return T.ite(T.fp_is_nan(value), T.bv(0, width), T.ite(fits, converted, outside))


def tells_nans_apart(mask: int) -> bool:
    """Whether llvm.is.fpclass is asked for one kind of NaN and not for the other."""
    return mask & 3 in (1, 2)


def is_class(value: Term, bits: Term, mask: int) -> Term:
    """llvm.is.fpclass: bits are snan, qnan, -inf, -normal, -subnormal, -zero, +zero, +subnormal, +normal, +inf."""
    negative = T.fp_is_negative(value)
    positive = T.fp_is_positive(value)
    nan = T.fp_is_nan(value)
    if tells_nans_apart(mask):
        place = value.sort.significand - 2
        nan = T.and_(nan, T.eq(T.extract(place, place, bits), T.bv(mask & 3 == 2, 1)))
    tests = (
        (0x003, nan),
        (0x004, T.and_(negative, T.fp_is_infinite(value))),
        (0x008, T.and_(negative, T.fp_is_normal(value))),
        (0x010, T.and_(negative, T.fp_is_subnormal(value))),
        (0x020, T.and_(negative, T.fp_is_zero(value))),
        (0x040, T.and_(positive, T.fp_is_zero(value))),
        (0x080, T.and_(positive, T.fp_is_subnormal(value))),
        (0x100, T.and_(positive, T.fp_is_normal(value))),
        (0x200, T.and_(positive, T.fp_is_infinite(value))),
    )
    return T.or_(T.FALSE, *(test for bit, test in tests if mask & bit))
