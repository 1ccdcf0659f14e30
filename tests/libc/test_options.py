"""getopt and its relatives: the same options, the same order of arguments as the host's."""

from __future__ import annotations

import ctypes

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


class Option(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("argument", ctypes.c_int),
        ("flag", ctypes.c_void_p),
        ("value", ctypes.c_int),
    )


LONG = (Option * 5)((b"all", 0, None, 1), (b"alter", 1, None, 2), (b"file", 1, None, 3), (b"optional", 2, None, 4))
ARGUMENTS = st.lists(
    st.sampled_from(
        [
            "-a",
            "-b",
            "-bx",
            "-ab",
            "-abx",
            "-c",
            "-cx",
            "--",
            "-",
            "x",
            "y",
            "-z",
            "--all",
            "--al",
            "--alt=1",
            "--file",
            "--file=f",
            "--opt",
            "--opt=3",
            "--no",
            "--all=1",
        ]
    ),
    max_size=6,
)


def run(library, prefix, name, arguments, options):
    texts = [b"program", *(argument.encode() for argument in arguments)]
    array = (ctypes.c_char_p * (len(texts) + 1))(*texts, None)
    place = ctypes.c_int.in_dll(library, f"{prefix}optind")
    ctypes.c_int.in_dll(library, f"{prefix}opterr").value = 0
    place.value = 0
    function = getattr(library, f"{prefix}{name}")
    found: list[object] = []
    in_order = not {"x", "y", "-"} & set(arguments)  # glibc moves arguments one call later than we do
    for _ in range(60):
        extra = () if name == "getopt" else (LONG, None)
        result = function(len(texts), array, options, *extra)
        argument = ctypes.c_char_p.in_dll(library, f"{prefix}optarg").value
        found.append(
            (result, place.value if in_order else 0, argument if result not in (-1, ord("?"), ord(":")) else None)
        )
        if result == -1:
            break
    return found, place.value, list(array)


@pytest.mark.parametrize("name", ["getopt", "getopt_long"])
@given(arguments=ARGUMENTS, options=st.sampled_from([b"ab:c::", b"+ab:c::", b"-ab:c::", b":ab:c::"]))
@settings(max_examples=200, deadline=None)
def test_options(ours, host, name, arguments, options):
    assert run(ours, "antu_", name, arguments, options) == run(host, "", name, arguments, options)
