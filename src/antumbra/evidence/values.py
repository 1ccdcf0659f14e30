"""What C type names of inputs mean: how to write a value of one, and which C type a nondet suffix has."""

from __future__ import annotations

import struct

from antumbra.engines.outcome import InputValue
from antumbra.patterns import pattern
from antumbra.program.c_types import is_signed

#: suffix of __VERIFIER_nondet_… → C type of its result
NONDET_TYPES: dict[str, str] = {
    "bool": "_Bool",
    "_Bool": "_Bool",
    "char": "char",
    "schar": "signed char",
    "uchar": "unsigned char",
    "unsigned_char": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "unsigned": "unsigned int",
    "unsigned_int": "unsigned int",
    "long": "long",
    "ulong": "unsigned long",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "int128": "__int128",
    "uint128": "unsigned __int128",
    "float": "float",
    "double": "double",
    "pointer": "void *",
    "charp": "char *",
    "pchar": "char *",
    "const_char_pointer": "const char *",
    "size_t": "__SIZE_TYPE__",
    "loff_t": "long long",
    "sector_t": "unsigned long",
    "pthread_t": "unsigned long",
    "S8": "signed char",
    "S16": "short",
    "S32": "int",
    "S64": "long long",
    "U8": "unsigned char",
    "U16": "unsigned short",
    "U32": "unsigned int",
    "U64": "unsigned long long",
    "s8": "signed char",
    "s16": "short",
    "s32": "int",
    "s64": "long long",
    "u8": "unsigned char",
    "u16": "unsigned short",
    "u32": "unsigned int",
    "u64": "unsigned long long",
}

_FLOATS = {"float": (32, "<f", "<I"), "double": (64, "<d", "<Q")}
#: width → bits of a float behind its exponent
_FRACTIONS = {16: 10, 32: 23, 64: 52}
_NAN = pattern(r"(?P<sign>[+-]?)(?P<signals>s?)nan(?:\((?P<payload>0x[0-9a-f]+|[0-9]+)\))?")


#: of a long double: the analysis has no leading bit, which x87 writes down
_LONG_DOUBLE = 79


def in_memory(item: InputValue) -> bytes:
    """The bytes that the value is in a program's memory."""
    size = max(1, (item.width + 7) // 8)
    value = item.value & ((1 << (8 * size)) - 1)
    if item.width == _LONG_DOUBLE:
        fraction, rest = value & ((1 << 63) - 1), value >> 63
        value = rest << 64 | (1 << 63 if rest & 0x7FFF else 0) | fraction
    return value.to_bytes(size, "little")


def nan_text(width: int, bits: int) -> str:
    """A NaN as strtod reads it, with its sign and payload; one that signals as ``snan``, which only we read."""
    quiet = 1 << (_FRACTIONS[width] - 1)
    payload = bits & quiet - 1
    name = "nan" if bits & quiet else "snan"
    return f"{'-' if bits >> (width - 1) else ''}{name}{f'({payload:#x})' if payload else ''}"


def _parse_nan(text: str, width: int) -> int | None:
    match = _NAN.fullmatch(text)
    if match is None:
        return None
    fraction = _FRACTIONS[width]
    exponent = (1 << (width - 1)) - (1 << fraction)
    signals = bool(match["signals"])
    quiet = 0 if signals else 1 << (fraction - 1)
    payload = int(match["payload"] or "0", 0) & (1 << (fraction - 1)) - 1 or signals
    return (match["sign"] == "-") << (width - 1) | exponent | quiet | payload


def decimal(item: InputValue) -> str:
    """The value as a C program would print it: decimal, signed where its type is, floats so that they read back."""
    form = _FLOATS.get(item.type_name.strip())
    if form is not None and form[0] == item.width:
        (number,) = struct.unpack(form[1], struct.pack(form[2], item.value))
        return repr(float(number)) if number == number else nan_text(item.width, item.value)
    if is_signed(item.type_name) and item.width and item.value >> (item.width - 1):
        return str(item.value - (1 << item.width))
    return str(item.value)


def parse_decimal(text: str, type_name: str, width: int) -> int:
    """The unsigned value of ``width`` bits that a number, a C literal or a character in quotes means."""
    text = text.strip()
    form = _FLOATS.get(type_name.strip())
    if form is not None and form[0] == width:
        nan = _parse_nan(text.lower(), width)
        if nan is not None:
            return nan
        (bits,) = struct.unpack(form[2], struct.pack(form[1], float(text.rstrip("fFlL") if "n" not in text else text)))
        return int(bits)
    if len(text) == 3 and text[0] == text[2] == "'":
        return ord(text[1]) & ((1 << width) - 1)
    digits = text.rstrip("uUlL")
    return int(digits, 0 if "x" in digits.lower() else 10) & ((1 << width) - 1)
