"""Which floats are integers of a type without their fraction: the analysis and the replay, against exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from math import trunc
from pathlib import Path

import pytest

import antumbra
from antumbra import terms as T
from antumbra.evidence.native.conversions import constant, integer_bounds
from antumbra.frontends.llvm.translating.values.arithmetic import in_range

#: format → bits of its exponent and of its significand
FORMATS = {
    "half": (5, 11),
    "bfloat": (8, 8),
    "float": (8, 24),
    "double": (11, 53),
    "x86_fp80": (15, 64),
    "fp128": (15, 113),
}
WIDTHS = (1, 2, 7, 8, 11, 12, 16, 24, 25, 32, 53, 54, 64, 65, 113, 128)


def _number(bits: int, exponent_bits: int, significand: int) -> Fraction | None:
    """The value of a bit pattern; None for infinities and NaN."""
    fraction = bits & ((1 << (significand - 1)) - 1)
    exponent = bits >> (significand - 1) & ((1 << exponent_bits) - 1)
    bias = (1 << (exponent_bits - 1)) - 1
    if exponent == 2 * bias + 1:
        return None
    size = fraction if exponent == 0 else fraction | 1 << (significand - 1)
    value = Fraction(size) * Fraction(2) ** (max(exponent, 1) - bias - significand + 1)
    return -value if bits >> (exponent_bits + significand - 1) else value


def _near(exponent_bits: int, significand: int, width: int) -> set[int]:
    """Patterns around zero, one, infinity, and the bounds of integers."""
    bias = (1 << (exponent_bits - 1)) - 1
    centres = {0, bias << (significand - 1), (2 * bias + 1) << (significand - 1)}
    for power in (width - 1, width):
        if power <= bias:
            centres.add((bias + power) << (significand - 1))
    sign = 1 << (exponent_bits + significand - 1)
    found = {c + d for c in centres for d in (-3, -2, -1, 0, 1, 2, 3, 1 << max(0, significand - width))}
    found |= {c + d for c in centres for d in (1 << max(0, significand - width - 1), -(1 << (significand - 2)))}
    return {bits for bits in found if 0 <= bits < sign} | {bits | sign for bits in found if 0 <= bits < sign}


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("kind", FORMATS)
def test_ranges(kind: str, signed: bool) -> None:
    exponent_bits, significand = FORMATS[kind]
    sort = T.fp_sort(exponent_bits, significand)
    for width in WIDTHS:
        least, most = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)
        comparison, low, high = integer_bounds(kind, width, signed=signed)
        for bits in _near(exponent_bits, significand, width):
            value = _number(bits, exponent_bits, significand)
            expected = value is not None and least <= trunc(value) <= most
            assert (in_range(T.const(bits, sort), width, signed) is T.TRUE) == expected, (width, hex(bits))
            if value is not None:
                lower = _written(kind, low)
                above = lower is None or (value > lower if comparison == "ogt" else value >= lower)
                upper = _written(kind, high)
                assert (above and (upper is None or value < upper)) == expected, (width, hex(bits))


def _written(kind: str, text: str) -> Fraction | None:
    """The value of a constant as LLVM reads it."""
    bits = int(text[3:] if text[2] in "HRKL" else text[2:], 16)
    if kind == "x86_fp80":
        bits = (bits >> 64) << 63 | bits & ((1 << 63) - 1)
    if kind == "fp128":
        bits = (bits & ((1 << 64) - 1)) << 64 | bits >> 64
    return _number(bits, *FORMATS["double" if kind == "float" else kind])


def test_infinity_is_written_as_llvm_reads_it() -> None:
    assert constant("half", 1 << 16) == "0xH7C00"
    assert constant("x86_fp80", 1 << 16384) == "0xK7FFF8000000000000000"
    assert constant("float", -1 << 128) == "0xFFF0000000000000"


LL = """
declare KIND @__VERIFIER_nondet_NAME()
define i32 @main() {
  %x = call KIND @__VERIFIER_nondet_NAME()
  %above = fcmp LOW
  %below = fcmp HIGH
  %both = and i1 %above, %below
  br i1 %both, label %go, label %end
go:
  %n = OPCODE KIND %x to INTEGER
  ret i32 0
end:
  ret i32 0
}
"""
#: format, conversion, integer, what is known of the float
CASES = [
    ("double", "fptosi", "i32", "ogt -2147483649.0", "olt 2147483648.0", "safe"),
    ("double", "fptosi", "i32", "oge -2147483649.0", "olt 2147483648.0", "unsafe"),
    ("double", "fptosi", "i32", "ogt -2147483649.0", "ole 2147483648.0", "unsafe"),
    ("double", "fptosi", "i32", "ogt -2147483649.0", "ult 2147483648.0", "safe"),
    ("double", "fptosi", "i32", "ugt -2147483649.0", "ult 2147483648.0", "unsafe"),
    ("double", "fptoui", "i8", "ogt -1.0", "olt 256.0", "safe"),
    ("double", "fptoui", "i8", "oge -1.0", "olt 256.0", "unsafe"),
    ("float", "fptosi", "i64", "oge 0xC3E0000000000000", "olt 0x43E0000000000000", "safe"),
    ("float", "fptosi", "i64", "oge 0xC3E0000020000000", "olt 0x43E0000000000000", "unsafe"),
    ("float", "fptoui", "i1", "ogt -1.0", "olt 2.0", "safe"),
    ("float", "fptoui", "i1", "ogt -1.0", "ole 2.0", "unsafe"),
    ("float", "fptoui", "i128", "ogt -1.0", "olt 0x7FF0000000000000", "safe"),
    ("float", "fptoui", "i128", "ogt -1.0", "ole 0x7FF0000000000000", "unsafe"),
    ("x86_fp80", "fptosi", "i16", "oge 0xKC00D8000000000000000", "olt 0xK400D8000000000000000", "safe"),
    ("x86_fp80", "fptosi", "i16", "ogt 0xKC00F8000000000000000", "olt 0xK400D8000000000000000", "unsafe"),
]


@pytest.mark.parametrize(("kind", "opcode", "integer", "low", "high", "verdict"), CASES)
def test_verdicts(tmp_path: Path, kind: str, opcode: str, integer: str, low: str, high: str, verdict: str) -> None:
    conditions = [bound.replace(" ", " KIND %x, ") for bound in (low, high)]
    text = (
        LL.replace("LOW", conditions[0])
        .replace("HIGH", conditions[1])
        .replace("OPCODE", opcode)
        .replace("INTEGER", integer)
    )
    path = tmp_path / "convert.ll"
    name = "longdouble" if kind == "x86_fp80" else kind
    path.write_text(text.replace("KIND", kind).replace("NAME", name), "utf-8")
    result = antumbra.check(path, property="def-behavior", timeout=30)
    assert result.verdict.value == verdict
    # what is not asked for forbids safe
    expected = "safe" if verdict == "safe" else "unknown"
    assert antumbra.check(path, property="unreach-call", timeout=30).verdict.value == expected
