"""Values of inputs as their types say: signed, floating, bytes."""

from __future__ import annotations

import math
import struct

from antumbra.evidence.values import nan_text
from antumbra.program.c_types import is_signed

_FLOATS = {16: "<e", 32: "<f", 64: "<d"}


def present(type_name: str, width: int, bits: int) -> int | float | str:
    """The value of ``width`` bits (an unsigned integer, little-endian where it is memory) as a user writes it."""
    if type_name == "bytes":
        return f"0x{bits.to_bytes((width + 7) // 8, 'little').hex()}"
    if type_name in ("float", "double", "_Float16", "half", "long double"):
        return _float(width, bits)
    return bits - (1 << width) if is_signed(type_name) and bits >> (width - 1) else bits


def _float(width: int, bits: int) -> float | str:
    form = _FLOATS.get(width)
    if form is None:
        return f"0x{bits:0{width // 4}x}"
    value: float = struct.unpack(form, bits.to_bytes(width // 8, "little"))[0]
    if math.isnan(value):
        return nan_text(width, bits)
    return value if math.isfinite(value) else str(value)


def text_of(value: str) -> str:
    """The text that bytes in hexadecimal spell, in quotes, or the number that they are in memory; empty for neither."""
    whole = bytes.fromhex(value.removeprefix("0x"))
    data = whole.rstrip(b"\0")
    if data and all(32 <= byte < 127 for byte in data):
        return f'"{data.decode("ascii")}"'
    if len(whole) not in (2, 4, 8):
        return ""
    number, signed = (int.from_bytes(whole, "little", signed=sign) for sign in (False, True))
    return f"= {number}" if number == signed else f"= {number} = {signed}"
