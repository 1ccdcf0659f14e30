"""Wide characters that are ASCII: as the host has them."""

from __future__ import annotations

import ctypes

import pytest

CLASSES = ["alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"]
WIDE = ctypes.c_wchar_p
TEXTS = ["", "a", "abc", "cab", "abcabcab", "xyz"]


@pytest.mark.parametrize("name", [*(f"isw{name}" for name in CLASSES), "towlower", "towupper"])
def test_classes(pair, name):
    model, original = pair(name, ctypes.c_int)
    assert all(model(c) == original(c) for c in (*range(128), -1))


@pytest.mark.parametrize("name", ["wcsspn", "wcscspn"])
def test_lengths(pair, name):
    model, original = pair(name, ctypes.c_size_t)
    for one in TEXTS:
        assert all(model(WIDE(one), WIDE(other)) == original(WIDE(one), WIDE(other)) for other in TEXTS)


@pytest.mark.parametrize("name", ["wcspbrk", "wcsstr"])
def test_places(pair, name):
    model, original = pair(name, ctypes.c_void_p)
    for one in map(WIDE, TEXTS):
        assert all(model(one, WIDE(other)) == original(one, WIDE(other)) for other in TEXTS)


@pytest.mark.parametrize("size", [0, 2, 3, 4, 9])
def test_conversions(ours, host, size):
    found: list[object] = []
    for library, prefix in ((ours, "antu_"), (host, "")):
        wide, narrow = ctypes.create_unicode_buffer("#" * 10), ctypes.create_string_buffer(b"#" * 10)
        counts = [
            getattr(library, f"{prefix}mbstowcs")(wide, b"abc", ctypes.c_size_t(size)),
            getattr(library, f"{prefix}wcstombs")(narrow, WIDE("abc"), ctypes.c_size_t(size)),
            getattr(library, f"{prefix}mbstowcs")(None, b"abc", ctypes.c_size_t(0)),
            getattr(library, f"{prefix}mbtowc")(None, b"abc", ctypes.c_size_t(size)),
            getattr(library, f"{prefix}mblen")(b"", ctypes.c_size_t(size or 1)),
            getattr(library, f"{prefix}btowc")(65),
            getattr(library, f"{prefix}wctob")(-1),
        ]
        found.append((counts, wide[:], narrow.raw))
    assert found[0] == found[1]


def test_appending(ours, host):
    found: list[object] = []
    for function in (ours.antu_wcsncat, host.wcsncat):
        buffer = ctypes.create_unicode_buffer("ab", 10)
        function(buffer, WIDE("cdef"), ctypes.c_size_t(2))
        found.append(buffer[:])
    assert found[0] == found[1]
