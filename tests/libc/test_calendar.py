"""Times as text and numbers: as the host does it in UTC."""

from __future__ import annotations

import ctypes
import os
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from support.size import some

LIMIT = settings(max_examples=some(15, 3000), deadline=None)
FORM = (
    b"%a|%A|%b|%B|%c|%C|%d|%D|%e|%F|%g|%G|%h|%H|%I|%j|%k|%l|%m|%M|%p|%P|%r|%R|%s|%S|%T|%u|%U|%V|%w|%W|%x|%X|%y|%Y|%z|%%"
)
#: since the year 1000
WHEN = st.integers(-30610224000, 253402300799) | st.integers(0, 2**31)


class Tm(ctypes.Structure):
    _fields_ = (*((f"f{i}", ctypes.c_int) for i in range(9)), ("offset", ctypes.c_long), ("zone", ctypes.c_char_p))

    def numbers(self) -> list[int]:
        return [getattr(self, f"f{i}") for i in range(9)]


@pytest.fixture(autouse=True)
def _utc(host):
    before = os.environ.get("TZ")
    os.environ["TZ"] = "UTC"
    host.tzset()
    time.tzset()
    yield
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    host.tzset()
    time.tzset()


@given(when=WHEN)
@example(when=0)
@example(when=951782400)
@LIMIT
def test_times(ours, host, when):
    value = ctypes.c_long(when)
    found: list[object] = []
    for library, prefix in ((ours, "antu_"), (host, "")):
        tm, buffer = Tm(), ctypes.create_string_buffer(600)
        getattr(library, f"{prefix}localtime_r")(ctypes.byref(value), ctypes.byref(tm))
        length = getattr(library, f"{prefix}strftime")(buffer, ctypes.c_size_t(600), FORM + b"|%Z", ctypes.byref(tm))
        short = getattr(library, f"{prefix}strftime")(ctypes.create_string_buffer(5), 4, b"%Y", ctypes.byref(tm))
        make = getattr(library, f"{prefix}mktime")
        make.restype = ctypes.c_long
        again = make(ctypes.byref(tm))
        text = getattr(library, f"{prefix}asctime_r")
        line = ctypes.create_string_buffer(64)
        text(ctypes.byref(tm), line)
        found.append((tm.numbers(), tm.zone, length, buffer.value, short, again, line.value))
    assert found[0] == found[1]


@given(fields=st.lists(st.integers(-1000, 1000), min_size=6, max_size=6))
@LIMIT
def test_fields_out_of_range(ours, host, fields):
    found: list[object] = []
    for function in (ours.antu_mktime, host.mktime):
        tm = Tm(*fields)
        function.restype = ctypes.c_long
        found.append((function(ctypes.byref(tm)), tm.numbers()))
    assert found[0] == found[1]
