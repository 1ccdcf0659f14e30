"""All constructors in one place: fills the table of :mod:`antumbra.terms.making`.

The constructors simplify as they build; each theory has its own file. :func:`antumbra.terms.term.intern` builds
a term exactly as written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from antumbra.terms import operators as ops
from antumbra.terms.making import PLAIN, WITH_DATA
from antumbra.terms.simplify import arith, bits, bv, compare, datatypes, fp
from antumbra.terms.simplify import array as arrays
from antumbra.terms.simplify import boolean as core
from antumbra.terms.term import Op, Term

_PLAIN: dict[Op, Callable[..., Term]] = {
    ops.NOT: core.not_,
    ops.AND: core.and_,
    ops.OR: core.or_,
    ops.ITE: core.ite,
    ops.EQ: core.eq,
    ops.DISTINCT: core.distinct,
    ops.BVADD: bv.bvadd,
    ops.BVSUB: bv.bvsub,
    ops.BVMUL: bv.bvmul,
    ops.BVUDIV: bv.bvudiv,
    ops.BVUREM: bv.bvurem,
    ops.BVSDIV: bv.bvsdiv,
    ops.BVSREM: bv.bvsrem,
    ops.BVNEG: bv.bvneg,
    ops.BVNOT: bits.bvnot,
    ops.BVAND: bits.bvand,
    ops.BVOR: bits.bvor,
    ops.BVXOR: bits.bvxor,
    ops.BVSHL: bits.bvshl,
    ops.BVLSHR: bits.bvlshr,
    ops.BVASHR: bits.bvashr,
    ops.BVULT: compare.bvult,
    ops.BVULE: compare.bvule,
    ops.BVSLT: compare.bvslt,
    ops.BVSLE: compare.bvsle,
    ops.CONCAT: bits.concat,
    ops.BVSADDO: compare.bvsaddo,
    ops.BVSSUBO: compare.bvssubo,
    ops.BVUMULO: compare.bvumulo,
    ops.BVSMULO: compare.bvsmulo,
    ops.ADD: arith.add,
    ops.SUB: arith.sub,
    ops.MUL: arith.mul,
    ops.NEG: arith.neg,
    ops.DIV: arith.div,
    ops.MOD: arith.mod,
    ops.ABS: arith.abs_,
    ops.LT: arith.lt,
    ops.LE: arith.le,
    ops.REAL_DIV: arith.real_div,
    ops.TO_REAL: arith.to_real,
    ops.TO_INT: arith.to_int,
    ops.IS_INT: arith.is_int,
    ops.BV2NAT: arith.bv2nat,
    ops.FP_ADD: fp.fp_add,
    ops.FP_SUB: fp.fp_sub,
    ops.FP_MUL: fp.fp_mul,
    ops.FP_DIV: fp.fp_div,
    ops.FP_FMA: fp.fp_fma,
    ops.FP_SQRT: fp.fp_sqrt,
    ops.FP_REM: fp.fp_rem,
    ops.FP_ROUND_TO_INTEGRAL: fp.fp_round_to_integral,
    ops.FP_NEG: fp.fp_neg,
    ops.FP_ABS: fp.fp_abs,
    ops.FP_EQ: fp.fp_eq,
    ops.FP_LT: fp.fp_lt,
    ops.FP_LE: fp.fp_le,
    ops.FP_IS_NAN: fp.fp_is_nan,
    ops.FP_IS_INFINITE: fp.fp_is_infinite,
    ops.FP_IS_ZERO: fp.fp_is_zero,
    ops.FP_IS_NORMAL: fp.fp_is_normal,
    ops.FP_IS_SUBNORMAL: fp.fp_is_subnormal,
    ops.FP_IS_NEGATIVE: fp.fp_is_negative,
    ops.FP_IS_POSITIVE: fp.fp_is_positive,
    ops.FP_TO_REAL: fp.fp_to_real,
    ops.FP_TO_IEEE_BV: fp.fp_to_ieee_bv,
    ops.SELECT: arrays.select,
    ops.STORE: arrays.store,
}

_WITH_DATA: dict[Op, Callable[[Any, tuple[Term, ...]], Term]] = {
    ops.EXTRACT: lambda d, a: bits.extract(d[0], d[1], a[0]),
    ops.ZERO_EXTEND: lambda d, a: bits.zero_extend(d, a[0]),
    ops.SIGN_EXTEND: lambda d, a: bits.sign_extend(d, a[0]),
    ops.INT2BV: lambda d, a: arith.int2bv(d, a[0]),
    ops.FP_FROM_BV: lambda d, a: fp.fp_from_bv(a[0], d),
    ops.FP_TO_FP: lambda d, a: fp.fp_to_fp(a[0], a[1], d),
    ops.FP_FROM_SBV: lambda d, a: fp.fp_from_sbv(a[0], a[1], d),
    ops.FP_FROM_UBV: lambda d, a: fp.fp_from_ubv(a[0], a[1], d),
    ops.FP_TO_SBV: lambda d, a: fp.fp_to_sbv(a[0], a[1], d),
    ops.FP_TO_UBV: lambda d, a: fp.fp_to_ubv(a[0], a[1], d),
    ops.CONST_ARRAY: lambda d, a: arrays.const_array(d, a[0]),
    ops.CONSTRUCT: datatypes.construct,
    ops.FIELD: lambda d, a: datatypes.field(d[0], d[1], a[0]),
    ops.IS: lambda d, a: datatypes.is_(d, a[0]),
    ops.APPLY: arrays.apply_,
    ops.FORALL: lambda d, a: arrays.forall(d[0], a[0], arrays.groups(d[1], a)),
    ops.EXISTS: lambda d, a: arrays.exists(d[0], a[0], arrays.groups(d[1], a)),
    ops.LAMBDA: lambda d, a: arrays.lambda_(d, a[0]),
}

PLAIN.update(_PLAIN)
WITH_DATA.update(_WITH_DATA)
