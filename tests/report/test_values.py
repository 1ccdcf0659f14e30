"""Bits as their type says."""

from __future__ import annotations

import pytest

from antumbra.report.values import present, text_of


@pytest.mark.parametrize(
    ("type_name", "width", "bits", "value"),
    [
        ("int", 32, 0xFFFFFFFF, -1),
        ("unsigned int", 32, 0xFFFFFFFF, 0xFFFFFFFF),
        ("signed char", 8, 0x80, -128),
        ("unsigned char", 8, 0x80, 128),
        ("long long", 64, 1 << 63, -(1 << 63)),
        ("int8_t", 8, 0xFF, -1),
        ("uint8_t", 8, 0xFF, 255),
        ("_Bool", 1, 1, 1),
        ("int *", 64, 1 << 63, 1 << 63),
        ("float", 32, 0x3FC00000, 1.5),
        ("double", 64, 0x7FF0000000000000, "inf"),
        ("double", 64, 0xFFF0000000000000, "-inf"),
        ("float", 32, 0x7FC00001, "nan(0x1)"),
        ("long double", 80, 1, "0x00000000000000000001"),
        ("bytes", 24, 0x000139, "0x390100"),
        ("something", 8, 0xFF, 255),
    ],
)  # fmt: skip
def test_present(type_name: str, width: int, bits: int, value: object) -> None:
    assert present(type_name, width, bits) == value


def test_text_beside_bytes() -> None:
    assert text_of("0x37390000") == '"79"'
    assert text_of("0x371b00") == ""
    assert text_of("0x000000") == ""


def test_bytes_as_a_number() -> None:
    assert text_of("0x371b") == "= 6967"
    assert text_of("0xffffffffffffff7f") == "= 9223372036854775807"
    assert text_of("0xfeffffff") == "= 4294967294 = -2"
