"""Formatted text out and in, and what unknown streams deliver."""

from __future__ import annotations

import ctypes
import struct
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from libc.test_filesystem import UNSUPPORTED, run_apart, scanning_cases
from support.size import some

LIMIT = settings(max_examples=some(60, 150), deadline=None)
FLAGS = st.lists(st.sampled_from("-+ #0"), max_size=3).map("".join)
WIDTH = st.sampled_from(["", "1", "5", "12"])
PRECISION = st.sampled_from(["", ".", ".0", ".1", ".4", ".15"])
NUMBER = st.integers(-(2**63), 2**64 - 1) | st.integers(-300, 300)


@given(flags=FLAGS, width=WIDTH, precision=PRECISION, kind=st.sampled_from("diuxXo"), value=NUMBER,
       length=st.sampled_from(["", "l", "ll", "h", "hh", "z", "j"]), size=st.integers(0, 40))  # fmt: skip
@example(flags="#", width="", precision=".0", kind="o", value=0, length="", size=40)
@LIMIT
def test_integer_conversions(ours, host, flags, width, precision, kind, value, length, size):
    text = f"<%{flags}{width}{precision}{length}{kind}>".encode()
    number = ctypes.c_longlong(value) if length in ("l", "ll", "z", "j") else ctypes.c_int(value)
    compare(ours, host, size, text, number)


@given(flags=FLAGS, width=WIDTH, precision=PRECISION, value=st.binary(max_size=9).filter(lambda b: b"\0" not in b))
@LIMIT
def test_text_conversions(ours, host, flags, width, precision, value):
    flags = "-" if "-" in flags else ""
    compare(ours, host, 30, f"%{flags}{width}{precision}s%%%{flags}{width}c".encode(), value, ctypes.c_int(65))


@given(width=st.integers(-9, 9), precision=st.integers(-9, 9))
@LIMIT
def test_starred_conversions(ours, host, width, precision):
    compare(ours, host, 30, b"%*.*d|%*s", ctypes.c_int(width), ctypes.c_int(precision), ctypes.c_int(-37), width, b"ab")


def test_pointers_nulls_and_counts(ours, host):
    compare(ours, host, 60, b"%p %p %20p|", None, ctypes.c_void_p(0xBEEF), ctypes.c_void_p(0x10))
    compare(ours, host, 60, b"%s %.3s %.6s|", None, None, None)
    count = ctypes.c_int()
    buffer = ctypes.create_string_buffer(20)
    assert ours.antu_sprintf(buffer, b"abc%ndef", ctypes.byref(count)) == 6
    assert (count.value, buffer.value) == (3, b"abcdef")
    assert ours.antu_snprintf(None, ctypes.c_size_t(0), b"%d", 12345) == 5


FLOATS = st.floats() | st.floats(-1e6, 1e6).map(lambda x: round(x, 3)) | st.integers(-(10**17), 10**17).map(float)


@given(flags=FLAGS, width=WIDTH, precision=PRECISION | st.sampled_from([".25", ".300"]), kind=st.sampled_from("feEgGF"),
       value=FLOATS)  # fmt: skip
@example(flags="", width="", precision="", kind="f", value=0.5)
@example(flags="", width="", precision=".0", kind="f", value=0.5)
@example(flags="", width="", precision=".0", kind="f", value=1.5)
@example(flags="", width="", precision=".2", kind="f", value=9.995)
@example(flags="", width="", precision="", kind="g", value=999999.5)
@example(flags="#", width="", precision=".0", kind="g", value=0.0)
@example(flags="", width="", precision="", kind="f", value=1.7976931348623157e308)
@example(flags="", width="", precision=".1100", kind="e", value=5e-324)
@LIMIT
def test_float_conversions(ours, host, flags, width, precision, kind, value):
    compare(ours, host, 1500, f"<%{flags}{width}{precision}{kind}>".encode(), ctypes.c_double(value))


@given(precision=PRECISION, kind=st.sampled_from("feg"), value=st.floats(-1e300, 1e300))
@LIMIT
def test_long_doubles(ours, host, precision, kind, value):
    compare(ours, host, 1500, f"%{precision}L{kind}".encode(), ctypes.c_longdouble(value))


@given(flags=FLAGS, width=WIDTH, precision=PRECISION, kind=st.sampled_from("aA"), value=FLOATS)
@example(flags="", width="", precision=".0", kind="a", value=1.999)
@example(flags="", width="", precision=".3", kind="a", value=1.99999)
@example(flags="", width="", precision="", kind="a", value=5e-324)
@LIMIT
def test_hexadecimal_conversions(ours, host, flags, width, precision, kind, value):
    compare(ours, host, 99, f"<%{flags}{width}{precision}{kind}>".encode(), ctypes.c_double(value))
    compare(ours, host, 99, f"<%{flags}{width}{precision}L{kind}>".encode(), ctypes.c_longdouble(value))


def test_extreme_long_doubles(ours, host):
    for bits in ((0xFFFF_FFFF_FFFF_FFFF, 0x7FFE), (1, 0), (1 << 63, 1), (0x8123_4567_89AB_CDEF, 0x8100)):
        value = ctypes.c_longdouble.from_buffer_copy(struct.pack("<QH6x", *bits))
        for text in (b"%Lf", b"%.20Le", b"%Lg"):
            compare(ours, host, 6000, text, value)


def test_wide_characters(ours, host):
    text = ctypes.create_unicode_buffer("wide")
    compare(ours, host, 40, b"%ls|%8ls|%-8.2ls|%lc|%S", text, text, text, ctypes.c_int(65), text)


def test_what_is_left_open_is_characters(ours):
    ours.reset()
    for value in (2, ord("1"), ord("."), ord("5")):
        ours.give(ctypes.c_longlong(value))
    buffer = ctypes.create_string_buffer(20)
    assert ours.antu_sprintf(buffer, b"[%m]%d", 7) == 6
    assert buffer.value == b"[1.5]7"


def compare(ours, host, size, text, *arguments):
    buffers = [ctypes.create_string_buffer(b"#" * max(63, size)) for _ in range(2)]
    results = [
        function(buffer, ctypes.c_size_t(size), text, *arguments)
        for function, buffer in zip((ours.antu_snprintf, host.snprintf), buffers, strict=True)
    ]
    assert results[0] == results[1]
    assert buffers[0].raw == buffers[1].raw


SCANS = [
    (b"12 34", b"%d %d"), (b"12,34", b"%d,%d"), (b"-12abc", b"%d%s"), (b"0x1f 017 9", b"%i %i %i"), (b"ff", b"%x"),
    (b"", b"%d"), (b"  ", b"%d"), (b"x", b"%d"), (b"word another", b"%3s%s"), (b"ab", b"%c%c%c"), (b"abc", b"%2c"),
    (b"a-z]b", b"%[a-c-]%[z]%[]]"), (b"xyz1", b"%[^0-9]%d"), (b"1.5e2x", b"%lf%c"), (b"7 8", b"%*d %d"),
    (b"12345", b"%2d%3d"), (b"5%6", b"%d%%%d"), (b"12 3", b"%d%n %d"), (b"42", b"%hhd"), (b"-1", b"%u"),
    (b"99", b"%ld"), (b"9 x", b"%d%*[ ]%c"), (b"-1.25e3", b"%4lf%s"), (b"12.5", b"%3f%c%c"), (b"0x1.8p3z", b"%Lf%c"),
    (b"0.1", b"%Lf"), (b"16777217", b"%f"), (b"infinity", b"%3f%s"), (b"infinite", b"%f"), (b"inx", b"%f%s"),
    (b"nan", b"%2lf"), (b"7fffffffffffffffff", b"%ld"), (b"99999999999999999999", b"%ld"), (b"+", b"%d"),
    (b"-99999999999999999999", b"%lld"),
    (b"0x1F", b"%p"), (b"0b", b"%i%c"), (b" 5", b"%c%d"), (b".e1", b"%f"), (b"-.5", b"%lf"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "form"), SCANS)
def test_scanning_text(ours, host, text, form):
    results: list[object] = []
    for function in (ours.antu_sscanf, host.sscanf):
        buffers = [ctypes.create_string_buffer(b"#" * 31) for _ in range(4)]
        results.append((function(text, form, *buffers), [buffer.raw for buffer in buffers]))
    assert results[0] == results[1]


def scanned(library, function, cases):
    """What sscanf says of each text, and what it writes."""
    for form, text in cases:
        buffers = [ctypes.create_string_buffer(b"#" * 31) for _ in range(4)]
        yield getattr(library, function)(text, form, *buffers), [buffer.raw for buffer in buffers]


@pytest.mark.parametrize("seed", range(some(1, 20)))
def test_scanning_any_text(ours, host, seed):
    cases = scanning_cases(Random(seed), 1000)

    def apart():
        ctypes.c_int.in_dll(ours, "unsupported_ends").value = 1
        yield from scanned(ours, "antu_sscanf", cases)

    compared = 0
    while cases:  # what is unsupported ends the process
        *results, status = run_apart(apart)
        assert status in (0, UNSUPPORTED)
        for case, one, other in zip(cases, results, scanned(host, "sscanf", cases), strict=False):
            assert one == other, case
        compared += len(results)
        cases = cases[len(results) + 1 :]
    assert compared > 900


def stdin(ours):
    ours.reset()
    stream = ctypes.c_void_p.in_dll(ours, "antu_stdin")
    ours.antu_clearerr(stream)
    return stream


def test_lines_of_unknown_characters(ours):
    stream = stdin(ours)
    for c in (*b"ab\ncd", -1, 0, 65):
        ours.give(ctypes.c_longlong(c))
    buffer = ctypes.create_string_buffer(8)
    ours.antu_fgets.restype = ctypes.c_void_p
    assert ours.antu_fgets(buffer, 8, stream)
    assert buffer.value == b"ab\n"
    assert ours.antu_fgets(buffer, 8, stream)
    assert buffer.value == b"cd"
    assert ours.antu_fgets(buffer, 8, stream) is None
    assert ours.antu_feof(stream)
    assert ours.antu_getchar() == -1
    assert ctypes.c_int.in_dll(ours, "failed_assumptions").value == 0


def test_blocks_of_unknown_bytes(ours):
    stream = stdin(ours)
    for value in (5, 1, 2, 3, 4, 5, 6, 7, 8):
        ours.give(ctypes.c_longlong(value))
    buffer = ctypes.create_string_buffer(b"#" * 8, 8)
    assert ours.antu_fread(buffer, ctypes.c_size_t(2), ctypes.c_size_t(4), stream) == 2
    assert buffer.raw == b"\1\2\3\4\5###"


def test_unknown_numbers(ours):
    stdin(ours)
    for value in (0, 77, 1):
        ours.give(ctypes.c_longlong(value))
    first, second = ctypes.c_int(1), ctypes.c_int(2)
    assert ours.antu_scanf(b"%d %d", ctypes.byref(first), ctypes.byref(second)) == 1
    assert (first.value, second.value) == (77, 2)


def test_printing_nothing_counts_exactly(ours):
    ours.reset()
    assert ours.antu_printf(b"hello 100%%\n") == 11
    ours.reset()
    for value in (9, 0):
        ours.give(ctypes.c_longlong(value))
    assert ours.antu_printf(b"%d %s %5.2f %ld\n", 1, b"x", ctypes.c_double(1), ctypes.c_long(3)) == 9
    assert ctypes.c_int.in_dll(ours, "failed_assumptions").value == 0


def test_growing_lines(ours, host):
    stream = stdin(ours)
    for c in (*b"0123456789" * 5, 10):
        ours.give(ctypes.c_longlong(c))
    line, size = ctypes.c_char_p(), ctypes.c_size_t()
    ours.antu_getline.restype = ctypes.c_long
    assert ours.antu_getline(ctypes.byref(line), ctypes.byref(size), stream) == 51
    assert line.value == b"0123456789" * 5 + b"\n"
    host.free(line)
