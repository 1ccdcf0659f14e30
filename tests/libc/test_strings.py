"""String, memory and character functions: the model's result is the host's, on the same bytes."""

from __future__ import annotations

import ctypes
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.size import some

TEXT = st.lists(st.sampled_from(b"abAB ,;\xe9\x7f"), max_size=8).map(bytes)
COUNT = st.integers(0, 10)
LIMIT = settings(max_examples=some(30, 60), deadline=None)


def buffers(text: bytes) -> list[ctypes.Array[ctypes.c_char]]:
    return [ctypes.create_string_buffer(text + b"\0" * 24, len(text) + 24) for _ in range(2)]


def offset(result: int | None, buffer: ctypes.Array[ctypes.c_char]) -> int | None:
    return None if result is None else result - ctypes.addressof(buffer)


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize("name", ["strcmp", "strcoll", "strcasecmp"])
@given(a=TEXT, b=TEXT)
@LIMIT
def test_compare(pair, name, a, b):
    model, original = pair(name, ctypes.c_int)
    assert sign(model(a, b)) == sign(original(a, b))


@pytest.mark.parametrize("name", ["strncmp", "strncasecmp", "memcmp"])
@given(a=TEXT, b=TEXT, n=COUNT)
@LIMIT
def test_compare_prefix(pair, name, a, b, n):
    model, original = pair(name, ctypes.c_int)
    if name == "memcmp":
        n = min(n, len(a) + 1, len(b) + 1)
    size = ctypes.c_size_t(n)
    assert sign(model(a, b, size)) == sign(original(a, b, size))


@pytest.mark.parametrize("name", ["strlen"])
@given(a=TEXT)
@LIMIT
def test_length(pair, name, a):
    model, original = pair(name, ctypes.c_size_t)
    assert model(a) == original(a) == len(a)


@given(a=TEXT, n=COUNT)
@LIMIT
def test_bounded_length(pair, a, n):
    model, original = pair("strnlen", ctypes.c_size_t)
    assert model(a, ctypes.c_size_t(n)) == original(a, ctypes.c_size_t(n))


@pytest.mark.parametrize("name", ["strcpy", "stpcpy", "strcat"])
@given(a=TEXT, b=TEXT)
@LIMIT
def test_copy(pair, name, a, b):
    model, original = pair(name, ctypes.c_void_p)
    mine, theirs = buffers(a)
    assert offset(model(mine, b), mine) == offset(original(theirs, b), theirs)
    assert mine.raw == theirs.raw


@pytest.mark.parametrize("name", ["strncpy", "stpncpy", "strncat"])
@given(a=TEXT, b=TEXT, n=COUNT)
@LIMIT
def test_copy_prefix(pair, name, a, b, n):
    model, original = pair(name, ctypes.c_void_p)
    mine, theirs = buffers(a)
    size = ctypes.c_size_t(n)
    assert offset(model(mine, b, size), mine) == offset(original(theirs, b, size), theirs)
    assert mine.raw == theirs.raw


@given(a=TEXT, b=TEXT, n=COUNT)
@LIMIT
def test_strlcpy_and_strlcat(ours, a, b, n):
    mine, other = buffers(a)
    ours.antu_strlcpy.restype = ours.antu_strlcat.restype = ctypes.c_size_t
    assert ours.antu_strlcpy(mine, b, ctypes.c_size_t(n)) == len(b)
    assert n == 0 or mine.value == b[: n - 1]
    assert ours.antu_strlcat(other, b, ctypes.c_size_t(n)) == min(len(a), n) + len(b)
    assert n <= len(a) or other.value == (a + b)[: n - 1]


@pytest.mark.parametrize("name", ["strchr", "strrchr", "strchrnul", "index", "rindex"])
@given(a=TEXT, c=st.sampled_from(list(b"ab,\xe9\0")))
@LIMIT
def test_find_character(pair, name, a, c):
    model, original = pair(name, ctypes.c_void_p)
    text = ctypes.create_string_buffer(a)
    assert model(text, c) == original(text, c)


@pytest.mark.parametrize("name", ["memchr", "memrchr"])
@given(a=TEXT, c=st.sampled_from(list(b"ab,\xe9\0")), n=COUNT)
@LIMIT
def test_find_byte(pair, name, a, c, n):
    model, original = pair(name, ctypes.c_void_p)
    text = ctypes.create_string_buffer(a)
    size = ctypes.c_size_t(min(n, len(a)))
    assert model(text, c, size) == original(text, c, size)


@pytest.mark.parametrize("name", ["strstr", "strcasestr", "strpbrk"])
@given(a=TEXT, b=st.lists(st.sampled_from(b"abA,"), max_size=3).map(bytes))
@LIMIT
def test_search(pair, name, a, b):
    model, original = pair(name, ctypes.c_void_p)
    text = ctypes.create_string_buffer(a)
    assert model(text, b) == original(text, b)


@given(a=TEXT, b=st.lists(st.sampled_from(b"abA,"), max_size=3).map(bytes))
@LIMIT
def test_search_memory(pair, a, b):
    model, original = pair("memmem", ctypes.c_void_p)
    text = ctypes.create_string_buffer(a)
    sizes = ctypes.c_size_t(len(a)), ctypes.c_size_t(len(b))
    assert model(text, sizes[0], b, sizes[1]) == original(text, sizes[0], b, sizes[1])


@pytest.mark.parametrize("name", ["strspn", "strcspn"])
@given(a=TEXT, b=TEXT)
@LIMIT
def test_span(pair, name, a, b):
    model, original = pair(name, ctypes.c_size_t)
    assert model(a, b) == original(a, b)


@pytest.mark.parametrize("name", ["strtok", "strtok_r", "strsep"])
@given(
    a=st.lists(st.sampled_from(b"ab,; "), max_size=12).map(bytes), separators=st.sampled_from([b",", b",; ", b"", b"a"])
)
@LIMIT
def test_tokens(pair, name, a, separators):
    both = pair(name, ctypes.c_void_p)
    found: list[list[int | None]] = []
    texts = buffers(a)
    for function, text in zip(both, texts, strict=True):
        rest = ctypes.c_char_p(ctypes.addressof(text))
        tokens: list[int | None] = []
        for number in range(16):
            if name == "strsep":
                result = function(ctypes.byref(rest), separators)
            elif name == "strtok":
                result = function(text if number == 0 else None, separators)
            else:
                result = function(text if number == 0 else None, separators, ctypes.byref(rest))
            tokens.append(offset(result, text))
            if result is None:
                break
        found.append(tokens)
    assert found[0] == found[1]
    assert texts[0].raw == texts[1].raw


@pytest.mark.parametrize("name", ["strdup", "strndup"])
def test_duplicate(ours, host, name):
    function = getattr(ours, f"antu_{name}")
    function.restype = ctypes.c_void_p
    for text in (b"", b"hello"):
        address = function(text, ctypes.c_size_t(3))
        assert ctypes.string_at(address) == (text[:3] if name == "strndup" else text)
        host.free(ctypes.c_void_p(address))


CLASSES = "alnum alpha blank cntrl digit graph lower print punct space upper xdigit ascii"


@pytest.mark.parametrize("name", CLASSES.split())
def test_character_classes(pair, name):
    model, original = pair(f"is{name}", ctypes.c_int)
    for c in range(-1, 256):
        assert bool(model(c)) == bool(original(c)), c


@pytest.mark.parametrize("name", ["tolower", "toupper", "toascii"])
def test_character_conversions(pair, name):
    model, original = pair(name, ctypes.c_int)
    assert [model(c) for c in range(-1, 256)] == [original(c) for c in range(-1, 256)]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("__ctype_b_loc", ctypes.c_ushort), ("__ctype_tolower_loc", ctypes.c_int), ("__ctype_toupper_loc", ctypes.c_int)],
)
def test_character_tables(pair, name, kind):
    tables: list[list[int]] = []
    for function in pair(name, ctypes.POINTER(ctypes.POINTER(kind))):
        table = function()[0]
        tables.append([table[c] for c in range(-128, 256)])
    assert tables[0] == tables[1]


def test_every_printable_character_is_classified(ours):
    assert all(ours.antu_isprint(ord(c)) for c in string.digits + string.ascii_letters + string.punctuation)
