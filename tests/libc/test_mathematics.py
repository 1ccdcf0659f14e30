"""Functions that are not exactly defined: what the host's library returns is possible, and little else is.

An open result is taken from a queue. Given the host's own result, a model must return just that; given an infinity, the
end of its interval.
"""

from __future__ import annotations

import ctypes
import math
import struct

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from support.size import some

LIMIT = settings(max_examples=some(12, 2000), deadline=None)
CIRCULAR = ["sin", "cos", "tan", "asin", "acos", "atan"]
EXPONENTIAL = ["exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "sinh", "cosh", "tanh", "cbrt"]
OTHERS = ["asinh", "acosh", "atanh", "erf", "erfc", "tgamma"]
TWO = ["pow", "atan2", "hypot"]
NUMBERS = (
    st.floats(-1, 1)
    | st.floats(-30, 30)
    | st.floats()
    | st.integers(-20, 20).map(float)
    | st.sampled_from([0.0, -0.0, 0.5, 1.0, -1.0, 2.0, 709.9, -745.2, math.pi, math.inf, -math.inf, math.nan, 5e-324])
)


def bits(x: float) -> ctypes.c_longlong:
    return ctypes.c_longlong(struct.unpack("<q", struct.pack("<d", x))[0])


def possible(ours, model, arguments, any_: float, *, unknown: bool) -> float:
    """What the model returns when its open result is this one."""
    ours.reset()
    ctypes.c_int.in_dll(ours, "everything_unknown").value = unknown
    ours.give(ctypes.c_longlong(0))  # for errno
    ours.give(bits(any_))
    try:
        return model(*arguments)
    finally:
        ctypes.c_int.in_dll(ours, "everything_unknown").value = 0


def same(a: float, b: float) -> bool:
    return (math.isnan(a) and math.isnan(b)) or (a == b and math.copysign(1, a) == math.copysign(1, b))


def agree(ours, pair, name: str, kind, numbers) -> None:
    model, original = pair(name, kind)
    arguments = [kind(x) for x in numbers]
    expected = original(*arguments)
    for unknown in (False, True):
        found = possible(ours, model, arguments, expected, unknown=unknown)
        assert same(found, expected), (name, numbers, unknown)


@pytest.mark.parametrize("name", [*CIRCULAR, *EXPONENTIAL, *OTHERS])
@given(x=NUMBERS)
@example(x=1e22)
@example(x=0.9999999999999999)
@example(x=-1e-310)
@LIMIT
def test_of_one_number(ours, pair, name, x):
    agree(ours, pair, name, ctypes.c_double, [x])
    agree(ours, pair, name + "f", ctypes.c_float, [x])


@pytest.mark.parametrize("name", TWO)
@given(x=NUMBERS, y=NUMBERS)
@example(x=-2.0, y=3.0)
@example(x=3.0, y=-2.0)
@example(x=-0.0, y=-3.0)
@example(x=10.0, y=22.0)
@example(x=-1.0, y=math.inf)
@example(x=2.0, y=-1074.0)
@LIMIT
def test_of_two_numbers(ours, pair, name, x, y):
    agree(ours, pair, name, ctypes.c_double, [x, y])
    agree(ours, pair, name + "f", ctypes.c_float, [x, y])


@pytest.mark.parametrize("name", [*CIRCULAR, *EXPONENTIAL])
@given(x=st.floats(0.01, 0.99))
@LIMIT
def test_little_else(ours, pair, name, x):
    model, original = pair(name, ctypes.c_double)
    argument = [ctypes.c_double(x)]
    low, high = (possible(ours, model, argument, end, unknown=False) for end in (-math.inf, math.inf))
    expected = original(*argument)
    assert low <= expected <= high
    assert high - low <= 8.1 * max(math.ulp(low), math.ulp(high))


def test_exactly(pair):
    """What is exact needs no open result."""
    for name, arguments, expected in (
        ("pow", (2, 10), 1024),
        ("pow", (10, 7), 1e7),
        ("pow", (-3, 3), -27),
        ("pow", (2, -1), 0.5),
        ("pow", (2, 1000), 2.0**1000),
        ("pow", (math.nan, 0), 1),
        ("exp2", (-10,), 2**-10),
        ("log2", (1024,), 10),
        ("exp", (-math.inf,), 0),
        ("hypot", (3, 0), 3),
    ):
        model, original = pair(name, ctypes.c_double)
        given_ = [ctypes.c_double(x) for x in arguments]
        assert model(*given_) == original(*given_) == expected
